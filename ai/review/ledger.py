"""Luck ledger: a hand's result split into kinds of luck, and skill.

The terms of AIVAT with the person's actual cards as the range: at each event, the outcome less the
expectation before. They are differences of a fixed value function, so each has mean 0 for any such
function, the rival's choices if the rival's strategy is known. Skill is the EV of the action taken
less that of the judge's own row, as in a review.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT", AAAI 2018; the luck rate of
backgammon programs is the same idea.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ai.cfr.agent import is_small
from ai.evaluation.aivat import CorrectionTerms, Heuristic
from ai.evaluation.exact_values import Continued
from ai.evaluation.heuristics import StreetValue
from ai.evaluation.match_aivat import blueprint_table, street_tables
from ai.reading.line import BettingNode, HandEvent, events_of
from ai.reading.reach import RangeReader, Weights
from ai.review.decision import Reviewed
from engine.agent import Agent
from engine.cards import Card
from engine.combos import combo_index, num_combos
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.wording import Wording


@dataclass(frozen=True)
class Parts:
    """The parts of a hand's result, which sum to it, in chips.

    Attributes:
        seat: value of the seat before the deal; 0 at hold'em, where it is part of the residual.
        cards: luck of both hands dealt.
        board: luck of the board.
        rival: luck of the rival's choices, where its strategy is known; else 0.
        mixing: luck of one's own choices: the choice among several good actions, and the rival's
            cards then; at hold'em also the residual of the value function.
        skill: EV of the action taken less EV of the judge's own row.
    """

    seat: float
    cards: float
    board: float
    rival: float
    mixing: float
    skill: float

    @property
    def result(self) -> float:
        """Net chips of the hand."""
        return float(sum(self.values))

    @property
    def values(self) -> tuple[float, ...]:
        """All parts in their order."""
        return self.seat, self.cards, self.board, self.rival, self.mixing, self.skill

    @property
    def adjusted(self) -> float:
        """Net chips without the luck of cards, board and rival: unbiased."""
        return self.result - self.cards - self.board - self.rival


class LuckLedger:
    """Splits results of hands into parts.

    ``game``: heads-up hold'em, or a game of two that is small enough to solve. ``rival``: the
    engine the hands were played against; None if unknown. Raises GameError if the game is another
    one.
    """

    def __init__(self, game: Game, judge: Agent, rival: Agent | None) -> None:
        self._game = game
        known = rival if rival is not None and takes_rival(rival) else None
        self._judge = RangeReader(judge)
        self._rival = None if known is None else RangeReader(known)
        self._start = BettingNode.start(game)
        self._value: Heuristic
        if is_small(game):
            self._value = Continued(game, self._judge, self._rival or self._judge)
        elif game.is_heads_up_holdem:
            tables, table = None, judge.table() or blueprint_table(game)
            if table is not None:
                other = None if known is None else known.table()
                tables = street_tables(table, other or table)
            self._value = StreetValue(game, tables)
        else:
            raise GameError("luck is not split into parts in {title}", title=Wording(game.title))

    @cached_property
    def _starts(self) -> tuple[float, float]:
        return float(self._value.start(0)), float(self._value.start(1))

    @property
    def knows_rival(self) -> bool:
        """True if the rival's strategy is known."""
        return self._rival is not None

    def parts(
        self,
        end: PublicState,
        seat: int,
        holes: Sequence[tuple[Card, ...]],
        payoff: int,
        reviewed: Sequence[Reviewed],
        control: JobControl | None = None,
    ) -> Parts:
        """Split the result of a finished hand. Raises any error of an engine."""
        hand = CorrectionTerms(self._value, seat, tuple(holes[1 - seat]))
        own: Weights = np.zeros(num_combos(len(self._game.deck), self._game.num_hole))
        own[combo_index(holes[seat], self._game.deck)] = 1.0
        board = end.board
        shown: tuple[Card, ...] = ()
        start = PublicState(self._game, (), ())
        worth = self._starts[seat]
        cards, board_luck, rival = float(hand.worth(start, own)) - worth, 0.0, 0.0
        for event in events_of(self._start, end.actions):
            if event.action is None:
                if event.cards > len(board):
                    break
                before, shown = event.place.on(shown), board[: event.cards]
                mean = float(hand.expected(before, event.cards, own))
                board_luck += float(hand.worth(event.place.on(shown), own)) - mean
            elif event.place.to_act != seat and self._rival is not None:
                rival += self._rival_luck(event, hand, own, shown, control)
        skill = sum(one.skill for one in reviewed if one.judged and not np.isnan(one.skill))
        mixing = payoff - worth - cards - board_luck - rival - skill
        return Parts(worth, cards, board_luck, rival, mixing, skill)

    def _rival_luck(
        self,
        event: HandEvent,
        hand: CorrectionTerms,
        own: Weights,
        shown: tuple[Card, ...],
        control: JobControl | None,
    ) -> float:
        assert self._rival is not None and event.action is not None
        spot = event.place.on(shown)
        answer = self._rival.answer(spot, control)
        row = answer.probabilities[combo_index(hand.other, self._game.deck)]
        places = np.flatnonzero(row > 0.0).tolist()
        chosen = answer.actions.index(event.action) if event.action in answer.actions else -1
        if chosen not in places:
            return 0.0  # it was played by a strategy other than the known one
        decided = self._value.decided(
            event.place, answer.actions, places, shown, hand.seat, hand.other, own[None]
        )
        worths = [float(worth) for _, worth in decided]
        return worths[places.index(chosen)] - float(row[places] @ worths)


def takes_rival(rival: Agent) -> bool:
    """Return whether an engine's actions can be evaluated: it has ranges and does not learn."""
    return rival.has_ranges and not (rival.learns or rival.external)
