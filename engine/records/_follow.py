"""Replays a recorded hold'em hand step by step and settles it, independent of its text format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from engine import rules as rulebook
from engine.cards import Card, card_names
from engine.errors import (
    CardError,
    HiddenCardsError,
    NotPlayedError,
    RecordError,
    RecordMismatchError,
)
from engine.game import (
    MAX_DEPTH,
    NO_CAP,
    UNLIMITED,
    Game,
    all_games,
    blinds_names,
    get_game,
    holdem,
)
from engine.hand import Showdown, net_chips, winners_of
from engine.lines import bet_text
from engine.player import (
    CALL,
    FOLD,
    Action,
    ActionKind,
    NoRaise,
    PublicState,
    legal_of,
    verify,
)
from engine.records.record import HandRecord, Money

NUM_HOLE = 2
"""Private cards of a player of hold'em."""


@lru_cache(maxsize=256)
def holdem_table(
    blinds: tuple[int, ...],
    raise_sizes: tuple[int, ...] = (),
    max_raises: tuple[int, ...] = (NO_CAP,) * 4,
    *,
    antes: tuple[int, ...] = (),
    table: tuple[int, ...] = (),
    opener: int = -1,
    free_folds: bool = False,
    full_price: bool = False,
) -> Game:
    """Return hold'em with blinds and stacks that do not run out; a built-in game by its name.

    The hands of a table differ in their stacks only: ``at_stacks`` gives the game of each.

    Args:
        blinds: forced bets by position, with straddles and late posts.
        raise_sizes: of limit hold'em.
        max_raises: of limit hold'em.
        antes: dead money by position.
        table: the small and the big blind of the table; if empty, the only ones.
        opener: position after which the betting begins; -1 for the last largest blind.
        free_folds: whether players may fold where checking is free.
        full_price: whether a call costs the whole big blind, though it is posted short.

    Raises GameError if its numbers are inconsistent.
    """
    names = blinds_names(table or blinds, limit=bool(raise_sizes))
    game = holdem(*names, (UNLIMITED,) * len(blinds), blinds, raise_sizes, max_raises)
    most, big = max(blinds), max(table or blinds)
    more: dict[str, Any] = {}
    if any(antes):
        more["antes"] = antes
    if opener >= 0:
        more["first_player"] = ((opener + 1) % len(blinds), *game.first_player[1:])
    if most > big and not raise_sizes:
        more["least_bet"] = big
    if free_folds or full_price:
        more |= {"free_folds": free_folds, "full_price": full_price}
    usual = set(more) <= {"first_player"} and game.first_player == more.get("first_player")
    return named_game(game if usual or not more else replace(game, **more))


def named_game(game: Game) -> Game:
    """The built-in game of the same rules, if there is one."""
    for known in all_games():
        if known == game:
            return known
        if known.blinds == game.blinds and known.with_stacks(game.stacks) == game:
            return at_stacks(known, game.stacks)
    return game


def at_stacks(table: Game, stacks: tuple[int, ...]) -> Game:
    """The same game with other stacks; the name of a built-in one tells how deep they are."""
    depth, rest = divmod(stacks[0], table.big_blind)
    even = len(set(stacks)) == 1 and rest == 0 and 0 < depth <= MAX_DEPTH
    if even and table.name in _BUILT_IN:
        return get_game(f"{table.name}@{depth}")
    return table.with_stacks(stacks)


_BUILT_IN = frozenset(game.name for game in all_games())


def dealt_to(holes: Sequence[object]) -> int:
    """Return the hero's position: the only one with hole cards named when dealt, else -1."""
    named = [seat for seat, hole in enumerate(holes) if hole is not None]
    return named[0] if len(named) == 1 else -1


def only_check(spot: PublicState) -> bool:
    """Return whether this is a check that ACPC requires heads-up and PHH omits.

    The opponent went all-in with a blind or by calling one, and only a check is left.
    """
    if not spot.game.is_heads_up or spot.finished:
        return False
    return spot.stack(1 - spot.to_act) == 0 and spot.legal.call == 0


@dataclass(frozen=True)
class Settled:
    """The result of a hand, by position.

    Attributes:
        payoffs: net chips by the rules, before the rake.
        taken: rake by position; empty where there was none.
        stated: net chips as stated by the source, where impossible; else empty.
    """

    payoffs: tuple[int, ...]
    taken: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()


def settled(
    spot: PublicState,
    holes: Sequence[tuple[Card, ...] | None],
    stated: tuple[int, ...] | None,
    boards: tuple[tuple[Card, ...], ...] = (),
) -> Settled:
    """Return the result by the rules, and the rake if the stated result implies one.

    A stated result is accepted only if the missing chips come from the winners and do not exceed a
    plausible rake: some sources state nonsense.

    Args:
        stated: net chips by position as the source states them; None where it does not.
        boards: further boards, of a hand that was run several times.

    Raises:
        HiddenCardsError: if cards that decide the showdown are missing, and the stated result does
            not tell who won, or contradicts the cards that were shown.
    """
    bets = [spot.spent(seat) for seat in range(spot.game.num_players)]
    antes = spot.game.antes_paid
    try:
        return agreed(net_chips(spot, holes, Showdown(None, boards)), stated, bets, antes)
    except CardError as error:
        if stated is not None:
            told = Showdown(winners_of(spot, stated), boards)
            found = agreed(net_chips(spot, holes, told), stated, bets, antes)
            if not found.stated:
                return found
        raise HiddenCardsError("{error}", error=error) from None


