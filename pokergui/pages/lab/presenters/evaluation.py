"""The Lab page's presenter of estimators: strategies, one hand, and sampled hands."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.lab.evaluation_problem import LAST, Drawn, EvaluationProblem, SampledHands, answer
from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.notices import at_work, sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_lab as tr
from pokergui.pages.lab.scenes.evaluation import (
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
    """Evaluates one strategy on hands of another, by every estimator.

    Signals:
        scene: the whole tab, rebuilt.
    """

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

    @Slot(str)
    def choose_game(self, name: str) -> None:
        """Show the same case in another game; for strategies of no listed case, the first case."""
        if name != self._choice.game:
            case = self._choice.case
            self._take(self._choice.with_case("on" if case == "own" else case, name))

    @Slot(object)
    def choose_case(self, case: str) -> None:
        if case != "own":
            self._take(self._choice.with_case(case))

    def choose_role(self, role: int, name: str) -> None:
        roles = list(self._choice.roles)
        roles[role] = name
        self._take(replace(self._choice, roles=(roles[0], roles[1], roles[2])))

    @Slot(str)
    def choose_value(self, name: str) -> None:
        """Choose the value of a finished hand: chips, or chips with less luck of the cards."""
        self._take(replace(self._choice, value=name))

    @Slot(object)
    def choose_seat(self, seat: int) -> None:
        self._take(replace(self._choice, seat=seat))

    @Slot(object)
    def choose_fractions(self, fractions: bool) -> None:
        self._choice = replace(self._choice, fractions=fractions)
        self._tell()

    @Slot(int)
    def choose_estimator(self, row: int) -> None:
        name = estimators_of(self._choice)[row]
        self._choice = replace(self._choice, estimator=name)
        self._tell()

    @Slot(str, str)
    def choose_hand(self, part: str, key: str) -> None:
        """Choose another betting line, own card, rival's card or board."""
        if self._hands is not None:
            keys = list(self._hands.nearest(self._choice.hand))
            keys[int(part)] = key
            self._choice = replace(self._choice, hand=self._hands.nearest(tuple(keys)))
            self._tell()

    @Slot()
    def draw_hand(self) -> None:
        """Show a hand drawn as the behaviour plays it."""
        draws = self._draws_now()
        if self._hands is not None and draws is not None:
            hand = self._hands.keys_of(draws.one(self._shuffled))
            self._shuffled += 1
            self._choice = replace(self._choice, hand=hand)
            self._tell()

    @Slot(str)
    def edit_seed(self, text: str) -> None:
        self._choice = replace(self._choice, seed=text)
        self._begin_draws()
        self._tell()

    @Slot()
    def draw(self) -> None:
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
        if choice.question != self._choice.question:
            self._choice = choice
            self._ask()

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

        def work(control: JobControl) -> Hands:
            return Hands(answer(question, home, control, build))

        self._runner.start(
            work, self._found, failed=self._failed, progress=self._progress, channel=_ASK
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
