"""``pokergui compare``: two engines or solved spots at one decision, or a small game whole."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.cfr.agent import is_small
from ai.cfr.best_response import agent_table, evaluate
from ai.cfr.infoset_values import infoset_values
from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.reports.differences import (
    Difference,
    GameDifference,
    difference_at,
    exact_answer,
    game_difference,
)
from ai.solver.agent import SpotAgent
from ai.solver.run import compile_kernels
from ai.values.node_values import full_worth, valued
from engine.agent import Agent, PolicyTable
from engine.card_display import parse_board, shown_cards, shown_rank
from engine.cards import card_rank
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import action_text, line_text, spot_of
from engine.player import Action, PublicState, Strategy
from pokergui.commands.common import (
    board_option,
    check_writable,
    define,
    every_option,
    in_mbb,
    line_option,
    long_work,
    path_option,
    report,
    table,
)
from pokergui.commands.spots import place_of, solved_run
from pokergui.files import replacing
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir
from pokergui.units import Unit, cost_unit, unit_text

Row = dict[str, Any]

_PLACES = ("hand", "to_act", "cards", "board", "line")
_FIGURES = ("reach", "variation", "loss", "cost")


def _classes(game: Game) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return the class of each combo, and their names: "AKs", or the rank of a single card.

    In other games each combo is a class of its own.
    """
    cards = combo_cards(game.deck, game.num_hole)
    if game.has_holdem_cards:
        return CLASS_OF_COMBO.astype(np.int64), CLASS_NAMES
    if game.num_hole == 1:
        ranks = [card_rank(card) for card in cards[:, 0].tolist()]
        kinds = sorted(set(ranks), reverse=True)
        names = tuple(shown_rank(game, rank) for rank in kinds)
        return np.array([kinds.index(rank) for rank in ranks], np.int64), names
    names = tuple(shown_cards(game, sorted(hand, reverse=True)) for hand in cards.tolist())
    return np.arange(len(names)), names


def _figures(
    actions: Sequence[str],
    first: Sequence[float],
    second: Sequence[float],
    figures: Sequence[float],
) -> Row:
    """Return both strategies, their distance, and its cost."""
    apart = [p - q for p, q in zip(first, second, strict=True)]
    return {
        "first": dict(zip(actions, first, strict=True)),
        "second": dict(zip(actions, second, strict=True)),
        "difference": dict(zip(actions, apart, strict=True)),
        **dict(zip(_FIGURES, figures, strict=True)),
    }


def _row(difference: Difference, at: int, actions: Sequence[str]) -> Row:
    figures = [float(getattr(difference, name)[at]) for name in _FIGURES]
    return _figures(actions, difference.first[at].tolist(), difference.second[at].tolist(), figures)


def _built(names: Sequence[str], game: Game, control: JobControl) -> list[Agent]:
    """Build two engines that answer for ranges."""
    agents = []
    for name in names:
        agents.append(build(name, game, strategies_dir(), control))
        RangeReader(agents[-1])  # raises if it cannot be compared, before more is computed
    return agents


def _engines(names: Sequence[str], spot: PublicState, control: JobControl) -> Row:
    """Compare two engines at one decision, suits merged."""
    game = spot.game
    agents = _built(names, game, control)
    readers = [RangeReader(agent) for agent in agents]
    if is_small(game):
        played = agent_table(game, agents[1])
        worth = exact_answer(infoset_values(played, played), spot)
    else:
        second = readers[1]
        own, answer = visible([second.reach(spot, control)]), second.answer(spot, control)
        (worth,) = valued([answer], full_worth(second, [spot], own, [answer], control))
    place = {"line": line_text(game, spot.actions), "board": shown_cards(game, spot.board)}
    return _here(readers, spot, control, place, lambda action: action_text(spot, action), [worth])


def _spots(
    files: Sequence[str], line: str, card: str | None, control: JobControl
) -> tuple[Row, Game]:
    """Compare two solved spots at one decision, suits merged; lines as in ``solve-spot``.

    Also return the game of the second, whose EVs are the reference.

    Raises:
        PokerError: if they are not of one board, pot and stack, or one has no such decision.
    """
    runs, places = [solved_run(Path(file)) for file in files], []
    spots = [run.spot for run in runs]
    first, second = spots
    if (set(first.board), first.game) != (set(second.board), second.game):
        raise PokerError("only spots of the same board, pot and stack can be compared")
    for file, spot in zip(files, spots, strict=True):
        try:
            places.append(place_of(spot, line, card))
        except SpotError as error:
            raise PokerError("{file}: {error}", file=file, error=error) from None
    for run in runs:
        compile_kernels(run.half)
    readers = [RangeReader(SpotAgent(run.trainer), np.stack(run.spot.ranges)) for run in runs]
    actions, board = places[0]
    state = PublicState(first.game, actions, board)
    place = {"line": line, "board": shown_cards(first.game, board)}
    compared = _here(readers, state, control, place, second.key)
    for row in (*compared["hands"], compared["total"]):
        row |= {name: row[name] / second.unit for name in ("loss", "cost")}
    return compared, second.game


