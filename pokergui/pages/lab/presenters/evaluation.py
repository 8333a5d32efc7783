"""The Lab page's presenter of estimators: strategies, one hand, and sampled hands."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.lab.evaluation_problem import LAST, Drawn, EvaluationProblem, SampledHands, answer
from engine.errors import PokerError
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.notices import at_work, sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_lab as tr
from pokergui.pages.lab.scenes.evaluation import (
    OWN,
    EvaluationChoice,
    Standing,
    estimators_of,
    evaluation_scene,
)
from pokergui.pages.lab.scenes.evaluation_hand import Hands
from pokergui.viewmodel import Notice, NoticeButton

_ASK, _DRAW = "lab evaluation", "lab evaluation drawn"
_STOP, _AGAIN = "stop", "again"
_LATE_MS, _PACE_MS = 150, 40
"""Delay before a notice of work in progress, and between two updates of hands being drawn."""
_MOST_KEPT = 16


class EvaluationLab(QObject):
    """Evaluates one strategy on hands of another, by every estimator; ``scene`` is the tab."""

    scene = Signal(object)

    def __init__(self, runner: Runner, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, home
        self._choice = EvaluationChoice()
        self._kept: OrderedDict[EvaluationProblem, Hands] = OrderedDict()
        self._hands: Hands | None = None
        self._notice: Notice | None = None
        self._draws: SampledHands | None = None
        self._drawn: Drawn | None = None
        self._drawing = False
        self._shuffled = 0
        self._late = one_shot(self, _LATE_MS, self._tell)
        self._pace = one_shot(self, _PACE_MS, self._draw_on)

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the tab is visible: only then is anything computed."""
        if not shown:
            drawing = self._drawing
            self._pause()
            self._runner.cancel(_ASK)
            self._late.stop()
            if drawing:
                self._tell()
        elif self._hands is None and (self._notice is None or self._notice.kind == "running"):
            self._ask()

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Take a choice of the tab by its name, or draw; another game keeps a listed case."""
        choice = self._choice
        if name == "draw":
            self._draw()
        elif name == "hand":
            self._draw_hand()
        elif name == "game" and value != choice.game:
            self._take(choice.with_case("on" if choice.case == OWN else choice.case, value))
        elif name == "case" and value != OWN:
            self._take(choice.with_case(value))
        elif name == "estimator":
            self._take(replace(choice, estimator=estimators_of(choice)[value]))
        elif name not in ("game", "case"):
            if name == "seed":
                self._begin_draws()
            self._take(replace(choice, **{name: value}))

    @Slot(str, str)
    def choose_hand(self, part: str, key: str) -> None:
        if self._hands is not None:
            keys = list(self._hands.nearest(self._choice.hand))
            keys[int(part)] = key
            self._choice = replace(self._choice, hand=self._hands.nearest(tuple(keys)))
            self._tell()

    def _draw_hand(self) -> None:
        """Show a hand drawn as the behaviour plays it."""
        draws = self._draws_now()
        if self._hands is not None and draws is not None:
            hand = self._hands.keys_of(draws.one(self._shuffled))
            self._shuffled += 1
            self._choice = replace(self._choice, hand=hand)
            self._tell()

    def _draw(self) -> None:
        """Draw hands, or stop; after the last, start again with the next seed."""
        if self._drawing:
            self._pause()
            self._tell()
            return
        seed = self._choice.seed_number
        if self._hands is None or seed is None:
            return
        if self._drawn is not None and self._drawn.hands >= LAST:
            self._choice = replace(self._choice, seed=str(seed + 1))
            self._begin_draws()
        self._drawing = True
        self._draw_on()

    @Slot(str)
    def press(self, key: str) -> None:
        """Respond to a button of the notice: stop, or try again."""
        if key == _AGAIN:
            self._ask()
            return
        self._runner.cancel(_ASK)
        kept = tr("The strategies stay selected; there are no results yet.")
        self._notice = Notice("plain", tr("Stopped"), kept, (NoticeButton(_AGAIN, tr("Continue")),))
        self._tell()

    def _take(self, choice: EvaluationChoice) -> None:
        before, self._choice = self._choice, choice
        if choice.question != before.question:
            self._ask()
        elif choice != before:
            self._tell()

    def _ask(self) -> None:
        """Go through all hands, unless that is done already."""
        question, home = self._choice.question, self._home
        self._begin_draws()
        self._shuffled = 0
        self._runner.cancel(_ASK)
        self._hands = self._kept.get(question)
        if self._hands is not None:
            self._found(self._hands)
            return
        self._working(0.0, "")
        self._late.start()

        self._runner.start(
            lambda control: Hands(answer(question, home, control, build)),
            self._found,
            failed=self._failed,
            progress=self._progress,
            channel=_ASK,
        )

    def _working(self, share: float, words: str) -> None:
        title = tr("Going through all hands of {game}").format(
            game=game_words(self._choice.question.game)
        )
        self._notice = at_work(title, share, words, stop=_STOP)

    def _progress(self, share: float, words: str) -> None:
        self._working(share, words)
        if not self._late.isActive():
            self._tell()

    def _found(self, hands: Hands) -> None:
        self._hands, self._notice = hands, None
        self._kept[hands.answered.question] = hands
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        self._tell()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError | OSError):
            raise error
        what = tr("Choose another strategy, or try again.")
        again = NoticeButton(_AGAIN, tr("Try again"))
        self._notice = Notice("error", sentence(error), what, (again,))
        self._tell()

    def _draws_now(self) -> SampledHands | None:
        """Return the hand sampler of the seed; None if the seed is invalid or hands are unknown."""
        seed = self._choice.seed_number
        if self._draws is None and self._hands is not None and seed is not None:
            self._draws = SampledHands(self._hands.answered.listing, seed)
        return self._draws

    def _begin_draws(self) -> None:
        self._pause()
        self._draws = self._drawn = None

    def _pause(self) -> None:
        self._drawing = False
        self._pace.stop()
        self._runner.cancel(_DRAW)

    def _draw_on(self) -> None:
        draws = self._draws_now()
        if draws is None:
            return
        before = self._drawn or draws.start()
        self._runner.start(lambda control: draws.go_on(before), self._more, channel=_DRAW)

    def _more(self, drawn: Drawn) -> None:
        self._drawn = drawn
        self._drawing = drawn.hands < LAST
        if self._drawing:
            self._pace.start()
        self._tell()

    def _tell(self) -> None:
        self._late.stop()
        standing = Standing(self._hands, self._drawn, self._drawing, self._notice)
        self.scene.emit(evaluation_scene(self._choice, standing, self._home))
