"""``pokergui aggregate``: aggregate report of one line over many boards."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ai.reading.reach import RangeReader
from ai.registry import build
from ai.reports.aggregate import (
    BoardFigures,
    Means,
    action_names,
    aggregate,
    by_texture,
    check_line,
    csv_text,
    in_big_blinds,
    means,
    sources,
    weight_share,
)
from ai.reports.boardsets import FLOP, WeightedBoard, every_flop, named_boards, sampled_boards
from ai.reports.texture import KINDS
from ai.values.node_values import NO_ANSWER, PLAYED, STATED, TOO_LONG
from engine.errors import CancelledError, CardError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import action_text, line_spot, line_text
from engine.player import PublicState
from pokergui.commands.common import (
    check_writable,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    report,
    seed_option,
    table,
)
from pokergui.files import write_text
from pokergui.formatting.handname import texture_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir


def _source(basis: str) -> str:
    """Return the source of EVs in words, or why there are none."""
    return {
        PLAYED: tr("EV: exact, if both players follow this engine's strategy"),
        STATED: tr("EV: the engine's own estimate of its actions here"),
        TOO_LONG: tr("EV: too many lines to enumerate"),
        NO_ANSWER: tr("EV: this engine has no strategy for some later decisions"),
        "": tr("EV: this engine gives no EVs"),
    }[basis]


def _kind_text(kind: str) -> str:
    """Return a kind of texture of ``KINDS`` in words."""
    return {
        "suits": tr("suits"),
        "pairing": tr("pairing"),
        "high": tr("high"),
        "connection": tr("connection"),
    }[kind]


def _boards(text: str, num_cards: int, seed: int) -> tuple[WeightedBoard, ...]:
    """Return the boards that an option names."""
    if text == "all":
        if num_cards > FLOP:
            raise CardError("all boards are for lines on the flop only: give a number, or boards")
        return every_flop()
    if re.fullmatch("[0-9]{1,6}", text):
        return sampled_boards(num_cards, int(text), seed)
    return named_boards(text, num_cards)


def _run(
    engine: str, betting: PublicState, boards: Sequence[WeightedBoard], control: JobControl
) -> list[BoardFigures]:
    """Return the figures of all boards, or of those that were done when it was stopped."""
    rows: list[BoardFigures] = []
    reader = RangeReader(build(engine, betting.game, strategies_dir(), control))
    with suppress(CancelledError):
        aggregate(reader, betting, boards, rows.append, control, os.cpu_count() or 1)
    return rows


def _result(rows: Sequence[BoardFigures], betting: PublicState, asked: int) -> dict[str, Any]:
    whole = means(rows)
    names = action_names(betting, list(whole.shares))

    def plain(figures: BoardFigures | Means) -> dict[str, Any]:
        """Return figures by name; frequencies, weights and equities 0 to 1, EV in big blinds."""
        return {
            "weight": weight_share(figures, whole),
            "total": {name: figures.shares.get(action, 0.0) for action, name in names.items()},
            "ev_bb": in_big_blinds(betting, figures.ev),
            "equity": figures.equity,
            "equity_other": 1.0 - figures.equity,
        }

    return {
        "line": line_text(betting.game, betting.actions),
        "to_act": betting.to_act,
        "asked": asked,
        "done": len(rows),
        "boards": [
            {
                "board": row.board.name,
                **plain(row),
                "ev_from": row.basis,
                **row.texture.names,
                "guessed": row.guessed,
            }
            for row in rows
        ],
        "mean": plain(whole),
        "ev_from": list(dict.fromkeys(basis or trouble for basis, trouble in sources(rows))),
        "textures": {
            kind: {
                name: {"boards": len(members), **plain(means(members))}
                for name, members in by_texture(rows, kind)
            }
            for kind in KINDS
        },
        "never": [
            action_text(PublicState(betting.game, betting.actions[:place], ()), action)
            for place, action in enumerate(betting.actions)
            if all(place in row.never for row in rows)
        ],
    }


def _lines(result: dict[str, Any]) -> list[str]:
    """Return the tables as text."""
    actions = result["mean"]["total"]
    heads = [tr("weight"), *actions, tr("EV bb"), tr("equity"), tr("other's")]
    by_board = [
        (row["board"], *_cells(row), *(texture_text(row[kind]) for kind in KINDS))
        for row in result["boards"]
    ]
    by_board.append((tr("all"), *_cells(result["mean"]), *[""] * len(KINDS)))
    lines = table(by_board, (tr("board"), *heads, *map(_kind_text, KINDS)))
    for kind, groups in result["textures"].items():
        grouped = [
            (texture_text(name), row["boards"], *_cells(row)) for name, row in groups.items()
        ]
        lines += ["", *table(grouped, (_kind_text(kind), tr("boards"), *heads))]
    lines += ["", *map(_source, result["ev_from"])]
    if result["never"]:
        words = tr("never played by this engine: {actions}; ranges after it are a guess")
        lines += ["", words.format(actions=", ".join(result["never"]))]
    if result["done"] < result["asked"]:
        words = tr("stopped: {done:,} of {asked:,} boards are done")
        lines += ["", words.format(done=result["done"], asked=result["asked"])]
    return lines


def _cells(row: dict[str, Any]) -> list[str]:
    ev = row["ev_bb"]
    shares = [row["weight"], *row["total"].values(), row["equity"], row["equity_other"]]
    cells = ["-" if share != share else f"{100 * share:.2f}%" for share in shares]
    return [*cells[:-2], "-" if ev != ev else f"{ev:.3f}", *cells[-2:]]


@define(
    click.argument("game"),
    click.argument("engine"),
    click.option(
        "--line",
        required=True,
        help="ACPC betting text up to a decision on a board, such as r300c/.",
    ),
    click.option(
        "--boards",
        default="all",
        show_default=True,
        help="all 1,755 flops, the size of a sample, or boards as in 'AhTd7c KsQs2d'.",
    ),
    seed_option,
    path_option("--csv", "csv_file", metavar="FILE", help="Write the boards to this CSV file."),
)
def command(
    game: str, engine: str, line: str, boards: str, seed: int, csv_file: Path | None, as_json: bool
) -> None:
    """Show an engine's strategy at one decision over many boards, and by texture.

    Boards without turn or river stand for all their run-outs. Ctrl-C keeps the finished boards.
    """
    rules = get_game(game)
    betting = line_spot(rules, line)
    chosen = _boards(boards.strip(), check_line(betting), seed)
    check_writable(csv_file)
    with long_work(tr("boards")) as control:
        rows = _run(engine, betting, chosen, control)
    if not rows:
        raise CancelledError("stopped before the first board was done")
    if csv_file is not None:
        write_text(csv_file, csv_text(betting, engine, rows))
    result = _result(rows, betting, len(chosen))
    report(result, as_json, _lines(result))
    exit_if_stopped(control)
