"""Which intents of the room of spots reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import spots_dir

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter
    from pokergui.pages.study.views.page import StudyPage


def start_spots(
    runner: Runner, page: StudyPage, busy: Callable[[Path], bool], parent: QObject
) -> SpotsPresenter:
    """Bring the room of spots to life."""
    # After the first paint, with numpy.
    from pokergui.pages.study.solving.presenters.form import SpotsPresenter

    presenter = SpotsPresenter(runner, spots_dir(), busy, parent)
    connect_spots(presenter, page)
    presenter.start()
    return presenter


def connect_spots(presenter: SpotsPresenter, page: StudyPage) -> None:
    """Join the two; neither knows the other."""
    room = page.room
    presenter.scene.connect(room.set_scene)
    presenter.notice.connect(room.set_notice)
    presenter.left.connect(page.close_room)
    presenter.filled.connect(page.show_filled_room)
    room.edited.connect(presenter.edit)
    room.card_chosen.connect(presenter.toggle_card)
    room.painted.connect(presenter.paint_cell)
    room.weighed.connect(presenter.weigh_cell)
    room.pasted.connect(presenter.paste)
    room.half_chosen.connect(presenter.choose_half)
    room.apart_chosen.connect(presenter.choose_apart)
    room.example_chosen.connect(presenter.choose_example)
    room.solve_asked.connect(presenter.solve)
    room.opened.connect(presenter.open_row)
    room.removed.connect(presenter.remove_row)
    room.notice_pressed.connect(presenter.press_notice)
