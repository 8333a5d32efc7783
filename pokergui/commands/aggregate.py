"""``pokergui aggregate``: aggregate report of one line over many boards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

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
    means,
    sources,
    weight_share,
)
from ai.reports.boardsets import FLOP, WeightedBoard, every_flop, named_boards, sampled_boards
from ai.reports.flop_agent import reader_of
from ai.reports.flop_set import MANIFEST, read_set, solved_part
from ai.reports.lines import action_word, line_words
from ai.reports.texture import KINDS
from ai.solver.spot import parse_line
from ai.values.node_values import EXACT, NO_ANSWER, PLAYED, STATED, TOO_LONG
from engine.errors import CancelledError, CardError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_spot
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
from pokergui.units import unit_text, value_unit


def _source(basis: str) -> str:
    """Return the source of EVs in words, or why there are none."""
    return {
        EXACT: tr("EV: exact in the solution"),
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


class _Asked(NamedTuple):
    """What a report is of, as named on the command line."""

    engine: str
    betting: PublicState
    boards: tuple[WeightedBoard, ...]
    reader: Callable[[JobControl], RangeReader]


def _of_engine(game: str, engine: str | None, line: str | None, boards: str, seed: int) -> _Asked:
    """Return the report of an engine.

    Raises:
        PokerError: naming what is missing or wrong.
    """
    if engine is None:
        raise PokerError("give an engine, or the folder of solved flops instead of the game")
    if line is None:
        raise PokerError("give --line: a line to a decision on a board, such as r300c/")
    betting = line_spot(get_game(game), line)
    chosen = _boards(boards, check_line(betting), seed)

    def reader(control: JobControl) -> RangeReader:
        return RangeReader(build(engine, betting.game, strategies_dir(), control))

    return _Asked(engine, betting, chosen, reader)


def _of_flops(folder: Path, engine: str | None, line: str | None, boards: str) -> _Asked:
    """Return the report of a set of solved flops.

    Raises:
        PokerError: naming what is wrong.
    """
    if engine is not None:
        raise PokerError("{folder} holds solved flops: leave out the engine", folder=folder)
    flops = solved_part(folder, read_set(folder))
    betting = PublicState(flops.spot.game, parse_line(flops.spot, line or ""), ())
    chosen = flops.boards_on(check_line(betting))
    if boards != "all":
        named = {frozenset(board.cards) for board in named_boards(boards, FLOP)}
        chosen = tuple(board for board in chosen if frozenset(board.cards[:FLOP]) in named)
        if not chosen:
            raise PokerError("none of these flops is in {folder}", folder=folder)
    return _Asked(folder.name, betting, chosen, lambda control: reader_of(folder, flops))


def _run(asked: _Asked, control: JobControl) -> list[BoardFigures]:
    """Return the figures of all boards, or of those that were done when it was stopped."""
    rows: list[BoardFigures] = []
    reader, betting, boards = asked.reader(control), asked.betting, asked.boards
    with suppress(CancelledError):
        aggregate(reader, betting, boards, rows.append, control, os.cpu_count() or 1)
    return rows


def _result(rows: Sequence[BoardFigures], betting: PublicState, asked: int) -> dict[str, Any]:
    whole, game = means(rows), betting.game
    names = action_names(betting, list(whole.shares))
    unit = value_unit(game).name

    def plain(figures: BoardFigures | Means) -> dict[str, Any]:
        """Return figures by name; frequencies, weights and equities 0 to 1."""
        return {
            "weight": weight_share(figures, whole),
            "total": {name: figures.shares.get(action, 0.0) for action, name in names.items()},
            f"ev_{unit}": figures.ev / game.value_chips,
            "equity": figures.equity,
            "equity_other": 1.0 - figures.equity,
        }

    return {
        "line": line_words(betting),
        "unit": unit,
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
            action_word(PublicState(game, betting.actions[:place], ()), action)
            for place, action in enumerate(betting.actions)
            if all(place in row.never for row in rows)
        ],
    }


def _lines(result: dict[str, Any]) -> list[str]:
    """Return the tables as text."""
    actions, unit = result["mean"]["total"], result["unit"]
    heads = [
        tr("weight"),
        *actions,
        tr("EV {unit}").format(unit=unit_text(unit)),
        tr("equity"),
        tr("other's"),
    ]
    by_board = [
        (row["board"], *_cells(row, unit), *(texture_text(row[kind]) for kind in KINDS))
        for row in result["boards"]
    ]
    by_board.append((tr("all"), *_cells(result["mean"], unit), *[""] * len(KINDS)))
    lines = table(by_board, (tr("board"), *heads, *map(_kind_text, KINDS)))
    for kind, groups in result["textures"].items():
        grouped = [
            (texture_text(name), row["boards"], *_cells(row, unit)) for name, row in groups.items()
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


def _cells(row: dict[str, Any], unit: str) -> list[str]:
    ev = row[f"ev_{unit}"]
    shares = [row["weight"], *row["total"].values(), row["equity"], row["equity_other"]]
    cells = ["-" if share != share else f"{100 * share:.2f}%" for share in shares]
    return [*cells[:-2], "-" if ev != ev else f"{ev:.3f}", *cells[-2:]]


@define(
    click.argument("game", metavar="GAME|FOLDER"),
    click.argument("engine", required=False),
    click.option(
        "--line",
        help="ACPC betting text up to a decision on a board, such as r300c/; of solved flops the"
        " line from the flop on, with totals on the street, such as cr50.",
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
    game: str,
    engine: str | None,
    line: str | None,
    boards: str,
    seed: int,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Show an engine's strategy at one decision over many boards, and by texture.

    FOLDER holds flops solved by solve-flops; the report is of these, and the engine is left out.
    Boards without turn or river stand for all their run-outs. Ctrl-C keeps the finished boards.
    """
    if (Path(game) / MANIFEST).is_file():
        asked = _of_flops(Path(game), engine, line, boards.strip())
    else:
        asked = _of_engine(game, engine, line, boards.strip(), seed)
    betting = asked.betting
    check_writable(csv_file)
    with long_work(tr("boards")) as control:
        rows = _run(asked, control)
    if not rows:
        raise CancelledError("stopped before the first board was done")
    if csv_file is not None:
        write_text(csv_file, csv_text(betting, asked.engine, rows))
    result = _result(rows, betting, len(asked.boards))
    report(result, as_json, _lines(result))
    exit_if_stopped(control)
