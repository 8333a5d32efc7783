"""``pokergui runouts``: a decision of a solved spot after each card that may come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ai.betting.sizes import SpotError
from ai.solver.run import compile_kernels
from ai.solver.runouts import RunoutReport, runouts
from ai.solver.spot import Spot, action_key, line_text, parse_line
from engine.cards import Card, card_name, card_names, parse_cards
from engine.errors import CardError
from engine.player import Action
from pokergui.cardtables import SEATS, runout_table
from pokergui.commands.common import (
    check_writable,
    define,
    long_work,
    path_option,
    report,
    table,
    threads_option,
)
from pokergui.commands.spots import place_text, solved_run
from pokergui.files import write_text
from pokergui.language import tr_commands as tr
from pokergui.units import Unit, unit_text, value_unit


def _board(spot: Spot, actions: tuple[Action, ...], cards: str) -> tuple[Card, ...]:
    """Return the board before the last card of a decision.

    Raises:
        SpotError: if no card comes before it, or the cards do not fit.
    """
    tree = spot.tree
    street = int(tree.street[tree.find(actions)])
    if not street:
        raise SpotError("--line: no card comes before this decision")
    try:
        board = (*spot.board, *parse_cards(cards))
    except CardError as error:
        raise SpotError("--card: {error}", error=error) from None
    if len(board) + 1 != tree.game.board_sizes[street] or len(set(board)) < len(board):
        raise SpotError("--card names the cards between the board of the spot and the last one")
    return board


def _result(spot: Spot, found: RunoutReport) -> dict[str, Any]:
    keys = list(map(action_key, found.actions))
    frequencies, ev, equity = found.mean
    return {
        "line": line_text(spot, found.line),
        "board": card_names(found.board),
        "to_act": found.to_act,
        "actions": keys,
        "cards": [
            {
                "card": card_name(card),
                "probability": found.probability[at],
                "frequencies": dict(zip(keys, found.frequencies[at], strict=True)),
                "ev": found.ev[at],
                "equity": found.equity[at],
            }
            for at, card in enumerate(found.cards.tolist())
        ],
        "mean": {
            "frequencies": dict(zip(keys, frequencies, strict=True)),
            "ev": ev,
            "equity": equity,
        },
    }


def _lines(result: dict[str, Any], unit: Unit) -> list[str]:
    """Return the table as text, EV in a unit; aces first."""
    rows = [
        (
            row.get("card", tr("all")),
            f"{row['probability']:.2%}" if "card" in row else "",
            *(f"{share:.2%}" for share in row["frequencies"].values()),
            *(f"{ev / unit.chips:.3f}" for ev in row["ev"]),
            *(f"{equity:.2%}" for equity in row["equity"]),
        )
        for row in (*reversed(result["cards"]), result["mean"])
    ]
    worth, equity = tr("EV {player}, {unit}"), tr("equity {player}")
    heads = (
        tr("card dealt"),
        tr("probability"),
        *result["actions"],
        *(worth.format(player=seat, unit=unit_text(unit.name)) for seat in SEATS),
        *(equity.format(player=seat) for seat in SEATS),
    )
    return [place_text(result), "", *table(rows, heads)]


@define(
    click.argument("file", type=click.Path(path_type=Path)),
    click.option(
        "--line",
        required=True,
        metavar="LINE",
        help="Betting up to a decision after a card: f, c, r<total on the street>, / after a"
        " street, as in cr50c/.",
    ),
    click.option("--card", default="", help="The cards that have come before those, on a flop."),
    path_option("--csv", "csv_file", metavar="OUT", help="Write the cards to this CSV file."),
    threads_option,
)
def command(
    file: Path, line: str, card: str, csv_file: Path | None, threads: int, as_json: bool
) -> None:
    """Show a decision of a solved spot after each card that may come.

    FILE is written by solve-spot or Study. Every card has its probability, the frequencies of the
    actions, and EV and equity of both players; JSON and CSV amounts are in chips.
    """
    check_writable(csv_file)
    run = solved_run(file, threads)
    spot = run.spot
    actions = parse_line(spot, line)
    board = _board(spot, actions, card)
    with long_work(tr("run-outs")) as control:
        compile_kernels(run.half)
        found = runouts(run.trainer, actions, board, control)
    if csv_file is not None:
        write_text(csv_file, runout_table(spot, found).csv())
    result = _result(spot, found)
    report(result, as_json, _lines(result, value_unit(spot.game)))
