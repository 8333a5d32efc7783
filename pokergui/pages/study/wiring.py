"""Wiring of the Study page: its intents go to its presenters, their scenes to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pokergui.paths import spots_dir, strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.study.presenters.export import StudyExport
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.study.presenters.typed import StudyTyped
    from pokergui.pages.study.reading.presenters import StudyFilter
    from pokergui.pages.study.reports.presenters import AggregateStudy
    from pokergui.pages.study.reports.views.page import AggregateRoom
    from pokergui.pages.study.searching.presenters import SearchStudy
    from pokergui.pages.study.searching.views.page import SearchRoom
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter
    from pokergui.pages.study.solving.views.page import SpotsRoom
    from pokergui.pages.study.views.page import StudyPage
    from pokergui.settings import Settings


def connect_search(presenter: SearchStudy, room: SearchRoom) -> None:
    """Connect the two, which do not depend on each other."""
    presenter.offered.connect(room.offer)
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    for bar in (room.choices, room.numbers):
        bar.chosen.connect(presenter.choose)
    room.depths.chosen.connect(partial(presenter.choose, "whole"))
    room.choices.button.clicked.connect(presenter.press)
    room.numbers.entered.connect(presenter.run)
    room.tree.canvas.opened.connect(presenter.open_line)
    room.notice.pressed.connect(presenter.press_notice)


def connect_spots(presenter: SpotsPresenter, room: SpotsRoom) -> None:
    """Connect the two, which do not depend on each other."""
    form = room.form
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    form.edited.connect(presenter.edit)
    form.board.deck.chosen.connect(presenter.toggle_card)
    for panel in (form.oop, form.ip):
        panel.painted.connect(presenter.paint_cell)
        panel.weighed.connect(presenter.weigh_cell)
        panel.pasted.connect(presenter.paste)
    form.half.chosen.connect(presenter.choose_half)
    form.sizes.apart.chosen.connect(presenter.choose_apart)
    room.welcome.chosen.connect(presenter.choose_example)
    room.foot.solve_asked.connect(presenter.solve)
    room.list.opened.connect(presenter.open_row)
    room.list.removed.connect(presenter.remove_row)
    room.notice.pressed.connect(presenter.press_notice)


def connect_aggregate(presenter: AggregateStudy, room: AggregateRoom) -> None:
    """Connect the two, which do not depend on each other."""
    view, form = presenter.view, room.form
    presenter.offered.connect(room.offer)
    presenter.form.connect(room.set_form)
    view.table.connect(room.set_table)
    presenter.notice.connect(room.set_notice)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    form.edited.connect(presenter.edit)
    form.kinds.chosen.connect(presenter.choose_boards)
    form.run_asked.connect(presenter.run)
    form.stop_asked.connect(presenter.stop)
    room.way.menu.chosen.connect(presenter.choose_action)
    room.way.crumbs.chosen.connect(presenter.choose_crumb)
    room.table.sorted_by.connect(view.sort)
    room.table.opened.connect(presenter.choose_row)
    room.grouped.connect(view.group)
    room.search.searched.connect(view.narrow)
    room.export_chosen.connect(presenter.export)
    room.drill.clicked.connect(presenter.drill.ask)
    room.notice.pressed.connect(presenter.press_notice)


def start_study(
    runner: Runner, settings: Settings, page: StudyPage, parent: QObject
) -> StudyPresenter:
    """Start the page's presenters."""
    from pokergui.formatting.choices import DEFAULT_DEPTH  # after the first paint, with numba
    from pokergui.pages.study.presenters.study import StudyPresenter  # as above
    from pokergui.pages.study.reading.scenes.state import StudyChoice  # as above
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter  # as above

    depth = settings.depths.get(settings.study_game, DEFAULT_DEPTH)
    choice = StudyChoice.of(settings.study_game, depth, settings.study_engine, strategies_dir())
    folders, second = (strategies_dir(), spots_dir()), settings.study_second
    presenter = StudyPresenter(runner, *folders, choice, second, parent)
    presenter.export.folder = settings.export_folder
    room = SpotsPresenter(runner, spots_dir(), presenter.spot.busy, presenter)
    connect_study(presenter, page)
    connect_walk(presenter, page)
    connect_versus(presenter, page)
    connect_whole(presenter, page)
    connect_spot(presenter, page)
    connect_filter(presenter.filter, page)
    connect_export(presenter.export, page)
    connect_typed(presenter.typed, page)
    connect_aggregate(presenter.aggregate, page.report)
    connect_search(presenter.search, page.search)
    connect_spots(room, page.room)
    connect_rooms(presenter, room, page)
    room.start()
    presenter.show_page(page.isVisible())
    return presenter


