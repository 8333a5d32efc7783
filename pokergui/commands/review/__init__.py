"""``pokergui review``: recorded decisions reviewed by an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from ai.review.classes import USUAL_PERCENTS, Thresholds
from ai.review.decision import Reviewed
from ai.sit_and_go.review import PrizeVerdict
from engine.errors import CancelledError, GameError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.commands.common import MOST_NUMBER, Number, define, exit_if_stopped, long_work
from pokergui.commands.database import MODES, game_name
from pokergui.commands.review.figures import Earned, report_review
from pokergui.commands.review.prizes import SIT_AND_GO, report_prizes, verdicts
from pokergui.judging.hands import find_match
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.reviews.work import NO_PLAYER, REVIEWED, HandsReview, ReviewedHand
from pokergui.store import HandReader, HandSelection, StoredHand
from pokergui.store.reviews import ReviewCache

_number = click.IntRange(1, MOST_NUMBER)
_PLAYED = HandSelection(modes=("play",))
_MOST_NAMED = 8
_CORRECT, _WRONG, _BLUNDER, _BLUNDER_BB = USUAL_PERCENTS


def _game(context: click.Context, param: click.Parameter, name: str) -> str:
    return name if name == SIT_AND_GO else game_name(context, param, name)


def _limit(name: str, usual: float, words: str) -> Callable[[Any], Any]:
    return click.option(
        name, type=Number(), default=usual, show_default=True, metavar="X", help=words
    )


@define(
    click.argument("game", callback=_game),
    click.argument("judge", required=False),
    click.option("--last", type=_number, metavar="N", help="Only the last N hands."),
    click.option("--hand", type=_number, metavar="N", help="One hand, decision by decision."),
    click.option("--match", type=_number, metavar="N", help="A stored match."),
    click.option(
        "--hero",
        default="",
        metavar="ENGINE",
        help="Player whose decisions are reviewed; by default you, or the first.",
    ),
    click.option(
        "--mode",
        "modes",
        multiple=True,
        type=click.Choice(MODES),
        help="Hands of this mode, in place of those played here and imported.",
    ),
    click.option(
        "--grid", is_flag=True, help="With --hand: what each hand would have earned on its line."
    ),
    _limit("--correct", _CORRECT, "Without EVs: correct if the judge does it X% of the time."),
    _limit("--wrong", _WRONG, "Wrong loses X% of the pot or more."),
    _limit("--blunder", _BLUNDER, "A blunder loses X% of the pot or more."),
    _limit("--blunder-bb", _BLUNDER_BB, "So does a loss of X big blinds or more."),
)
def command(
    game: str,
    judge: str | None,
    last: int | None,
    hand: int | None,
    match: int | None,
    hero: str,
    modes: tuple[str, ...],
    grid: bool,
    correct: float,
    wrong: float,
    blunder: float,
    blunder_bb: float,
    as_json: bool,
) -> None:
    """Review your decisions at GAME by the engine JUDGE, or by the default judge.

    An action that loses more EV than the judge's noise floor is an inaccuracy, wrong or a blunder.
    Any other is best if it is the judge's most frequent, else correct.
    Reviews are cached, and recomputed when the judge changes.
    With sit-and-go for GAME, jam-fold values all-in and fold in prizes, by the Independent Chip
    Model.
    """
    if sum(one is not None for one in (last, hand, match)) > 1:
        raise PokerError("give only one of --last, --hand and --match")
    if modes and not hand is match is None:
        raise PokerError("--mode chooses among all hands: leave out --hand and --match")
    if grid and hand is None:
        raise PokerError("--grid is for one hand: also give --hand")
    if game == SIT_AND_GO:
        if match is not None or modes or hero or grid:
            raise PokerError("sit-and-gos are reviewed without --match, --mode, --hero and --grid")
        _review_prizes(judge, last, hand, as_json)
        return
    judge = judge or _usual(game)
    limits = Thresholds.of_percents((correct, wrong, blunder, blunder_bb))
    reviewed: list[ReviewedHand] = []
    details: tuple[Reviewed, ...] = ()
    earned: Earned | None = None
    damaged: Sequence[int] = ()
    with long_work(tr("reviewing")) as control, HandReader(database_path()) as reader:
        reader.look()
        work = HandsReview(
            judge, strategies_dir(), ReviewCache(reviews_path()), control.silent(), limits
        )
        try:
            if match is not None:
                stored = find_match(reader, match)
                _check_game((stored.game_name,), game, Wording("match {number}", number=match))
                _take(work.run_match(reader, match, hero), stored.hands, control, reviewed)
            else:
                hands = _chosen(reader, game, last, hand, modes)
                damaged = reader.damaged
                _take(work.run(hands, hero), len(hands), control, reviewed)
                details = work.decisions(hands[0], hero) if hand is not None else ()
                if grid and details:
                    place = len(details[-1].spot.actions)
                    earned = Earned(details[-1], work.earnings(hands[0], place, hero))
        except CancelledError:
            control.cancel()  # what was reviewed until then counts
        finally:
            work.close()
    if hero and reviewed and all(one.reason == NO_PLAYER for one in reviewed):
        raise PokerError("no engine in these hands is called '{hero}'", hero=hero[:60])
    report_review(game, judge, reviewed, details, damaged, hand is not None, as_json, earned)
    exit_if_stopped(control)


def _review_prizes(judge: str | None, last: int | None, number: int | None, as_json: bool) -> None:
    """Review the user's decisions with short stacks in sit-and-gos."""
    if judge not in (None, "jam-fold"):
        raise PokerError("sit-and-gos are judged by jam-fold, not by '{name}'", name=judge[:60])
    judged: list[tuple[StoredHand, PrizeVerdict]] = []
    with long_work(tr("reviewing")) as control, HandReader(database_path()) as reader:
        found = [reader.show(number)] if number is not None else reader.list(_PLAYED).hands
        hands = [hand for hand in found if hand.entry is not None][-(last or 0) :]
        if not hands:
            raise PokerError("there are no hands of {game} to review", game=SIT_AND_GO)
        try:
            for done, hand in enumerate(hands, 1):
                control.check()
                judged += [(hand, one) for one in verdicts(hand, control)]
                control.progress(done / len(hands))
        except CancelledError:
            control.cancel()  # what was reviewed until then counts
    report_prizes(judged, len(hands), as_json)
    exit_if_stopped(control)


