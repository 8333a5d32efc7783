"""Figures of a solved spot and of its nodes, as commands print them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ai.betting.sizes import SpotError
from ai.reading.reach import matchups, total_shares
from ai.solver.run import SpotRun
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot, line_text, parse_line
from ai.solver.view import NodeView
from ai.three_way.solver import ThreeWaySolver
from ai.three_way.spot import ThreeWaySpot
from engine.cards import Card, card_name, card_names, check_distinct, parse_cards
from engine.combos import combo_cards, combo_name
from engine.errors import CardError, PokerError
from engine.player import Action
from pokergui.commands.common import table
from pokergui.language import tr_commands as tr
from pokergui.units import Unit, unit_text, value_unit

Place = tuple[tuple[Action, ...], tuple[Card, ...]]
"""A line from the root of a spot to a decision, and the board there."""


def solved_run(file: Path, threads: int = 2) -> SpotRun:
    """Return the run of a spot that was solved at least once.

    Raises:
        PokerError: if the file is no such run.
    """
    run = SpotRun.load(file, threads)
    if not run.curve:
        raise PokerError("{file}: not solved yet", file=file)
    return run


def place_of(spot: Spot | ThreeWaySpot, line: str, card: str | None) -> Place:
    """Return the node that a line and the cards since the root name.

    Raises:
        SpotError: if there is no such node.
    """
    actions = parse_line(spot, line)
    count = int(spot.tree.street[spot.tree.find(actions)])
    if not count and card is not None:
        raise SpotError("--card: no card has come after the line '{line}'", line=line)
    try:
        dealt = parse_cards(card or "")
        check_distinct(dealt)
    except CardError as error:
        raise SpotError("--card: {error}", error=error) from None
    if len(dealt) != count:
        example = ("", "7d", "7d3c")[count]
        raise SpotError(
            "--card names the cards after the line '{line}', as in --card {example}",
            line=line,
            example=example,
        )
    for each in dealt:
        if each in spot.board:
            raise SpotError("--card: {card} is on the board", card=card_name(each))
    return actions, (*spot.board, *dealt)


def frequencies(spot: Spot | ThreeWaySpot, view: NodeView) -> dict[str, float]:
    """Return the total frequency of each action at a node, by the action's text."""
    weights = matchups(spot.game, view.reach, view.to_act)
    shares = total_shares([(weights, view.strategy)]).tolist()
    return dict(zip(map(spot.key, view.actions), shares, strict=True))


def spot_figures(solver: SpotSolver | ThreeWaySolver) -> dict[str, Any]:
    """Return the figures of a whole spot; ``root_strategy`` is the range's of the first to act."""
    spot = solver.spot
    return {
        "ev": [ev / spot.unit for ev in solver.ev()],
        "equity": list(solver.equity()),
        "root_strategy": frequencies(spot, solver.view((), spot.board)),
    }


def shown_unit(spot: Spot | ThreeWaySpot) -> Unit:
    """Return the unit of EV, its size in the amounts of a spot as they are shown."""
    unit = value_unit(spot.game)
    return unit._replace(chips=unit.chips / spot.unit)


def seats(count: int) -> tuple[str, ...]:
    """Return the names of two or three players."""
    between = (tr("in the middle"),) if count > 2 else ()
    return (tr("out of position"), *between, tr("in position"))


def spot_lines(figures: dict[str, Any], unit: Unit) -> list[str]:
    """Return the figures of a whole spot as text, EV in a unit of the amounts shown."""
    shares = ", ".join(f"{key} {share:.2%}" for key, share in figures["root_strategy"].items())
    names = seats(len(figures["ev"]))
    values = zip(names, figures["ev"], figures["equity"], strict=True)
    words = tr("{seat}: EV {ev:.4f} {unit}, equity {equity:.4%}")
    return [
        *(
            words.format(seat=seat, ev=ev / unit.chips, unit=unit_text(unit.name), equity=equity)
            for seat, ev, equity in values
        ),
        tr("{seat} at the start: {shares}").format(seat=names[0], shares=shares),
    ]


def node_figures(solver: SpotSolver | ThreeWaySolver, place: Place) -> dict[str, Any]:
    """Return every figure of one node: the whole ranges, and each hand of all players.

    ``hands`` has for each player, out of position first, the hands of its range that the board
    leaves possible: the probability with which each is held and comes here, its EV in chips from
    here on and its equity against what the others hold here, and for the player to act its strategy
    and the EV of each action.
    """
    spot, (line, board) = solver.spot, place
    view = solver.view(line, board)
    free = ~np.isin(combo_cards(), board).any(axis=1)
    return {
        "line": line_text(spot, line),
        "board": card_names(board),
        "to_act": view.to_act,
        "actions": list(map(spot.key, view.actions)),
        "frequencies": frequencies(spot, view),
        "ev": [ev / spot.unit for ev in view.total_ev],
        "equity": view.total_equity,
        "hands": [
            {
                combo_name(combo): _hand(view, seat, combo, spot.unit)
                for combo in np.flatnonzero(free & (spot.ranges[seat] > 0)).tolist()[::-1]
            }
            for seat in range(len(spot.ranges))
        ],
    }


def _hand(view: NodeView, seat: int, combo: int, shown: int) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "reach": view.reach[seat, combo],
        "ev": view.ev[seat, combo] / shown,
        "equity": view.equity[seat, combo],
    }
    if seat == view.to_act:
        figures["strategy"] = view.strategy[combo]
        figures["action_ev"] = view.action_ev[combo] / shown
    return figures


def place_text(node: dict[str, Any], players: int = 2) -> str:
    """Return the player to act at a node, its line and its board as text."""
    words = tr("{seat} to act at the start, board {board}")
    if node["line"]:
        words = tr("{seat} to act after {line}, board {board}")
    seat = seats(players)[node["to_act"]]
    return words.format(seat=seat, line=node["line"], board=node["board"])


def node_lines(node: dict[str, Any], unit: Unit) -> list[str]:
    """Return the figures of one node as text, EV in a unit."""
    players, to_act = len(node["ev"]), node["to_act"]
    lines, names = ["", place_text(node, players)], seats(players)
    for seat in (to_act, *(other for other in range(len(names)) if other != to_act)):
        acts = seat == to_act
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
        heads = (names[seat], tr("reach"), ev_head, tr("equity"), *keys, *worth)
        lines += ["", *table(rows, heads)]
    return lines


def _numbers(values: Any) -> tuple[str, ...]:
    return tuple(f"{value:.4f}" for value in values)
