"""Drills from a saved aggregate report: one line over many boards."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from ai.reports.aggregate import check_line
from ai.reports.boardsets import MOST_BOARDS
from engine.cards import Card, parse_cards
from engine.errors import PokerError
from engine.game import get_game
from engine.lines import check_board, line_spot
from engine.named_file import open_named, read_named_text
from engine.player import PublicState
from engine.wording import Wording
from pokergui.links import ReportLink

_LARGEST = 4 * 2**20
_FIRST = b"game,"
"""The first bytes of a saved table."""
_NEEDED = ("game", "engine", "line", "board", "weight")
_ALL = "all"
"""Name of the last row, the means."""


def is_report(path: Path) -> bool:
    """Return whether a file looks like a report table.

    Raises:
        PokerError: if it cannot be read.
    """
    with open_named(path, None, PokerError) as file:
        return file.read(len(_FIRST)) == _FIRST


def read_report(path: Path) -> ReportLink:
    """Read the table of a report, as written by the window and ``aggregate --csv``.

    Raises:
        PokerError: naming the file and the line, if it is not such a table.
    """
    text = read_named_text(path, _LARGEST, PokerError)

    def wrong(problem: object, line: int = 1) -> PokerError:
        return PokerError("{path}: line {line}: {problem}", path=path, line=line, problem=problem)

    reader = csv.reader(io.StringIO(text))
    try:
        heads, *rows = list(reader)
    except (csv.Error, ValueError) as error:
        raise wrong(error, max(1, reader.line_num)) from None
    if missing := [name for name in _NEEDED if name not in heads]:
        raise wrong(Wording("a report table must have the column '{name}'", name=missing[0]))
    if len(rows) > MOST_BOARDS + 1:
        raise wrong(Wording("it has more than {most:,} boards", most=MOST_BOARDS))
    places = [heads.index(name) for name in _NEEDED]
    table: list[list[str]] = []
    for number, row in enumerate(rows, 2):
        if len(row) != len(heads):
            problem = Wording(
                "it has {count} columns instead of {due}", count=len(row), due=len(heads)
            )
            raise wrong(problem, number)
        table.append([row[place] for place in places])
    if not table:
        raise wrong(Wording("it has no boards"))
    game, engine, line = table[0][:3]
    if other := [number for number, row in enumerate(table, 2) if row[:3] != table[0][:3]]:
        problem = Wording("its game, engine or line differs from the first row's")
        raise wrong(problem, other[0])
    try:
        betting = line_spot(get_game(game), line)
        check_line(betting)
    except PokerError as error:
        raise wrong(error, 2) from None
    boards, weights = _boards(betting, table, wrong)
    if not sum(weights):
        raise PokerError("{path}: the line reaches none of its boards", path=path)
    return ReportLink(betting.game, betting.actions, boards, weights, engine)


def _boards(
    betting: PublicState,
    rows: Sequence[Sequence[str]],
    wrong: Callable[[object, int], PokerError],
) -> tuple[tuple[tuple[Card, ...], ...], tuple[float, ...]]:
    """Return the boards of a table that the line can reach, and their weights."""
    weights: dict[tuple[Card, ...], float] = {}
    for number, (*_, name, told) in enumerate(rows, 2):
        if name == _ALL:
            continue
        try:
            board = parse_cards(name)
            check_board(betting.game, betting.street, board)
        except PokerError as error:
            raise wrong(error, number) from None
        try:
            weight = float(told or 0.0)  # unknown for all boards if the line reaches none
        except ValueError:
            weight = math.nan
        if not 0.0 <= weight <= 1.0:
            raise wrong(Wording("'{text}' is not a weight from 0 to 1", text=told[:20]), number)
        if board in weights:
            raise wrong(Wording("the board {name} appears twice", name=name), number)
        weights[board] = weight
    return tuple(weights), tuple(weights.values())