def _here(
    readers: Sequence[RangeReader],
    spot: PublicState,
    control: JobControl,
    place: Row,
    name_of: Callable[[Action], str],
    valued: Sequence[Strategy] | None = None,
) -> Row:
    """Compare both at one decision, suits merged.

    Args:
        valued: the second's answer with exact values, if there are any.
    """
    game = spot.game
    first, second = readers
    answers = first.answer(spot, control), second.answer(spot, control)
    ranges = visible([first.reach(spot, control)])
    whole = difference_at([spot], [answers[0]], [answers[1]], ranges, valued)
    group, names = _classes(game)
    merged = whole.merged(group, len(names))
    possible = np.bincount(group, answers[0].probabilities.any(axis=1), len(names)) > 0
    ranked = merged.ranked()
    order = ranked + [at for at in np.flatnonzero(possible).tolist() if at not in ranked]
    actions = [name_of(action) for action in merged.actions]
    everybody = whole.merged(np.zeros(len(group), np.int64), 1)
    return {
        "to_act": spot.to_act,
        **place,
        "actions": actions,
        "sorted_by": "cost" if merged.valued else "reach x variation",
        "hands": [{"hand": names[at], **_row(merged, at, actions)} for at in order],
        "total": _row(everybody, 0, actions),
        "notes": [answer.note for answer in answers],
    }


def _everywhere(names: Sequence[str], game: Game, control: JobControl) -> Row:
    """Compare two engines at every information set, and their exploitability."""
    tables: list[PolicyTable] = []
    for agent in _built(names, game, control):
        control.check()
        tables.append(agent_table(game, agent))
    difference = game_difference(*tables)
    lost = [evaluate(each).exploitability for each in tables]
    return {
        "infosets": _infosets(difference),
        **in_mbb(game, "costs", list(difference.costs)),
        **in_mbb(game, "exploitability", lost),
    }


def _infosets(difference: GameDifference) -> list[Row]:
    game, rows = difference.tree.game, []
    for each in difference.infosets:
        spot = PublicState(game, difference.tree.line_to(each.node), each.board)
        place = {
            "to_act": each.to_act,
            "cards": shown_rank(game, card_rank(each.hole)),
            "board": "".join(shown_rank(game, card_rank(card)) for card in each.board),
            "line": line_text(game, spot.actions),
        }
        actions = [action_text(spot, action) for action in each.actions]
        figures = [getattr(each, name) for name in _FIGURES]
        rows.append({**place, **_figures(actions, each.first, each.second, figures)})
    return rows


