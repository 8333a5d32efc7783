"""Replays a recorded hold'em hand step by step, independent of its text format."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Card, card_names
from engine.errors import (
    IllegalActionError,
    NotPlayedError,
    RecordError,
    RecordMismatchError,
)
from engine.game import NO_CAP, Game, built_in_games, get_game
from engine.player import CALL, FOLD, Action, PublicState
from engine.records._settle import uncalled
from engine.records.record import blinds_name, blinds_title


def first_players(blinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first to act in each round: preflop the seat after the last largest blind."""
    largest = max(seat for seat, blind in enumerate(blinds) if blind == max(blinds))
    return ((largest + 1) % len(blinds), 0, 0, 0)


@lru_cache(maxsize=1024)
def holdem_game(
    stacks: tuple[int, ...],
    blinds: tuple[int, ...],
    raise_sizes: tuple[int, ...] = (),
    max_raises: tuple[int, ...] = (NO_CAP,) * 4,
) -> Game:
    """Return hold'em with blinds: limit if there are raise sizes; a built-in game by its name.

    Raises:
        GameError: if its numbers are inconsistent.
    """
    limit = bool(raise_sizes)
    game = Game(
        name=blinds_name(blinds, limit=limit),
        title=blinds_title(blinds, limit=limit),
        betting="limit" if limit else "nolimit",
        num_players=len(stacks),
        stacks=stacks,
        blinds=blinds,
        raise_sizes=raise_sizes,
        max_raises=max_raises,
        first_player=first_players(blinds),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )
    return named_game(game)


def named_game(game: Game) -> Game:
    """The built-in game of the same rules, if there is one."""
    for known in built_in_games():
        if known == game:
            return known
        if known.blinds == game.blinds and known.with_stacks(game.stacks) == game:
            depth, rest = divmod(game.stacks[0], game.big_blind)
            if rest or len(set(game.stacks)) > 1:
                return known.with_stacks(game.stacks)
            return get_game(f"{known.name}@{depth}")
    return game


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


class Follower:
    """Applies recorded actions and cards through the rulebook, which refuses invalid ones.

    Attributes:
        names: of the players in the text, by position.
        holes: the cards known so far, by position.
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = tuple(names)
        self.holes: list[tuple[Card, ...] | None] = [None] * game.num_players
        self.board: tuple[Card, ...] = ()
        self.spot = PublicState(game, (), ())
        self._skip_checks()

    @property
    def finished(self) -> bool:
        """True if no player has a decision left."""
        return self.spot.finished

    def spent(self, seat: int) -> int:
        """Chips that a position has put in."""
        return self.spot.spent(seat)

    @property
    def uncalled(self) -> int:
        """Uncalled chips of the largest bet."""
        return uncalled([self.spent(seat) for seat in range(self.game.num_players)])

    def due(self, seat: int) -> int:
        """Chips that the player to act must add to call."""
        self.verify_turn(seat)
        return self.spot.legal.call

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Record a player's hole cards, dealt or shown.

        Raises:
            RecordError: if there are too many or too few, or one was dealt before.
            RecordMismatchError: if they contradict earlier ones.
        """
        if len(cards) != self.game.num_hole:
            raise RecordError("a player has {cards} cards", cards=self.game.num_hole)
        known = self.holes[seat]
        if known is not None and set(known) != set(cards):
            raise RecordMismatchError("the player was dealt {cards}", cards=card_names(known))
        if known is None:
            self._check_new(cards)
            self.holes[seat] = cards

    def deal(self, cards: tuple[Card, ...]) -> None:
        """Deal cards to the board.

        Raises:
            RecordError: if one was dealt before.
            RecordMismatchError: if the betting is not over.
        """
        game, spot = self.game, self.spot
        self._check_new(cards)
        self.board += cards
        most = game.board_sizes[game.num_rounds - 1 if spot.showdown else spot.street]
        if len(self.board) > most:
            raise RecordMismatchError("the board comes before the betting is over")
        self.spot = spot.on(self.board)

    def act(self, seat: int, action: Action) -> None:
        """Apply an action.

        Raises:
            IllegalActionError: if the rulebook does not allow it.
            RecordMismatchError: if it is another player's turn, or the board is missing.
        """
        self.verify_turn(seat)
        self.spot = self.spot.after(action)
        self._skip_checks()

    def fold(self, seat: int) -> None:
        """Fold; errors as ``act``. Raises NotPlayedError if the player could check."""
        try:
            self.act(seat, FOLD)
        except IllegalActionError:
            raise NotPlayedError("a player folds where checking is free") from None

    def verify_turn(self, seat: int) -> None:
        """Raise with the reason if a player cannot act now.

        Raises:
            RecordMismatchError: if it is another player's turn, or the board is missing.
        """
        spot = self.spot
        if spot.finished:
            raise RecordMismatchError("the betting is over")
        if seat != spot.to_act:
            raise RecordMismatchError("it is {names}'s turn", names=self.names[spot.to_act])
        if len(self.board) != self.game.board_sizes[spot.street]:
            raise RecordMismatchError("the board has not been dealt")

    def _check_new(self, cards: tuple[Card, ...]) -> None:
        seen = {card for hole in self.holes if hole for card in hole} | set(self.board)
        if seen.intersection(cards):
            raise RecordError("a card is dealt twice")

    def _skip_checks(self) -> None:
        """Apply the checks that the rulebook requires and texts omit."""
        while only_check(self.spot):
            self.spot = self.spot.after(CALL)
