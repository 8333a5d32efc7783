"""Wiring of the spots view: its intents go to its presenter, scenes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter
    from pokergui.pages.study.solving.views.page import SpotsRoom


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
