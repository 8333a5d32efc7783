"""Situations and classes of hands and actions by which an opponent model counts.

Small games are classed without loss (``exact_situations.py``): a situation is a decision of the
betting tree and a board, a class is a distinguishable hand. Every other game, such as hold'em at
any depth and blinds, is classed by ratios, so that hands of all depths and blinds count together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.equity.handrank import hand_ranks
from ai.opponent.exact_situations import ExactSituations, fits_exactly
from engine.cards import Card
from engine.combos import combo_cards
from engine.game import Game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from engine.wording import Wording

_STREETS = (Wording("Preflop"), Wording("Flop"), Wording("Turn"), Wording("River"))
_POSITIONS = (Wording("out of position"), Wording("in position"))
_BLIND = Wording("facing the big blind")
_CHECK = Wording("nobody has raised, nothing to call")
_FACING = (
    Wording("nothing to call, having bet last"),
    Wording("nothing to call, the other having bet last"),
    *(Wording("nothing to call"), Wording("facing a small bet")),
    Wording("facing a bet of about half the pot"),
    *(Wording("facing a bet of about the pot"), Wording("facing an overbet")),
    *(Wording("facing a small raise"), Wording("facing a big raise")),
    Wording("facing a 3-bet or more"),
)
_TEXTURES = (Wording("dry board"), Wording("three of a suit"), Wording("paired board"))
_MINE, _THEIRS, _FREE, _BET, _RAISE, _MORE = 0, 1, 2, 3, 7, 9
_PRICES = (0.23, 0.31, 0.37)
"""Price of a call as a fraction of the pot after it: bets of 43%, 82% and 142% of the pot."""
_BIG_RAISE = 0.30
_EDGES = (0.15, 0.30, 0.45, 0.60, 0.72, 0.84, 0.93)
"""Bounds of the classes of hands by strength."""
_PARTS = len(_EDGES) + 1
_FLUSH_DRAW, _STRAIGHT_DRAW = _PARTS, _PARTS + 1
_DRAWS_BELOW = 0.84
_SIZES = (0.45, 0.85, 1.5)
"""Bounds of the raise classes, as fractions of the pot after calling."""
_USUAL = (0.33, 0.66, 1.0, 2.0)
"""The raise that represents each class."""
_KEPT = 256


class GeneralSituations:
    """Situations by street, position, bet faced and board texture; hands by strength and draws.

    The bet faced is classed by price: a bet, a raise, or none, then with the last bettor of the
    previous street. Hands are classed by the fraction of all others that they beat on the board,
    those with a flush draw or an open-ended straight draw on flop and turn separately. Raises are
    classed by fraction of the pot after calling. A group is the bet faced, preflop and postflop, by
    street and overall. What is counted in a situation is also counted in each of its groups, which
    have hand classes of their own.

    Attributes:
        key: the name in saved states; the same for all depths and blinds of a family.
        groups: (num_situations, depth) int32, the groups that each belongs to, the widest first.
        group_class: (num_situations, num_classes) int32, class in groups of each class.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.key = _rules_key(game)
        self.num_kinds = 3 if game.is_limit else 2 + len(_USUAL)
        self.num_classes = self.num_group_classes = _PARTS + 2
        self._shape = (game.num_rounds, len(_POSITIONS), len(_FACING), len(_TEXTURES))
        self.num_situations = int(np.prod(self._shape))
        self.group_class = np.tile(
            np.arange(self.num_classes, dtype=np.int32), (self.num_situations, 1)
        )
        self.groups, self.num_groups = self._grouped()

    def situation(self, spot: PublicState) -> int:
        """The situation of a decision."""
        first, players = spot.game.first_player[-1], spot.game.num_players
        alive = [seat for seat in range(players) if not spot.folded(seat)]
        last = max(alive, key=lambda seat: (seat - first) % players)
        place = (spot.street, int(last == spot.to_act), _faced(spot), _texture(spot.board))
        return int(np.ravel_multi_index(place, self._shape))

    def classes_on(self, spot: PublicState) -> NDArray[np.int32]:
        """Class of each combo: (num_combos,) int32, read-only, -1 where it is blocked."""
        return _hand_classes(self._game, tuple(sorted(spot.board)), spot.street)

    def kind(self, spot: PublicState, action: Action) -> int:
        """Fold, call, or the class of a raise's size."""
        if action.kind is not ActionKind.RAISE:
            return int(action.kind)
        if self._game.is_limit:
            return 2
        after_call = spot.pot + spot.legal.call
        return 2 + int(np.searchsorted(_SIZES, (action.raise_to - spot.max_bet) / after_call))

    def actions(self, spot: PublicState) -> tuple[tuple[Action, ...], NDArray[np.int64]]:
        """One legal action for each kind, and the index of the one that each kind is mapped to."""
        legal = spot.legal
        actions = [FOLD, CALL] if legal.fold else [CALL]
        places = [0, len(actions) - 1] + [len(actions) - 1] * (self.num_kinds - 2)
        if not legal.max_raise:
            return tuple(actions), np.array(places)
        bounds = raise_to(legal.min_raise), raise_to(legal.max_raise)
        low, high = (self.kind(spot, bound) for bound in bounds)
        for kind in range(low, high + 1):
            actions.append(raise_to(self._usual(spot, kind)))
            places[kind] = len(actions) - 1
        places[2:low] = [places[low]] * (low - 2)
        places[high + 1 :] = [places[high]] * (self.num_kinds - 1 - high)
        return tuple(actions), np.array(places)

    def words(self, situation: int) -> str:
        """Return "River, out of position, facing a bet of about half the pot, dry board" etc."""
        street, position, facing, texture = (
            int(part) for part in np.unravel_index(situation, self._shape)
        )
        unraised = {_THEIRS: _BLIND, _FREE: _CHECK} if street == 0 else {}
        faced = unraised.get(facing, _FACING[facing])
        place = Wording(
            "{street}, {position}, {facing}",
            street=_STREETS[street],
            position=_POSITIONS[position],
            facing=faced,
        )
        if not self._game.board_sizes[street]:
            return str(place)
        return f"{place}, {_TEXTURES[texture]}"

    def _usual(self, spot: PublicState, kind: int) -> int:
        """Return the raise that represents a class: its usual size where the rules allow it."""
        legal = spot.legal
        if self._game.is_limit:
            return legal.min_raise
        pot = spot.pot + legal.call
        wanted = spot.max_bet + round(_USUAL[kind - 2] * pot)
        amount = min(max(wanted, legal.min_raise), legal.max_raise)
        if self.kind(spot, raise_to(amount)) == kind:
            return amount
        # The least raise or all-in moves the usual size out of its class.
        return legal.max_raise if wanted > amount else legal.min_raise

    def _grouped(self) -> tuple[NDArray[np.int32], int]:
        wide: dict[tuple[int, ...], int] = {}
        rows = []
        for street, position, facing, _ in product(*map(range, self._shape)):
            coarse = 0 if facing < _BET else 1 if facing < _RAISE else 2
            keys = (0, int(street > 0), coarse), (1, street, coarse), (2, street, position, facing)
            rows.append([wide.setdefault(key, len(wide)) for key in keys])
        return np.array(rows, np.int32), len(wide)


