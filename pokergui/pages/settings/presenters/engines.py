"""Engines of the settings: the list, the selected one, and settings of the user's own engines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.external.added import NameTakenError, keep_added, remove_added
from ai.external.agent import MOST_SECONDS
from ai.external.log import log_path
from ai.external.program import ADDED, LEAST_SECONDS, Added, absolute
from ai.external.report import Report
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.typed_numbers import plain_number
from pokergui.background.jobs import Runner
from pokergui.language import tr_settings as tr
from pokergui.localtime import local_now
from pokergui.pages.settings import scenes as scenes
from pokergui.pages.settings.viewmodel import ReportScene
from pokergui.pages.settings.work import (
    KnownEngines,
    OwnEngine,
    duplicate,
    look,
    run_and_keep,
    start_new,
)
from pokergui.viewmodel import Notice

_CHANNEL = "engine-test"


class EngineTest(QObject):
    """The presenter that tests one engine at a time; ``name`` is empty while it tests none.

    Signals:
        moved: the test has made progress.
        ended: its report is kept.
        failed: it is over, but its report could not be kept; carries the error.
    """

    moved = Signal()
    ended = Signal()
    failed = Signal(object)

    def __init__(self, runner: Runner, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, home
        self.name = ""
        self.scene = ReportScene()

    def start(self, entry: Added, game: str) -> None:
        """Begin a test in a game of a name, if no other runs."""
        if self.name:
            return
        home = self._home
        self.name, self.scene = entry.name, scenes.running_scene(0.0, "")
        self._runner.start(
            lambda control: run_and_keep(home, entry, game, control),
            self._done,
            failed=self._failed,
            progress=self._progress,
            channel=_CHANNEL,
        )

    def stop(self) -> None:
        self._runner.cancel(_CHANNEL)
        self.name = ""

    def _progress(self, fraction: float, words: str) -> None:
        self.scene = scenes.running_scene(fraction, words)
        self.moved.emit()

    def _done(self, report: Report) -> None:
        self.name = ""
        self.ended.emit()

    def _failed(self, error: Exception) -> None:
        self.name = ""
        self.failed.emit(error)


class EnginesPresenter(QObject):
    """The presenter of all engines; the user can add, change, test and remove its own.

    Signals:
        list: an ``EngineListScene``.
        engine: an ``EngineScene``.
        report: a ``ReportScene``.
        notice: a ``Notice`` or None.
        changed: an engine was added, changed or removed.

    Args:
        game: returns the game of the figures; called on a worker.
    """

    list = Signal(object)
    engine = Signal(object)
    report = Signal(object)
    notice = Signal(object)
    changed = Signal()

    def __init__(
        self, runner: Runner, home: Path, game: Callable[[], Game], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._home, self._game = runner, home, game
        self._found: KnownEngines | None = None
        self._front = ""
        self._draft: Added | None = None
        self._typed: dict[str, str] = {}
        self._errors: dict[str, str] = {}
        self._busy = ""
        self._asked: Notice | None = None
        self._game_chosen = ""
        self.test = EngineTest(runner, home, self)
        self.test.moved.connect(self._show_report)
        self.test.ended.connect(self._changed)
        self.test.failed.connect(self._not_tested)

    @property
    def _own(self) -> OwnEngine | None:
        one = None if self._found is None else self._found.find(self._front)
        return one if isinstance(one, OwnEngine) else None

    # Display

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        if shown:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        home, game = self._home, self._game
        self._runner.start(lambda control: look(home, game()), self._looked, channel="engines")

    def _looked(self, listed: KnownEngines) -> None:
        first = self._found is None
        self._found = listed
        if listed.find(self._front) is None and self._draft is None:
            self._front = listed.own[0].key if listed.own and (first or self._front) else ""
        self._show()

    def _show(self) -> None:
        listed = self._found
        if listed is None:
            return
        testing = self.test.name
        self.list.emit(scenes.list_scene(listed, self._front, testing, local_now()))
        one = listed.find(self._front)
        if self._draft is not None:
            scene = scenes.draft_scene(self._draft, self._typed, self._errors, self._busy)
        elif isinstance(one, OwnEngine):
            log = log_path(self._home, one.key)
            scene = scenes.own_scene(
                one,
                self._typed,
                self._errors,
                busy=self._busy,
                testing=testing,
                log=str(log) if log is not None and log.exists() else "",
            )
        elif one is not None:
            scene = scenes.listed_scene(one)
        else:
            scene = scenes.intro_scene(listed)
        self.engine.emit(scene)
        self._show_report()
        trouble = scenes.not_understood(str(listed.trouble)) if listed.trouble else None
        self.notice.emit(self._asked or trouble)

    def _show_report(self) -> None:
        own = self._own
        if own is None:
            return
        if own.entry.name == self.test.name:
            self.report.emit(self.test.scene)
        else:
            self.report.emit(
                scenes.report_scene(own.entry, local_now(), self._test_game(own.entry))
            )

    @Slot(str)
    def choose(self, key: str) -> None:
        self._draft = None
        self._go_to(key)

    def _go_to(self, key: str) -> None:
        self._front = key
        self._forget()
        self._show()

    def _forget(self) -> None:
        self._typed, self._errors, self._busy, self._asked = {}, {}, "", None
        self._game_chosen = ""
        self._runner.cancel("engine-start")

    # Changes

    @Slot(str, str)
    def commit(self, key: str, text: str) -> None:
        """Take a typed name, command or time."""
        entry = self._draft or (self._own.entry if self._own is not None else None)
        if entry is None or self._busy:
            return
        text = text.strip()
        self._typed.pop(key, None)
        self._errors.pop(key, None)
        try:
            changed = _changed(entry, key, text)
            if self._draft is None:
                self._check(entry, changed)
        except EngineError as error:
            self._refuse(key, text, str(error))
            return
        if self._draft is not None:
            self._draft = changed
            self._show()
        elif changed.command != entry.command:
            self._begin(changed, entry.name)
        else:
            self._change(entry, changed)

    def _check(self, entry: Added, changed: Added) -> None:
        """Reject a change that cannot be saved.

        Raises:
            EngineError: with the reason.
        """
        changed.check()
        own = self._found.own if self._found is not None else ()
        if changed.name != entry.name and any(one.entry.name == changed.name for one in own):
            raise EngineError(tr("another engine of yours has this name"))

    def _change(self, entry: Added, changed: Added) -> None:
        """Keep a changed engine; it is shown at once."""
        if changed == entry or self._found is None:
            self._show()
            return
        if changed.stamp != entry.stamp:
            changed = replace(changed, report=None)  # that was of another one
        home, name = self._home, entry.name
        self._found = self._found.with_own(name, changed)
        self._front = f"{ADDED}{changed.name}"
        self._show()
        title = tr("The change to {name} cannot be saved").format(name=name)
        self._runner.start(
            lambda control: keep_added(home, changed, name),
            lambda done: self._changed(),
            failed=lambda error: self._not_kept(scenes.not_done(title, error)),
        )

    def _not_kept(self, notice: Notice) -> None:
        self._asked = notice
        self.refresh()

    def _begin(self, entry: Added, instead_of: str) -> None:
        """Start a program to query its name and options, then save it."""
        home, text = self._home, entry.command
        if entry.problem:
            self._refuse("command", text, str(entry.problem))
            return
        self._busy = tr("Starting…")
        self._typed["command"] = text
        self._show()

        def work(control: JobControl) -> Added:
            return start_new(home, entry, instead_of, control)

        def failed(error: Exception) -> None:
            self._busy = ""
            key = "name" if isinstance(error, NameTakenError) else "command"
            self._refuse(key, entry.name if key == "name" else text, str(error))

        self._runner.start(
            work, self._kept, failed=failed, progress=self._starting, channel="engine-start"
        )

    def _starting(self, fraction: float, game: str) -> None:
        self._busy = tr("Asking whether it plays {game}…").format(game=game)
        self._show()

    def _refuse(self, key: str, text: str, reason: str) -> None:
        self._typed[key] = text
        self._errors[key] = scenes.sentence_of(reason.removeprefix(f"{ADDED}engine: "))
        self._show()

    def _kept(self, entry: Added) -> None:
        self._draft = None
        self._front = f"{ADDED}{entry.name}"
        self._forget()
        self._changed()

    def _changed(self) -> None:
        self.changed.emit()
        self.refresh()

    @Slot(str, str)
    def commit_option(self, name: str, value: str) -> None:
        """Take a value for an option of the selected engine."""
        own = self._own
        if own is None or own.entry.told is None:
            return
        key, entry = scenes.option_key(name), own.entry
        option = next(one for one in own.entry.told.hello.options if one.name == name)
        self._typed.pop(key, None)
        self._errors.pop(key, None)
        try:
            checked = option.checked(value)
        except EngineError as error:
            self._refuse(key, value, str(error))
            return
        options = {**dict(entry.options), name: checked}
        if checked == option.default:
            del options[name]
        self._change(entry, replace(entry, options=tuple(sorted(options.items()))))

    @Slot()
    def restore(self) -> None:
        own = self._own
        if own is not None and own.entry.options:
            self._forget()
            self._change(own.entry, replace(own.entry, options=()))

    # Adding and removing

    @Slot()
    def begin_draft(self) -> None:
        """Begin another engine; it is not listed before its first successful start."""
        self._draft = Added("", "")
        self._go_to("")

    @Slot()
    def cancel_draft(self) -> None:
        own = self._found.own if self._found is not None else ()
        self.choose(own[0].key if own else "")

    @Slot()
    def save_draft(self) -> None:
        for key, text in tuple(self._typed.items()):
            self.commit(key, text)  # values rejected before may be valid now
        if self._draft is not None and not self._busy and not self._errors:
            self._begin(self._draft, "")

    @Slot()
    def duplicate(self) -> None:
        own, home = self._own, self._home
        if own is not None:
            entry = own.entry
            title = tr("{name} cannot be duplicated").format(name=entry.name)
            self._runner.start(
                lambda control: duplicate(home, entry),
                self._kept,
                failed=lambda error: self._tell(scenes.not_done(title, error)),
            )

    @Slot()
    def ask_remove(self) -> None:
        if self._own is not None:
            self._tell(scenes.ask_remove(self._own.entry.name))

    @Slot(str)
    def press_notice(self, key: str) -> None:
        own, home = self._own, self._home
        self._asked = None
        if key != scenes.REMOVE or own is None:
            self._show()
            return
        name = own.entry.name
        if name == self.test.name:
            self.test.stop()
        title = tr("{name} cannot be removed").format(name=name)
        self._runner.start(
            lambda control: remove_added(home, name),
            lambda done: self._changed(),
            failed=lambda error: self._tell(scenes.not_done(title, error)),
        )

    def _tell(self, notice: Notice) -> None:
        self._asked = notice
        self._show()

    # Test

    @Slot()
    def begin_test(self) -> None:
        if self._own is not None and not self._own.problem:
            self.test.start(self._own.entry, self._test_game(self._own.entry))
            self._show()

    @Slot(str)
    def choose_test_game(self, game: str) -> None:
        self._game_chosen = game
        self._show_report()

    def _test_game(self, entry: Added) -> str:
        return self._game_chosen or scenes.first_game(entry)

    def _not_tested(self, error: Exception) -> None:
        self._tell(scenes.not_done(tr("The test report cannot be saved"), error))

    @Slot()
    def stop_test(self) -> None:
        self.test.stop()
        self._show()


def _changed(entry: Added, key: str, text: str) -> Added:
    """Return an engine with one of its fields as typed.

    Raises:
        EngineError: if the field is not valid.
    """
    if key == "name":
        return replace(entry, name=text)
    if key == "command":
        return replace(entry, command=absolute(text) if text else "")
    try:
        seconds = float(plain_number(text) or "")
    except ValueError:
        seconds = 0.0
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise EngineError(scenes.seconds_error())
    return replace(entry, seconds=seconds)
