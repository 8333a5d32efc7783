"""The judge of a drill: deals spots, supplies its own strategy there, and reviews answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.drill.deals import Dealer, DealtSpot
from ai.drill.kinds import CardKey, card_of
from ai.drill.playing import PlayedOn
from ai.reading.line import Decision
from ai.reading.reach import RangeReader
from ai.registry import reference
from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG
from ai.review.decision import Reviewed
from ai.review.judges import build_judge, judged_payouts
from ai.review.prizes import PrizeReviewer
from ai.review.reviewer import Reviewer
from engine.cards import Card
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState
from pokergui.links import ReportLink

TRIVIAL, CLOSE = 0.95, 0.2
"""A decision is trivial if the judge takes one action at least this often, and close if its two
most frequent actions differ by no more than this."""
_PLAIN = 0.5
"""Fraction of the pot by which all-in or fold is better in a trivial decision: jam or fold has too
few mixed hands to ask."""
DAILY, PLAY, STUDY, PREFLOP, REPORT, SOLUTION = (
    "daily",
    "play",
    "study",
    "preflop",
    "report",
    "solution",
)
"""Sources of spots other than hands, as ``DrillAnswer.source`` begins."""
_JAM_FOLD = "jam-fold"
_HANDS = 300
"""Consecutive hands of engine play without a decision to ask, after which dealing stops."""
_DEALS = 8
"""Deals tried to find a non-trivial one that the judge has an answer for."""


@dataclass(frozen=True)
class Question:
    """A spot to ask about.

    Attributes:
        card: the card that it belongs to; None in a solution: none of it is stored, and it never
            comes again.
        view: what the judge would do: ``actions``, ``row`` and ``evs`` of this review are used.
        decision: the user's decision in this spot, from 1: more than one if play continues.
        judge: the engine that judges it.
    """

    dealt: DealtSpot
    card: CardKey | None
    source: str
    view: Reviewed
    decision: int = 1
    judge: str = ""

    @property
    def trivial(self) -> bool:
        if self.judge.partition(":")[0] == _JAM_FOLD:
            return float(np.ptp(self.view.evs)) > _PLAIN * self.dealt.spot.pot
        return float(self.view.row.max()) >= TRIVIAL

    @property
    def close(self) -> bool:
        """True if the judge's two most frequent actions are about equally frequent."""
        first, second = sorted(self.view.row.tolist(), reverse=True)[:2]
        return float(first - second) <= CLOSE


