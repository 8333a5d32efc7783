"""Hands that the rulebook does not support: parsed and counted, never replayed.

They have more players, antes, straddles, late posts, boards run twice, folds where checking is
free, or unseen cards. A file's contents are trusted except for chips, cards and the order of
action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import stats
from engine.cards import Card
from engine.errors import RecordError, RecordMismatchError
from engine.player import FOLD, Action, ActionKind
from engine.records._follow import KnownCards, uncalled
from engine.records.record import CHIPS, Money

MOST_PLAYERS = 10
"""Seats of the largest tables that are read."""
_BOARDS = (0, 3, 4, 5)


@dataclass(frozen=True)
class WideTable:
    """Stacks and forced bets by position.

    Attributes:
        blinds: the small and the big blind.
        posts: all forced bets that count as bets, with straddles and late posts; ``blinds`` if
            empty.
        dead: dead money by position, such as antes; none if empty.
    """

    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    is_limit: bool = False
    posts: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def num_players(self) -> int:
        """The number of players dealt in."""
        return len(self.stacks)


@dataclass(frozen=True)
class WideHand:
    """A finished hand that the rulebook does not support.

    Attributes:
        number: the hand's number in its source.
        table: stacks and blinds.
        players: names by position.
        holes: private cards by position, None where unknown.
        board: the board as dealt.
        line: the betting in ACPC's letters.
        payoffs: net chips by position after the rake, as the source states them.
        counts: (players, NUM_COUNTS) int64, for statistics.
        showdown: whether it went to showdown.
        folded: whether each position folded.
        rake: the rake in chips.
        hero: position of the hero, -1 where unknown.
        money: the currency.
        time: when it was played, UTC, ISO 8601, empty where unknown.
        text: the hand's text as in its file.
    """

    number: int
    table: WideTable
    players: tuple[str, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    line: str
    payoffs: tuple[int, ...]
    counts: NDArray[np.int64]
    showdown: bool
    folded: tuple[bool, ...]
    rake: int = 0
    hero: int = -1
    money: Money = CHIPS
    time: str = ""
    text: str = ""


class WideFollower(KnownCards):
    """Tracks the actions of an unsupported hand, as ``Follower`` does for replayable ones.

    Attributes:
        table: stacks and forced bets.
        line: the betting so far in ACPC's letters.
        folded: whether each position has folded.
        dead: dead money by position.
    """

    def __init__(self, table: WideTable, names: Sequence[str]) -> None:
        super().__init__(names)
        players = table.num_players
        self.table = table
        self.line = ""
        self.folded = [False] * players
        self.dead = table.dead or (0,) * players
        self._stacks = [all_ - dead for all_, dead in zip(table.stacks, self.dead, strict=True)]
        posts = table.posts or table.blinds
        self._spent = [min(post, left) for post, left in zip(posts, self._stacks, strict=True)]
        self._most = max(self._spent)
        self._base = 0  # chips of each player in earlier streets
        self._raises = 0
        self._street = 0
        self._counts = np.zeros((players, stats.NUM_COUNTS), np.int64)
        self._counts[:, stats.DEALT] = 1
        self._early = [False] * players
        self._pending = self._with_chips()

    def _with_chips(self) -> set[int]:
        seats = range(self.table.num_players)
        return {s for s in seats if not self.folded[s] and self._spent[s] < self._stacks[s]}

    @property
    def finished(self) -> bool:
        """True if no player has a decision left."""
        return self.folded.count(False) < 2 or (
            not self._must_act() and (len(self.board) == 5 or len(self._with_chips()) < 2)
        )

    def _must_act(self) -> set[int]:
        """Return the players with a decision; one who alone has chips has none."""
        behind = {s for s in self._pending if self.due(s) > 0}
        return behind if len(self._with_chips()) < 2 else self._pending

    @property
    def showdown(self) -> bool:
        """True if several players are live at the end."""
        return self.finished and self.folded.count(False) > 1

    def spent(self, seat: int) -> int:
        """Chips that a position has put in."""
        return self._spent[seat] + self.dead[seat]

    @property
    def uncalled(self) -> int:
        """Uncalled chips of the largest bet."""
        return uncalled(self._spent)

    @property
    def won_unseen(self) -> tuple[int, ...] | None:
        """Net chips by position where all others folded; None at a showdown."""
        if self.folded.count(False) != 1:
            return None
        spent = [self.spent(seat) for seat in range(self.table.num_players)]
        winner = self.folded.index(False)
        return tuple(sum(spent) * (seat == winner) - paid for seat, paid in enumerate(spent))

    def due(self, seat: int) -> int:
        """Chips that the player must add to call."""
        return min(self._most, self._stacks[seat]) - self._spent[seat]

    def street_bet(self, seat: int) -> int:
        """Chips that the player has bet on this street."""
        return max(0, self._spent[seat] - self._base)

    def due_of(self, seat: int, blind: int) -> int:
        """Chips to call where a blind posted short counts as posted in full."""
        if self._street == 0:
            self._most = max(self._most, blind)
        return self.due(seat)

    def deal(self, cards: tuple[Card, ...]) -> None:
        """Deal cards to the board.

        Raises RecordError if one was dealt before or their number is wrong.
        """
        self.check_new(cards)
        if self._must_act() or self.folded.count(False) == 1:
            raise RecordMismatchError("the board is dealt before the betting is over")
        self.board += cards
        if len(self.board) not in _BOARDS:
            raise RecordError("a flop has three cards, turn and river one")
        able = self._with_chips()
        self._pending = able if len(able) > 1 else set()
        self.line += "/"
        self._street = _BOARDS.index(len(self.board))
        self._base, self._raises = self._most, 0

    def act(self, seat: int, action: Action) -> None:
        """Apply an action.

        Raises RecordMismatchError if the player has no decision or lacks the chips.
        """
        self._verify_turn(seat, action)
        due, most, first = self.due(seat), self._most, self._street == 0
        raised = action.kind is ActionKind.RAISE
        # Who limped does not raise over an all-in for less than a full raise.
        closed = self._counts[seat, stats.COULD_ACT] and due < max(self.table.blinds)
        could = first and self._raises == 1 and not closed and self._can_raise(seat)
        self._pending.discard(seat)
        if raised:
            total = self._base + action.raise_to
            if not most < total <= self._stacks[seat]:
                raise RecordMismatchError(
                    "{names} cannot raise to {raise_to}",
                    names=self.names[seat],
                    raise_to=action.raise_to,
                )
            self._spent[seat] = self._most = total
            self._raises += 1
            self._pending = self._with_chips() - {seat}
            self.line += f"r{total}"
        elif action.kind is ActionKind.CALL:
            self._spent[seat] += due
            self.line += "c"
        else:
            self.folded[seat] = True
            self._early[seat] |= first
            self.line += "f"
        self._count(seat, raised=raised, paid=raised or (due > 0 and not self.folded[seat]))
        if first:
            self._counts[seat, stats.COULD_RERAISE] |= could
            self._counts[seat, stats.RERAISED] |= could and raised

    def fold(self, seat: int) -> None:
        """Fold; errors as ``act``."""
        self.act(seat, FOLD)

    def _can_raise(self, seat: int) -> bool:
        """Return whether the player has chips to raise with, and an opponent to call."""
        stacks, most = self._stacks, self._most
        others = self._with_chips() - {seat}
        return stacks[seat] > most and any(stacks[other] > most for other in others)

    def _count(self, seat: int, *, raised: bool, paid: bool) -> None:
        counts = self._counts[seat]
        if self._street == 0:
            counts[stats.COULD_ACT] = 1
            counts[stats.PUT_IN] |= paid
            counts[stats.RAISED] |= raised
        else:
            counts[stats.AGGRESSIVE] += raised
            counts[stats.CALLED] += paid and not raised

    def _verify_turn(self, seat: int, action: Action) -> None:
        """Raise with the reason if a player cannot act: folded, all-in, out of turn or no board.

        A big blind who alone has chips may check: some texts state it, some do not.
        """
        if action.kind is ActionKind.FOLD and not self.folded[seat] and seat not in self._pending:
            return  # absent players fold all-in
        called = action.kind is ActionKind.CALL and self.folded.count(False) > 1
        if self.finished and not (called and seat in self._pending):
            raise RecordMismatchError("the betting is over")
        if seat not in self._pending:
            raise RecordMismatchError("{names} has no decision here", names=self.names[seat])

    def hand(
        self,
        number: int,
        players: tuple[str, ...],
        payoffs: tuple[int, ...],
        *,
        hero: int,
        money: Money,
        time: str,
        text: str,
    ) -> WideHand:
        """The finished hand with payoffs by position."""
        return WideHand(
            number,
            self.table,
            players,
            tuple(self.holes),
            self.board,
            self.line,
            payoffs,
            self._with_result(payoffs),
            self.showdown,
            tuple(self.folded),
            -sum(payoffs),
            hero,
            money,
            time,
            text,
        )

    def _with_result(self, payoffs: Sequence[int]) -> NDArray[np.int64]:
        """Return counts (players, NUM_COUNTS) of the finished hand with payoffs by position."""
        counts = self._counts.copy()
        flop = self.showdown or self._street > 0
        for seat, payoff in enumerate(payoffs):
            counts[seat, stats.SAW] = flop and not self._early[seat]
            if self.showdown and not self.folded[seat]:
                extra = self.uncalled if self._spent[seat] == self._most else 0
                counts[seat, stats.SHOWED] = 1
                counts[seat, stats.WON] = payoff > extra - self.spent(seat)
        return counts