def agreed(
    full: tuple[int, ...],
    stated: tuple[int, ...] | None,
    bets: Sequence[int],
    antes: Sequence[int],
) -> Settled:
    """Return the same from net chips by the rules, and the bets and dead money of each position."""
    if stated is None:
        return Settled(full)
    taken = tuple(net - said for net, said in zip(full, stated, strict=True))
    extra = uncalled(bets)
    back = [extra * (paid == max(bets)) for paid in bets]
    won = [
        net + paid + ante > given
        for net, paid, ante, given in zip(full, bets, antes, back, strict=True)
    ]
    if sum(taken) > most_rake(sum(bets) + sum(antes) - extra) or any(
        part < 0 or (part > 0 and not wins) for part, wins in zip(taken, won, strict=True)
    ):
        return Settled(full, (), stated)
    return Settled(full, taken if any(taken) else ())


def most_rake(pot: int) -> int:
    """Return the maximum plausible rake of a pot, without an uncalled bet: a tenth, and a chip."""
    return pot // 10 + 1


def uncalled(spent: Sequence[int]) -> int:
    """Return the uncalled chips of the largest bet."""
    second, largest = sorted(spent)[-2:]
    return largest - second


class FreeFoldError(NotPlayedError):
    """A fold where checking is free, in a game without such folds."""


class KnownCards:
    """The players of a recorded hand of hold'em, and the cards that are known so far.

    Attributes:
        names: of the players in the text, by position.
        holes: their cards, by position.
        board: the board.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.holes: list[tuple[Card, ...] | None] = [None] * len(self.names)
        self.board: tuple[Card, ...] = ()
        self._seen: set[Card] = set()

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Record a player's hole cards, dealt or shown.

        Raises:
            RecordError: if there are too many or too few, or one was dealt before.
            RecordMismatchError: if they contradict earlier ones.
        """
        if len(cards) != NUM_HOLE:
            raise RecordError("a player has {cards} cards", cards=NUM_HOLE)
        known = self.holes[seat]
        if known is not None and set(known) != set(cards):
            raise RecordMismatchError("the player was dealt {cards}", cards=card_names(known))
        if known is None:
            self.check_new(cards)
            self.holes[seat] = cards

    def check_new(self, cards: tuple[Card, ...]) -> None:
        """Check that cards were not dealt before.

        Raises:
            RecordError: if one was, or is named twice.
        """
        before = len(self._seen)
        self._seen.update(cards)
        if len(self._seen) < before + len(cards):
            raise RecordError("a card is dealt twice")


