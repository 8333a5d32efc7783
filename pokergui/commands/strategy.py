"""``pokergui strategy``: an engine's strategy for its whole range."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from numpy.typing import NDArray

from ai.cfr.evaluation import read_whole
from ai.cfr.infosets import InfosetFigures
from ai.files.strategy import StrategyInfo
from ai.reading.reach import RangeReader, matchups, total_shares, visible
from ai.registry import build
from ai.strength.trainings import earlier_training
from ai.values.node_values import Worth, full_worth, stated_error, stated_ev, valued
from engine.card_display import parse_board, shown_cards
from engine.combos import combo_cards
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import action_text, line_spot, line_text, spot_of
from engine.player import PublicState, Strategy
from pokergui.commands.common import (
    board_option,
    check_writable,
    define,
    every_option,
    line_option,
    long_work,
    picked,
    report,
    table,
)
from pokergui.csvtable import ComboRange, Table, combo_table
from pokergui.files import write_text
from pokergui.language import tr_commands as tr
from pokergui.language.joins import full_stop
from pokergui.paths import strategies_dir
from pokergui.ranges.grid_values import BoardRange
from pokergui.ranges.worth import change_words
from pokergui.units import Unit, cost_unit, unit_text, value_unit


def _by_combo(spot: PublicState, rows: NDArray[Any]) -> dict[str, Any]:
    """Return the rows of all combos that the board leaves possible, by name, higher card first."""
    game = spot.game
    on_board = set(spot.board)
    return {
        shown_cards(game, sorted(cards, reverse=True)): row
        for cards, row in zip(
            combo_cards(game.deck, game.num_hole).tolist(), rows.tolist(), strict=True
        )
        if on_board.isdisjoint(cards)
    }


def _at(
    reader: RangeReader, spot: PublicState, control: JobControl | None = None
) -> dict[str, Any]:
    """Return the answer for the whole range at one spot."""
    answer = reader.answer(spot, control)
    return {
        "to_act": spot.to_act,
        "actions": [action_text(spot, action) for action in answer.actions],
        "combos": _by_combo(spot, answer.probabilities),
        "note": answer.note,
        **({} if answer.rare is None else {"hardly_trained": _by_combo(spot, answer.rare)}),
    }


def _with_ranges(reader: RangeReader, spot: PublicState, control: JobControl) -> dict[str, Any]:
    """Return the answer at one spot with the ranges that reach it, as the window shows them.

    ``reach`` is the product of each player's own probabilities along the line. ``total`` is the
    total frequency of each action over the whole range, with card removal; if nothing of a range is
    left, it uses the range before the action that ended it. ``misses`` are actions of the line that
    the engine never considers, ``ends`` those that no hand of its range takes. If known, ``values``
    are the chips from here on after each action, ``ev`` those of the strategy, ``ev_other`` those
    of the player not to act (of several ``ev_others`` by position), ``ev_error`` the standard
    error of ``ev`` where the engine states it, and ``ev_from`` names their
    basis, as in ``ai/values/node_values.py``, the player to act first. Values that rest on little
    training are NaN. Before the flop ``deals`` and ``measured`` are those of a trained strategy;
    ``earlier_training`` is how much another training of a blueprint differs, None if unknown.
    """
    at_spot = _at(reader, spot, control)
    reach, answer = reader.reach(spot, control), reader.answer(spot, control)
    weights = matchups(spot.game, visible([reach])[0], spot.to_act)
    total = total_shares([(weights, answer.probabilities)])
    record = None if spot.street else reader.record
    trained: dict[str, Any] = {}
    if record is not None:
        trained = {"deals": record.iterations, "measured": record.measured}
        trained["earlier_training"] = _change(record, spot)
    return {
        **at_spot,
        **trained,
        "total": dict(zip(at_spot["actions"], total.tolist(), strict=True)),
        "reach": {str(seat): _by_combo(spot, row) for seat, row in enumerate(reach.weights)},
        "misses": [_past_action(spot, place) for place in reach.misses],
        "ends": [_past_action(spot, place) for place in reach.ends],
        **_values(reader, spot, answer, control),
    }


def _change(record: StrategyInfo, spot: PublicState) -> dict[str, Any] | None:
    earlier = earlier_training(record)
    change = earlier and earlier.changes.get(line_text(spot.game, spot.actions))
    return {"deals": earlier.deals, **change._asdict()} if earlier and change else None


def _values(
    reader: RangeReader, spot: PublicState, answer: Strategy, control: JobControl
) -> dict[str, Any]:
    """Return the value of each combo, in chips from here on; NaN if it meets no hand."""
    answer, worth = _worth_at(reader, spot, answer, control)
    if answer.values is None:
        return {}
    values = {"values": _by_combo(spot, answer.values)}
    error = stated_error(answer)
    if error is not None:
        values["ev_error"] = _by_combo(spot, error)
    if worth is None:
        return {**values, "ev": _by_combo(spot, stated_ev(answer))}
    acts = spot.to_act
    others = [seat for seat in range(spot.game.num_players) if seat != acts]
    known = {seat: _by_combo(spot, worth.ev[0, seat]) for seat in others if worth.basis[seat]}
    if spot.game.is_heads_up:
        beside = {"ev_other": known[1 - acts]} if known else {}
    else:
        beside = {"ev_others": {str(seat): evs for seat, evs in known.items()}} if known else {}
    return {
        **values,
        "ev": _by_combo(spot, worth.ev[0, acts]),
        **beside,
        "ev_from": [worth.basis[seat] for seat in (acts, *others)],
    }


def _worth_at(
    reader: RangeReader, spot: PublicState, answer: Strategy, control: JobControl
) -> tuple[Strategy, Worth | None]:
    """Return an answer with the values of its actions, and the worth of both ranges."""
    ranges = visible([reader.reach(spot, control)])
    worth = full_worth(reader, [spot], ranges, [answer], control)
    return valued([answer], worth)[0], worth


def _combos(reader: RangeReader, spot: PublicState, engine: str, control: JobControl) -> Table:
    """Return both players' ranges at one spot combo by combo, the player to act first."""
    weights = visible([reader.reach(spot, control)])[0]
    answer, worth = _worth_at(reader, spot, reader.answer(spot, control), control)
    ranges = []
    for seat in sorted(range(len(weights)), key=lambda seat: seat != spot.to_act):
        own = answer if seat == spot.to_act else None
        held = BoardRange(spot.board, weights[seat], own)
        if worth is not None:
            held = replace(held, ev=worth.ev[0, seat], equity=worth.equity[0, seat])
        ranges.append(ComboRange(engine, spot, seat, held))
    return combo_table(ranges)