def connect_study(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the page and its choices, which do not depend on each other."""
    top = page.top_bar
    presenter.top.connect(page.set_top)
    presenter.scene.connect(page.set_scene)
    presenter.detail.connect(page.set_detail)
    presenter.walk.notice.connect(page.set_notice)
    page.shown.connect(presenter.show_page)
    top.engine_box.chosen.connect(presenter.choose_engine)
    top.second_box.chosen.connect(presenter.choose_second)
    top.game_box.chosen.connect(presenter.choose_game)
    top.depth_box.chosen.connect(presenter.choose_depth)
    top.solve.clicked.connect(presenter.solve_here)
    for part in (page.centre, page.room, page.report, page.search):
        part.notice.pressed.connect(presenter.press_notice)


def connect_walk(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect navigation through a game, and the view of the grid, with the walk."""
    centre, columns, walk = page.centre, page.columns, presenter.walk
    page.drill.clicked.connect(presenter.spot.drill.ask)
    for crumb in (page.line.chosen, page.decision_keys.crumb_chosen):
        crumb.connect(walk.choose_crumb)
    for part in (columns.rows, columns.differences, centre.totals, centre.sheet.canvas):
        part.chosen.connect(walk.follow)
    centre.sheet.sets.chosen.connect(walk.follow)
    page.decision_keys.row_chosen.connect(walk.follow)
    columns.board.deck.chosen.connect(walk.choose_board_card)
    columns.board.random.clicked.connect(walk.choose_random_board)
    centre.pair.hovered.connect(walk.hover_cell)
    centre.pair.pinned.connect(walk.pin_cell)
    looks = {
        "kind": centre.views.chosen,
        "action": centre.about.action.chosen,
        "other": centre.about.other.chosen,
        "heights": centre.heights.chosen,
    }
    for name, chosen in looks.items():
        chosen.connect(partial(walk.look, name))


def connect_filter(filters: StudyFilter, page: StudyPage) -> None:
    """Connect the bar below the grid and the classes of hands with the filters."""
    bar = page.filters
    bar.suit_chosen.connect(filters.choose_suit)
    bar.hand_chosen.connect(filters.choose_hand)
    bar.action_list.chosen.connect(filters.choose_action)
    bar.cleared.connect(filters.clear)
    bar.copy_pressed.connect(filters.copy)
    filters.copied.connect(bar.take)
    page.classes.chosen.connect(filters.choose_only)


def connect_versus(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the comparison with its controls."""
    bar, versus = page.centre.compare, presenter.versus
    for side in (page.columns.sides.chosen, page.centre.side_chosen):
        side.connect(versus.choose_side)
    bar.which_chosen.connect(versus.choose_which)
    bar.measure.chosen.connect(versus.choose_measure)
    bar.list_toggled.connect(versus.list_differences)


def connect_spot(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the parts beside a spot, and the brush, with the spot's presenters."""
    spot, painter, panel = presenter.spot, presenter.spot.painter, page.columns.solution
    panel.stop_pressed.connect(spot.stop)
    panel.go_on_pressed.connect(spot.go_on)
    panel.solve_again_pressed.connect(spot.solve_again)
    panel.edit_pressed.connect(spot.edit)
    panel.close_pressed.connect(spot.close)
    panel.clear_locks_pressed.connect(painter.clear)
    panel.target_edited.connect(spot.target.edit)
    panel.unlocked_pressed.connect(spot.second.solve_unlocked)
    exploit, beside = spot.exploit, page.columns.exploit
    panel.exploit_asked.connect(lambda: exploit.open(True))
    beside.left.connect(lambda: exploit.open(False))
    beside.rival_chosen.connect(exploit.choose_rival)
    beside.player_chosen.connect(exploit.choose_player)
    beside.edited.connect(exploit.edit)
    beside.pressed.connect(exploit.press)
    beside.slider.chosen.connect(exploit.choose)
    beside.slider.stepped.connect(exploit.step)
    for button in (beside.gives, page.centre.given.back):
        button.clicked.connect(exploit.show_given)
    page.painting_toggled.connect(painter.toggle)
    page.centre.brushes.chosen.connect(painter.choose)
    page.centre.grid.strokes.painted.connect(painter.paint)
    page.columns.detail.painted.connect(painter.paint_combos)


def connect_export(export: StudyExport, page: StudyPage) -> None:
    """Connect the menu for saving with its presenter."""
    export.offered.connect(page.exports.offer)
    page.exports.asked.connect(export.ask)
    page.exports.picture_made.connect(export.write_picture)
    page.exports.table_chosen.connect(export.write_table)


def connect_typed(typed: StudyTyped, page: StudyPage) -> None:
    """Connect the field for sizes and lines with its presenter."""
    box = page.columns.typed
    typed.scene.connect(box.set_scene)
    box.editor.edited.connect(typed.edit)
    box.entered.connect(typed.enter)
    box.solve.clicked.connect(typed.solve)


def connect_whole(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the sheet of a small game with its presenter."""
    whole, sheet, family = presenter.whole, page.centre.sheet, page.centre.sheet.family
    page.centre.sheet_toggled.connect(whole.toggle)
    sheet.pointed.connect(whole.point)
    sheet.view_chosen.connect(whole.choose_view)
    sheet.sets.sorted_by.connect(whole.choose_order)
    family.slider.chosen.connect(whole.slide_alpha)
    family.slider.stepped.connect(whole.step_alpha)
    family.typed.connect(whole.type_alpha)
    family.button.clicked.connect(whole.show_member)
    whole.card.connect(sheet.set_card)


def connect_rooms(presenter: StudyPresenter, room: SpotsPresenter, page: StudyPage) -> None:
    """Connect Study with the views of spots and of the report."""
    spot = presenter.spot
    presenter.aggregate.left.connect(page.close_room)
    presenter.search.left.connect(page.close_room)
    room.left.connect(page.close_room)
    room.filled.connect(page.show_filled_room)
    for signal in (presenter.finder.found, spot.edit_asked):
        signal.connect(room.fill)
    presenter.finder.played.connect(page.close_room)
    presenter.finder.played.connect(spot.show_played)
    room.solve_asked.connect(spot.solve)
    room.open_asked.connect(spot.open)
    room.close_asked.connect(spot.close)
    room.removed.connect(spot.second.look)
    spot.kept.connect(room.refresh)
    spot.changed.connect(room.follow)
