"""Which of the History page's intents reach which slot of its presenters, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import database_path

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.history.presenters.files import HistoryFiles
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.presenters.replay import ReplayPresenter
    from pokergui.pages.history.presenters.who import HistoryWho
    from pokergui.pages.history.views.page import HistoryPage
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_history(
    runner: Runner, store: Store, settings: Settings, page: HistoryPage, parent: QObject
) -> tuple[HistoryPresenter, ReplayPresenter]:
    """Bring the page to life."""
    from pokergui.formatting.words import hand_files  # as above
    from pokergui.pages.history.presenters.files import HistoryFiles  # as above

    # After the first paint, with numba.
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.presenters.replay import ReplayPresenter  # as above
    from pokergui.pages.history.presenters.who import HistoryWho  # as above

    history = HistoryPresenter(runner, database_path(), parent)
    replay = ReplayPresenter(parent)
    files = HistoryFiles(runner, store, database_path(), history.filter, parent)
    who = HistoryWho(runner, store, database_path(), parent)
    connect_history(history, replay, files, page)
    page.set_file_kinds(hand_files())
    connect_who(history, files, who, page)
    history.count_sources(settings.counted)
    history.start()
    replay.start()
    history.show_page(page.isVisible())
    return history, replay


def connect_history(
    history: HistoryPresenter, replay: ReplayPresenter, files: HistoryFiles, page: HistoryPage
) -> None:
    """Join list, replayer and files with the page; neither side knows the other."""
    history.rows.connect(page.change_rows)
    history.selected.connect(page.select_hand)
    history.header.connect(page.set_header)
    history.filters.connect(page.set_filters)
    history.statistics.connect(page.set_statistics)
    history.empty.connect(page.set_empty)
    history.notice.connect(page.set_notice)
    history.opened.connect(replay.open)
    page.shown.connect(history.show_page)
    page.narrowed.connect(history.narrow)
    page.hand_chosen.connect(history.select)
    page.more_wanted.connect(history.fetch_more)
    page.notice_pressed.connect(history.press)
    page.source_toggled.connect(history.toggle_source)
    _connect_files(history, files, page)
    _connect_replay(replay, page)


def connect_who(
    history: HistoryPresenter, files: HistoryFiles, who: HistoryWho, page: HistoryPage
) -> None:
    """Join the question who the person is with the page; the list follows its answer."""
    who.scene.connect(page.set_who)
    who.notice.connect(page.set_notice)
    who.changed.connect(history.reread)
    page.who_answered.connect(who.answer)
    page.who_pressed.connect(who.ask_again)
    page.shown.connect(who.look)
    files.changed.connect(who.look)


def _connect_files(history: HistoryPresenter, files: HistoryFiles, page: HistoryPage) -> None:
    files.notice.connect(page.set_notice)
    files.changed.connect(history.hands_changed)
    page.import_chosen.connect(files.import_files)
    page.export_chosen.connect(files.export_hands)
    page.backup_chosen.connect(files.back_up)
    page.verify_pressed.connect(files.verify)
    page.notice_pressed.connect(files.press)


def _connect_replay(replay: ReplayPresenter, page: HistoryPage) -> None:
    view = page.replayer
    replay.frames.connect(page.play_table)
    replay.scene.connect(page.set_replay)
    replay.line.connect(page.set_line)
    replay.decisions.connect(page.set_decisions)
    page.shown.connect(replay.stop)
    view.first_pressed.connect(replay.first)
    view.back_pressed.connect(replay.back)
    view.run_pressed.connect(replay.toggle_play)
    view.forward_pressed.connect(replay.forward)
    view.last_pressed.connect(replay.last)
    view.dot_chosen.connect(replay.go)
    view.crumb_chosen.connect(replay.go_crumb)
    view.decision_chosen.connect(replay.go_decision)
    view.cards_pressed.connect(replay.toggle_cards)
    view.play_pressed.connect(replay.play_here)
    view.study_pressed.connect(replay.study)
    view.solve_pressed.connect(replay.solve)
    view.decision_studied.connect(replay.study_decision)
    view.settled.connect(replay.table_settled)
