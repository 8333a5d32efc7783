"""Wiring of the drills view: its intents reach its presenter, its scenes reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import reviews_path, strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.play.drill.presenters import DrillPresenter, ReadingPresenter
    from pokergui.pages.play.drill.views import DrillRoom
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_drills(
    runner: Runner, store: Store, settings: Settings, room: DrillRoom, parent: QObject
) -> DrillPresenter:
    # After the first paint, with numba.
    from pokergui.formatting.choices import PlayChoice
    from pokergui.pages.play.drill import presenters  # as above

    depth = settings.depths.get(settings.game, PlayChoice.depth)
    choice = PlayChoice(settings.game, depth)
    home = strategies_dir()
    presenter = presenters.DrillPresenter(runner, store, reviews_path(), home, choice, parent)
    connect_drills(presenter, room)
    reading = presenters.ReadingPresenter(runner, home, presenter)
    connect_reading(reading, presenter, room)
    return presenter


def connect_drills(presenter: DrillPresenter, room: DrillRoom) -> None:
    presenter.choices.connect(room.set_choices)
    presenter.notice.connect(room.notice.set_notice)
    room.shown.connect(presenter.open)
    room.controls.changed.connect(presenter.choose)
    room.notice.pressed.connect(presenter.press)
    room.bar.action_requested.connect(presenter.act)
    room.bar.sized.connect(presenter.sizes.change)
    _connect_series(presenter, room)


def connect_reading(presenter: ReadingPresenter, drills: DrillPresenter, room: DrillRoom) -> None:
    drills.ranges_wanted.connect(presenter.begin)
    drills.unit_changed.connect(presenter.show_in)
    presenter.study_requested.connect(drills.study_requested)
    presenter.solution_requested.connect(drills.solution_requested)
    presenter.copied.connect(room.set_copied)
    room.paint.painted.connect(presenter.paint)
    room.paint.weighed.connect(presenter.weigh)
    room.paint.copy_pressed.connect(presenter.copy)
    room.pasted.connect(presenter.paste)
    room.every.clicked.connect(lambda: presenter.fill(1.0))
    room.none.clicked.connect(lambda: presenter.fill(0.0))
    room.commit.clicked.connect(presenter.commit)
    _connect_series(presenter, room)


def _connect_series(presenter: DrillPresenter | ReadingPresenter, room: DrillRoom) -> None:
    """Connect what both kinds of series have; the one that is not asked does nothing."""
    presenter.scene.connect(room.set_scene)
    presenter.frames.connect(room.table.play)
    room.verdict.study.clicked.connect(presenter.study)
    room.verdict.again.clicked.connect(presenter.again)
    room.verdict.next.clicked.connect(presenter.go_on)
