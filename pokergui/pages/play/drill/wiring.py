"""Wiring of the drills view: its intents reach its presenter, its scenes reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import reviews_path, strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.play.drill.presenters import DrillPresenter, ReadingPresenter
    from pokergui.pages.play.drill.views import DrillRoom, VerdictStrip
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
    bar = room.bar
    presenter.scene.connect(room.set_scene)
    presenter.frames.connect(room.table.play)
    presenter.notice.connect(room.notice.set_notice)
    room.shown.connect(presenter.open)
    room.controls.changed.connect(presenter.choose)
    room.notice.pressed.connect(presenter.press)
    bar.action_requested.connect(presenter.act)
    bar.sized.connect(presenter.sizes.change)
    _connect_verdict(presenter, room.verdict)


def connect_reading(presenter: ReadingPresenter, drills: DrillPresenter, room: DrillRoom) -> None:
    view = room.reading
    drills.ranges_wanted.connect(presenter.begin)
    drills.unit_changed.connect(presenter.show_in)
    presenter.study_requested.connect(drills.study_requested)
    presenter.solution_requested.connect(drills.solution_requested)
    presenter.scene.connect(view.set_scene)
    presenter.frames.connect(view.table.play)
    presenter.copied.connect(view.set_copied)
    view.paint.painted.connect(presenter.paint)
    view.paint.weighed.connect(presenter.weigh)
    view.paint.copy_pressed.connect(presenter.copy)
    view.pasted.connect(presenter.paste)
    view.every.clicked.connect(lambda: presenter.fill(1.0))
    view.none.clicked.connect(lambda: presenter.fill(0.0))
    view.commit.clicked.connect(presenter.commit)
    _connect_verdict(presenter, view.verdict)


def _connect_verdict(presenter: DrillPresenter | ReadingPresenter, strip: VerdictStrip) -> None:
    strip.study.clicked.connect(presenter.study)
    strip.again.clicked.connect(presenter.again)
    strip.next.clicked.connect(presenter.go_on)
