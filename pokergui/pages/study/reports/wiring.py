"""Wiring of the aggregate report's view: its intents go to its presenter, scenes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.pages.study.reports.presenters.aggregate import AggregateStudy
    from pokergui.pages.study.reports.views.page import AggregateRoom


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
