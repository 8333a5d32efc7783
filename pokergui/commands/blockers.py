"""``pokergui blockers``: what each card changes at a decision of a solved spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ai.solver.run import compile_kernels
from ai.solver.runouts import BlockerReport, CardEffect, blockers
from ai.solver.spot import Spot, action_key, line_text
from engine.cards import card_name, card_names
from pokergui.cardtables import blocker_table
from pokergui.commands.common import (
    check_writable,
    define,
    path_option,
    report,
    table,
    threads_option,
)
from pokergui.commands.spots import place_of, place_text, solved_run
from pokergui.files import write_text
from pokergui.language import tr_commands as tr
from pokergui.units import Unit, unit_text, value_unit


def _result(spot: Spot, found: BlockerReport) -> dict[str, Any]:
    keys = list(map(action_key, found.actions))

    def plain(effect: CardEffect, at: int) -> dict[str, Any]:
        return {
            "share": effect.share[at],
            "frequencies": dict(zip(keys, effect.frequencies[at], strict=True)),
            "usual_frequencies": dict(zip(keys, effect.usual_frequencies[at], strict=True)),
            "ev": effect.ev[at],
            "usual_ev": effect.usual_ev[at],
        }

    return {
        "line": line_text(spot, found.line),
        "board": card_names(found.board),
        "to_act": found.to_act,
        "actions": keys,
        "cards": [
            {
                "card": card_name(card),
                "held": plain(found.held, at),
                "removed": plain(found.removed, at),
            }
            for at, card in enumerate(found.cards.tolist())
        ],
    }


def _lines(result: dict[str, Any], unit: Unit) -> list[str]:
    """Return both tables as text: changes in percentage points and of the EV; aces first."""
    lines = [place_text(result)]
    titles = {
        "held": tr("hands with the card, against those without it"),
        "removed": tr("if no hand of the other range has the card, against the whole range"),
    }
    heads = (
        tr("blocker"),
        tr("held"),
        *result["actions"],
        tr("EV, {unit}").format(unit=unit_text(unit.name)),
        tr("change"),
    )
    for kind, title in titles.items():
        rows = [(row["card"], *_cells(row[kind], unit)) for row in reversed(result["cards"])]
        lines += ["", title, "", *table(rows, heads)]
    return lines


def _cells(effect: dict[str, Any], unit: Unit) -> tuple[str, ...]:
    pairs = zip(effect["frequencies"].values(), effect["usual_frequencies"].values(), strict=True)
    change = (effect["ev"] - effect["usual_ev"]) / unit.chips
    return (
        f"{effect['share']:.2%}",
        *(_known(100.0 * (now - usual), "+.2f") for now, usual in pairs),
        _known(effect["ev"] / unit.chips, ".3f"),
        _known(change, "+.3f"),
    )


def _known(number: float, form: str) -> str:
    return format(number, form) if number == number else "-"


@define(
    click.argument("file", type=click.Path(path_type=Path)),
    click.option(
        "--line",
        default="",
        metavar="LINE",
        help="Betting up to the decision: f, c, r<total on the street>, / after a street.",
    ),
    click.option("--card", help="The cards that have come there since the root, as in 7d3c."),
    path_option("--csv", "csv_file", metavar="OUT", help="Write the cards to this CSV file."),
    threads_option,
)
def command(
    file: Path,
    line: str,
    card: str | None,
    csv_file: Path | None,
    threads: int,
    as_json: bool,
) -> None:
    """Show what each card changes at a decision of a solved spot.

    FILE is written by solve-spot or Study. Cards are held by the player to act, compared with hands
    that do not hold them, or removed from the opponent's range, compared with the whole range.
    """
    check_writable(csv_file)
    run = solved_run(file, threads)
    place = place_of(run.spot, line, card)
    compile_kernels(run.half)
    found = blockers(run.trainer, *place)
    if csv_file is not None:
        write_text(csv_file, blocker_table(run.spot, found).csv())
    result = _result(run.spot, found)
    report(result, as_json, _lines(result, value_unit(run.spot.game)))
