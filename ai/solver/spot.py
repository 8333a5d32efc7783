"""A spot: two ranges, a board, pot and stacks, and bet and raise menus.

Its lines are ``f``, ``c`` and ``r<N>``, N being the total on this street, and ``/`` after a round:
ACPC text counts totals over a hand instead, but a spot does not know the betting before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import Sizes, SpotError, menu_text, parse_menu, read_chips
from ai.solver import _tree
from engine.cards import NUM_CARDS, Card, card_names, check_distinct, parse_cards
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards
from engine.errors import IllegalActionError, PokerError
from engine.game import NO_CAP, Game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from engine.ranges import Weights, check_weights, parse_range, range_text
from engine.tree import DECISION, BettingTree
from engine.wording import Wording

MAX_CHIPS = 100_000_000
"""Largest pot and stack."""
LEAST_WEIGHT = 1e-6
"""Smallest nonzero weight of a hand: solvers compute in 32 bits, with products of weights."""
MAX_TEXT = 100_000
"""Longest text of a field; a range of 1,326 different weights has some 40,000 characters."""
FLOP = 3
"""Cards of a flop; its many rivers are stored in 16 bits unless told otherwise."""
SEATS = (Wording("out of position"), Wording("in position"))
"""The names of the players, in their order."""

FIELDS = ("board", "oop", "ip", "pot", "stack", "bets", "raises", "bets-ip", "raises-ip")
"""The fields of a spot, as forms and files name them."""
BLIND = "big-blind"
"""The optional field."""
FIXED, LINE = "fixed", "line"
"""Two more fields of records, which forms lack."""
_TOKEN = re.compile(r"f|c|r[0-9]{1,12}|/")
_CHIPS = {"pot": Wording("pot"), "stack": Wording("stack"), BLIND: Wording("big blind")}
"""The fields with chips in words."""

Menus = _tree.Menus
T = TypeVar("T")


@cache
def disjoint_combos() -> NDArray[np.bool_]:
    """Return a mask of compatible hands: (1326, 1326) bool, read-only."""
    masks = np.left_shift(np.uint64(1), combo_cards().astype(np.uint64)).sum(axis=1)
    apart: NDArray[np.bool_] = (masks[:, None] & masks) == 0
    apart.setflags(write=False)
    return apart


@dataclass(frozen=True, eq=False)
class Spot:
    """A flop, turn or river with all cards to come; player 0 is out of position and acts first.

    Attributes:
        board: 3 to 5 cards.
        ranges: weights (1326,) float64 of each player's hands, 0 to 1; 0 where blocked.
        stack: chips that each has left.
        bets: sizes of bets by player and street of the spot, in percent of the pot.
        raises: sizes of raises, in percent of the pot after calling.
        big_blind: chips of the big blind of the original hand; 0 where unknown. It only sets the
            unit of displayed values.
        fixed: chips of each bet and raise, and their number on a street; None in no-limit.
        line: betting from the root that is considered where it was made, with any sizes. Fixed bets
            and a line belong to hands in play: the texts of forms have none.
    """

    board: tuple[Card, ...]
    ranges: tuple[Weights, Weights]
    pot: int
    stack: int
    bets: Menus
    raises: Menus
    big_blind: int = 0
    fixed: tuple[int, int] | None = None
    line: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        """Validate the fields; menus get one list for each street.

        Raises SpotError naming the field and what it allows.
        """
        _check_board(self.board)
        _check_chips(self.pot, 2, "pot")
        _check_chips(self.stack, 1, "stack")
        if self.big_blind:
            _check_chips(self.big_blind, 1, BLIND)
        if self.fixed is not None:
            check_fixed(*self.fixed, self.num_streets, self.stack)
        ranges = tuple(
            _left_on(self.board, weights, seat) for seat, weights in enumerate(self.ranges)
        )
        support = [weights > 0 for weights in ranges]
        if not (disjoint_combos() & support[0][:, None] & support[1]).any():
            raise SpotError(
                "the ranges conflict: every hand of one shares a card with every hand of the other",
                "ip",
            )
        object.__setattr__(self, "ranges", ranges)
        for name in ("bets", "raises"):
            menus = tuple(
                _by_street(menu, self.num_streets, name + "-ip" * seat)
                for seat, menu in enumerate(getattr(self, name))
            )
            object.__setattr__(self, name, menus)

    @staticmethod
    def parse(
        board: str,
        oop: str,
        ip: str,
        pot: str | int,
        stack: str | int,
        bets: str,
        raises: str,
        bets_ip: str | None = None,
        raises_ip: str | None = None,
        big_blind: str = "",
    ) -> Spot:
        """Parse a spot from the texts of a form or command; ``*_ip`` None copies out of position.

        An empty ``big_blind`` is unknown. Raises SpotError naming the field and what it allows.
        """
        return Spot(
            _read_field(parse_cards, board, "board"),
            (_read_field(parse_range, oop, "oop"), _read_field(parse_range, ip, "ip")),
            read_chips(pot, "pot"),
            read_chips(stack, "stack"),
            (
                _read_field(parse_menu, bets, "bets"),
                _read_field(parse_menu, bets if bets_ip is None else bets_ip, "bets-ip"),
            ),
            (
                _read_field(parse_menu, raises, "raises"),
                _read_field(parse_menu, raises if raises_ip is None else raises_ip, "raises-ip"),
            ),
            _read_blind(big_blind),
        )

    @property
    def num_streets(self) -> int:
        """1 on the river, 2 on the turn, 3 on the flop."""
        return 6 - len(self.board)

    @cached_property
    def game(self) -> Game:
        """The game of the remaining rounds; the starting pot is antes.

        Each has put in half of the pot; an odd chip is dead money.
        """
        streets, ante = self.num_streets, self.pot // 2
        size, most = self.fixed or (0, NO_CAP)
        return Game(
            name="spot",
            title=("River spot", "Turn spot", "Flop spot")[streets - 1],
            betting="limit" if self.fixed else "nolimit",
            num_players=2,
            stacks=(self.stack + ante,) * 2,
            blinds=(ante,) * 2,
            raise_sizes=(size,) * streets if self.fixed else (),
            max_raises=(most,) * streets,
            first_player=(0,) * streets,
            num_suits=4,
            num_ranks=13,
            num_hole=2,
            num_board=(len(self.board), 1, 1)[:streets],
            least_bet=0 if self.fixed else 1,
            dead=self.pot % 2,
            shown_blind=self.big_blind,
        )

    @cached_property
    def tree(self) -> BettingTree:
        """All betting lines under the menus. Raises SpotError if they are too many."""
        return _tree.build(self.game, self.bets, self.raises, self.line)

    @cached_property
    def root(self) -> PublicState:
        """The spot before the first action."""
        return PublicState(self.game, (), self.board)

    def menu(self, state: PublicState) -> list[int]:
        """Street totals in chips of the bets or raises considered at a decision of ``game``."""
        legal = state.legal
        if not legal.max_raise:
            return []
        sizes = (self.raises if state.max_bet else self.bets)[state.to_act][state.street]
        pot, done = state.pot + legal.call, len(state.actions)
        totals = set(sizes.totals(state.max_bet, pot, legal.min_raise, legal.max_raise))
        if done < len(self.line) and self.line[:done] == state.actions:
            totals |= {self.line[done].raise_to} - {0}
        return sorted(totals)

    def after(
        self,
        tree: BettingTree,
        node: int,
        board: tuple[Card, ...],
        ranges: tuple[Weights, Weights],
    ) -> Spot:
        """Return the spot of a street that begins at a decision of this spot's tree."""
        done, put = int(tree.street[node]), int(tree.spent[node, 0]) - tree.game.ante
        return replace(
            self,
            board=board,
            ranges=ranges,
            pot=self.pot + 2 * put,
            stack=self.stack - put,
            bets=(self.bets[0][done:], self.bets[1][done:]),
            raises=(self.raises[0][done:], self.raises[1][done:]),
            line=(),
        )

    def texts(self) -> dict[str, str]:
        """The text of each of ``FIELDS``, and of the big blind where it is known."""
        return {
            "board": card_names(self.board),
            "oop": _range_text(self.board, self.ranges[0]),
            "ip": _range_text(self.board, self.ranges[1]),
            "pot": str(self.pot),
            "stack": str(self.stack),
            "bets": menu_text(self.bets[0]),
            "raises": menu_text(self.raises[0]),
            "bets-ip": menu_text(self.bets[1]),
            "raises-ip": menu_text(self.raises[1]),
            **({BLIND: str(self.big_blind)} if self.big_blind else {}),
        }

    def record(self) -> dict[str, str]:
        """The spot as plain data for files; equal for equal spots."""
        record = self.texts()
        if self.fixed:
            record[FIXED] = "{}x{}".format(*self.fixed)
        if self.line:
            record[LINE] = steps_text(self.line)
        return record

    @staticmethod
    def of_record(record: Any) -> Spot:
        """Parse a spot from an untrusted ``record``.

        Raises SpotError if it is not the record of a spot.
        """
        if not isinstance(record, dict) or not is_record(set(record)):
            raise SpotError("a spot must have the fields {fields}", fields=", ".join(FIELDS))
        for name, text in record.items():
            if not isinstance(text, str):
                raise SpotError("the {name} of a spot must be text", name, name=name)
        texts = {name: text for name, text in record.items() if name not in (FIXED, LINE)}
        spot = Spot.parse(**{name.replace("-", "_"): text for name, text in texts.items()})
        if not {FIXED, LINE} & set(record):
            return spot
        fixed, line = read_fixed(record.get(FIXED, "")), read_steps(record.get(LINE, ""))
        return replace(spot, fixed=fixed, line=line)