class SpotJudge(ABC):
    """A judge that asks the spots of a series and judges the answers.

    Args:
        name: of the engine, or ``SOLUTION``.

    Attributes:
        keeps: whether answers are kept, so that cards come again.
    """

    keeps = True

    def __init__(
        self, name: str, game: Game, own: RangeReader, reviewer: Reviewer | PrizeReviewer
    ) -> None:
        self.name, self.game, self.own = name, game, own
        self._reviewer = reviewer

    def close(self) -> None:  # noqa: B027
        """Stop an engine that runs in its own process; a solution has none."""

    @abstractmethod
    def hand(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Play one hand; yield every decision with a choice.

        Raises:
            PokerError: any error of the engine asked.
        """

    def card(self, dealt: DealtSpot) -> CardKey | None:
        """Return the card that a spot belongs to; None if none of it is stored."""
        return card_of(dealt.spot, dealt.hole) if self.keeps else None

    def ask(
        self, dealt: DealtSpot, source: str, control: JobControl | None = None
    ) -> Question | None:
        """Return a spot as a question; None if there is no choice or the judge gives no answer."""
        spot = dealt.spot
        action = FOLD if isinstance(self._reviewer, PrizeReviewer) and spot.legal.fold else CALL
        view = self._reviewer.decide(Decision(spot, action), dealt.hole, control)
        if not (view.judged and view.unforced):
            return None
        return Question(dealt, self.card(dealt), source, view, judge=self.name)

    def play_on(
        self, question: Question, rng: np.random.Generator, control: JobControl | None = None
    ) -> PlayedOn:
        """Deal all players' cards at a spot, to play on; the others act as the judge does.

        Raises:
            PokerError: any error of the judge.
        """
        return PlayedOn(question.dealt, self.own, rng, control)

    def review(
        self, question: Question, action: Action, control: JobControl | None = None
    ) -> Reviewed:
        """Judge an answer."""
        decision = Decision(question.dealt.spot, action)
        return self._reviewer.decide(decision, question.dealt.hole, control)


class DrillJudge(SpotJudge):
    """An engine as a judge, built for a game.

    Deals come from the ranges of the game's reference if there is one, which answers at once, else
    from the judge's own. A judge with prizes judges by these.

    Raises:
        PokerError: if the judge cannot be built, or has no ranges.
    """

    def __init__(self, name: str, game: Game, home: Path | None, control: JobControl) -> None:
        self._judge = build_judge(name, game, home=home, control=control)
        try:
            self._prepare(name, game, home, control)
        except BaseException:
            self.close()
            raise

    def _prepare(self, name: str, game: Game, home: Path | None, control: JobControl) -> None:
        judge = self._judge
        if not judge.has_ranges:
            raise EngineError("'{name}' can only act and has no answer for a range", name=name)
        payouts = judged_payouts(name)
        row = None if payouts else reference(game)
        usual = judge if row is None or row.name == name else row.make(game, home, control)
        self.reader = RangeReader(usual)
        own = self.reader if usual is judge else RangeReader(judge)
        reviewer = PrizeReviewer(payouts, home) if payouts else Reviewer(game, judge)
        super().__init__(name, game, own, reviewer)
        self.dealer = Dealer(game, self.reader)

    def close(self) -> None:
        self._judge.close()

    def hand(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Play one hand, the engine of the ranges in all seats; as in ``SpotJudge``."""
        return self.dealer.play(rng, control)

    def fresh(
        self,
        key: CardKey,
        line: Sequence[Action],
        source: str,
        rng: np.random.Generator,
        control: JobControl | None = None,
    ) -> Question | None:
        """Redeal a card: the same line with other cards, non-trivial if possible.

        Returns:
            None if the judge gives no answer for any deal.

        Raises:
            PokerError: any error of the engine of the ranges.
        """
        question = None
        for _ in range(_DEALS):
            dealt = self.dealer.deal(line, key.holding, rng, control)
            asked = None if dealt is None else self.ask(dealt, source, control)
            question = asked or question
            if question is not None and not question.trivial:
                break
        return question

    def played(
        self, source: str, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[Question]:
        """Yield non-trivial decisions of engine play, at most one per hand.

        It ends after many hands in a row without one, as with a judge that never mixes.

        Raises:
            PokerError: any error of the engine of the ranges.
        """
        without = 0
        while without < _HANDS:
            decisions = tuple(self.hand(rng, control))
            every = (decisions[at] for at in rng.permutation(len(decisions)))
            asked = (self.ask(dealt, source, control) for dealt in every)
            question = next((one for one in asked if one is not None and not one.trivial), None)
            without = without + 1 if question is None else 0
            if question is not None:
                yield question

    def hands_at(
        self,
        line: Sequence[Action],
        board: tuple[Card, ...],
        rng: np.random.Generator,
        control: JobControl | None = None,
        source: str = STUDY,
    ) -> Iterator[Question]:
        """Yield non-trivial hands of the range that reaches one spot.

        It ends after many hands in a row with nothing to ask.

        Raises:
            PokerError: any error of the engine of the ranges.
        """
        spot = PublicState(self.game, tuple(line), board)
        return self._hands(lambda: self.dealer.hand_at(spot, rng, control), source, control)

    def hands_over(
        self, link: ReportLink, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[Question]:
        """Yield the line of a report on sampled boards, with non-trivial hands.

        Boards are sampled by weight, hands by the judge's reach.
        It ends after many boards in a row with nothing to ask.

        Raises:
            PokerError: any error of the judge.
        """
        dealer, weights = Dealer(self.game, self.own), np.array(link.weights)

        def dealt() -> DealtSpot:
            board = link.boards[rng.choice(len(weights), p=weights / weights.sum())]
            return dealer.hand_at(PublicState(self.game, link.actions, board), rng, control)

        return self._hands(dealt, REPORT, control)

    def _hands(
        self, deal: Callable[[], DealtSpot], source: str, control: JobControl | None
    ) -> Iterator[Question]:
        """Yield the non-trivial deals."""
        without = 0
        while without < _HANDS:
            question = self.ask(deal(), source, control)
            asks = question is not None and not question.trivial
            without = 0 if asks else without + 1
            if question is not None and asks:
                yield question


def rating_of(question: Question, quality: str) -> str:
    """Return the FSRS rating of an answer: again, hard, good or easy.

    A best answer is easy only if the decision is close: elsewhere it may be luck or habit.
    """
    if quality == BEST and question.close and not question.trivial:
        return "easy"
    known = {BEST: "good", CORRECT: "good", INACCURACY: "hard", WRONG: "again", BLUNDER: "again"}
    return known[quality]
