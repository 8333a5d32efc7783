"""Wiring of the search view: its intents go to its presenter, scenes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.pages.study.searching.presenters.search import SearchStudy
    from pokergui.pages.study.searching.views.page import SearchRoom


def connect_search(presenter: SearchStudy, room: SearchRoom) -> None:
    """Connect the two, which do not depend on each other."""
    presenter.offered.connect(room.offer)
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    room.opened.connect(presenter.open)
    room.closed.connect(presenter.close)
    room.choices.chosen.connect(presenter.choose)
    room.numbers.edited.connect(presenter.edit)
    room.run_asked.connect(presenter.run)
    room.stop_asked.connect(presenter.stop)
    room.adaptive_chosen.connect(presenter.choose_adaptive)
    room.slow_chosen.connect(presenter.choose_pace)
    room.depth_chosen.connect(presenter.choose_depth)
    room.tree.canvas.opened.connect(presenter.open_line)
    room.notice.pressed.connect(presenter.press_notice)
