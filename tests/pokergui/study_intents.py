"""Intents of Study's page by name, with the signals of the parts that report them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pokergui.pages.study.reports.views.page import AggregateRoom
from pokergui.pages.study.searching.views.page import SearchRoom
from pokergui.pages.study.solving.views.page import SpotsRoom
from pokergui.pages.study.views.page import StudyPage

Signals = Mapping[str, tuple[Any, ...]]
_CLICKS = ("spot_asked", "random_board")
"""Reported by buttons, which add whether they are pressed."""


def of_page(page: StudyPage) -> Signals:
    """Return the intents of the page while a decision is shown."""
    top, centre, columns, keys = page.top_bar, page.centre, page.columns, page.decision_keys
    solution, sheet = columns.solution, page.centre.sheet
    return {
        "engine_chosen": (top.engine_box.chosen,),
        "game_chosen": (top.game_box.chosen,),
        "depth_chosen": (top.depth_box.chosen,),
        "spot_asked": (top.solve.clicked,),
        "crumb_chosen": (page.line.chosen, keys.crumb_chosen),
        "row_chosen": (
            *(columns.rows.chosen, columns.differences.chosen, centre.totals.chosen),
            *(sheet.canvas.chosen, sheet.sets.chosen, keys.row_chosen),
        ),
        "board_card_chosen": (columns.board.deck.chosen,),
        "random_board": (columns.board.random.clicked,),
        "side_chosen": (columns.sides.chosen, centre.side_chosen),
        "sheet_toggled": (centre.sheet_toggled,),
        "cell_hovered": (centre.pair.hovered,),
        "cell_pinned": (centre.pair.pinned,),
        "cells_painted": (centre.grid.strokes.painted,),
        "brush_chosen": (centre.brushes.chosen,),
        "painting_toggled": (page.painting_toggled,),
        "which_chosen": (centre.compare.which_chosen,),
        "stop_pressed": (solution.stop_pressed,),
        "go_on_pressed": (solution.go_on_pressed,),
        "solve_again_pressed": (solution.solve_again_pressed,),
        "edit_pressed": (solution.edit_pressed,),
        "close_pressed": (solution.close_pressed,),
        "clear_locks_pressed": (solution.clear_locks_pressed,),
        "notice_pressed": tuple(
            part.notice.pressed for part in (centre, page.room, page.report, page.search)
        ),
    }


def of_spots(room: SpotsRoom) -> Signals:
    """Return the intents of the room of spots."""
    form = room.form
    panels = (form.oop, form.ip)
    return {
        "edited": (form.edited,),
        "card_chosen": (form.board.deck.chosen,),
        "painted": tuple(panel.painted for panel in panels),
        "weighed": tuple(panel.weighed for panel in panels),
        "pasted": tuple(panel.pasted for panel in panels),
        "half_chosen": (form.half.chosen,),
        "apart_chosen": (form.sizes.apart.chosen,),
        "solve_asked": (room.foot.solve_asked,),
        "opened": (room.list.opened,),
        "removed": (room.list.removed,),
        "example_chosen": (room.welcome.chosen,),
        "notice_pressed": (room.notice.pressed,),
        "left": (room.left,),
    }


def of_report(room: AggregateRoom) -> Signals:
    """Return the intents of the room of the report."""
    form = room.form
    return {
        "opened": (room.opened,),
        "closed": (room.closed,),
        "left": (room.left,),
        "edited": (form.edited,),
        "boards_chosen": (form.kinds.chosen,),
        "run_asked": (form.run_asked,),
        "stop_asked": (form.stop_asked,),
        "action_chosen": (room.way.menu.chosen,),
        "crumb_chosen": (room.way.crumbs.chosen,),
        "sorted_by": (room.table.sorted_by,),
        "row_chosen": (room.table.opened,),
        "grouped": (room.grouped,),
        "narrowed": (room.search.searched,),
        "export_chosen": (room.export_chosen,),
        "notice_pressed": (room.notice.pressed,),
    }


def of_search(room: SearchRoom) -> Signals:
    """Return the intents of the room of searches."""
    return {
        "opened": (room.opened,),
        "closed": (room.closed,),
        "left": (room.left,),
        "chosen": (room.choices.chosen,),
        "edited": (room.numbers.edited,),
        "run_asked": (room.run_asked,),
        "stop_asked": (room.stop_asked,),
        "adaptive_chosen": (room.adaptive_chosen,),
        "slow_chosen": (room.slow_chosen,),
        "depth_chosen": (room.depth_chosen,),
        "line_opened": (room.tree.canvas.opened,),
        "notice_pressed": (room.notice.pressed,),
    }


def listen(said: list[tuple[object, ...]], signals: Signals, *names: str) -> None:
    """Record intents in order; all of them if there are no names."""

    def note(name: str) -> Callable[..., None]:
        return lambda *values: said.append((name, *(() if name in _CLICKS else values)))

    for name in names or signals:
        for signal in signals[name]:
            signal.connect(note(name))