def _past_action(spot: PublicState, place: int) -> dict[str, Any]:
    before = PublicState(spot.game, spot.actions[:place], ())
    action = action_text(before, spot.actions[place])
    return {"place": place, "to_act": before.to_act, "action": action}


def _all(reader: RangeReader, game: Game, control: JobControl) -> dict[str, Any]:
    """Return every information set by ranks, with its figures; money in chips.

    All legal actions are listed, with probability 0 if the engine does not consider them. Suits
    of the same ranks are one information set; ``InfosetFigures`` defines every figure.
    """
    if not game.has_single_cards:
        raise PokerError("--all lists the information sets of games such as kuhn and leduc only")
    whole = read_whole(game, partial(reader.answer, control=control), strategies_dir(), control)
    tables: dict[str, Any] = {"value": whole.values[0], "exploitability": whole.exploitability}
    if not game.is_heads_up:
        tables |= {"values": whole.values, "nash_conv": whole.nash_conv}
    alpha = {} if whole.alpha is None else {"alpha": str(whole.alpha)}
    infosets = [_infoset(game, one, whole.equilibrium.get(one.key)) for one in whole.infosets]
    return {"infosets": infosets, **tables, **alpha}


def _infoset(
    game: Game, figures: InfosetFigures, equilibrium: tuple[float, ...] | None
) -> dict[str, Any]:
    spot = line_spot(game, figures.line)
    names = [action_text(spot, action) for action in figures.actions]

    def named(numbers: tuple[float, ...]) -> dict[str, float]:
        return dict(zip(names, numbers, strict=True))

    return {
        **picked(figures, "to_act", "cards", "board", "line"),
        "probabilities": named(figures.probabilities),
        **picked(figures, "reach", "cf_reach"),
        "values": named(figures.values),
        "value": figures.value,
        "regrets": named(figures.regrets),
        "cost": figures.cost,
        "equilibrium": named(equilibrium) if equilibrium is not None else None,
    }