def is_record(names: Set[str]) -> bool:
    """Return whether these are the fields of the record of a spot."""
    return set(FIELDS) <= names <= {*FIELDS, BLIND, FIXED, LINE}


def _read_field(parse: Callable[[str], T], text: str, field: str) -> T:
    """Parse the text of a field; an error names the field."""
    if len(text) > MAX_TEXT:
        raise SpotError("the text is longer than {most:,} characters", field, most=MAX_TEXT)
    with _naming(field):
        return parse(text)


@contextmanager
def _naming(field: str) -> Iterator[None]:
    """Raise errors as those of a field."""
    try:
        yield
    except PokerError as error:
        raise SpotError("{error}", field, error=error) from None


def _read_blind(text: str) -> int:
    if not text.strip():
        return 0
    chips = read_chips(text, BLIND)
    _check_chips(chips, 1, BLIND)
    return chips


def _check_board(board: tuple[Card, ...]) -> None:
    if len(board) not in (3, 4, 5):
        raise SpotError(
            "the board has 3 cards on the flop, 4 on the turn or 5 on the river, not {count}",
            "board",
            count=len(board),
        )
    if not all(0 <= card < NUM_CARDS for card in board):
        raise SpotError("a card of the board is not in the deck", "board")
    with _naming("board"):
        check_distinct(board)


