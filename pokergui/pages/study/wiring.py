"""Wiring of the Study page: its intents go to its presenters, their scenes to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pokergui.paths import spots_dir, strategies_dir

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.study.reading.presenters import StudyFilter
    from pokergui.pages.study.reports.presenters.aggregate import AggregateStudy
    from pokergui.pages.study.reports.views.aggregate import AggregateRoom
    from pokergui.pages.study.searching.presenters import SearchStudy
    from pokergui.pages.study.searching.views.page import SearchRoom
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter
    from pokergui.pages.study.solving.views.page import SpotsRoom
    from pokergui.pages.study.views.page import StudyPage
    from pokergui.settings import Settings


def connect_search(presenter: SearchStudy, room: SearchRoom) -> None:
    presenter.offered.connect(room.offer)
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    room.choices.controls.changed.connect(presenter.choose)
    room.numbers.chosen.connect(presenter.choose)
    room.depths.chosen.connect(partial(presenter.choose, "whole"))
    room.choices.button.clicked.connect(presenter.press)
    for field in room.numbers.fields.values():
        field.returnPressed.connect(presenter.run)
    room.tree.canvas.opened.connect(presenter.open_line)
    room.notice.pressed.connect(presenter.press_notice)


def connect_spots(presenter: SpotsPresenter, room: SpotsRoom) -> None:
    form, change = room.form, presenter.change
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    for box in form.boxes:
        box.edited.connect(presenter.edit)
    form.board.deck.chosen.connect(partial(change, "card"))
    for panel in form.panels:
        panel.editor.edited.connect(partial(presenter.edit, panel.key))
        panel.preview.painted.connect(partial(change, "cell", panel.key))
        panel.preview.weighed.connect(partial(change, "weight", panel.key))
        panel.pasted.connect(presenter.paste)
    form.half.chosen.connect(partial(change, "half"))
    form.players.chosen.connect(partial(change, "three_way"))
    room.foot.rivers.chosen.connect(partial(change, "rivers"))
    form.sizes.apart.chosen.connect(partial(change, "apart"))
    form.sizes.more.clicked.connect(lambda more: change("more", more))
    form.more.tree_chosen.connect(partial(change, "tree"))
    room.welcome.chosen.connect(presenter.choose_example)
    for solve in (room.solve_pressed, room.foot.solve.clicked):
        solve.connect(presenter.solve)
    room.list.opened.connect(presenter.open_row)
    room.list.removed.connect(presenter.remove_row)
    room.notice.pressed.connect(lambda: room.set_notice(None))


def connect_aggregate(presenter: AggregateStudy, room: AggregateRoom) -> None:
    view, form = presenter.view, room.form
    presenter.offered.connect(room.offer)
    presenter.form.connect(room.set_form)
    view.table.connect(room.set_table)
    presenter.notice.connect(room.set_notice)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    for box in form.boxes:
        box.edited.connect(presenter.edit)
        box.editor.returnPressed.connect(presenter.press)
    form.sources.chosen.connect(presenter.choose_source)
    form.kinds.chosen.connect(presenter.choose_boards)
    for run in (room.run_pressed, form.button.clicked):
        run.connect(presenter.press)
    room.way.menu.chosen.connect(presenter.choose_action)
    room.way.crumbs.chosen.connect(presenter.choose_crumb)
    room.table.sorted_by.connect(view.sort)
    room.table.opened.connect(presenter.choose_row)
    room.groups.chosen.connect(view.group)
    room.search.searched.connect(view.narrow)
    room.export_chosen.connect(presenter.export)
    room.drill.clicked.connect(presenter.practise)
    room.notice.pressed.connect(lambda: room.set_notice(None))


def connect_runouts(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the view of cards; its line is Study's own."""
    runouts, walk, room = presenter.runouts, presenter.walk, page.runouts
    runouts.scene.connect(room.set_scene)
    runouts.notice.connect(room.set_notice)
    runouts.copied.connect(room.take)
    runouts.left.connect(page.close_room)
    room.opened.connect(runouts.open)
    room.closed.connect(runouts.close)
    room.way.crumbs.chosen.connect(walk.choose_crumb)
    room.way.menu.chosen.connect(walk.follow)
    room.kinds.chosen.connect(runouts.choose_kind)
    room.grid.pinned.connect(runouts.choose_cell)
    room.table.opened.connect(runouts.choose_row)
    room.table.sorted_by.connect(runouts.sort)
    room.copy.clicked.connect(runouts.copy)
    room.export_chosen.connect(runouts.export)
    room.notice.pressed.connect(lambda: room.set_notice(None))


def start_study(
    runner: Runner, settings: Settings, page: StudyPage, parent: QObject
) -> StudyPresenter:
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
    connect_tools(presenter, page)
    connect_aggregate(presenter.aggregate, page.report)
    connect_runouts(presenter, page)
    connect_search(presenter.search, page.search)
    connect_spots(room, page.room)
    connect_rooms(presenter, room, page)
    room.start()
    presenter.show_page(page.isVisible())
    return presenter


def connect_study(presenter: StudyPresenter, page: StudyPage) -> None:
    top = page.top_bar
    presenter.top.connect(page.set_top)
    presenter.scene.connect(page.set_scene)
    presenter.detail.connect(page.set_detail)
    presenter.walk.notice.connect(page.set_notice)
    page.shown.connect(presenter.show_page)
    top.controls.changed.connect(presenter.choose)
    top.solve.clicked.connect(presenter.solve_here)
    for part in (page.centre, page.room, page.report, page.search, page.runouts):
        part.notice.pressed.connect(presenter.press_notice)


