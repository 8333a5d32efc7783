"""Which of the Study page's intents reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.presenters.study import StudyPresenter
    from pokergui.views.study.page import StudyPage


def connect_study(presenter: StudyPresenter, page: StudyPage) -> None:
    """Join the two; neither knows the other."""
    presenter.top.connect(page.set_top)
    presenter.scene.connect(page.set_scene)
    presenter.detail.connect(page.set_detail)
    presenter.notice.connect(page.set_notice)
    page.shown.connect(presenter.show_page)
    page.engine_chosen.connect(presenter.choose_engine)
    page.game_chosen.connect(presenter.choose_game)
    page.depth_chosen.connect(presenter.choose_depth)
    page.crumb_chosen.connect(presenter.choose_crumb)
    page.row_chosen.connect(presenter.choose_row)
    page.board_card_chosen.connect(presenter.choose_board_card)
    page.random_board.connect(presenter.choose_random_board)
    page.side_chosen.connect(presenter.choose_side)
    page.sheet_toggled.connect(presenter.toggle_sheet)
    page.cell_hovered.connect(presenter.hover_cell)
    page.cell_pinned.connect(presenter.pin_cell)
    page.notice_pressed.connect(presenter.press_notice)
