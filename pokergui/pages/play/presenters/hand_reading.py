"""Hand reading: a model's beliefs about the user, and the sheet that shows and changes models."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from ai.opponent.agent import NAME
from ai.opponent.record import ModelState, write_state
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl, ProgressListener
from engine.player import SeatRecord, SeatView
from engine.table import moved
from pokergui.background.jobs import Failed, Job, Runner, Work, stopped_by
from pokergui.formatting.choices import engine_title
from pokergui.formatting.notices import DISMISS, at_work, go_on, sentence
from pokergui.formatting.words import hands_text, phrase
from pokergui.language import tr_play as tr
from pokergui.pages.play.scenes import learned
from pokergui.pages.play.viewmodel import HandReadingScene
from pokergui.pages.play.work.hand_reading import (
    BeliefAtSpot,
    MostRevealing,
    UserModel,
    family_of,
    new_user_model,
    read,
)
from pokergui.store import PERSONS_MODEL, OpponentStore
from pokergui.store.fitting import FittedModels, Grown, family_game, fit_files, fit_state, is_state
from pokergui.viewmodel import Notice

T = TypeVar("T")


class Chain:
    """A FIFO queue of background jobs; none is superseded."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._waiting: deque[Callable[[], Job]] = deque()
        self._running: Job | None = None

    def add(
        self,
        work: Work[T],
        done: Callable[[T], None],
        failed: Failed,
        progress: ProgressListener | None = None,
    ) -> None:
        """Run ``work`` when all before it has ended; callbacks as those of ``Runner``."""

        def ended(callback: Callable[[Any], None], value: Any) -> None:
            self._running = None
            try:
                callback(value)
            finally:
                self._next()

        def begin() -> Job:
            return self._runner.start(
                work,
                lambda value: ended(done, value),
                failed=lambda error: ended(failed, error),
                progress=progress,
            )

        self._waiting.append(begin)
        self._next()

    def _next(self) -> None:
        if self._running is None and self._waiting:
            self._running = self._waiting.popleft()()


CHANNEL = "belief"

_MOST_KEPT = 4
"""Maximum number of games whose models stay in memory."""

log = logging.getLogger(__name__)


