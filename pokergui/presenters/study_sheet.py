"""Every information set of a small game on one sheet."""

from __future__ import annotations

import numpy as np

from ai.reach import RangeReader
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.player import Action
from engine.tree import DECISION, build_tree
from pokergui.presenters.grid import RangeGrid
from pokergui.presenters.grid_cells import BoardRange
from pokergui.presenters.study_line import player_names
from pokergui.presenters.study_place import Place
from pokergui.presenters.words import said, street_name, tr
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.study import SheetPart, SheetScene


def study_sheet(reader: RangeReader, game: Game, control: JobControl) -> SheetScene:
    """All decisions of a game that shows all boards at once.

    The first column holds the first round; each way in which it ends has a column for the second.

    Raises:
        CancelledError: if stopped.
        PokerError: whatever the engine says.
    """
    tree = build_tree(game)
    names = player_names(game)
    columns: dict[tuple[Action, ...], int] = {(): 0}
    filled: dict[int, int] = {}
    parts: list[SheetPart] = []
    count = 0
    nodes = np.flatnonzero(tree.kind == DECISION).tolist()
    for node in sorted(nodes, key=lambda node: int(tree.street[node])):
        control.check()
        place = Place(game, tree.line_to(node), Place.root(game).slots)
        before, now = _split(place)
        column = columns.setdefault(before, len(columns))
        row = filled.get(column, 0)
        filled[column] = row + 1
        grid = _grid(reader, place, control)
        count += sum(cell.possible for cell in grid.scene().cells)
        title = _words(place, len(before), len(before) + len(now)) or tr("first")
        note = names[place.betting.to_act]
        key = f"line:{line_text(game, place.actions)}"
        parts.append(SheetPart(key, title, note, grid.scene(), row, column))
    ends = list(columns)[1:]
    titles = [street_name(game, 0)]
    titles += [_words(Place(game, before, ()), 0, len(before)) for before in ends]
    note = tr("{count} information sets, suits merged").format(count=count)
    return SheetScene(tuple(parts), tuple(titles), _legend(parts), note)


def _split(place: Place) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """The betting of the rounds before, and of this one."""
    street = place.betting.street
    start = next(at for at, spot in enumerate(place.decisions) if spot.street == street)
    return place.actions[:start], place.actions[start:]


def _grid(reader: RangeReader, place: Place, control: JobControl) -> RangeGrid:
    spots = place.spots
    seat = spots[0].to_act
    ranges = [
        BoardRange(
            spot.board,
            reader.reach(spot, control).weights[seat],
            reader.answer(spot, control),
        )
        for spot in spots
    ]
    return RangeGrid(spots[0], ranges)


def _words(place: Place, start: int, end: int) -> str:
    """Some of a place's actions: "bet 2, call"."""
    return ", ".join(
        said(place.decisions[at], place.actions[at], "", you=False)[1] for at in range(start, end)
    )


def _legend(parts: list[SheetPart]) -> tuple[GridAction, ...]:
    """One entry for each colour: sizes differ from decision to decision."""
    texts = {
        "fold": tr("Fold"),
        "call": tr("Check or call"),
        "small": tr("Bet or raise, up to 40% of the pot"),
        "middle": tr("up to 90%"),
        "large": tr("above 90%"),
        "allin": tr("All-in"),
    }
    used = {action.tone for part in parts for action in part.grid.actions}
    return tuple(GridAction(tone, text, tone) for tone, text in texts.items() if tone in used)
