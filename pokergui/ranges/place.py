"""The node shown in Study: the line and the chosen board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import SystemRandom

from engine.card_display import parse_shown
from engine.cards import Card
from engine.errors import CardError, IllegalActionError
from engine.game import Game
from engine.lines import check_board, parse_action, parse_line
from engine.player import Action, PublicState
from engine.policy import boards
from pokergui.ranges.grid_values import shows_all_boards


@dataclass(frozen=True)
class Place:
    """A spot whose board may be incomplete.

    Attributes:
        slots: one for each board card of the whole game, in dealing order, None if not chosen.
            Cards of later streets are kept for a return; games that show all boards at once leave
            them empty.
        fixed: the number of them that cannot be changed: those of the first round, or none.
    """

    game: Game
    actions: tuple[Action, ...]
    slots: tuple[Card | None, ...]
    fixed: int = 0

    @staticmethod
    def root(game: Game) -> Place:
        return Place(game, (), (None,) * game.board_sizes[-1])

    @staticmethod
    def dealt(spot: PublicState) -> Place:
        """Return the first decision of a game that begins with a board on the table."""
        board = spot.board
        return Place(
            spot.game, (), (*board, *Place.root(spot.game).slots[len(board) :]), len(board)
        )

    @staticmethod
    def at(game: Game, actions: tuple[Action, ...], board: tuple[Card, ...]) -> Place:
        """Return the node of a line and board.

        Raises:
            IllegalActionError: if the betting breaks the rules.
            CardError: if the board is impossible, or lacks cards.
        """
        check_board(game, PublicState(game, actions, ()).street, board)
        root = Place.root(game)
        if shows_all_boards(game):
            return replace(root, actions=actions)
        return Place(game, actions, (*board, *root.slots[len(board) :]))

    @cached_property
    def decisions(self) -> tuple[PublicState, ...]:
        """The betting before each action and finally here, boards left empty.

        Raises:
            IllegalActionError: if the betting breaks the rules.
        """
        spots = [PublicState(self.game, (), ())]
        for action in self.actions:
            spots.append(spots[-1].after(action))
        return tuple(spots)

    @property
    def betting(self) -> PublicState:
        return self.decisions[-1]

    @property
    def num_board(self) -> int:
        return self.game.board_sizes[self.betting.street]

    @property
    def chosen(self) -> tuple[Card, ...]:
        return tuple(card for card in self.slots[: self.num_board] if card is not None)

    @property
    def open_cards(self) -> int:
        return 0 if shows_all_boards(self.game) else self.num_board - self.fixed

    @property
    def missing(self) -> int:
        if shows_all_boards(self.game):
            return 0
        return self.num_board - len(self.chosen)

    @property
    def open_street(self) -> int:
        """The first street that lacks cards; the present one if none does."""
        street = 0
        while street < self.betting.street and None not in self.slots_of(street):
            street += 1
        return street

    def slots_of(self, street: int) -> tuple[Card | None, ...]:
        end = self.game.board_sizes[street]
        return self.slots[end - self.game.num_board[street] : end]

    @cached_property
    def spots(self) -> tuple[PublicState, ...]:
        """The spot on the board chosen, or on every board; on none while cards are missing.

        Cards of one street are in descending order, fixed ones in their own: any order is the same
        spot.
        """
        if self.missing:
            return ()
        betting, street = self.betting, self.betting.street
        if shows_all_boards(self.game):
            every = [board for _, board in boards(self.game, street)]
        else:
            every = [self._ordered()]
        return tuple(
            PublicState(self.game, self.actions, board, betting.betting) for board in every
        )

    def _ordered(self) -> tuple[Card, ...]:
        cards = list(self.chosen[: self.fixed])
        for size in self.game.num_board[1 if self.fixed else 0 :]:
            cards += sorted(self.chosen[len(cards) : len(cards) + size], reverse=True)
        return tuple(cards)

    def back(self, count: int) -> Place:
        return replace(self, actions=self.actions[:count])

    def after(self, action: Action) -> Place:
        """Return the node after one more action.

        Raises:
            IllegalActionError: if the rulebook does not allow it.
        """
        return replace(self, actions=self.betting.after(action).actions)

    def follow(self, key: str) -> Place:
        """Return the node that a key of the page names.

        ``at:2`` is the decision after two actions, ``do:2:c`` an action there, ``line:cc/r`` a
        betting text (``line:r300c/ AhTd7c`` with its board), ``board:AhTd7c`` a board, and plain
        ``c`` an action here.

        Raises:
            PokerError: if there is no such place.
        """
        kind, colon, rest = key.partition(":")
        if not colon:
            return self.after(parse_action(self.betting, key))
        if kind == "line":
            line, _, cards = rest.partition(" ")
            place = replace(self, actions=parse_line(self.game, line))
            return place.with_board(parse_shown(self.game, cards)) if cards else place
        if kind == "board":
            return self.with_board(parse_shown(self.game, rest))
        count, _, text = rest.partition(":")
        if int(count) > len(self.actions):
            raise IllegalActionError("this decision is not on the line")
        before = self.back(int(count))
        return before.after(parse_action(before.betting, text)) if kind == "do" else before

    def toggle(self, card: Card) -> Place:
        """Put a card on the board, or take it off.

        It takes the first free slot; if none is free it replaces the last card of the street.
        """
        if not self.open_cards or card in self.slots[: self.fixed]:
            return self
        slots = list(self.slots)
        if card in slots[: self.num_board]:
            slots[slots.index(card)] = None
            return replace(self, slots=tuple(slots))
        if card in slots:
            slots[slots.index(card)] = None
        here = slots[: self.num_board]
        slots[here.index(None) if None in here else self.num_board - 1] = card
        return replace(self, slots=tuple(slots))

    def with_board(self, cards: tuple[Card, ...]) -> Place:
        """Return the node on a given board: all of it, or the part that is not fixed.

        Raises:
            CardError: if the board is impossible, lacks cards, or cannot be chosen.
        """
        if shows_all_boards(self.game):
            raise CardError("every board is shown at once here")
        fixed = self.slots[: self.fixed]
        whole = (*fixed, *cards) if fixed and len(cards) == self.open_cards else cards
        check_board(self.game, self.betting.street, [card for card in whole if card is not None])
        if whole[: self.fixed] != fixed:
            raise CardError(
                "the first {fixed} cards of this board cannot be changed", fixed=self.fixed
            )
        later = [None if card in whole else card for card in self.slots[len(whole) :]]
        return replace(self, slots=(*whole, *later))

    def with_random_board(self) -> Place:
        """Draw the missing cards, or redraw this street, from system entropy."""
        if not self.open_cards:
            return self
        slots = list(self.slots)
        end = self.num_board
        if not self.missing:
            start = end - self.game.num_board[self.betting.street]
            slots[start:end] = [None] * (end - start)
        left = [card for card in self.game.deck if card not in slots[:end]]
        dealt = iter(SystemRandom().sample(left, slots[:end].count(None)))
        here = [next(dealt) if card is None else card for card in slots[:end]]
        later = [None if card in here else card for card in slots[end:]]
        return replace(self, slots=(*here, *later))
