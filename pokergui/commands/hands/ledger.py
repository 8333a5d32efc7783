"""``pokergui hands ledger``: the result of one hand, split into its parts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from engine.errors import PokerError
from engine.game import Game
from engine.wording import Wording
from pokergui.commands.common import MOST_NUMBER, define, long_work, report, table
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.store import HandReader
from pokergui.units import amount_unit


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
    report(result, as_json, _lines(bb, skill, whole, knows_rival, unit))


def _lines(
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