class BeliefPresenter(QObject):
    """The presenter that keeps the model of the user and shows what it believes.

    Signals:
        replaced: the model at the table was replaced.

    Attributes:
        chain: all changes of saved models, in order.
    """

    scene = Signal(object)
    learned = Signal()
    replaced = Signal()

    def __init__(
        self, runner: Runner, writer: OpponentStore, strategies: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._models = writer
        self._strategies = strategies
        self.chain = Chain(runner)
        self._on = False
        self._game: Game | None = None
        self._opponent = ""
        self._persons: dict[Game, UserModel] = {}
        self._problem = ""
        self._view: SeatView | None = None
        self._number = 0
        self._counts, self._held = True, False
        self._seen: deque[tuple[SeatRecord, int]] = deque()
        self._read: BeliefAtSpot | None = None
        self._asking = False
        self._most: MostRevealing | None = None

    @property
    def family(self) -> str:
        """The games that count together with the one at the table; empty if there is none."""
        return family_of(self._game) if self._game and self._game.is_heads_up else ""

    # Events at the table

    def set_table(self, game: Game, opponent: str) -> None:
        """Begin at another table: its game, and the title of the engine in the other seat."""
        self._opponent, self._most = opponent, None
        if game != self._game:
            self._game = game
            self.load()
        self.clear()

    def load(self) -> None:
        """Build the model for the game at the table from its saved state, after pending saves."""
        game = self._game
        self._problem = ""
        if game is None or not game.is_heads_up:
            return
        self._persons.pop(game, None)

        def done(person: UserModel) -> None:
            self._persons[game] = person
            while len(self._persons) > _MOST_KEPT:
                del self._persons[next(iter(self._persons))]
            if game == self._game:
                self._problem = ""
                self.replaced.emit()
                self._ask()

        def failed(error: Exception) -> None:
            log.error("what is known of the person cannot be used", exc_info=error)
            if game == self._game:
                self._problem = sentence(error)
                self._show()

        self.chain.add(partial(self._saved, game), done, failed)

    def _saved(self, game: Game, control: JobControl) -> UserModel:
        state = self._models.load(PERSONS_MODEL, family_of(game))
        return new_user_model(game, self._strategies, state, control)

    def clear(self) -> None:
        self._drop()
        self._view = None
        self._held = False
        self._show()

    def _drop(self) -> None:
        self._runner.cancel(CHANNEL)
        self._read, self._asking = None, False
        self._learn()

    def look(self, view: SeatView, number: int, *, counts: bool, hold: bool = False) -> None:
        """Note an event in a hand.

        Args:
            counts: False for a training hand.
            hold: True to hide it until ``release``.
        """
        self._view, self._number, self._counts = view, number, counts
        self._held = hold
        self._ask()

    def release(self) -> None:
        self._held = False
        self._show()

    def observe(self, record: SeatRecord, seat: int) -> None:
        """Learn from a finished hand that counts, and save the model.

        The belief at its end is read first.
        """
        self._seen.append((record, seat))
        if not self._asking:
            self._learn()

    def _learn(self) -> None:
        while self._seen:
            self._learn_from(*self._seen.popleft())

    def _learn_from(self, record: SeatRecord, seat: int) -> None:
        game = moved(record.spot.game, -seat)  # as the user sits down to it

        def work(control: JobControl) -> None:
            # After a reset the model is built anew; a damaged one raises.
            person = self._persons.get(game) or self._saved(game, control)
            state = person.learn(record, seat)
            self._models.save(PERSONS_MODEL, person.family, person.hands, state).result()

        def done(nothing: None) -> None:
            self.learned.emit()
            self._show()

        words = "a hand is not learned from"
        self.chain.add(work, done, lambda error: log.error(words, exc_info=error))

    def recall(self, game: Game) -> Callable[[], ModelState | None]:
        """Return a function that loads the model of the user in a game, for a worker.

        It raises a ``StoreError`` if what was kept is damaged; the panel reports that, too.
        """

        def known() -> ModelState | None:
            person = self._persons.get(game)
            if person is not None:
                return person.state()
            return self._models.load(PERSONS_MODEL, family_of(game))

        return known

    # Requests of the user

    def set_on(self, on: bool) -> None:
        if on == self._on:
            return
        self._on = on
        self._drop()
        self._ask()

    def _ask(self) -> None:
        """Ask for the current belief; the last picture stays until the answer is there."""
        view, person = self._view, self._person
        if not self._on:
            return
        if view is None or person is None:
            self._show()
            return
        number = self._number if self._counts else 0
        self._asking = True

        def work(control: JobControl) -> BeliefAtSpot:
            return read(person.believe(view.spot, view.seat), view.spot, view.hole)

        def done(belief: BeliefAtSpot) -> None:
            self._asking, self._read = False, belief
            self._learn()
            if number and belief.most is not None:
                most = MostRevealing(*belief.most, number)
                so_far = self._most
                # Of the same hand: its figures may have been rounded again.
                if so_far is None or so_far.hand == number or most.bits > so_far.bits:
                    self._most = most
            self._show()

        self._runner.start(work, done, failed=self._failed, channel=CHANNEL)
        self._show()

    def _failed(self, error: Exception) -> None:
        log.error("no belief about the person", exc_info=error)
        self._drop()
        self._problem = sentence(error)
        self._show()

    @property
    def _person(self) -> UserModel | None:
        return self._persons.get(self._game) if self._game is not None else None

    def _show(self) -> None:
        if not self._on or self._game is None or self._held:
            return
        game, view, person = self._game, self._view, self._person
        model = engine_title(NAME, game=game)
        if person is not None:
            hands = hands_text(person.hands)
            model = tr("{engine}, {hands}").format(engine=model, hands=hands)
        note = ""
        if self._problem:
            note = tr("No belief: {reason}. The model can be reset below.").format(
                reason=phrase(self._problem)
            )
        elif not game.is_heads_up:
            note = tr("Hand reading works heads-up only.")
        elif view is None and person is not None:
            note = tr("The next hand will be read here.")
        scene = self._read.scene if self._read is not None else HandReadingScene()
        self.scene.emit(
            replace(
                scene,
                title=tr("What {name} believes about you").format(name=self._opponent),
                title_short=tr("What they believe about you"),
                model=tr("model: {model}").format(model=model),
                most=self._most.words if self._most is not None else "",
                note=scene.note or note,
                thinking=self._asking or (person is None and not note),
            )
        )


_SHEET = "learned"


class ModelPresenter(QObject):
    """Shows and changes saved opponent models, one change after another."""

    scene = Signal(object)
    opened = Signal(bool)

    def __init__(
        self,
        runner: Runner,
        writer: OpponentStore,
        belief: BeliefPresenter,
        strategies: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._models = writer
        self._mind = belief
        self._strategies = strategies
        self._open = False
        self._key: learned.Key = (PERSONS_MODEL, "")
        self._found: learned.ModelSummary | None = None
        self._notice: Notice | None = None
        self._busy = False
        self._stop: JobControl | None = None
        self._forgotten: tuple[learned.Key, int, ModelState] | None = None
        belief.learned.connect(self._learned)

    # Viewing

    def open(self) -> None:
        if self._mind.family:
            self._open, self._found = True, None
            self._key = (PERSONS_MODEL, self._mind.family)
            self.opened.emit(True)
            self._read()

    def close(self) -> None:
        """Show the table again; work continues."""
        if not self._open:
            return
        self._open = False
        self._runner.cancel(_SHEET)
        if not self._busy:
            self._notice = self._forgotten = None
        self.opened.emit(False)

    def choose(self, key: str) -> None:
        self._key = learned.key_of(key)
        self._read()

    def _learned(self) -> None:
        """Note a hand learned from; an earlier reset becomes final."""
        if self._forgotten is not None:
            self._forgotten = self._notice = None
        if self._open:
            self._read()

    def _read(self) -> None:
        writer, key = self._models, self._key

        def work(control: JobControl) -> learned.ModelSummary:
            return learned.find_summary(writer, key)

        def done(found: learned.ModelSummary) -> None:
            self._found = found
            self._show()

        self._runner.start(work, done, failed=self._failed, channel=_SHEET)
        self._show()

    def _show(self) -> None:
        if self._open:
            self.scene.emit(learned.learned_scene(self._found, self._key, self._notice, self._busy))

    def _failed(self, error: Exception) -> None:
        log.error("what was learned: %s", error, exc_info=error)
        self._busy, self._stop = False, None
        title = tr("This did not work")
        text = tr("{reason}. The model has not changed.").format(reason=sentence(error))
        details = "" if isinstance(error, PokerError) else repr(error)
        self._notice = Notice("error", title, text, (go_on(),), details)
        self._show()

    # Changing

    def _change(
        self, title: str, work: Callable[[JobControl], T], done: Callable[[T], Notice | None]
    ) -> None:
        """Change the saved models, after all earlier requests."""
        if self._busy:
            return
        self._busy = True
        self._running(title, 0.0)

        def finished(result: T) -> None:
            self._busy, self._stop = False, None
            self._notice = done(result)
            self._mind.load()
            self._read()

        def progress(fraction: float, text: str) -> None:
            self._running(title, fraction)

        self._mind.chain.add(work, finished, self._failed, progress)

    def _running(self, title: str, fraction: float) -> None:
        self._notice = at_work(title, fraction, stop=learned.STOP if self._stop is not None else "")
        self._show()

    def reset(self) -> None:
        key, writer = self._key, self._models

        def work(control: JobControl) -> tuple[int, ModelState] | None:
            known = whole(writer, key)
            writer.reset(*key).result()
            return known

        def done(known: tuple[int, ModelState] | None) -> Notice:
            self._forgotten = (key, *known) if known is not None else None
            return learned.forgotten_notice(key, known[0] if known is not None else 0)

        self._change(tr("Resetting"), work, done)

    def _undo(self) -> None:
        if self._forgotten is None:
            return
        (key, hands, state), self._forgotten = self._forgotten, None
        writer = self._models

        def work(control: JobControl) -> None:
            writer.save(*key, hands, state).result()

        def done(nothing: None) -> None:
            self._key = key

        self._change(tr("Restoring"), work, done)

    def export(self, path: str) -> None:
        key, writer, file = self._key, self._models, Path(path)

        def work(control: JobControl) -> Path:
            state = writer.load(*key)
            if state is None:
                raise EngineError("there is no model of this opponent")
            write_state(file, state)
            return file

        self._change(tr("Saving"), work, learned.exported_notice)

    def fit(self, paths: list[str]) -> None:
        """Fit a model of each player in recorded hands, or import an exported model."""
        files, writer, name = [Path(path) for path in paths], self._models, self._key[0]
        if self._busy or not files:
            return
        stop = self._stop = JobControl()
        strategies = self._strategies

        def work(control: JobControl) -> FittedModels:
            if len(files) == 1 and is_state(files[0]):
                model = fit_state(writer, files[0], name)
                return FittedModels(grown={(name, model.situations.key): Grown(model, model.hands)})
            return fit_files(
                writer, files, strategies=strategies, control=stopped_by(stop, control)
            )

        def done(fitted: FittedModels) -> Notice:
            grown = [key for key, one in fitted.grown.items() if one.hands]
            if grown and self._key not in grown:
                self._key = grown[0]
            return learned.fitted_notice(fitted)

        self._change(tr("Learning from hands"), work, done)

    def press_notice(self, key: str) -> None:
        if key == learned.STOP and self._stop is not None:
            self._stop.cancel()
        elif key == learned.UNDO:
            self._undo()
        elif key == DISMISS:
            self._notice = self._forgotten = None
            self._show()


def whole(writer: OpponentStore, key: learned.Key) -> tuple[int, ModelState] | None:
    """Return hands and state of the saved model; None if there is nothing usable."""
    game = family_game(key[1])
    try:
        state = writer.load(*key)
        if game is None or state is None:
            return None
        return learned.model_of(game, state).hands, state
    except PokerError:
        return None