def _check_chips(chips: int, least: int, field: str) -> None:
    if not least <= chips <= MAX_CHIPS:
        raise SpotError(
            "the {name} must be {least} to {most:,} chips, not {chips:,}",
            field,
            name=_CHIPS[field],
            least=least,
            most=MAX_CHIPS,
            chips=chips,
        )


def _left_on(board: tuple[Card, ...], weights: Weights, seat: int) -> Weights:
    """A player's weights without blocked hands, read-only."""
    field = ("oop", "ip")[seat]
    with _naming(field):
        check_weights(weights)
    if weights.max() > 1.0:
        raise SpotError("the weights of a range must be from 0 to 1", field)
    if not weights.any():
        raise SpotError("the range {seats} is empty", field, seats=SEATS[seat])
    left = np.where(np.isin(combo_cards(), board).any(axis=1), 0.0, weights)
    if not left.any():
        raise SpotError(
            "every hand of the range {seats} has a card of the board", field, seats=SEATS[seat]
        )
    if left[left > 0].min() < LEAST_WEIGHT:
        raise SpotError(
            "a weight of a range must be 0 or at least {least:.6f}", field, least=LEAST_WEIGHT
        )
    left.setflags(write=False)
    return left


def _range_text(board: tuple[Card, ...], weights: Weights) -> str:
    """Return a range as compact text: blocked hands get the weight of their class.

    They are dropped when parsed, so that ``77+`` stays ``77+`` on a board with a queen.
    """
    blocked = np.isin(combo_cards(), board).any(axis=1)
    low, high = np.full(NUM_CLASSES, np.inf), np.full(NUM_CLASSES, -np.inf)
    np.minimum.at(low, CLASS_OF_COMBO[~blocked], weights[~blocked])
    np.maximum.at(high, CLASS_OF_COMBO[~blocked], weights[~blocked])
    alike = blocked & (low == high)[CLASS_OF_COMBO]
    return range_text(np.where(alike, low[CLASS_OF_COMBO], weights))


