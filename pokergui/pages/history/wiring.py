"""Wiring of the History page: its intents reach its presenters, and their scenes reach it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from pokergui.background.jobs import Runner
from pokergui.formatting.words import hand_files
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.presenters.history import HistoryPresenter, HistoryWho
from pokergui.pages.history.presenters.judging import JudgePresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.presenters.reviewing import ReviewPresenter
from pokergui.pages.history.views.page import HistoryPage
from pokergui.pages.history.views.replayer import Replayer
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.settings import Settings
from pokergui.store import Store


def start_history(
    runner: Runner, store: Store, settings: Settings, page: HistoryPage, parent: QObject
) -> tuple[HistoryPresenter, ReplayPresenter, ReviewPresenter]:
    history = HistoryPresenter(runner, database_path(), parent)
    replay = ReplayPresenter(parent)
    files = HistoryFiles(runner, store, database_path(), history.filter, parent)
    who = HistoryWho(runner, store, database_path(), parent)
    judging = JudgePresenter(runner, database_path(), strategies_dir(), history.wanted, parent)
    homes = reviews_path(), strategies_dir()
    review = ReviewPresenter(runner, database_path(), *homes, history.wanted, parent)
    connect_history(history, replay, files, page)
    page.set_file_kinds(hand_files())
    connect_who(history, files, who, page)
    connect_judging(judging, page)
    connect_review(review, history, page)
    if page.judging.isVisible():
        judging.look()
    history.sums.counted = settings.counted
    history.start()
    replay.show()
    history.show_page(page.isVisible())
    return history, replay, review


def connect_history(
    history: HistoryPresenter, replay: ReplayPresenter, files: HistoryFiles, page: HistoryPage
) -> None:
    """Connect list, replayer and files with the page, which do not depend on each other."""
    history.rows.connect(page.list.change)
    history.selected.connect(page.list.select)
    history.sums.header.connect(page.header.set_scene)
    history.sums.filters.connect(page.filters.set_scene)
    history.sums.statistics.connect(page.statistics.set_scene)
    history.empty.connect(page.set_empty)
    history.notice.connect(page.set_notice)
    history.opened.connect(replay.open)
    page.shown.connect(history.show_page)
    page.narrowed.connect(history.narrow)
    page.list.moved.connect(history.select)
    page.list.more_wanted.connect(history.fetch_more)
    page.statistics.source_toggled.connect(history.sums.toggle_source)
    for panel in (page.notice, page.empty):
        panel.pressed.connect(history.press)
        panel.pressed.connect(files.press)
    files.notice.connect(page.set_notice)
    files.changed.connect(history.hands_changed)
    page.import_chosen.connect(files.import_files)
    page.text_given.connect(files.import_text)
    files.single.connect(history.open_decision)
    page.noted.connect(files.note)
    files.noted.connect(history.show_noted)
    page.copy_asked.connect(files.copy)
    files.copied.connect(page.set_clipboard)
    page.export_chosen.connect(files.export_hands)
    page.backup_chosen.connect(files.back_up)
    page.filters.verify.triggered.connect(files.verify)
    _connect_replay(replay, page.replayer)
    page.shown.connect(replay.stop)


def connect_who(
    history: HistoryPresenter, files: HistoryFiles, who: HistoryWho, page: HistoryPage
) -> None:
    who.scene.connect(page.set_who)
    who.notice.connect(page.set_notice)
    who.changed.connect(history.reread)
    page.who.pressed.connect(who.answer)
    page.filters.ask_who.triggered.connect(who.ask_again)
    page.shown.connect(who.look)
    files.changed.connect(who.look)


def connect_judging(judging: JudgePresenter, page: HistoryPage) -> None:
    room = page.judging
    judging.scene.connect(room.set_scene)
    judging.notice.connect(room.notice.set_notice)
    page.judge_opened.connect(judging.look)
    room.changed.connect(judging.choose)
    room.notice.pressed.connect(judging.press)


def connect_review(review: ReviewPresenter, history: HistoryPresenter, page: HistoryPage) -> None:
    """Connect the reviews view with its presenter; a hand of it is replayed on the page."""
    room = page.review
    review.scene.connect(room.set_scene)
    review.notice.connect(room.notice.set_notice)
    page.review_opened.connect(review.look)
    room.judge.chosen.connect(review.choose_judge)
    room.hands_wanted.connect(review.show_hands)
    room.leak_chosen.connect(review.choose_leak)
    room.mistakes.moved.connect(review.choose)
    room.study.clicked.connect(review.study)
    room.spar.clicked.connect(review.spar)
    room.replay.clicked.connect(review.replay)
    room.notice.pressed.connect(review.press)
    review.hand_requested.connect(history.select)
    review.hand_requested.connect(page.close_room)


def _connect_replay(replay: ReplayPresenter, view: Replayer) -> None:
    replay.frames.connect(view.play_table)
    replay.scene.connect(view.set_scene)
    replay.line.connect(view.line.set_scene)
    replay.decisions.connect(view.decisions.set_decisions)
    for name, button in view.buttons.items():
        button.clicked.connect(partial(replay.press, name))
    view.dots.chosen.connect(replay.go)
    view.line.chosen.connect(replay.go_crumb)
    view.decisions.chosen.connect(replay.go_decision)
    view.decisions.study_pressed.connect(replay.study_decision)
    view.play_button.clicked.connect(replay.play_here)
    view.study_button.clicked.connect(replay.study)
    view.solve_button.clicked.connect(replay.solve)
    view.hand_button.clicked.connect(replay.solve_hand)
    view.table.settled.connect(replay.table_settled)
