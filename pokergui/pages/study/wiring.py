"""Which of the Study page's intents reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.pages.study.reports.wiring import connect_aggregate
from pokergui.pages.study.solving.wiring import start_spots
from pokergui.paths import spots_dir, strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.study.presenters.export import StudyExport
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.study.presenters.typed import StudyTyped
    from pokergui.pages.study.reading.presenters.filter import StudyFilter
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter
    from pokergui.pages.study.views.page import StudyPage
    from pokergui.settings import Settings


def start_study(
    runner: Runner, settings: Settings, page: StudyPage, parent: QObject
) -> StudyPresenter:
    """Bring the page to life."""
    from pokergui.formatting.choices import DEFAULT_DEPTH  # after the first paint, with numba
    from pokergui.pages.study.presenters.study import StudyPresenter  # as above
    from pokergui.pages.study.reading.scenes.choice import StudyChoice  # as above

    depth = settings.depths.get(settings.study_game, DEFAULT_DEPTH)
    choice = StudyChoice.of(settings.study_game, depth, settings.study_engine, strategies_dir())
    folders, second = (strategies_dir(), spots_dir()), settings.study_second
    presenter = StudyPresenter(runner, *folders, choice, second, parent)
    connect_study(presenter, page)
    connect_view(presenter, page)
    connect_versus(presenter, page)
    connect_whole(presenter, page)
    connect_spot(presenter, page)
    connect_filter(presenter.filter, page)
    connect_aggregate(presenter.aggregate, page)
    presenter.export.folder = settings.export_folder
    connect_export(presenter.export, page)
    connect_typed(presenter.typed, page)
    connect_room(presenter, start_spots(runner, page, presenter.spot.busy, presenter))
    presenter.show_page(page.isVisible())
    return presenter


def connect_study(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join the two; neither knows the other."""
    presenter.top.connect(page.set_top)
    presenter.scene.connect(page.set_scene)
    presenter.detail.connect(page.set_detail)
    presenter.walk.notice.connect(page.set_notice)
    page.shown.connect(presenter.show_page)
    page.engine_chosen.connect(presenter.choose_engine)
    page.game_chosen.connect(presenter.choose_game)
    page.depth_chosen.connect(presenter.choose_depth)
    page.crumb_chosen.connect(presenter.walk.choose_crumb)
    page.row_chosen.connect(presenter.walk.follow)
    page.board_card_chosen.connect(presenter.walk.choose_board_card)
    page.random_board.connect(presenter.walk.choose_random_board)
    page.side_chosen.connect(presenter.versus.choose_side)
    page.cell_hovered.connect(presenter.walk.hover_cell)
    page.cell_pinned.connect(presenter.walk.pin_cell)
    page.notice_pressed.connect(presenter.press_notice)


def connect_view(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join the switch of what the grid shows with the walk, which keeps it."""
    centre, walk = page.centre, presenter.walk
    centre.views.chosen.connect(walk.choose_view)
    centre.about.action_chosen.connect(walk.choose_action)
    centre.about.other_chosen.connect(walk.choose_other)
    centre.heights.chosen.connect(walk.choose_heights)


def connect_filter(filters: StudyFilter, page: StudyPage) -> None:
    """Join the bar under the grid and the classes of hands with what narrows the range."""
    bar = page.filters
    bar.suit_chosen.connect(filters.choose_suit)
    bar.hand_chosen.connect(filters.choose_hand)
    bar.action_chosen.connect(filters.choose_action)
    bar.cleared.connect(filters.clear)
    bar.copy_pressed.connect(filters.copy)
    filters.copied.connect(bar.take)
    page.classes.chosen.connect(filters.choose_only)


def connect_versus(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join what is compared with the choices of it."""
    bar, versus = page.centre.compare, presenter.versus
    page.top_bar.second_chosen.connect(presenter.choose_second)
    bar.which_chosen.connect(versus.choose_which)
    bar.measure_chosen.connect(versus.choose_measure)
    bar.list_toggled.connect(versus.list_differences)


def connect_spot(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join what the page shows beside a spot, and the brush, with what solves it."""
    spot, painter = presenter.spot, presenter.spot.painter
    page.stop_pressed.connect(spot.stop)
    page.go_on_pressed.connect(spot.go_on)
    page.solve_again_pressed.connect(spot.solve_again)
    page.edit_pressed.connect(spot.edit)
    page.close_pressed.connect(spot.close)
    page.painting_toggled.connect(painter.toggle)
    page.brush_chosen.connect(painter.choose)
    page.cells_painted.connect(painter.paint)
    page.columns.detail.painted.connect(painter.paint_combos)
    page.clear_locks_pressed.connect(painter.clear)
    page.columns.solution.target_edited.connect(spot.target.edit)
    page.columns.solution.unlocked_pressed.connect(spot.second.solve_unlocked)
    page.spot_asked.connect(presenter.solve_here)


def connect_export(export: StudyExport, page: StudyPage) -> None:
    """Join the menu of what can be saved with what writes it."""
    export.offered.connect(page.exports.offer)
    page.exports.asked.connect(export.ask)
    page.exports.picture_made.connect(export.write_picture)
    page.exports.table_chosen.connect(export.write_table)


def connect_typed(typed: StudyTyped, page: StudyPage) -> None:
    """Join the field for sizes and lines with what reads it."""
    box = page.columns.typed
    typed.scene.connect(box.set_scene)
    box.edited.connect(typed.edit)
    box.entered.connect(typed.enter)
    box.solve_pressed.connect(typed.solve)


def connect_whole(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join the sheet of a small game with what reads it."""
    whole, sheet = presenter.whole, page.centre.sheet
    page.sheet_toggled.connect(whole.toggle)
    sheet.pointed.connect(whole.point)
    sheet.view_chosen.connect(whole.choose_view)
    sheet.order_chosen.connect(whole.choose_order)
    sheet.family.slid.connect(whole.slide_alpha)
    sheet.family.stepped.connect(whole.step_alpha)
    sheet.family.typed.connect(whole.type_alpha)
    sheet.family.member_asked.connect(whole.show_member)
    whole.card.connect(sheet.set_card)


def connect_room(presenter: StudyPresenter, room: SpotsPresenter) -> None:
    """Join Study and the room of spots."""
    presenter.finder.found.connect(room.fill)
    presenter.spot.edit_asked.connect(room.fill)
    room.solve_asked.connect(presenter.spot.solve)
    room.open_asked.connect(presenter.spot.open)
    room.close_asked.connect(presenter.spot.close)
    room.removed.connect(presenter.spot.second.look)
    presenter.spot.kept.connect(room.refresh)
    presenter.spot.changed.connect(room.follow)