def _all_text(answer: dict[str, Any], game: Game) -> list[str]:
    """Return values and costs in thousandths of the ante a hand, as in the window's sheet."""
    unit = cost_unit(game)
    rows = [
        (
            i["to_act"],
            i["cards"],
            i["board"] or "-",
            i["line"] or "-",
            f"{i['reach']:.4f}",
            f"{i['value'] / unit.chips:z.3f}",
            f"{i['cost'] / unit.chips:.3f}",
            "  ".join(f"{name} {p:.6f}" for name, p in i["probabilities"].items()),
        )
        for i in answer["infosets"]
    ]
    name = unit_text(unit.name)
    heads = (
        *(tr("to act"), tr("cards"), tr("board"), tr("line"), tr("reach")),
        *(tr("value, {unit}").format(unit=name), tr("cost, {unit}").format(unit=name)),
        "",
    )
    return table(rows, heads)


@define(
    click.argument("game"),
    click.argument("engine"),
    line_option,
    board_option,
    every_option,
    click.option(
        "--csv",
        "file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write every combo of both players to this CSV file, in full precision.",
    ),
)
def command(
    game: str, engine: str, line: str, board: str, every: bool, file: Path | None, as_json: bool
) -> None:
    """Show an engine's strategy for its whole range at one public state."""
    rules = get_game(game)
    if every and (line or board):
        raise PokerError("--all takes neither --line nor --board")
    if every and file is not None:
        raise PokerError("--csv writes the combos of one decision; --all has none")
    check_writable(file)
    spot = spot_of(rules, line, parse_board(rules, board))
    if spot.finished:
        raise PokerError("it is nobody's turn after '{line}'", line=line)
    with long_work(tr("solving")) as control:
        reader = RangeReader(build(engine, rules, strategies_dir(), control))
        answer = _all(reader, rules, control) if every else _with_ranges(reader, spot, control)
        if file is not None:
            write_text(file, _combos(reader, spot, engine, control).csv())
    if every:
        report(answer, as_json, _all_text(answer, rules))
        return
    own = answer["reach"][str(answer["to_act"])]
    worth = answer.get("ev", {})
    unit = value_unit(rules)
    shown = [
        (name, f"{own[name]:.4f}", *(f"{p:.4f}" for p in row), *_worth(answer, name, unit))
        for name, row in answer["combos"].items()
    ]
    none = ("",) if worth else ()
    shown.append((tr("total"), "", *(f"{p:.4f}" for p in answer["total"].values()), *none))
    ev_head = tr("EV +- standard error, {unit}") if "ev_error" in answer else tr("EV, {unit}")
    ev_head = ev_head.format(unit=unit_text(unit.name))
    heads = ("", tr("reach"), *answer["actions"], *((ev_head,) if worth else ()))
    note = answer["note"]
    change = "" if spot.street or reader.record is None else change_words(reader.record, spot)
    report(
        answer,
        as_json,
        [*table(shown, heads), *filter(None, [note, full_stop(change[:1].upper() + change[1:])])],
    )


def _worth(answer: dict[str, Any], name: str, unit: Unit) -> tuple[str, ...]:
    """Return the last column: the value of a combo with its standard error, a dash if unknown."""
    if not answer.get("ev"):
        return ()
    value, error = answer["ev"][name], answer.get("ev_error", {}).get(name, 0.0)
    if value != value:
        return ("-",)
    return (f"{value / unit.chips:z.4f}" + (f" +- {error / unit.chips:.2f}" if error else ""),)
