"""Which intents of the room of the aggregate report reach which slot, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.pages.study.reports.presenters.aggregate import AggregateStudy
    from pokergui.pages.study.views.page import StudyPage


def connect_aggregate(presenter: AggregateStudy, page: StudyPage) -> None:
    """Join the two; neither knows the other."""
    room = page.report
    presenter.offered.connect(room.offer)
    presenter.form.connect(room.set_form)
    presenter.look.table.connect(room.set_table)
    presenter.notice.connect(room.set_notice)
    presenter.left.connect(page.close_room)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    room.edited.connect(presenter.edit)
    room.action_chosen.connect(presenter.choose_action)
    room.crumb_chosen.connect(presenter.choose_crumb)
    room.boards_chosen.connect(presenter.choose_boards)
    room.run_asked.connect(presenter.run)
    room.stop_asked.connect(presenter.stop)
    room.sorted_by.connect(presenter.look.sort)
    room.grouped.connect(presenter.look.group)
    room.narrowed.connect(presenter.look.narrow)
    room.row_chosen.connect(presenter.choose_row)
    room.export_chosen.connect(presenter.export)
    room.notice_pressed.connect(presenter.press_notice)
