"""Types shared by the rulebook and the engines: spots, views, strategies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from engine import rules as rulebook
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.game import Game
from engine.wording import Wording


class ActionKind(IntEnum):
    """The kinds of action: fold, call, raise."""

    FOLD = rulebook.FOLD
    CALL = rulebook.CALL
    """Check or call."""
    RAISE = rulebook.RAISE
    """Bet or raise."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision.

    Attributes:
        kind: fold, call (or check), raise (or bet).
        raise_to: the player's total on this street after it, in chips, antes not counted;
            0 for fold and call.
    """

    kind: ActionKind
    raise_to: int = 0


FOLD = Action(ActionKind.FOLD)
CALL = Action(ActionKind.CALL)


def raise_to(amount: int) -> Action:
    """A bet or raise to ``amount`` chips on this street."""
    return Action(ActionKind.RAISE, amount)


class NoRaise(IntEnum):
    """Reasons why no raise is possible; falsy where one is."""

    POSSIBLE = rulebook.RAISE_OK
    CAPPED = rulebook.RAISE_CAPPED
    COVERED = rulebook.RAISE_COVERED
    NO_OPPONENT = rulebook.RAISE_NO_OPPONENT
    NOT_REOPENED = rulebook.RAISE_NOT_REOPENED
    FINISHED = 5

    @property
    def sentence(self) -> Wording:
        """The rulebook's reason; only where no raise is possible."""
        return _NO_RAISE[self]


