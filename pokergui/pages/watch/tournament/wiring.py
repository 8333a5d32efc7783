"""Wiring of the tournaments view: its intents reach its presenter, its scenes reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.watch.tournament.presenters import TournamentPresenter
    from pokergui.pages.watch.tournament.views.room import TournamentRoom
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_tournaments(
    runner: Runner, store: Store, settings: Settings, room: TournamentRoom, parent: QObject
) -> TournamentPresenter:
    # After the first paint, with numba.
    from pokergui.formatting.words import hand_files
    from pokergui.pages.watch.tournament.presenters import TournamentPresenter  # as above

    presenter = TournamentPresenter(runner, store, strategies_dir(), settings.tournament, parent)
    connect_tournaments(presenter, room)
    room.set_file_kinds(hand_files())
    presenter.open(room.isVisible())
    return presenter


def connect_tournaments(presenter: TournamentPresenter, room: TournamentRoom) -> None:
    """Connect the two, which do not depend on each other."""
    form, actions = room.form, room.bar.controls
    presenter.scene.connect(room.set_scene)
    presenter.form.connect(room.set_form)
    presenter.pair.connect(room.pair.set_scene)
    presenter.notice.connect(room.notice.set_notice)
    room.shown.connect(presenter.open)
    room.list.moved.connect(presenter.choose)
    room.list.opened.connect(presenter.choose)
    room.cross.chosen.connect(presenter.choose_pair)
    room.cross.opened.connect(presenter.open_match)
    room.pair.open.clicked.connect(presenter.open_match)
    room.new.clicked.connect(presenter.toggle_form)
    room.export_chosen.connect(presenter.export)
    room.notice.pressed.connect(presenter.press_notice)
    form.changed.connect(presenter.change)
    form.begin.clicked.connect(presenter.begin)
    actions.button("main").clicked.connect(presenter.press_main)
    actions.button("finish").clicked.connect(presenter.finish)
    room.bar.engine_chosen.connect(presenter.join)
