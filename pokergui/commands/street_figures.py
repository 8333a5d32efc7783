"""Figures of the exact reports of ``pokergui exploitability --rivers`` and ``--turns``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.reading.reach import matchups, total_shares
from ai.registry import build
from ai.reports.street_report import (
    CARDS,
    OWN,
    RiverReport,
    StreetReport,
    river_report,
    turn_report,
)
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot, action_key, line_text, parse_line
from ai.solver.view import NodeView
from engine.cards import Card, card_names, parse_card
from engine.combos import combo_cards, combo_name
from engine.errors import CardError
from engine.game import Game
from engine.player import Action
from engine.stats import PlayerStats, Share
from pokergui.commands.common import exit_if_stopped, in_mbb, long_work, picked, report, table
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir
from pokergui.units import Unit, amount_unit, per_hand, unit_text

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


Place = tuple[tuple[Action, ...], tuple[Card, ...]]
"""A line from the root of a spot to a decision, and the board there."""


def place_of(spot: Spot, line: str, card: str | None) -> Place:
    """Return the node that a line and a river card name.

    Raises:
        SpotError: if there is no such node.
    """
    actions = parse_line(spot, line)
    dealt = spot.tree.street[spot.tree.find(actions)] > 0
    if not dealt and card is not None:
        raise SpotError("--card: no card has come after the line '{line}'", line=line)
    if dealt and card is None:
        raise SpotError(
            "--card names the river after the line '{line}', as in --card 7d", line=line
        )
    if card is None:
        return actions, spot.board
    try:
        river = parse_card(card)
    except CardError as error:
        raise SpotError("--card: {error}", error=error) from None
    if river in spot.board:
        raise SpotError("--card: {card} is on the board", card=card)
    return actions, (*spot.board, river)


def frequencies(spot: Spot, view: NodeView) -> dict[str, float]:
    """Return the total frequency of each action at a node, by the action's text."""
    weights = matchups(spot.game, view.reach, view.to_act)
    shares = total_shares([(weights, view.strategy)]).tolist()
    return dict(zip(map(action_key, view.actions), shares, strict=True))


def spot_figures(solver: SpotSolver) -> dict[str, Any]:
    """Return the figures of a whole spot; ``root_strategy`` is the range's of the first to act."""
    spot = solver.spot
    return {
        "ev": list(solver.ev()),
        "equity": list(solver.equity()),
        "root_strategy": frequencies(spot, solver.view((), spot.board)),
    }


def _seats() -> tuple[str, str]:
    """Return the names of both players, the first to act first."""
    return (tr("out of position"), tr("in position"))


def spot_lines(figures: dict[str, Any], unit: Unit) -> list[str]:
    """Return the figures of a whole spot as text, EV in a unit."""
    shares = ", ".join(f"{key} {share:.2%}" for key, share in figures["root_strategy"].items())
    values = zip(_seats(), figures["ev"], figures["equity"], strict=True)
    words = tr("{seat}: EV {ev:.4f} {unit}, equity {equity:.4%}")
    return [
        *(
            words.format(seat=seat, ev=ev / unit.chips, unit=unit_text(unit.name), equity=equity)
            for seat, ev, equity in values
        ),
        tr("{seat} at the start: {shares}").format(seat=_seats()[0], shares=shares),
    ]


def node_figures(solver: SpotSolver, place: Place) -> dict[str, Any]:
    """Return every figure of one node: the whole ranges, and each hand of both players.

    ``hands`` has for each player, out of position first, the hands of its range that the board
    leaves possible: the probability with which each is held and comes here, its EV in chips from
    here on and its equity against what the other holds here, and for the player to act its strategy
    and the EV of each action.
    """
    spot, (line, board) = solver.spot, place
    view = solver.view(line, board)
    free = ~np.isin(combo_cards(), board).any(axis=1)
    return {
        "line": line_text(spot, line),
        "board": card_names(board),
        "to_act": view.to_act,
        "actions": [action_key(action) for action in view.actions],
        "frequencies": frequencies(spot, view),
        "ev": view.total_ev,
        "equity": view.total_equity,
        "hands": [
            {
                combo_name(combo): _hand(view, seat, combo)
                for combo in np.flatnonzero(free & (spot.ranges[seat] > 0)).tolist()[::-1]
            }
            for seat in (0, 1)
        ],
    }


def _hand(view: NodeView, seat: int, combo: int) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "reach": view.reach[seat, combo],
        "ev": view.ev[seat, combo],
        "equity": view.equity[seat, combo],
    }
    if seat == view.to_act:
        figures["strategy"] = view.strategy[combo]
        figures["action_ev"] = view.action_ev[combo]
    return figures


def node_lines(node: dict[str, Any], unit: Unit) -> list[str]:
    """Return the figures of one node as text, EV in a unit."""
    words = tr("{seat} to act at the start, board {board}")
    if node["line"]:
        words = tr("{seat} to act after {line}, board {board}")
    first = words.format(seat=_seats()[node["to_act"]], line=node["line"], board=node["board"])
    lines = ["", first]
    for seat in (node["to_act"], 1 - node["to_act"]):
        acts = seat == node["to_act"]
        keys = node["actions"] if acts else []
        rows = [
            (
                name,
                f"{hand['reach']:.4f}",
                f"{hand['ev'] / unit.chips:.4f}",
                f"{hand['equity']:.4f}",
                *(_numbers(hand["strategy"]) if acts else ()),
                *(_numbers(hand["action_ev"] / unit.chips) if acts else ()),
            )
            for name, hand in node["hands"][seat].items()
        ]
        ev = f"{node['ev'][seat] / unit.chips:.4f}"
        total = (tr("total"), "", ev, f"{node['equity'][seat]:.4f}")
        rows.append((*total, *(_numbers(node["frequencies"].values()) if acts else ())))
        if acts:
            rows[-1] += ("",) * len(keys)
        name, of_action = unit_text(unit.name), tr("EV {action}, {unit}")
        worth = (of_action.format(action=key, unit=name) for key in keys)
        ev_head = tr("EV, {unit}").format(unit=name)
        heads = (_seats()[seat], tr("reach"), ev_head, tr("equity"), *keys, *worth)
        lines += ["", *table(rows, heads)]
    return lines


def _numbers(values: Any) -> tuple[str, ...]:
    return tuple(f"{value:.4f}" for value in values)


_STATS = ("vpip", "pfr", "three_bet", "af", "wtsd", "wsd")
_TITLES = {"vpip": "VPIP", "pfr": "PFR", "three_bet": "3-bet", "wtsd": "WTSD", "wsd": "W$SD"}


def shares(stats: PlayerStats) -> dict[str, Any]:
    """Return each statistic by name, and its numerator and denominator as ``counts``."""
    values: dict[str, Share] = {name: getattr(stats, name) for name in _STATS}
    counts = {name: [share.part, share.whole] for name, share in values.items()}
    return {name: share.value for name, share in values.items()} | {"counts": counts}


def shares_line(name: str, stats: PlayerStats) -> str:
    parts = ", ".join(f"{title} {_percent(getattr(stats, key))}" for key, title in _TITLES.items())
    factor = "-" if stats.af.value is None else f"{stats.af.value:.2f}"
    return f"{name}: {parts}, AF {factor} ({stats.af.part}/{stats.af.whole})"


def _percent(share: Share) -> str:
    value = "-" if share.value is None else f"{100 * share.value:.1f}%"
    return f"{value} ({share.part}/{share.whole})"