def _usual(game: str) -> str:
    from ai.review.judges import usual_name  # imports solvers: not for --help

    try:
        return usual_name(get_game(game))
    except GameError:  # imported hands may be of games that are not built in
        return "cfr"


def _check_game(names: Sequence[str], game: str, what: Wording) -> None:
    if game not in names:
        raise PokerError(
            "{what} is one of {names}, not of {game}", what=what, names=names[0], game=game
        )


def _chosen(
    reader: HandReader, game: str, last: int | None, number: int | None, modes: tuple[str, ...]
) -> Sequence[StoredHand]:
    """Return the hands to review, oldest first: at least one."""
    if number is not None:
        hand = reader.show(number)
        _check_game(
            (hand.listed_game, hand.game_name), game, Wording("hand {number}", number=number)
        )
        return (hand,)
    wanted = HandSelection(game=game, modes=modes or REVIEWED, newest=last)
    hands = reader.list(wanted).replayable().hands
    if hands:
        return hands
    if games := [one for one in reader.facets().games if one != game]:
        raise PokerError(
            "there are no hands of {game} to review, but of {games}",
            game=game,
            games=", ".join(games[:_MOST_NAMED]),
        )
    raise PokerError("there are no hands of {game} to review", game=game)


def _take(
    hands: Iterable[ReviewedHand], count: int, control: JobControl, reviewed: list[ReviewedHand]
) -> None:
    for one in hands:
        reviewed.append(one)
        control.progress(min(1.0, len(reviewed) / max(count, 1)), "")
