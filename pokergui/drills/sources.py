"""Drill cards of the user's reviewed mistakes."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ai.drill.deals import Dealer, DealtSpot
from ai.drill.kinds import CardKey, card_of
from ai.drill.playing import PlayedOn
from ai.reading.reach import RangeReader
from ai.reports.aggregate import check_line
from ai.reports.boardsets import MOST_BOARDS
from ai.review.classes import MISTAKES
from ai.review.reviewer import Reviewer
from engine.cards import Card, parse_cards
from engine.combos import combo_index
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import check_board, line_spot
from engine.named_file import open_named, read_named_text
from engine.player import PublicState
from engine.tree import DECISION, BettingTree
from engine.wording import Wording
from pokergui.drills.judge import SOLUTION, TRIVIAL, Question, SpotJudge
from pokergui.links import ReportLink

if TYPE_CHECKING:
    from ai.solver.run import SpotRun
    from pokergui.reviews.work import ReviewedHand


@dataclass(frozen=True)
class MistakeCard:
    """A card misplayed in hands that count.

    Attributes:
        spot: the costliest of the mistakes.
        judge: the engine that judged it.
        lost_mbb: EV lost by all of them, in mbb or thousandths of a percent of the prizes.
    """

    key: CardKey
    spot: PublicState
    judge: str
    hand: int
    mistakes: int
    lost_mbb: float

    @property
    def source(self) -> str:
        return f"hand {self.hand}"


def mistake_cards(hands: Iterable[ReviewedHand]) -> tuple[MistakeCard, ...]:
    """Group the mistakes of reviewed hands by card, sorted by EV loss."""
    cards: dict[CardKey, MistakeCard] = {}
    worst: dict[CardKey, float] = {}
    for hand in hands:
        record = hand.record
        for one in hand.review.verdicts if hand.review is not None else ():
            if record is None or not one.unforced or one.quality not in MISTAKES:
                continue
            hole = record.holes[hand.seat]
            assert hole is not None
            spot, _ = one.decision(record)
            key, lost = card_of(spot, hole), one.counted_mbb
            before = cards.get(key)
            if before is None:
                cards[key] = MistakeCard(key, spot, hand.judge, hand.number, 1, lost)
                worst[key] = lost
                continue
            if lost > worst[key]:
                worst[key] = lost
                before = replace(before, spot=spot, judge=hand.judge, hand=hand.number)
            total, mistakes = before.lost_mbb + lost, before.mistakes + 1
            cards[key] = replace(before, mistakes=mistakes, lost_mbb=total)
    return tuple(sorted(cards.values(), key=lambda one: (-one.lost_mbb, one.key.text)))


_LARGEST = 4 * 2**20
_FIRST = b"game,"
"""The first bytes of a saved table."""
_NEEDED = ("game", "engine", "line", "board", "weight")
_ALL = "all"
"""Name of the last row, the means."""


def is_report(path: Path) -> bool:
    """Return whether a file looks like a report table.

    Raises:
        PokerError: if it cannot be read.
    """
    with open_named(path, None, PokerError) as file:
        return file.read(len(_FIRST)) == _FIRST


def read_report(path: Path) -> ReportLink:
    """Read the table of a report, as written by the window and ``aggregate --csv``.

    Raises:
        PokerError: naming the file and the line, if it is not such a table.
    """
    text = read_named_text(path, _LARGEST, PokerError)

    def wrong(problem: object, line: int = 1) -> PokerError:
        return PokerError("{path}: line {line}: {problem}", path=path, line=line, problem=problem)

    reader = csv.reader(io.StringIO(text))
    try:
        heads, *rows = list(reader)
    except (csv.Error, ValueError) as error:
        raise wrong(error, max(1, reader.line_num)) from None
    if missing := [name for name in _NEEDED if name not in heads]:
        raise wrong(Wording("a report table must have the column '{name}'", name=missing[0]))
    if len(rows) > MOST_BOARDS + 1:
        raise wrong(Wording("it has more than {most:,} boards", most=MOST_BOARDS))
    places = [heads.index(name) for name in _NEEDED]
    table: list[list[str]] = []
    for number, row in enumerate(rows, 2):
        if len(row) != len(heads):
            problem = Wording(
                "it has {count} columns instead of {due}", count=len(row), due=len(heads)
            )
            raise wrong(problem, number)
        table.append([row[place] for place in places])
    if not table:
        raise wrong(Wording("it has no boards"))
    game, engine, line = table[0][:3]
    if other := [number for number, row in enumerate(table, 2) if row[:3] != table[0][:3]]:
        problem = Wording("its game, engine or line differs from the first row's")
        raise wrong(problem, other[0])
    try:
        betting = line_spot(get_game(game), line)
        check_line(betting)
    except PokerError as error:
        raise wrong(error, 2) from None
    boards, weights = _boards(betting, table, wrong)
    if not sum(weights):
        raise PokerError("{path}: the line reaches none of its boards", path=path)
    return ReportLink(betting.game, betting.actions, boards, weights, engine)


def _boards(
    betting: PublicState, rows: Sequence[Sequence[str]], wrong: Callable[[object, int], PokerError]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[float, ...]]:
    """Return the boards of a table that the line can reach, and their weights."""
    weights: dict[tuple[Card, ...], float] = {}
    for number, (*_, name, told) in enumerate(rows, 2):
        if name == _ALL:
            continue
        try:
            board = parse_cards(name)
            check_board(betting.game, betting.street, board)
        except PokerError as error:
            raise wrong(error, number) from None
        try:
            weight = float(told or 0.0)  # unknown for all boards if the line reaches none
        except ValueError:
            weight = math.nan
        if not 0.0 <= weight <= 1.0:
            raise wrong(Wording("'{text}' is not a weight from 0 to 1", text=told[:20]), number)
        if board in weights:
            raise wrong(Wording("the board {name} appears twice", name=name), number)
        weights[board] = weight
    return tuple(weights), tuple(weights.values())


_PICKS = 3_000
"""Consecutive decisions that are not asked after which sampling stops, or takes trivial ones."""


class SolutionJudge(SpotJudge):
    """A solved spot as a judge; its noise floor is at least its exploitability.

    Its questions have no card: they match no hand of a game, so they are never repeated.

    Args:
        run: the spot, solved at least once; solving may continue, and its present state is used.
        start: the decision from which decisions are asked; None for the whole solution.
    """

    keeps = False

    def __init__(self, run: SpotRun, start: PublicState | None = None) -> None:
        from ai.solver.agent import SpotAgent  # most drills have no solution

        spot = run.spot
        # Action EVs take long where cards are to come: only those of the asked spots are computed.
        own = RangeReader(SpotAgent(run.trainer, values=False), np.stack(spot.ranges))
        reviewer = Reviewer(spot.game, SpotAgent(run.trainer), run.exploitability)
        super().__init__(SOLUTION, spot.game, own, reviewer)
        self._start = start or spot.root
        self._dealer = Dealer(spot.game, own)
        self._most = _most_decisions(spot.tree, spot.tree.find(self._start.actions))

    def hand(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Play one hand from the start, both players by the solution; as in ``SpotJudge``."""
        first = self._dealer.hand_at(self._start, rng, control)
        return PlayedOn(first, self.own, rng, control).decisions(control)

    def drawn(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Yield decisions endlessly, sampled by reach; none if there is no choice at all.

        Hands are played from the start, both players by the solution. For each hand one index is
        drawn among as many as the longest line has decisions, and the hand is rejected if it has no
        such decision: so decisions of long hands are sampled as often as those of short ones.

        Raises:
            EngineError: if the solution has no such decision.
        """
        while self._most:
            decisions = tuple(self.hand(rng, control))
            place = int(rng.integers(self._most))
            if place < len(decisions):
                yield decisions[place]

    def played(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[Question]:
        """Yield non-trivial decisions sampled by reach, or trivial ones if there are no others.

        It ends after many decisions in a row that are not asked; raises as ``drawn``.
        """
        without, asked, least = 0, False, TRIVIAL
        for dealt in self.drawn(rng, control):
            row = self.own.answer(dealt.spot, control).probabilities[combo_index(dealt.hole)]
            question = None if row.max() >= least else self.ask(dealt, SOLUTION, control)
            without = without + 1 if question is None else 0
            if question is not None:
                asked = True
                yield question
            elif without == _PICKS:
                if asked or least > 1.0:
                    return
                without, least = 0, math.inf


def _most_decisions(tree: BettingTree, start: int) -> int:
    """Return the number of decisions with a choice on the longest line from a node."""
    choices = ((tree.kind == DECISION) & (tree.num_actions > 1)).astype(np.int64)
    counts = np.full(tree.num_nodes, -1)
    counts[start] = choices[start]
    for node in range(start + 1, tree.num_nodes):
        before = counts[tree.parent[node]]
        if before >= 0:
            counts[node] = before + choices[node]
    return int(counts.max())