def _heads(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """Return the columns that distinguish rows, and all actions: fold, call, raises ascending."""
    places = [key for key in rows[0] if key in _PLACES]
    actions = {name for row in rows for name in row["first"]}
    ordered = sorted(actions, key=lambda name: ("fcr".index(name[0]), len(name), name))
    return places, ordered


def _write(file: Path, rows: Sequence[Row]) -> None:
    """Write the rows in full precision; an unknown value, or an action not there, is left empty."""
    places, actions = _heads(rows)
    sides = ("first", "second", "difference")
    with replacing(file) as path, path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow([*places, *(f"{side} {a}" for a in actions for side in sides), *_FIGURES])
        for row in rows:
            shares = [row[side].get(a, "") for a in actions for side in sides]
            figures = [row[key] if row[key] == row[key] else "" for key in _FIGURES]
            writer.writerow([*(row[key] for key in places), *shares, *figures])


def _lines(rows: Sequence[Row], last: Row | None, unit: Unit) -> list[str]:
    """Return a text table: both probabilities of each action, figures, costs in a unit."""
    places, actions = _heads(rows)

    def shown(row: Row) -> list[str]:
        cells = [str(row.get(key, "")) or "-" for key in places]
        for name in actions:
            p, q = row["first"].get(name), row["second"].get(name)
            cells.append("" if p is None or q is None else f"{p:.4f} {q:.4f}")
        cells += [f"{row['reach']:.5f}", f"{row['variation']:.4f}"]
        for key in ("loss", "cost"):
            cells.append(f"{row[key] / unit.chips:+z.3f}" if row[key] == row[key] else "-")
        return cells

    words = {
        "hand": tr("hand"),
        "to_act": tr("to act"),
        "cards": tr("cards"),
        "board": tr("board"),
        "line": tr("line"),
    }
    name = unit_text(unit.name)
    heads = [*(words[key] for key in places), *actions, tr("reach"), tr("variation")]
    heads += [tr("loss, {unit}").format(unit=name), tr("cost, {unit}").format(unit=name)]
    body = [shown(row) for row in rows]
    if last is not None:
        body.append(shown(last | {"hand": tr("total")}))
    return table(body, heads)


@define(
    click.argument("game"),
    click.argument("first"),
    click.argument("second"),
    line_option,
    board_option,
    click.option("--card", help="The cards that have come there since the root, as in 7d3c."),
    every_option,
    path_option("--csv", "file", metavar="FILE", help="Also write the rows to this CSV file."),
)
def command(
    game: str,
    first: str,
    second: str,
    line: str,
    board: str,
    card: str | None,
    every: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Compare two strategies, and list deviations by EV loss.

    If GAME is the word spot, FIRST and SECOND are solve-spot files with the same board, pot
    and stack, and --line is written as there.

    FIRST is judged by SECOND: the cost of a hand is its reach times the EV that FIRST loses
    there by SECOND's EVs (exact in kuhn, leduc and on rivers). Rows are sorted by cost, or
    without EVs by reach times total variation distance.
    """
    names = (first, second)
    check_writable(file)
    if game == "spot":
        if board or every:
            raise PokerError("two spots take --line and --card, but neither --board nor --all")
        with long_work(tr("comparing")) as control:
            compared, rules = _spots(names, line, card, control)
    else:
        rules = get_game(game)
        compared = _of_game(rules, names, line, board, card, every)
    rows = compared["infosets"] if every else compared["hands"]
    if file is not None:
        _write(file, rows)
    result = {"game": rules.name, "first": first, "second": second, **compared}
    unit = cost_unit(rules)
    unit = unit._replace(chips=unit.chips / rules.shown_chip)
    report(result, as_json, _whole_text(result, unit))


def _of_game(
    rules: Game, names: Sequence[str], line: str, board: str, card: str | None, every: bool
) -> Row:
    """Compare two engines of a game, at one decision or everywhere."""
    if card is not None:
        raise PokerError("--card goes with two spots; a game's cards are given by --board")
    if every and (line or board):
        raise PokerError("--all takes neither --line nor --board")
    if every and not (rules.has_single_cards and rules.is_heads_up):
        raise PokerError("--all lists the information sets of kuhn and leduc only")
    spot = spot_of(rules, line, parse_board(rules, board))
    if spot.finished:
        raise PokerError("it is nobody's turn after '{line}'", line=line)
    with long_work(tr("comparing")) as control:
        return _everywhere(names, rules, control) if every else _engines(names, spot, control)


def _whole_text(result: Row, unit: Unit) -> list[str]:
    first, second, name = result["first"], result["second"], unit_text(unit.name)
    if "infosets" in result:
        lost = zip((first, second), result["exploitability_mbb"], strict=True)
        costs, rows = result["costs_mbb"], result["infosets"]
        of_each = ([row for row in rows if row["to_act"] == seat] for seat in (0, 1))
        exploited = tr("{engine}: exploitability {value:.6g} {unit}")
        less = tr("against {second}, {first} does worse than {second} does, in {unit}, by:")
        sums = tr("{cost:.6g} in position {seat} ({balance})")
        return [
            *_lines(rows, None, unit),
            *(exploited.format(engine=engine, value=each, unit=name) for engine, each in lost),
            less.format(first=first, second=second, unit=name),
            *(
                sums.format(cost=cost, seat=seat, balance=_balance(own, unit))
                for seat, (cost, own) in enumerate(zip(costs, of_each, strict=True))
            ),
        ]
    lines = _lines(result["hands"], result["total"], unit)
    if result["sorted_by"] != "cost":
        words = tr(
            "{second} has no values for some actions of {first}: sorted by reach x variation"
        )
        return [*lines, words.format(first=first, second=second)]
    return [*lines, tr("total: {balance}").format(balance=_balance(result["hands"], unit))]


def _balance(rows: Sequence[Row], unit: Unit) -> str:
    """Return the sums of the rows that cost and of the rows that gain."""
    given, gained = (
        sum(max(0.0, sign * row["cost"]) for row in rows) / unit.chips for sign in (1, -1)
    )
    return tr("rows that cost {given:.6g} {unit} less rows that gain {gained:.6g}").format(
        given=given, unit=unit_text(unit.name), gained=gained
    )
