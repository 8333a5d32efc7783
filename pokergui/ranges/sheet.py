"""Strategy sheet of a small game: figures of all its information sets, by node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path

import numpy as np

from ai.cfr.evaluation import Beside, WholeGame, read_whole
from ai.cfr.infosets import InfosetFigures
from ai.reading.reach import RangeReader
from engine.card_display import shown_rank
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.player import Action
from engine.tree import DECISION, build_tree
from pokergui.formatting.handname import hand_name
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import said, street_name
from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.place import Place
from pokergui.viewmodel.grid import GridAction


@dataclass(frozen=True)
class SheetSet:
    """An information set as shown on the sheet.

    Attributes:
        key: its number, as text.
        title: "J on K".
        note: "J high"; empty before the board.
        line: "bet 2, call, check".
        player: "First player".
    """

    key: str
    figures: InfosetFigures
    heads: tuple[GridAction, ...]
    title: str
    note: str
    line: str
    player: str

    def difference(self, beside: Beside) -> float | None:
        """Return the strategy's distance from the equilibrium, 0 to 1; None if unknown."""
        other = beside.get(self.figures.key)
        if other is None:
            return None
        return sum(abs(p - q) for p, q in zip(self.figures.probabilities, other, strict=True)) / 2

    def ticks(self, beside: Beside) -> tuple[float, ...]:
        """Return the equilibrium's cumulative action frequencies, 0 to 1, without the last."""
        return tuple(accumulate(beside.get(self.figures.key, ())[:-1]))


@dataclass(frozen=True)
class SheetPlace:
    """A decision on the sheet.

    Attributes:
        title, note, row, column: as in ``SheetPart``.
        cells: index of the information set in each cell, -1 if the cards are impossible.
    """

    place: Place
    title: str
    note: str
    row: int
    column: int
    cells: tuple[int, ...]

    @property
    def key(self) -> str:
        """The key for ``Place.follow``."""
        return f"line:{line_text(self.place.game, self.place.actions)}"


@dataclass(frozen=True)
class SheetGame:
    """A whole small game as an engine plays it."""

    whole: WholeGame
    places: tuple[SheetPlace, ...]
    column_titles: tuple[str, ...]
    sets: tuple[SheetSet, ...]


def read_sheet(reader: RangeReader, game: Game, home: Path, control: JobControl) -> SheetGame:
    """Read all decisions of a game that shows all boards at once.

    The first column holds the first round; each way in which it ends has a column for the second. A
    game of one round has a column for each decision.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the engine.
    """
    whole = read_whole(game, partial(reader.answer, control=control), home, control)
    rows: dict[int, dict[tuple[str, ...], int]] = {}
    for number, figures in enumerate(whole.infosets):
        cards = tuple(filter(None, (figures.cards, figures.board)))
        rows.setdefault(figures.key[0], {})[cards] = number
    columns: dict[tuple[Action, ...], int] = {(): 0}
    filled: dict[int, int] = {}
    places: list[SheetPlace] = []
    sets: dict[int, SheetSet] = {}
    names = player_names(game)
    for node, place in _decisions(game):
        before, now = _split(place)
        column = columns.setdefault(before, len(columns))
        row = filled.get(column, 0)
        filled[column] = row + 1
        if game.num_rounds == 1:
            row, column = 0, row
        name = names[place.betting.to_act]
        title = _words(place, len(before), len(before) + len(now)) or tr("first")
        spots, here = place.spots, rows[node]
        shape = shape_of(game, spots[0].board)
        cells = tuple(here.get(ranks, -1) for ranks in shape.ranks)
        places.append(SheetPlace(place, title, name, row, column, cells))
        for cell, number in enumerate(cells):
            if number < 0:
                continue
            figures = whole.infosets[number]
            heads = tuple(item.head for item in menu_of(spots[0], figures.actions))
            line = _words(place, 0, len(place.actions)) or tr("first")
            made = _makes(game, figures) if figures.board else ""
            label = shape.labels[cell]
            sets[number] = SheetSet(str(number), figures, heads, label, made, line, name)
    titles: tuple[str, ...] = ()
    if game.num_rounds > 1:
        ends = [_words(Place(game, end, ()), 0, len(end)) for end in list(columns)[1:]]
        titles = (street_name(game, 0), *ends)
    ordered = tuple(sets[number] for number in sorted(sets))
    return SheetGame(whole, tuple(places), titles, ordered)


def _decisions(game: Game) -> Iterator[tuple[int, Place]]:
    tree = build_tree(game)
    nodes = np.flatnonzero(tree.kind == DECISION).tolist()
    slots = Place.root(game).slots
    for node in sorted(nodes, key=lambda node: int(tree.street[node])):
        yield node, Place(game, tree.line_to(node), slots)


def _split(place: Place) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    street = place.betting.street
    start = next(at for at, spot in enumerate(place.decisions) if spot.street == street)
    return place.actions[:start], place.actions[start:]


def _words(place: Place, start: int, end: int) -> str:
    return phrases(
        said(place.decisions[at], place.actions[at], "", you=False)[1] for at in range(start, end)
    )


def _makes(game: Game, figures: InfosetFigures) -> str:
    board = next(card for card in game.deck if shown_rank(game, card >> 2) == figures.board)
    hole = next(
        card for card in game.deck if shown_rank(game, card >> 2) == figures.cards and card != board
    )
    return hand_name(game, (hole, board))