_NO_RAISE = {
    NoRaise.CAPPED: Wording("No more raises are allowed in this round."),
    NoRaise.COVERED: Wording("The bet takes the whole stack; call all-in or fold."),
    NoRaise.NO_OPPONENT: Wording("Nobody is left with chips to call a raise."),
    NoRaise.NOT_REOPENED: Wording(
        "A short all-in does not reopen the betting for a player who has acted."
    ),
    NoRaise.FINISHED: Wording("The betting is over."),
}


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal actions of the player to act; amounts in chips, raises as street totals.

    Attributes:
        fold: whether there is a bet to fold to.
        call: chips a call adds; 0 is a check.
        min_raise: smallest raise-to, 0 where no raise is possible.
        max_raise: largest raise-to, 0 where no raise is possible.
        no_raise: why no raise is possible.
    """

    fold: bool
    call: int
    min_raise: int
    max_raise: int
    no_raise: NoRaise


@dataclass(frozen=True)
class PublicState:
    """The public state of a hand: the betting and the board.

    Attributes:
        game: the game.
        actions: all actions so far, in order.
        board: cards on the board.
    """

    game: Game
    actions: tuple[Action, ...]
    board: tuple[Card, ...]
    _betting: NDArray[np.int64] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def betting(self) -> NDArray[np.int64]:
        """The rulebook's state array, read-only; ``rules.py`` has its layout.

        Raises:
            IllegalActionError: if the actions break the rules.
        """
        if self._betting is not None:
            return self._betting
        state = np.zeros(rulebook.STATE_SIZE, np.int64)
        rules = self.game.rules
        rulebook.start(rules, state)
        for action in self.actions:
            verify(legal_of(rules, state), state, action)
            apply(rules, state, action)
        return state

    @cached_property
    def _numbers(self) -> list[int]:
        """The state array as Python integers, which are faster to read individually."""
        numbers: list[int] = self.betting.tolist()
        return numbers

    @property
    def street(self) -> int:
        """Betting round, from 0."""
        return self._numbers[rulebook.STREET]

    @property
    def to_act(self) -> int:
        """Seat to act, -1 when the betting is over."""
        return self._numbers[rulebook.TO_ACT]

    @property
    def finished(self) -> bool:
        """True if the betting is over."""
        return self.to_act < 0

    @property
    def showdown(self) -> bool:
        """True if the betting ended in a showdown."""
        return self._numbers[rulebook.STATUS] == rulebook.SHOWDOWN

    @property
    def pot(self) -> int:
        """Chips in the pot: dead money, antes, and all bets over the hand."""
        return self.game.opening_pot + sum(self._numbers[rulebook.SPENT :])

    @property
    def max_bet(self) -> int:
        """Largest street total, in chips."""
        return self._numbers[rulebook.MAX_SPENT] - self._numbers[rulebook.BASE]

    @property
    def num_raises(self) -> int:
        """Bets and raises on this street so far."""
        return self._numbers[rulebook.NUM_RAISES]

    def spent(self, seat: int) -> int:
        """Chips that a seat has bet over the hand, blinds included, ``Game.antes`` not."""
        return self._numbers[rulebook.SPENT + seat]

    def street_bet(self, seat: int) -> int:
        """Chips that a seat has bet on this street, antes not counted."""
        return max(0, self.spent(seat) - self._numbers[rulebook.BASE])

    def stack(self, seat: int) -> int:
        """Chips that a seat has behind."""
        return self.game.betting_stacks[seat] - self.spent(seat)

    def folded(self, seat: int) -> bool:
        """Return whether a seat has folded."""
        return bool((self._numbers[rulebook.FOLDED] >> seat) & 1)

    @cached_property
    def legal(self) -> Legal:
        """The legal actions of the player to act."""
        return legal_of(self.game.rules, self.betting)

    def on(self, board: tuple[Card, ...]) -> PublicState:
        """Return the same betting on another board; cached betting facts are shared."""
        return _spot(self.game, self.actions, board, self.betting, self._numbers)

    def after(self, action: Action, board: Sequence[Card] | None = None) -> PublicState:
        """The spot after one more action, with a longer board where a street was dealt.

        Raises:
            IllegalActionError: if the rulebook does not allow the action.
        """
        verify(self.legal, self.betting, action)
        state = self.betting.copy()
        apply(self.game.rules, state, action)
        cards = self.board if board is None else tuple(board)
        return _spot(self.game, (*self.actions, action), cards, state, state.tolist())


def _spot(
    game: Game,
    actions: tuple[Action, ...],
    board: tuple[Card, ...],
    betting: NDArray[np.int64],
    numbers: list[int],
) -> PublicState:
    """Return a spot whose betting state is known; several times as fast as the constructor."""
    spot = object.__new__(PublicState)
    spot.__dict__.update(
        game=game,
        actions=actions,
        board=board,
        _betting=betting,
        betting=betting,
        _numbers=numbers,
    )
    return spot


def legal_of(rules: NDArray[np.int64], state: NDArray[np.int64]) -> Legal:
    """Return the legal actions in a rulebook state."""
    if state[rulebook.TO_ACT] < 0:
        return Legal(False, 0, 0, 0, NoRaise.FINISHED)
    call = int(rulebook.to_call(rules, state))
    least, most, reason = rulebook.legal(rules, state)
    base = int(state[rulebook.BASE])
    fold = call > 0 or bool(rules[rulebook.FREE_FOLDS])
    if reason != rulebook.RAISE_OK:
        return Legal(fold, call, 0, 0, NoRaise(reason))
    return Legal(fold, call, int(least) - base, int(most) - base, NoRaise.POSSIBLE)


def verify(legal: Legal, state: NDArray[np.int64], action: Action) -> None:
    """Raise with the reason if an action is illegal.

    Raises:
        IllegalActionError: with the rulebook's reason.
    """
    if state[rulebook.TO_ACT] < 0:
        raise IllegalActionError("The betting is over.")
    if action.kind is ActionKind.FOLD:
        if not legal.fold:
            raise IllegalActionError("There is nothing to fold to; checking is free.")
    elif action.kind is ActionKind.RAISE:
        if legal.no_raise:
            raise IllegalActionError("{reason}", reason=legal.no_raise.sentence)
        if legal.min_raise == legal.max_raise != action.raise_to:
            raise IllegalActionError(
                "The only raise is to {min_raise:,}.", min_raise=legal.min_raise
            )
        if action.raise_to < legal.min_raise:
            raise IllegalActionError(
                "The minimum raise is to {min_raise:,}.", min_raise=legal.min_raise
            )
        if action.raise_to > legal.max_raise:
            raise IllegalActionError(
                "The maximum is all-in, a raise to {most:,}.", most=legal.max_raise
            )


def apply(rules: NDArray[np.int64], state: NDArray[np.int64], action: Action) -> None:
    """Apply a verified action to a rulebook state, in place."""
    rulebook.apply(rules, state, int(action.kind), action.raise_to + int(state[rulebook.BASE]))


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's view: the public state and its own hole cards.

    Attributes:
        spot: the public state.
        seat: the seat.
        hole: its own cards, ascending.
    """

    spot: PublicState
    seat: int
    hole: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A finished hand as seen by one seat.

    Attributes:
        spot: the finished public state, with the whole betting and the board as dealt.
        seat: the seat.
        holes: cards of each seat, None where not shown.
        payoffs: net chips of each seat.
    """

    spot: PublicState
    seat: int
    holes: tuple[tuple[Card, ...] | None, ...]
    payoffs: tuple[int, ...]


@dataclass(frozen=True)
class Strategy:
    """A strategy at one public state for every combo of the player to act.

    Attributes:
        actions: the actions considered, in order fold, call, raises ascending.
        probabilities: (num_combos, num_actions) float64, rows sum to 1; rows of combos that the
            board blocks are 0.
        values: EVs in chips from here on, (num_combos, num_actions) float64, or None.
        error: standard error of the values, same shape, or None.
        note: source of the answer, such as blueprint, translated, timed out.
        rare: (num_combos,) bool, combos whose row had little training; None where unknown.
    """

    actions: tuple[Action, ...]
    probabilities: NDArray[np.float64]
    values: NDArray[np.float64] | None = None
    error: NDArray[np.float64] | None = None
    note: str = ""
    rare: NDArray[np.bool_] | None = None


def sample_action(answer: Strategy, combo: int, rng: np.random.Generator) -> Action:
    """Sample an action from one combo's row."""
    steps = list(accumulate(answer.probabilities[combo].tolist()))
    index = bisect_right(steps, rng.random() * steps[-1])
    return answer.actions[min(index, len(answer.actions) - 1)]