class Follower(KnownCards):
    """Applies recorded actions and cards through the rulebook, which refuses invalid ones.

    The state is changed in place: a ``PublicState`` of each step would take twice the time.

    Attributes:
        game: the game.
        actions: the actions so far.
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(names)
        self.game = game
        self.actions: list[Action] = []
        self._line = ""
        self._raises: tuple[int, int, int] | None = None
        self._spot: PublicState | None = None
        self._rules, self._stacks = game.rules, game.betting_stacks
        self._state = np.zeros(rulebook.STATE_SIZE, np.int64)
        rulebook.start(self._rules, self._state)
        self._look()
        self._skip_checks()

    @property
    def spot(self) -> PublicState:
        """The public state so far."""
        if self._spot is None:
            self._spot = PublicState(self.game, tuple(self.actions), self.board, self._state.copy())
        return self._spot

    @property
    def finished(self) -> bool:
        """True if no player has a decision left."""
        return self._to_act < 0

    def spent(self, seat: int) -> int:
        """Chips that a position has put in, with antes."""
        return self._bet(seat) + self.game.antes_paid[seat]

    def street_bet(self, seat: int) -> int:
        """Chips that a position has bet on this street."""
        return max(0, self._bet(seat) - self._numbers[rulebook.BASE])

    @property
    def uncalled(self) -> int:
        """Uncalled chips of the largest bet."""
        return uncalled([self._bet(seat) for seat in range(self.game.num_players)])

    @property
    def to_act(self) -> int:
        """The position to act; -1 if the betting is over."""
        return self._to_act

    def due(self, seat: int) -> int:
        """Chips that the player to act must add to call."""
        self.verify_turn(seat)
        return self._due()

    def no_caller(self, seat: int) -> bool:
        """Return whether nobody is left with chips to call a raise of the player to act."""
        return seat == self._to_act and self._legal()[2] == rulebook.RAISE_NO_OPPONENT

    def deal(self, cards: tuple[Card, ...]) -> None:
        """Deal cards to the board.

        Raises:
            RecordError: if one was dealt before.
            RecordMismatchError: if the betting is not over.
        """
        while self._to_act >= 0 and self.no_caller(self._to_act) and not self._due():
            self._apply(CALL)  # the check of a big blind who alone has chips
        game, showdown = self.game, self._numbers[rulebook.STATUS] == rulebook.SHOWDOWN
        self.check_new(cards)
        self.board += cards
        self._spot = None
        street = game.num_rounds - 1 if showdown else self._numbers[rulebook.STREET]
        if len(self.board) > game.board_sizes[street]:
            raise RecordMismatchError("the board is dealt before the betting is over")

    def act(self, seat: int, action: Action) -> None:
        """Apply a call or a raise.

        Raises:
            IllegalActionError: if the rulebook does not allow it.
            RecordMismatchError: if it is another player's turn, or the board is missing.
            NotPlayedError: if it is a raise over a short all-in, which some sites allow.
        """
        self.verify_turn(seat)
        if action.kind is ActionKind.RAISE:
            least, most, reason = self._legal()
            if reason == rulebook.RAISE_NOT_REOPENED:
                raise NotPlayedError("{reason}", reason=NoRaise(reason).sentence)
            if reason or not least <= action.raise_to + self._numbers[rulebook.BASE] <= most:
                verify(legal_of(self._rules, self._state), self._state, action)
        self._apply(action)
        self._skip_checks()

    def fold(self, seat: int) -> None:
        """Fold; errors as ``act``.

        Raises:
            FreeFoldError: if the player could check.
            NotPlayedError: if the player is all-in, absent at the table of a tournament.
        """
        folded = (self._numbers[rulebook.FOLDED] >> seat) & 1
        if seat != self._to_act and not self._stack(seat) and not folded:
            raise NotPlayedError("a player folds who is all-in")
        if self.due(seat) == 0 and not self.game.free_folds:
            raise FreeFoldError("a player folds where checking is free")
        self._apply(FOLD)
        self._skip_checks()

    def verify_turn(self, seat: int) -> None:
        """Raise with the reason if a player cannot act now.

        Raises RecordMismatchError if it is another player's turn, or the board is missing.
        """
        if self._to_act < 0:
            raise RecordMismatchError("the betting is over")
        if seat != self._to_act:
            raise RecordMismatchError("it is {names}'s turn", names=self.names[self._to_act])
        if len(self.board) != self.game.board_sizes[self._numbers[rulebook.STREET]]:
            raise RecordMismatchError("the board has not been dealt")

    def _apply(self, action: Action) -> None:
        street, base = self._numbers[rulebook.STREET], self._numbers[rulebook.BASE]
        rulebook.apply(self._rules, self._state, int(action.kind), action.raise_to + base)
        self.actions.append(action)
        self._look()
        self._line += bet_text(self.game, action, base)
        self._line += "/" * (self._numbers[rulebook.STREET] - street)

    def _look(self) -> None:
        """Read the state."""
        self._numbers: list[int] = self._state.tolist()
        self._to_act = self._numbers[rulebook.TO_ACT]
        self._raises = self._spot = None

    def _legal(self) -> tuple[int, int, int]:
        """Return the raises that the rulebook allows the player to act, see ``rules.legal``."""
        if self._raises is None:
            self._raises = rulebook.legal(self._rules, self._state)
        return self._raises

    def _due(self) -> int:
        """Chips that a call adds; as ``rules.to_call``, without a call of a kernel."""
        seat, most = self._to_act, self._numbers[rulebook.MAX_SPENT]
        return min(most, self._stacks[seat]) - self._bet(seat)

    def _bet(self, seat: int) -> int:
        return self._numbers[rulebook.SPENT + seat]

    def _stack(self, seat: int) -> int:
        return self._stacks[seat] - self._bet(seat)

    def record(
        self,
        number: int,
        players: tuple[str, ...],
        result: Settled,
        *,
        time: str,
        hero: int,
        money: Money,
        cashed: tuple[int, ...] = (),
        boards: tuple[tuple[Card, ...], ...] = (),
    ) -> HandRecord:
        """The record of the finished hand."""
        spot = self.spot
        run_out = self.game.num_rounds - 1 - spot.street if spot.showdown else 0
        return HandRecord(
            self.game,
            number,
            players,
            tuple(self.holes),
            self.board,
            spot.actions,
            result.payoffs,
            (),
            spot,
            time,
            hero,
            result.taken,
            money,
            result.stated,
            cashed,
            boards,
            result.payoffs,
            self._line + "/" * run_out,
        )

    def _skip_checks(self) -> None:
        """Apply the checks that the rulebook requires and texts omit."""
        while (
            self.game.is_heads_up
            and self._to_act >= 0
            and self._stack(1 - self._to_act) == 0
            and self._due() == 0
        ):
            self._apply(CALL)
