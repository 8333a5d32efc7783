"""Figures of the exact reports of ``pokergui exploitability --rivers`` and ``--turns``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.registry import build
from ai.reports.street_report import (
    CARDS,
    OWN,
    RiverReport,
    StreetReport,
    river_report,
    turn_report,
)
from engine.game import Game
from pokergui.commands.common import exit_if_stopped, in_mbb, long_work, picked, report
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir
from pokergui.units import amount_unit, per_hand

Chips = NDArray[np.float64]


def print_rivers(
    game: Game,
    engine: str,
    rivers: int,
    seed: int,
    against: str | None,
    menu: str | None,
    as_json: bool,
) -> None:
    """Measure rivers, and print the winnings there.

    Raises:
        PokerError: if the engines cannot be measured.
    """
    with long_work(tr("rivers")) as control:
        agent = build(engine, game, strategies_dir(), control)
        other = None if against is None else build(against, game, strategies_dir(), control)
        measured = river_report(game, agent, rivers, seed, other, menu or OWN, control)
    report(_record(measured), as_json, _lines(measured))
    exit_if_stopped(control)


def print_turns(
    game: Game, engine: str, turns: int, seed: int, against: str, as_json: bool
) -> None:
    """Measure turns, and print the winnings there.

    Raises:
        PokerError: if the engines cannot be measured.
    """
    with long_work(tr("turns")) as control:
        agent, other = (build(one, game, strategies_dir(), control) for one in (engine, against))
        measured = turn_report(game, agent, turns, seed, other, control)
    record = {
        "method": "turns",
        **picked(measured, "engine", "against", "seed"),
        "turns": measured.streets,
        "cards": CARDS,
        **_counts(measured),
        **_figures(measured, "gained", measured.gained),
    }
    lines = [tr("no turn was measured")]
    if measured.streets:
        words = tr(
            "{game}: {streets:,} turns of {hands:,} hands that {engine} plays against itself, mean"
            " pot {pot:.1f} {unit}, seed {seed}"
        )
        lines = [
            _heading(words, measured, against),
            *_won(measured, measured.gained, engine, against),
        ]
        words = tr("{count} random rivers on each turn, every line and hand counted")
        lines.append(words.format(count=CARDS))
    report(record, as_json, lines)
    exit_if_stopped(control)


def _counts(measured: StreetReport) -> dict[str, Any]:
    return {
        "game": measured.game.name,
        "hands": int(measured.hands.sum()),
        "mean_pot": measured.pots.mean() if measured.streets else None,
    }


def _record(measured: RiverReport) -> dict[str, Any]:
    result = {
        "method": "rivers",
        **picked(measured, "engine", "menu", "seed"),
        "rivers": measured.streets,
        **_counts(measured),
        **_figures(measured, "best_response", measured.best),
    }
    if measured.against:
        result["against"] = measured.against
        result |= _figures(measured, "gained", measured.gained)
        result |= _figures(measured, "best_response_against", measured.best_against)
    return result


def _figures(measured: StreetReport, key: str, chips: Chips) -> dict[str, Any]:
    game, both = measured.game, chips.mean(axis=1)
    a_hand, of_pots = measured.a_hand(both), measured.of_pots(both)
    seats = [measured.a_hand(chips[:, seat]) for seat in (0, 1)]
    return {
        **in_mbb(game, key, a_hand.mean),
        **in_mbb(game, f"{key}_ci95", a_hand.half_width),
        **in_mbb(game, f"{key}_by_position", [seat.mean for seat in seats]),
        **in_mbb(game, f"{key}_by_position_ci95", [seat.half_width for seat in seats]),
        f"{key}_of_pots": of_pots.mean,
        f"{key}_of_pots_ci95": of_pots.half_width,
    }


def _heading(words: str, measured: StreetReport, base: str) -> str:
    return words.format(
        game=name_text(measured.game.title),
        streets=measured.streets,
        hands=measured.hands.sum(),
        engine=base,
        pot=measured.pots.mean() / measured.game.big_blind,
        unit=amount_unit(measured.game),
        seed=measured.seed,
    )


def _lines(measured: RiverReport) -> list[str]:
    if not measured.streets:
        return [tr("no river was measured")]
    base = measured.against or measured.engine
    words = tr(
        "{game}: {streets:,} rivers of {hands:,} hands that {engine} plays against itself, mean pot"
        " {pot:.1f} {unit}, seed {seed}"
    )
    lines = [_heading(words, measured, base)]
    if measured.against:
        lines += _won(measured, measured.gained, measured.engine, base)
    sizes = tr("the engine's own") if measured.menu == OWN else measured.menu
    lines.append(tr("sizes of best responses: {sizes}").format(sizes=sizes))
    lines += _won(measured, measured.best, tr("a best response"), measured.engine)
    if measured.against:
        lines += _won(measured, measured.best_against, tr("a best response"), base)
    return lines


def _won(measured: StreetReport, chips: Chips, who: str, other: str) -> list[str]:
    """Return an engine's winnings from another beyond those of the other in self-play."""
    unit, both = 1000.0 / measured.game.big_blind, chips.mean(axis=1)
    a_hand, of_pots = measured.a_hand(both), measured.of_pots(both)
    seats = [measured.a_hand(chips[:, seat]) for seat in (0, 1)]
    words = tr(
        "{who} wins {mean:+,.1f} +- {half:,.1f} {unit} more from {other} than {other} itself does"
    )
    if a_hand.includes_zero:
        words = tr(
            "{who} wins {mean:+,.1f} +- {half:,.1f} {unit} more from {other} than {other} itself "
            "does: no difference is shown"
        )
    parts = tr(
        "{share:+.2%} +- {share_half:.2%} of the pots; {first:+,.1f} +- {first_half:,.1f} in"
        " position 0 and {second:+,.1f} +- {second_half:,.1f} in position 1"
    ).format(
        share=of_pots.mean,
        share_half=of_pots.half_width,
        first=seats[0].mean * unit,
        first_half=seats[0].half_width * unit,
        second=seats[1].mean * unit,
        second_half=seats[1].half_width * unit,
    )
    won = words.format(
        who=who,
        mean=a_hand.mean * unit,
        half=a_hand.half_width * unit,
        unit=per_hand(measured.game),
        other=other,
    )
    return [won, f"  {parts}"]