def connect_walk(presenter: StudyPresenter, page: StudyPage) -> None:
    centre, columns, walk = page.centre, page.columns, presenter.walk
    page.drill.clicked.connect(presenter.spot.practise)
    for crumb in (page.line.chosen, page.decision_keys.crumb_chosen):
        crumb.connect(walk.choose_crumb)
    for part in (columns.rows, centre.totals, centre.sheet.canvas):
        part.chosen.connect(walk.follow)
    columns.differences.view.opened.connect(walk.follow)
    centre.sheet.sets.chosen.connect(walk.follow)
    page.decision_keys.row_chosen.connect(walk.follow)
    columns.board.deck.chosen.connect(walk.choose_board_card)
    columns.board.random.clicked.connect(walk.choose_random_board)
    centre.pair.hovered.connect(walk.hover_cell)
    centre.pair.pinned.connect(walk.pin_cell)
    looks = {
        "kind": centre.views.list.chosen,
        "action": centre.about.action.chosen,
        "other": centre.about.other.chosen,
        "heights": centre.heights.chosen,
    }
    for name, chosen in looks.items():
        chosen.connect(partial(walk.look, name))
    centre.views.kinds.chosen.connect(partial(walk.look, "kind"))


def connect_filter(filters: StudyFilter, page: StudyPage) -> None:
    bar = page.filters
    bar.suit_chosen.connect(filters.choose_suit)
    bar.group_chosen.connect(filters.choose_hand)
    for table in bar.hand_list.tables:
        table.opened.connect(filters.choose_hand)
    for table in bar.action_list.tables:
        table.opened.connect(filters.choose_action)
    bar.chip.clicked.connect(filters.clear)
    bar.copy.clicked.connect(filters.copy)
    filters.copied.connect(bar.take)
    page.classes.list.opened.connect(filters.choose_only)


def connect_tools(presenter: StudyPresenter, page: StudyPage) -> None:
    """Connect the menu for saving, and the field for sizes and lines."""
    export, typed = presenter.export, presenter.typed
    export.offered.connect(page.exports.offer)
    page.exports.asked.connect(export.ask)
    page.exports.picture_made.connect(export.write_picture)
    page.exports.table_chosen.connect(export.write_table)
    box = page.columns.typed
    typed.scene.connect(box.set_scene)
    box.editor.edited.connect(typed.edit)
    box.entered.connect(typed.enter)
    box.solve.clicked.connect(typed.solve)


def connect_versus(presenter: StudyPresenter, page: StudyPage) -> None:
    bar, versus = page.centre.compare, presenter.versus
    for side in (page.columns.sides.opened, page.centre.side.chosen):
        side.connect(versus.choose_side)
    for which in (bar.switch.chosen, bar.pick.chosen):
        which.connect(versus.choose_which)
    bar.measure.chosen.connect(versus.choose_measure)
    bar.list_toggled.connect(versus.list_differences)


def connect_spot(presenter: StudyPresenter, page: StudyPage) -> None:
    spot, painter, panel = presenter.spot, presenter.spot.painter, page.columns.solution
    exploit, beside = spot.exploit, page.columns.exploit
    asked: dict[str, Callable[[], None]] = {
        "stop": spot.stop,
        "go_on": spot.go_on,
        "solve_again": spot.solve_again,
        "clear": painter.clear,
        "unlocked": spot.second.solve_unlocked,
        "exploit": partial(exploit.open, True),
        "edit": spot.edit,
        "close": spot.close,
    }
    panel.asked.connect(lambda name: asked[name]())
    panel.target.edited.connect(spot.target.edit)
    page.hand.chosen.connect(presenter.hand.choose)
    page.hand_stepped.connect(presenter.hand.step)
    beside.back.clicked.connect(lambda: exploit.open(False))
    beside.rival.chosen.connect(partial(exploit.choose, "rival"))
    beside.player.chosen.connect(partial(exploit.choose, "player"))
    beside.field.edited.connect(partial(exploit.choose, "text"))
    beside.main.clicked.connect(exploit.press)
    beside.slider.chosen.connect(exploit.go_to)
    beside.slider.stepped.connect(exploit.step)
    for button in (beside.gives, page.centre.given.back):
        button.clicked.connect(exploit.show_given)
    page.painting_toggled.connect(painter.toggle)
    page.centre.brushes.chosen.connect(painter.choose)
    page.centre.grid.strokes.painted.connect(painter.paint)
    page.columns.detail.table.painted.connect(painter.paint_combos)


def connect_whole(presenter: StudyPresenter, page: StudyPage) -> None:
    whole, sheet, family = presenter.whole, page.centre.sheet, page.centre.sheet.family
    page.centre.scope.chosen.connect(whole.toggle)
    sheet.pointed.connect(whole.point)
    sheet.view_chosen.connect(whole.choose_view)
    sheet.sets.sorted_by.connect(whole.choose_order)
    family.slider.chosen.connect(whole.slide_alpha)
    family.slider.stepped.connect(whole.step_alpha)
    family.typed.connect(whole.type_alpha)
    family.button.clicked.connect(whole.show_member)
    whole.card.connect(sheet.set_card)


def connect_rooms(presenter: StudyPresenter, room: SpotsPresenter, page: StudyPage) -> None:
    spot = presenter.spot
    presenter.aggregate.left.connect(page.close_room)
    presenter.aggregate.flop_asked.connect(spot.open)
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
