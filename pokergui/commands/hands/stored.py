"""Stored matches of engines, and profiles: ``hands matches``, ``export-match``, ``profile``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ai.profile.profile import CountedProfile, interval
from engine.errors import PokerError
from engine.game import Game
from engine.wording import Wording
from pokergui.commands.common import (
    MOST_NUMBER,
    database_option,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    report,
    shares,
    table,
)
from pokergui.commands.database import chooses_hands
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.profiling import profile_of
from pokergui.store import HandReader, HandSelection, NoDatabaseError, export_match, spans_text
from pokergui.units import amount_unit, per_hand


@define(database_option, name="matches")
def list_command(db: Path | None, as_json: bool) -> None:
    """List the stored matches between engines, newest first; damaged ones are left out."""
    try:
        with HandReader(db or database_path()) as reader:
            stored = reader.matches()
    except NoDatabaseError:
        stored = ()
    rows = []
    matches = []
    for match in stored:
        mbb = match.interval()
        result = f"{mbb.mean:+,.1f} +- {mbb.half_width:,.1f} {per_hand(match.game)}"
        words = "{hands:,}" if match.done else tr("{hands:,} of {wanted:,}")
        hands = words.format(hands=match.hands, wanted=match.wanted)
        who = " v ".join(match.players)
        rows.append((match.number, match.time, match.game_name, who, hands, result))
        matches.append(
            {
                **picked(match, "number", "time", "mode"),
                "game": match.game_name,
                **picked(match, "players", "engines"),
                "seed": str(match.seed),
                **picked(match, "duplicate", "wanted", "hands", "done"),
                "mean_mbb": mbb.mean,
                "ci95_mbb": mbb.half_width,
                "stats": [shares(player) for player in match.stats],
            }
        )
    heads = (*(tr("match"), tr("time"), tr("game"), tr("players")), *(tr("hands"), tr("result")))
    report({"matches": matches}, as_json, table(rows, heads) or [tr("no matches")])


@define(
    click.argument("number", type=click.IntRange(1, MOST_NUMBER)),
    path_option("--out", required=True, metavar="FILE"),
    database_option,
    name="export-match",
)
def export_command(number: int, out: Path, db: Path | None, as_json: bool) -> None:
    """Write all hands of a stored match; the extension of FILE selects the format: FORMATS."""
    with long_work(tr("exporting")) as control:
        hands, damaged = export_match(db or database_path(), number, out, control)
    result = {"file": str(out), "hands": hands, "damaged": damaged}
    line = tr("{hands} saved as {file}").format(hands=hands_text(hands), file=out)
    report(result, as_json, [line])
    if damaged:
        left_out = tr("left out, since they are damaged: {hands}")
        click.echo(left_out.format(hands=spans_text(damaged)), err=True)
    exit_if_stopped(control)


@define(
    click.argument("name"),
    click.option(
        "--match",
        type=click.IntRange(1, MOST_NUMBER),
        metavar="N",
        help="Use this stored match of engines; other filters are ignored.",
    ),
    database_option,
    chooses_hands,
    name="profile",
)
def profile_command(
    name: str, match: int | None, db: Path | None, wanted: HandSelection, as_json: bool
) -> None:
    """Show how often a player bets, folds, calls and raises in heads-up hold'em, with intervals.

    NAME is an engine, another player of imported hands, or You. Decisions after the flop count, by
    street, position and what is faced: no bet, one of at most 40% of the pot (small), of at most
    80% (medium), a larger one, a raise, or all-in. Hands played and imported count, training hands
    only with --mode. 'pokergui exploit' takes the same NAME.
    """
    with long_work(tr("counting")) as control:
        profile = profile_of(db or database_path(), name, wanted, match, control=control)
    heads = (
        *(tr("place"), tr("decisions")),
        *(tr("fold"), tr("check or call"), tr("bet or raise")),
    )
    none = tr("none of these hands has a decision after the flop")
    lines = table(_rows(profile), heads) or [none]
    report(profile.record(), as_json, [f"{name}: {hands_text(profile.hands)}", *lines])


def _rows(profile: CountedProfile) -> list[tuple[object, ...]]:
    """Return each place with the shares of its actions in percent, and the 95% interval."""
    rows = []
    for cell, times in profile.rows():
        cells = []
        for kind in range(3):
            count = int(profile.counts[(*cell, kind)])
            low, high = (100 * bound for bound in interval(count, times))
            known = kind in cell.kinds
            cells.append(f"{100 * count / times:.0f}% ({low:.0f}-{high:.0f})" if known else "")
        rows.append((str(cell.words), times, *cells))
    return rows


@define(
    click.argument("number", type=click.IntRange(1, MOST_NUMBER)),
    click.option(
        "--judge",
        default="",
        metavar="ENGINE",
        help="Engine whose EVs count; by default the usual judge.",
    ),
    click.option(
        "--hero", default="", metavar="ENGINE", help="Player whose result is split; by default you."
    ),
    name="ledger",
)
def ledger_command(number: int, judge: str, hero: str, as_json: bool) -> None:
    """Split the result of one hand into luck, skill, and a remainder (mainly your own mixing).

    Luck is that of seat, cards, board and the rival's choices. The parts add up to the result.
    Luck has mean 0, that of the rival's choices only if it is an engine whose strategy is known.
    Skill is what mistakes lost, as review lists them, and how other actions differ from the
    judge's mixed strategy.
    """
    # No other command of hands reviews any.
    from pokergui.commands.review.figures import reason_text  # as above
    from pokergui.reviews.figures import lost_by_mistakes  # as above
    from pokergui.reviews.work import HandsReview  # as above
    from pokergui.store.reviews import ReviewCache  # as above

    with long_work(tr("decomposing the result")) as control, HandReader(database_path()) as reader:
        hand = reader.show(number)
        if hand.is_wide:
            raise PokerError("the rulebook does not play hand {number}", number=number)
        judge = judge or _usual(hand.game)
        work = HandsReview(judge, strategies_dir(), ReviewCache(reviews_path()), control)
        try:
            (reviewed,) = work.run((hand,), hero)
        finally:
            work.close()
    if reviewed.review is None:
        raise PokerError(
            "hand {number} cannot be split: {reason}",
            number=number,
            reason=reason_text(reviewed.reason),
        )
    if reviewed.review.parts is None:
        raise PokerError(
            "hand {number} cannot be split: that takes two players, both hands known, and"
            " heads-up hold'em or a game small enough to solve",
            number=number,
        )
    parts, knows_rival = reviewed.review.parts, reviewed.review.knows_rival
    bb = {name: chips / hand.big_blind for name, chips in asdict(parts).items()}
    mistakes = -lost_by_mistakes(reviewed.review) / 1000.0
    skill = {"mistakes": mistakes, "rest": bb["skill"] - mistakes}
    result: dict[str, Any] = {
        "hand": number,
        "judge": judge,
        "parts_chips": asdict(parts),
        "parts_bb": bb,
        "skill_bb": skill,
        "result_chips": parts.result,
        "result_bb": parts.result / hand.big_blind,
        "rival_known": knows_rival,
    }
    whole, unit = parts.result / hand.big_blind, amount_unit(hand.game)
    report(result, as_json, _ledger_lines(bb, skill, whole, knows_rival, unit))


def _ledger_lines(
    bb: dict[str, float], skill: dict[str, float], total: float, knows_rival: bool, unit: str
) -> list[str]:
    """Return the parts of ``Parts``, those of skill and the whole result, in bb or antes."""
    titles = {
        "seat": tr("the seat"),
        "cards": tr("cards dealt"),
        "board": tr("board"),
        "rival": tr("rival's choices"),
        "mixing": tr("own mixing and rest"),
        "skill": tr("skill"),
    }
    shown = {name: f"{amount:+,.3f} {unit}" for name, amount in bb.items()}
    if not knows_rival:
        shown["rival"] = tr("not known")
    rows = [(titles[name], text) for name, text in shown.items()]
    rows += [
        (tr("of which mistakes"), f"{skill['mistakes']:+,.3f} {unit}"),
        (
            tr("of which difference from the judge's mixed strategy"),
            f"{skill['rest']:+,.3f} {unit}",
        ),
    ]
    return table([*rows, (tr("result"), f"{total:+,.3f} {unit}")])


def _usual(game: Game) -> str:
    """Return the game's usual judge.

    Raises:
        PokerError: if there is none.
    """
    from ai.review.judges import usual_judge  # as above

    row = usual_judge(game)
    if row is None:
        raise PokerError(
            "{title} has no usual judge: name one with --judge", title=Wording(game.title)
        )
    return row.name