def _rules_key(game: Game) -> str:
    """Rules without stacks, blinds and bet sizes."""
    if game.is_holdem:
        return f"holdem-{game.betting}-{game.num_players}"
    cards = (game.num_suits, game.num_ranks, game.num_hole, *game.num_board)
    return "-".join(map(str, (game.betting, game.num_players, *cards)))


def _faced(spot: PublicState) -> int:
    """Return the bet that the player to act faces, as an index of ``_FACING``."""
    call, raises = spot.legal.call, spot.num_raises
    price = call / (spot.pot + call)
    if raises >= 3 or (raises == 2 and spot.street > 0 and price > 0.40):
        return _MORE
    if call and raises == 2:
        return _RAISE + int(price > _BIG_RAISE)
    if call and raises == 1:
        return _BET + int(np.searchsorted(_PRICES, price))
    return _initiative(spot) if spot.street else (_THEIRS if call else _FREE)


def _initiative(spot: PublicState) -> int:
    """Return who last bet or raised before this street: the player to act, another or none."""
    here = PublicState(spot.game, (), ())
    bettor = _FREE
    for action in spot.actions:
        if here.street == spot.street:
            break
        if action.kind is ActionKind.RAISE:
            bettor = _MINE if here.to_act == spot.to_act else _THEIRS
        here = here.after(action)
    return bettor


def _texture(board: Sequence[Card]) -> int:
    ranks = {card // 4 for card in board}
    if len(ranks) < len(board):
        return 2
    suits = [card % 4 for card in board]
    return int(any(suits.count(suit) >= 3 for suit in suits))


@lru_cache(_KEPT)
def _hand_classes(game: Game, board: tuple[Card, ...], street: int) -> NDArray[np.int32]:
    shares = hand_ranks(game, board)
    free = ~np.isnan(shares)
    classes = np.full(len(shares), -1, np.int32)
    classes[free] = np.searchsorted(_EDGES, shares[free])
    if board and street < game.num_rounds - 1:
        cards = combo_cards(game.deck, game.num_hole)
        weak = free & (np.nan_to_num(shares) < _DRAWS_BELOW)
        classes[weak & _straight_draws(cards, board)] = _STRAIGHT_DRAW
        classes[weak & _flush_draws(cards, board)] = _FLUSH_DRAW
    classes.setflags(write=False)
    return classes


def _flush_draws(cards: NDArray[np.uint8], board: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Return a mask of combos with four of a suit with the board, not all of them on it."""
    draws = np.zeros(len(cards), np.bool_)
    for suit in range(4):
        held = (cards % 4 == suit).sum(axis=1)
        there = sum(card % 4 == suit for card in board)
        draws |= (held > 0) & (held + there == 4)
    return draws


def _straight_draws(cards: NDArray[np.uint8], board: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Return a mask of combos that two or more ranks make a straight, the board alone excluded."""
    there = 0
    for card in board:
        there |= 1 << (card // 4)
    ranks = np.bitwise_or.reduce(1 << (cards.astype(np.int64) // 4), axis=1) | there
    outs = _straight_outs()
    draws: NDArray[np.bool_] = (outs[ranks] >= 2) & (outs[there] == 0)
    return draws


@lru_cache(1)
def _straight_outs() -> NDArray[np.int64]:
    """Return how many ranks complete a straight, for each set of ranks: (8192,), 0 with one."""
    ranks = np.arange(1 << 13)

    def straight(held: NDArray[np.int64]) -> NDArray[np.bool_]:
        wheel = (held << 1) | (held >> 12)  # an ace is low, too
        run = wheel & (wheel >> 1) & (wheel >> 2) & (wheel >> 3) & (wheel >> 4)
        return np.asarray(run != 0, np.bool_)

    outs = sum(straight(ranks | (1 << rank)).astype(np.int64) for rank in range(13))
    return np.where(straight(ranks), 0, np.asarray(outs, np.int64))


Situations: TypeAlias = GeneralSituations | ExactSituations


@lru_cache(64)
def situations_of(game: Game) -> Situations:
    """The classes of a game."""
    return ExactSituations(game) if fits_exactly(game) else GeneralSituations(game)
