"""The Study page's picture: a place and what was read there, as view models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ai.reach import matchups, total_shares
from ai.worth import can_count
from engine.player import PublicState
from engine.policy import blocked
from pokergui.formatting.menu import shares_of
from pokergui.formatting.players import player_names, short_names, side_order
from pokergui.formatting.words import NOTHING, UNKNOWN, chips, combos_text, percent, street_name, tr
from pokergui.pages.study.reading.scenes.board import board_picker
from pokergui.pages.study.reading.scenes.doubts import guess_words
from pokergui.pages.study.reading.scenes.equity import equity_lines
from pokergui.pages.study.reading.scenes.line import crumbs, ending, rows
from pokergui.pages.study.reading.viewmodel.reading import ActionTotal, StudySide
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.ranges.answers import answer_note, taken_words
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_cells import BoardRange
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.ranges.grid_view import GridView
from pokergui.ranges.place import Place
from pokergui.ranges.read import Reading
from pokergui.ranges.worth import action_worth, known_worth, range_size, range_worth
from pokergui.viewmodel import Figure


def shown_side(place: Place, wanted: int | None) -> int:
    """The seat whose range is shown: the one wanted, else the one to act."""
    if wanted is not None:
        return wanted
    seat = place.betting.to_act
    return seat if seat >= 0 else side_order(place.game)[0]


def range_grid(
    reading: Reading, side: int, shown: NDArray[np.bool_] | None = None
) -> RangeGrid | None:
    """The range of one side; None where nothing is known to show.

    Args:
        reading: what is known.
        side: whose range.
        shown: (num_combos,) bool, the combos looked at; None for all of them.
    """
    spot = reading.spots[0]
    acts = bool(reading.answers) and spot.to_act == side
    if not acts and not reading.reaches:
        return None
    ranges = []
    for at, here in enumerate(reading.spots):
        if reading.reaches:
            weights = reading.ranges[at][side]
        else:  # until it is known who comes here, everybody does
            weights = np.where(blocked(here.game, here.board), 0.0, 1.0)
        answer, worth = reading.valued[at] if acts else None, reading.worth
        ev, equity = (None, None) if worth is None else known_worth(worth, at, side)
        ranges.append(BoardRange(here.board, weights, answer, (), ev, equity, shown))
    waiting = not reading.counted and can_count(spot.game)
    return RangeGrid(spot, ranges, waiting=waiting)


def study_scene(
    place: Place,
    reading: Reading | None,
    grid: RangeGrid | None,
    side: int,
    engine: str,
    *,
    thinking: bool = False,
    marked: int = -1,
    view: GridView | None = None,
    shown: NDArray[np.bool_] | None = None,
) -> StudyScene:
    """The whole picture but the sheet of the whole game.

    Args:
        place: where Study stands.
        reading: what is known; None or of another place while an answer is on its way.
        grid: the range of ``side``; None where there is nothing to show.
        side: the seat whose range is shown.
        engine: title of the engine.
        thinking: whether an answer is on its way.
        marked: cell to point at, -1 for none.
        view: how the grid is looked at; None for how its cells act.
        shown: (num_combos,) bool, the combos whose actions are counted; None for all of them.
    """
    view = view or GridView()
    here = reading if reading is not None and reading.place == place else None
    line, _ = crumbs(place)
    unanswered = here is None and not thinking
    return StudyScene(
        line=line,
        figures=_figures(place.betting),
        rows=rows(place, reading, NOTHING if unanswered else UNKNOWN),
        board=board_picker(place),
        sides=study_sides(place, here, side, silent=unanswered),
        grid=grid.scene(marked, view) if grid is not None else None,
        totals=study_totals(place, here, side, shown),
        note="" if unanswered else _note(place, here),
        warning=_warning(place, here, engine),
        thinking=thinking,
        sheet_available=shows_all_boards(place.game),
        curve=equity_lines(here),
        view=view.scene(grid.cells, engine) if grid is not None else None,
    )


def over_last(scene: StudyScene, last: StudyScene | None) -> StudyScene:
    """A picture whose answer is on its way: the range stays the last one until it is there."""
    if last is None:
        return scene
    totals = tuple(replace(total, enabled=False) for total in last.totals)
    return replace(
        scene,
        grid=last.grid,
        view=last.view,
        totals=totals,
        sides=last.sides,
        note=last.note,
        warning=last.warning,
        curve=last.curve,
    )


def silent(scene: StudyScene, place: Place, side: int) -> StudyScene:
    """A picture without figures: whose range is shown has no answer."""
    acts = (row for row in scene.rows if row.kind == "action")
    told = {row.key: replace(row, share=None, percent=NOTHING) for row in acts}
    return replace(
        scene,
        rows=tuple(told.get(row.key, row) for row in scene.rows),
        sides=study_sides(place, None, side, silent=True),
        totals=(),
        curve=(),
        view=None,
    )


def _figures(betting: PublicState) -> tuple[Figure, ...]:
    pot = Figure(tr("Pot"), chips(betting.pot))
    if betting.game.has_stacks:
        behind = min(betting.stack(seat) for seat in range(betting.game.num_players))
        return (pot, Figure(tr("Behind"), chips(behind)))
    return (pot, Figure(tr("Bets"), chips(betting.game.raise_sizes[betting.street])))


def study_sides(
    place: Place, reading: Reading | None, side: int, *, silent: bool = False
) -> tuple[StudySide, ...]:
    """Both players with what comes here; where there will be no answer (``silent``) nothing."""
    names, short = player_names(place.game), short_names(place.game)
    no_worth = ("", "", tr("There is no answer here"))
    return tuple(
        StudySide(
            str(seat),
            names[seat],
            tr("to act") if seat == place.betting.to_act else "",
            NOTHING if silent else _size_of(reading, seat),
            seat == side,
            *(no_worth if silent else range_worth(place.game, reading, seat)),
            short=short[seat],
        )
        for seat in side_order(place.game)
    )


def _size_of(reading: Reading | None, seat: int) -> str:
    if reading is None or not reading.reaches:
        return UNKNOWN
    return range_size(reading.spots, [weights[seat] for weights in reading.ranges])


def study_totals(
    place: Place, reading: Reading | None, side: int, shown: NDArray[np.bool_] | None = None
) -> tuple[ActionTotal, ...]:
    """How often the side to act does what; nothing for the other side.

    Args:
        place: where Study stands.
        reading: what is known there.
        side: the seat whose range is shown.
        shown: (num_combos,) bool, the combos that count; None for all of them.
    """
    if reading is None or reading.present is None or side != place.betting.to_act:
        return ()
    present = reading.present
    shares = present.shares if shown is None else _shares(reading, side, shown)
    counts = _combo_counts(reading, side, shown)
    worth = action_worth(reading, side, present.menu, shown)
    found = []
    for at, item in enumerate(present.menu):
        share = shares[at] if present.shares else 0.0
        if present.shares and present.shares[at] != present.shares[at]:
            continue  # the engine never considers it
        text = percent(share) if present.shares else UNKNOWN
        combos = counts[at] if counts else ""
        found.append(ActionTotal(item.head, text, combos, share, value=worth[at]))
    return tuple(found)


def _shares(reading: Reading, side: int, shown: NDArray[np.bool_]) -> list[float]:
    """How often some combos of the range do each action of the present menu; NaN without any."""
    assert reading.present is not None
    game, menu = reading.place.game, reading.present.menu
    parts = [
        (matchups(game, weights, side) * shown, shares_of(answer, menu))
        for answer, weights in zip(reading.answers, reading.ranges, strict=True)
    ]
    shares: list[float] = total_shares(parts).tolist()
    return shares


def _combo_counts(reading: Reading, side: int, shown: NDArray[np.bool_] | None) -> Sequence[str]:
    """Combos of the range that do each action of the present menu; not told in small games."""
    assert reading.present is not None
    if not reading.reaches or reading.place.game.num_hole == 1:
        return ()
    done = sum(
        (weights[side] if shown is None else weights[side] * shown)
        @ shares_of(answer, reading.present.menu)
        for answer, weights in zip(reading.answers, reading.ranges, strict=True)
    )
    return [combos_text(count) for count in np.atleast_1d(done).tolist()]


def _note(place: Place, reading: Reading | None) -> str:
    if place.missing:
        street = street_name(place.game, place.open_street).lower()
        return tr("Ranges that come to the {street}; choose its cards to see how they act.").format(
            street=street
        )
    if place.betting.finished:
        return tr("{ending}: the ranges at the end.").format(ending=ending(place))
    if reading is None or not reading.answers:
        return ""
    taken = [taken_words(place.actions[one.place], one.others) for one in reading.taken]
    if taken:
        return tr("Translated: {sizes}.").format(sizes="; ".join(taken))
    return answer_note(reading.answers[0])


def _warning(place: Place, reading: Reading | None, engine: str) -> str:
    """Which actions make the ranges a guess: the engine never considers them, or never does them.

    With several boards shown, an action counts that is never done on any.
    """
    if reading is None or not reading.reaches:
        return ""
    never = set.intersection(*({*reach.misses, *reach.ends} for reach in reading.reaches))
    if not never:
        return ""
    first = min(never)
    missed = first in reading.reaches[0].misses
    return guess_words(place.decisions[first], place.actions[first], engine, missed=missed)