def _by_street(menu: tuple[Sizes, ...], streets: int, field: str) -> tuple[Sizes, ...]:
    """A menu with one list for each street, the last one repeated."""
    if not 1 <= len(menu) <= streets:
        n = len(menu)
        if streets == 1:
            raise SpotError("{n} lists of sizes, but the river is one street", field, n=n)
        raise SpotError(
            "{n} lists of sizes, but there are {streets} streets left", field, n=n, streets=streets
        )
    return menu + menu[-1:] * (streets - len(menu))


def steps_text(line: Sequence[Action]) -> str:
    """Actions from the root as text: ``cr150``."""
    return "".join(f"r{action.raise_to}" if action.raise_to else "c" for action in line)


def read_steps(text: str) -> tuple[Action, ...]:
    """Parse the text of ``steps_text``; building the tree checks the line.

    Raises SpotError if it is not such a text.
    """
    if not re.fullmatch(r"(c|r[1-9][0-9]{0,11}){0,500}", text):
        raise SpotError("the line of a spot is c, or r with a total, for each action", LINE)
    steps = re.findall(r"c|r[0-9]+", text)
    return tuple(CALL if step == "c" else raise_to(int(step[1:])) for step in steps)


def read_fixed(text: str) -> tuple[int, int] | None:
    """Parse bet size and number of bets of a street from text such as ``20x4``; None if empty.

    Raises SpotError if it is not such a text.
    """
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,12})x([0-9]{1,4})", text)
    if match is None:
        raise SpotError("fixed bets are given as chips and their number per street: 20x4", FIXED)
    return int(match[1]), int(match[2])


def check_fixed(size: int, most: int, streets: int, stack: int) -> None:
    """Check that a spot's fixed bets add up to its stack. Raises SpotError if it is not."""
    if not (size > 0 and 0 < most <= NO_CAP and stack == size * most * streets):
        raise SpotError("with fixed bets the stack must equal all that can be bet", FIXED)


def action_key(action: Action) -> str:
    """Text of an action."""
    if action.kind is ActionKind.RAISE:
        return f"r{action.raise_to}"
    return "f" if action.kind is ActionKind.FOLD else "c"


def parse_key(text: str) -> Action:
    """Parse an action, which need not be legal; the inverse of ``action_key``.

    Raises IllegalActionError if the text is not an action.
    """
    if text in ("f", "c"):
        return FOLD if text == "f" else CALL
    if _TOKEN.fullmatch(text) is None or text == "/":
        raise IllegalActionError(
            "{text!r} is not an action; write f, c or r with an amount", text=text[:20]
        )
    return raise_to(int(text[1:]))


def line_text(spot: Spot, actions: Sequence[Action]) -> str:
    """Text of a line in the tree; the inverse of ``parse_line``."""
    tree, node, parts = spot.tree, 0, []
    for action in actions:
        parts.append(action_key(action))
        child = int(tree.first_child[node]) + tree.actions_at(node).index(action)
        parts.append("/" * int(tree.street[child] - tree.street[node]))
        node = child
    return "".join(parts)


def parse_line(spot: Spot, text: str) -> tuple[Action, ...]:
    """Parse a line that leads to a decision of the tree.

    Raises SpotError naming the token, its position and the available actions.
    """
    tree, node, slash, position = spot.tree, 0, False, 0
    actions: list[Action] = []
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SpotError(
                "{text!r} at character {position} of the line is not f, c, r with a total, or /",
                text=text[position : position + 8],
                position=position + 1,
            )
        token, place = match.group(), position + 1
        position = match.end()
        if slash and token != "/":
            raise SpotError("a / is missing at character {place} of the line", place=place)
        if not slash and token == "/":
            raise SpotError("the / at character {place} of the line ends no round", place=place)
        if slash:
            slash = False
            continue
        here = tree.actions_at(node) if tree.kind[node] == DECISION else ()
        keys = list(map(action_key, here))
        if token not in keys:
            if not keys:
                raise SpotError(
                    "'{token}' at character {place} of the line: the hand is over",
                    token=token,
                    place=place,
                )
            raise SpotError(
                "'{token}' at character {place} of the line: the actions are {allowed}",
                token=token,
                place=place,
                allowed=", ".join(keys),
            )
        child = int(tree.first_child[node]) + keys.index(token)
        actions.append(here[keys.index(token)])
        slash = bool(tree.street[child] > tree.street[node])
        node = child
    if tree.kind[node] != DECISION:
        raise SpotError("it is nobody's turn after '{text}'", text=text)
    return tuple(actions)
