"""``pokergui solve-hand``: a recorded hand solved from the flop on, its decisions judged."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import click

from ai.reading.reach import RangeReader
from ai.registry import build, check_engine, reference
from ai.review.decision import Reviewed
from ai.review.solved import TARGET, judged, ranges_on_flop
from ai.solver.run import SpotRun
from ai.solver.whole_hand import HandStreet, SolvedStreet, WholeHand
from engine.cards import card_names
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.lines import action_text, line_text
from engine.player import PublicState
from engine.ranges import Weights, parse_range
from engine.records.record import HandRecord
from pokergui.commands.common import (
    MOST_NUMBER,
    Number,
    define,
    exit_if_stopped,
    long_work,
    report,
    threads_option,
)
from pokergui.commands.review.figures import detail_json, detail_lines
from pokergui.commands.spots import frequencies
from pokergui.formatting.words import chips, street_name
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, strategies_dir
from pokergui.store import HandReader
from pokergui.units import amount_unit


@define(
    click.argument("number", type=click.IntRange(1, MOST_NUMBER)),
    click.option(
        "--ranges",
        nargs=2,
        metavar="OOP IP",
        help="The ranges on the flop, as in 'AA,KQs:0.5' or random; by default an engine's.",
    ),
    click.option(
        "--engine",
        metavar="ENGINE",
        help="Engine whose ranges come to the flop; by default the game's reference.",
    ),
    click.option(
        "--target",
        type=Number(0.001),
        default=TARGET,
        show_default=True,
        metavar="PERCENT",
        help="Solve each street to an exploitability of this many percent of its pot.",
    ),
    threads_option,
    name="solve-hand",
)
def command(
    number: int,
    ranges: tuple[str, str] | None,
    engine: str | None,
    target: float,
    threads: int,
    as_json: bool,
) -> None:
    """Solve hand NUMBER from the flop on, and judge its decisions.

    The flop is solved with the usual sizes and those bet, then each later street from the ranges
    that come there in the solution before it. Hands of two players from the flop on, with no limit,
    are solved; decisions before the flop are not judged. A decision is no mistake while its EV loss
    is within three times the exploitability of the solution.
    """
    if ranges and engine:
        raise PokerError("give --ranges or --engine, not both")
    with HandReader(database_path()) as reader:
        record = reader.show(number).record
    end = PublicState(record.game, record.actions, record.board)
    hand = WholeHand(end, record.holes)
    solved: list[SolvedStreet] = []
    problem = ""
    with long_work(tr("solving")) as control:
        try:
            held = _ranges(hand, ranges, engine, control)
            solved.extend(hand.solve(held, target, control, threads, _tell))
        except CancelledError:
            control.cancel()  # the streets solved until then count
        except PokerError as error:
            if not solved:
                raise
            problem = str(error)
    shown = [_Shown(record, hand, one) for one in solved]
    result = {
        "hand": number,
        "ranges": list(ranges) if ranges else None,
        "streets": [one.to_json() for one in shown],
        "problem": problem or None,
    }
    lines = [line for one in shown for line in one.lines()]
    if problem:
        lines.append(tr("the next street is not solved: {reason}").format(reason=problem))
    report(result, as_json, lines)
    exit_if_stopped(control)


def _ranges(
    hand: WholeHand, texts: tuple[str, str] | None, engine: str | None, control: JobControl
) -> Sequence[Weights]:
    """Return the ranges on the flop.

    Raises:
        PokerError: if a range cannot be read, or any error of the engine.
    """
    if texts:
        return [parse_range(text) for text in texts]
    game, home = hand.end.game, strategies_dir()
    row = reference(game)
    name = engine or (row.name if row is not None else "")
    if not name:
        raise PokerError("no engine is the reference of this game; give --ranges or --engine")
    check_engine(name, game, home)
    with closing(build(name, game, home, control)) as agent:
        return ranges_on_flop(RangeReader(agent), hand, control)


def _tell(street: HandStreet, run: SpotRun | None) -> None:
    if run is None:
        words = tr("solving {board}").format(board=card_names(street.spot.board))
        click.echo(words, err=True)


class _Shown:
    """A solved street and its judged decisions."""

    def __init__(self, record: HandRecord, hand: WholeHand, solved: SolvedStreet) -> None:
        self._hand, self._solved = hand, solved
        self._spots = [hand.decision(place) for place in solved.street.places]
        self._reviewed: list[Reviewed | None] = [
            None
            if (hole := record.holes[spot.to_act]) is None
            else judged(spot, hand.end.actions[len(spot.actions)], hole, solved)
            for spot in self._spots
        ]
        self._shares = [
            frequencies(solved.street.spot, view)[solved.street.spot.key(action)]
            for view, action in zip(solved.views, solved.street.line, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        solved, spot = self._solved, self._solved.street.spot
        return {
            "spot": spot.record(),
            "iterations": solved.iterations,
            "seconds": solved.seconds,
            "exploitability": solved.exploitability,
            "exploitability_pct_pot": solved.percent,
            "hardly_reached": solved.street.rare,
            "ev": list(solved.views[0].total_ev),
            "decisions": [
                {
                    "line": line_text(here.game, here.actions),
                    "position": here.to_act,
                    "action": action_text(here, self._hand.end.actions[len(here.actions)]),
                    "range_frequency": share,
                    "judged": None if one is None else detail_json(one),
                }
                for here, share, one in zip(self._spots, self._shares, self._reviewed, strict=True)
            ],
        }

    def lines(self) -> list[str]:
        solved, spot = self._solved, self._solved.street.spot
        words = tr(
            "{street} {board}, pot {pot}, {stack} behind: {count:,} iterations, exploitability"
            " {percent:.2f}% of the pot"
        )
        game = self._hand.end.game
        lines = [
            words.format(
                street=street_name(game, solved.street.street),
                board=card_names(spot.board),
                pot=chips(spot.pot),
                stack=chips(spot.stack),
                count=solved.iterations,
                percent=solved.percent,
            )
        ]
        for here, share, one in zip(self._spots, self._shares, self._reviewed, strict=True):
            if one is None:
                words = tr("{line}: {action}, {share:.0%} of the range, cards not known")
                action = action_text(here, self._hand.end.actions[len(here.actions)])
                line = line_text(game, here.actions)
                lines.append(words.format(line=line, action=action, share=share))
            else:
                lines += detail_lines((one,), amount_unit(game))
        return [*lines, ""]
