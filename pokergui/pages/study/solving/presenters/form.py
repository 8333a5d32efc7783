"""The presenter of the spots view: the form, the cost of solving, and saved spots."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.files.arrays import remove_tensors
from ai.solver.record import SpotFile, list_spots
from ai.solver.run import compile_kernels
from ai.solver.spot import FLOP, THREE_WAY, Spot
from ai.three_way.run import compile_kernels as compile_three_way
from ai.three_way.spot import ThreeWaySpot
from engine import timing
from engine.player import Action
from pokergui.background.form import TypedForm
from pokergui.background.jobs import Runner
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.solving.scenes.form import (
    EXAMPLE_TEXTS,
    CostEstimate,
    SpotDraft,
    SpotSpec,
    cost_estimate,
    examples,
    line_in,
    read_form,
    spot_form,
    unreadable,
)
from pokergui.pages.study.solving.scenes.saved import (
    ShownSpot,
    not_removed,
    rows,
    still_busy,
    still_solving,
)
from pokergui.pages.study.solving.viewmodel import SpotForm, SpotsScene
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.controls import SpotField

_CHANNEL, _LIST = "spot-form", "spot-list"
_CHANGES: dict[str, Callable[..., SpotDraft]] = {
    "card": SpotDraft.with_card,
    "cell": SpotDraft.with_cell,
    "weight": SpotDraft.with_weight,
    "half": SpotDraft.with_half,
    "rivers": SpotDraft.with_rivers,
    "apart": SpotDraft.with_apart,
    "three_way": SpotDraft.with_three_way,
    "more": SpotDraft.with_more,
    "tree": SpotDraft.with_tree,
}

log = logging.getLogger(__name__)


def parse_form(draft: SpotDraft) -> tuple[SpotSpec, SpotForm]:
    """Read a form; the cost of solving is not known yet."""
    read = read_form(draft)
    return read, spot_form(draft, read)


class SpotsPresenter(QObject):
    """Keeps the form of a spot and the list of saved spots.

    Once the form is read, the cost of solving is counted; the old results stay until then.

    Signals:
        solve_asked: the ``Spot``, the line to the decision shown first, the target in percent of
            the pot, and whether numbers are kept in 16 bits, and a flop's rivers in its file.
        filled: the form was filled by another page; the view has to be shown.
    """

    scene = Signal(object)
    notice = Signal(object)
    solve_asked = Signal(object, object, float, bool, bool)
    open_asked = Signal(object)
    close_asked = Signal()
    removed = Signal()
    left = Signal()
    filled = Signal()

    def __init__(
        self,
        runner: Runner,
        folder: Path,
        busy: Callable[[Path], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._folder, self._busy = runner, folder, busy
        self._shown = ShownSpot()
        self._counted = False
        self._prepared: set[tuple[bool, bool]] = set()  # three players, 16 bits
        self._form = SpotForm(())
        self._files: tuple[SpotFile, ...] = ()
        self._typed = TypedForm(
            *(runner, _CHANNEL, SpotDraft(), (SpotSpec(None, None, {}, ()), self._form)),
            lambda draft: partial(parse_form, draft),
            self._understood,
            self,
        )

    def start(self) -> None:
        self._take(self._typed.draft, at_once=True)
        self.refresh()

    def stop(self) -> None:
        self._typed.stop()
        self._runner.cancel(_LIST)

    # Editing

    def edit(self, key: str, text: str) -> None:
        if text != self._typed.draft.texts.get(key, ""):
            self._take(self._typed.draft.with_text(key, text))

    def change(self, what: str, *values: object) -> None:
        self._take(_CHANGES[what](self._typed.draft, *values), at_once=True)

    def paste(self, key: str, text: str) -> None:
        error = unreadable(text)
        if not error:
            self._take(self._typed.draft.with_text(key, text.strip()), at_once=True)
            return
        words = tr("Not pasted. {error}").format(error=error)
        fields = tuple(
            replace(field, error=words) if field.key == key else field
            for field in self._form.fields
        )
        self._form = replace(self._form, fields=fields)
        self._show()

    def choose_example(self, key: str) -> None:
        draft = self._typed.draft
        texts = {**EXAMPLE_TEXTS[key], "target": draft.texts.get("target", "")}
        fresh = SpotDraft(texts, storage=draft.storage, rivers=draft.rivers)
        self._take(replace(fresh, three_way=THREE_WAY in texts), at_once=True)

    def fill(
        self, spot: Spot | ThreeWaySpot, line: tuple[Action, ...], source: str, doubt: str = ""
    ) -> None:
        """Fill the form with a spot from elsewhere.

        Args:
            line: betting from its root to the decision shown first.
        """
        draft = SpotDraft.of_spot(spot, line, source, self._typed.draft)
        self._take(replace(draft, doubt=doubt), at_once=True)
        self.filled.emit()

    def _take(self, draft: SpotDraft, *, at_once: bool = False) -> None:
        # The last results stay a moment longer; the text is shown as it is.
        shown = {field.key: field for field in self._form.fields}
        fields = tuple(
            replace(shown.get(key, SpotField(key, "")), text=draft.texts.get(key, ""))
            for key in draft.keys
        )
        self._form = replace(
            self._form,
            fields=fields,
            half=draft.half,
            rivers=draft.rivers if len(draft.board) == FLOP and not draft.three_way else None,
            three_way=draft.three_way,
            apart=draft.apart,
            more=draft.more,
            more_words=draft.more_words,
            source=draft.source_words,
            doubt=draft.doubt_words,
        )
        self._typed.take(draft, at_once=at_once)

    # Reading

    def _understood(self) -> None:
        self._counted = False
        (read, form), before, draft = self._typed.read, self._form, self._typed.draft
        spot, target = read.spot, read.target
        if spot is None or target is None:
            self._typed.wanted = False
            self._form = form
            self._show()
            return
        # Keep the old figures until counted: most edits change little, and nothing flickers. A
        # warning about missing fields no longer applies once there is a spot.
        self._form = replace(
            form,
            figures=before.figures,
            warning=before.warning if before.figures else tr("Estimating the cost"),
            solvable=before.solvable,
        )
        self._show()
        self._runner.start(
            lambda _: cost_estimate(spot, target, half=draft.half, rivers=draft.rivers),
            self._sized,
            channel=_CHANNEL,
        )

    def _sized(self, cost: CostEstimate) -> None:
        if not self._typed.current:
            return
        self._counted = True
        self._form = replace(
            self._form, figures=cost.figures, warning=cost.warning, solvable=cost.fits
        )
        self._show()
        if cost.fits:
            self._prepare(self._typed.draft)
        if self._typed.wanted:
            self.solve()

    def _prepare(self, draft: SpotDraft) -> None:
        """Preload or compile kernels before the user starts solving."""
        kind = draft.three_way, draft.half
        if kind in self._prepared:
            return
        self._prepared.add(kind)
        compiles = compile_three_way if draft.three_way else partial(compile_kernels, draft.half)
        done = partial(log.debug, "kernels of spots are ready: %s")
        self._runner.start(lambda _: compiles(), done)

    def _show(self) -> None:
        saved = rows(self._files, self._shown, timing.now().astimezone())
        self.scene.emit(SpotsScene(self._form, saved, examples()))

    def solve(self) -> None:
        typed = self._typed
        if not typed.current:
            typed.want()
            return
        (read, _), draft = typed.read, typed.draft
        if read.spot is None or read.target is None:
            return
        typed.wanted = not self._counted
        if self._counted and self._form.solvable:
            line = line_in(read.spot, draft.line)
            self.left.emit()
            self.solve_asked.emit(read.spot, line, read.target, draft.half, draft.rivers)

    # Saved spots

    def refresh(self) -> None:
        folder = self._folder
        self._runner.start(lambda _: list_spots(folder), self._listed, channel=_LIST)

    def follow(self, path: Path | None, running: bool) -> None:
        shown = ShownSpot(path, running)
        if shown != self._shown:
            self._shown = shown
            self._show()

    def _listed(self, files: tuple[SpotFile, ...]) -> None:
        self._files = files
        self._show()

    def open_row(self, key: str) -> None:
        self.notice.emit(None)
        self.left.emit()
        self.open_asked.emit(Path(key))

    def remove_row(self, key: str) -> None:
        path = Path(key)
        self.notice.emit(None)
        shown = path == self._shown.path
        running = shown and self._shown.running
        if running or self._busy(path):  # a later write would recreate it
            self.notice.emit(still_solving() if running else still_busy())
            return
        if shown:
            self.close_asked.emit()

        def done(nothing: None) -> None:
            self.refresh()
            self.removed.emit()

        def failed(error: Exception) -> None:
            log.warning("a saved spot is not removed", exc_info=error)
            self.notice.emit(not_removed(error))
            self.refresh()

        self._runner.start(lambda _: remove_tensors(path), done, failed=failed)


_PATIENCE = 3.0
"""Minimum pause between reads of a strategy being refined, in multiples of the reading time."""


class SpotAsker(QObject):
    """Reads the spot that Study shows; until it has a strategy, the old picture stays."""

    begun = Signal()

    def __init__(
        self,
        walk: StudyNavigator,
        subject: Callable[[], Subject | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._subject = walk, subject
        self._waiting: bool | None = None  # for a strategy; None while no spot is shown
        self._read_begun = self._read_next = 0.0
        walk.reader.complete.connect(self._complete)

    def ask(self) -> None:
        subject = self._subject()
        first, self._waiting = self._waiting, subject is None
        if subject is None:
            self._walk.reader.wait()
        else:  # the very first strategy is shown before its EVs
            self._walk.reader.read(subject, inf, bare=bool(first))

    def end(self) -> None:
        self._waiting = None

    def keep_up(self) -> None:
        """Read an improved solution while solving is in progress, which reading slows down."""
        now = timing.seconds()
        if self._waiting or not (self._walk.reader.asking or now < self._read_next):
            self._read_begun = now
            self.refine()

    def _complete(self) -> None:
        now = timing.seconds()
        self._read_next = now + _PATIENCE * (now - self._read_begun)

    def refine(self) -> None:
        subject = self._subject()
        if subject is None:
            self.show()
        elif self._waiting:
            self.begun.emit()
            self.ask()
        else:
            self._walk.reader.refresh(subject)

    def show(self) -> None:
        if self._waiting is False:
            self._walk.changed.emit()
