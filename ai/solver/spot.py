"""A spot: two ranges, a board, pot and stacks, bet and raise menus, and rake.

Its lines are ``f``, ``c`` and ``r<N>``, N being the total on this street, and ``/`` after a round:
ACPC text counts totals over a hand instead, but a spot does not know the betting before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import (
    MAX_PERCENT,
    NO_RULES,
    SizeRules,
    Sizes,
    SpotError,
    amount_text,
    decimal_text,
    menu_text,
    parse_menu,
    read_amount,
    read_percent,
)
from ai.solver import _tree
from ai.solver.rake import NO_RAKE, SpotRake
from engine.cards import NUM_CARDS, Card, card_names, check_distinct, parse_cards
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards
from engine.errors import IllegalActionError, PokerError
from engine.game import NO_CAP, Game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from engine.ranges import Weights, check_weights, parse_range, range_text
from engine.tree import DECISION, BettingTree
from engine.typed_numbers import whole_number
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
RANGES = ("oop", "ip")
"""The fields of their ranges."""

FIELDS = ("board", "oop", "ip", "pot", "stack", "bets", "raises", "bets-ip", "raises-ip")
"""The fields of a spot, as forms and files name them."""
BLIND, DONKS, BELOW, ABOVE = "big-blind", "donks", "all-in-below", "all-in-above"
MAX_RAISES, MERGE, RAKE, RAKE_CAP = "max-raises", "merge", "rake", "rake-cap"
OPTIONS = (BLIND, DONKS, BELOW, ABOVE, MAX_RAISES, MERGE, RAKE, RAKE_CAP)
"""The optional fields."""
THREE_WAY = "middle"
"""The field of the third range, which only rivers for three players have (``ai/three_way``)."""
THREE_WAY_FIELDS = ("board", "oop", THREE_WAY, "ip", "pot", "stack", "bets", "raises")
THREE_WAY_OPTIONS = (BLIND, BELOW, ABOVE, MAX_RAISES, MERGE, RAKE, RAKE_CAP)
BETWEEN_STACKS = "/"
"""Stands between the stacks of three players, where they differ."""
FIXED, LINE = "fixed", "line"
"""Two more fields of records, which forms lack."""
_TOKEN = re.compile(r"f|c|r[0-9]{1,12}(\.[0-9]{1,2})?|/")
_CHIPS = {
    "pot": Wording("pot"),
    "stack": Wording("stack"),
    BLIND: Wording("big blind"),
    RAKE_CAP: Wording("cap of the rake"),
}
"""The fields with chips in words."""

Menus = _tree.Menus
T = TypeVar("T")


class AnySpot(Protocol):
    """What lines and files need of a spot, for two players or three."""

    @property
    def board(self) -> tuple[Card, ...]:
        """3 to 5 cards."""
        ...

    @property
    def ranges(self) -> tuple[Weights, ...]:
        """Weights (1326,) of each player's hands."""
        ...

    @property
    def tree(self) -> BettingTree:
        """All betting lines."""
        ...

    def key(self, action: Action) -> str:
        """Return the text of an action."""
        ...

    def record(self) -> dict[str, str]:
        """The spot as plain data for files."""
        ...


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
        pot, stack: chips in the middle, and those that each has left.
        bets: sizes of bets by player and street of the spot.
        raises: sizes of raises, likewise.
        big_blind: chips of the big blind of the original hand; 0 where unknown. It only sets the
            unit of displayed values.
        fixed: chips of each bet and raise, and their number on a street; None in no-limit.
        line: betting from the root that is considered where it was made, with any sizes. Fixed bets
            and a line belong to hands in play: the texts of forms have none.
        donks: sizes out of position of a bet into the player who made the last bet or raise of the
            street before, for each street after the first; None for those of ``bets``.
        rules: of all sizes.
        rake: taken from every pot.
        unit: chips in one of the amounts that are read and shown: amounts with decimals are whole
            numbers of hundredths here.
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
    donks: tuple[Sizes, ...] | None = None
    rules: SizeRules = NO_RULES
    rake: SpotRake = NO_RAKE
    unit: int = 1

    def __post_init__(self) -> None:
        """Validate the fields; menus get one list for each street.

        Raises SpotError naming the field and what it allows.
        """
        check_board(self.board)
        check_chips(self.pot, 2, "pot", self.unit)
        check_chips(self.stack, 1, "stack", self.unit)
        if self.big_blind:
            check_chips(self.big_blind, 1, BLIND, self.unit)
        check_rake(self.rake, self.unit)
        if self.fixed is not None:
            check_fixed(*self.fixed, self.num_streets, self.stack)
        ranges = tuple(
            left_on(self.board, *each) for each in zip(self.ranges, RANGES, SEATS, strict=True)
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
        for seat, menu in enumerate(self.bets):
            check_bets(menu, "bets" + "-ip" * seat)
        if self.donks is not None:
            # Where no street follows, the list is kept for a board with fewer cards.
            donks = _by_street(self.donks, max(1, self.num_streets - 1), DONKS)
            check_bets(donks, DONKS)
            object.__setattr__(self, "donks", donks)

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
        donks: str | None = None,
        all_in_below: str = "",
        all_in_above: str = "",
        max_raises: str = "",
        merge: str = "",
        rake: str = "",
        rake_cap: str = "",
    ) -> Spot:
        """Parse a spot from the texts of a form or command.

        ``*_ip`` None copies out of position, ``donks`` None copies its bets. Empty texts of the
        optional fields leave them out. Raises SpotError naming the field and what it allows.
        """
        given = {BLIND: big_blind, RAKE_CAP: rake_cap}
        given = {field: text for field, text in given.items() if text.strip()}
        chips, unit = read_chips({"pot": pot, "stack": stack, **given})
        rules = read_rules(all_in_below, all_in_above, max_raises, merge)
        return Spot(
            read_field(parse_cards, board, "board"),
            (read_field(parse_range, oop, "oop"), read_field(parse_range, ip, "ip")),
            chips["pot"],
            chips["stack"],
            (
                read_field(parse_menu, bets, "bets"),
                read_field(parse_menu, bets if bets_ip is None else bets_ip, "bets-ip"),
            ),
            (
                read_field(parse_menu, raises, "raises"),
                read_field(parse_menu, raises if raises_ip is None else raises_ip, "raises-ip"),
            ),
            chips.get(BLIND, 0),
            donks=None if donks is None else read_field(parse_menu, donks, DONKS),
            rules=rules,
            rake=SpotRake(read_percent(rake or "0", RAKE), chips.get(RAKE_CAP, 0)),
            unit=unit,
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
            shown_chip=self.unit,
        )

    @cached_property
    def tree(self) -> BettingTree:
        """All betting lines under the menus. Raises SpotError if they are too many."""
        return _tree.build(self.game, self.menus, self.line)

    @property
    def menus(self) -> _tree.SpotMenus:
        """The bets and raises considered."""
        return _tree.SpotMenus(self.bets, self.raises, self.donks, self.rules)

    @cached_property
    def root(self) -> PublicState:
        """The spot before the first action."""
        return PublicState(self.game, (), self.board)

    def menu(self, state: PublicState) -> list[int]:
        """Street totals in chips of the bets or raises considered at a decision of ``game``."""
        legal = state.legal
        if not legal.max_raise:
            return []
        done, to_act, street = len(state.actions), state.to_act, state.street
        here = _tree.BetDecision(
            actor=to_act,
            street=street,
            streets=self.num_streets - street,
            own=state.street_bet(to_act),
            faced=state.max_bet,
            pot=state.pot + legal.call,
            least=legal.min_raise,
            most=legal.max_raise,
            raises=state.num_raises,
            donk=_is_donk(state),
        )
        totals = set(self.menus.totals(here))
        if done < len(self.line) and self.line[:done] == state.actions:
            totals |= {self.line[done].raise_to} - {0}
        return sorted(totals)

    def after(self, node: int, board: tuple[Card, ...], ranges: tuple[Weights, Weights]) -> Spot:
        """Return the spot of a later street, which begins at a decision of the tree.

        Raises SpotError if no hands of the ranges meet.
        """
        tree = self.tree
        done, put = int(tree.street[node]), int(tree.spent[node, 0]) - tree.game.ante
        bets, donks = self.bets[0][done:], self.donks
        if donks is not None and _is_donk(PublicState(self.game, tree.line_to(node), ())):
            bets = (donks[done - 1], *bets[1:])
        return replace(
            self,
            board=board,
            ranges=ranges,
            pot=self.pot + 2 * put,
            stack=self.stack - put,
            bets=(bets, self.bets[1][done:]),
            raises=(self.raises[0][done:], self.raises[1][done:]),
            donks=(donks or ())[done:] or None,
            line=(),
        )

    def keys_at(self, line: tuple[Action, ...]) -> list[str]:
        """Return the texts of the actions at a decision."""
        return [self.key(action) for action in self.tree.actions_at(self.tree.find(line))]

    def key(self, action: Action) -> str:
        """Return the text of an action."""
        return action_key(action, self.unit)

    def amount(self, chips: int) -> str:
        """Return chips as the text of an amount."""
        return amount_text(chips, self.unit)

    @property
    def stack_text(self) -> str:
        """The stack as the text of an amount."""
        return self.amount(self.stack)

    def texts(self) -> dict[str, str]:
        """The text of each of ``FIELDS``, and of the ``OPTIONS`` that are set."""
        texts = {
            "board": card_names(self.board),
            "oop": range_on(self.board, self.ranges[0]),
            "ip": range_on(self.board, self.ranges[1]),
            # Decimals say that amounts have them.
            "pot": amount_text(self.pot, self.unit, decimals=True),
            "stack": self.stack_text,
            "bets": menu_text(self.bets[0]),
            "raises": menu_text(self.raises[0]),
            "bets-ip": menu_text(self.bets[1]),
            "raises-ip": menu_text(self.raises[1]),
        }
        if self.big_blind:
            texts[BLIND] = self.amount(self.big_blind)
        if self.donks is not None:
            texts[DONKS] = menu_text(self.donks)
        return texts | rule_texts(self.rules, self.rake, self.unit)

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
    return set(FIELDS) <= names <= {*FIELDS, *OPTIONS, FIXED, LINE}


def is_three_way(names: Set[str]) -> bool:
    """Return whether these are the fields of the record of a river for three players."""
    return set(THREE_WAY_FIELDS) <= names <= {*THREE_WAY_FIELDS, *THREE_WAY_OPTIONS, LINE}


def read_field(parse: Callable[[str], T], text: str, field: str) -> T:
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


def read_chips(texts: dict[str, str | int]) -> tuple[dict[str, int], int]:
    """Return the amounts of fields in chips, and the chips in one."""
    read = {field: read_amount(text, field) for field, text in texts.items()}
    unit = max(parts for _, parts in read.values())
    chips = {field: amount * (unit // parts) for field, (amount, parts) in read.items()}
    for field in (BLIND, RAKE_CAP):
        if field in chips:
            check_chips(chips[field], 1, field, unit)
    return chips, unit


def read_rules(all_in_below: str, all_in_above: str, max_raises: str, merge: str) -> SizeRules:
    """Parse the rules of sizes; empty texts leave them out."""
    return SizeRules(
        read_percent(all_in_below or "0", BELOW, MAX_PERCENT),
        read_percent(all_in_above or "100", ABOVE),
        read_percent(merge or "0", MERGE),
        _read_count(max_raises),
    )


def _read_count(text: str) -> int | None:
    """Return the most raises of a street; None for any number."""
    if not text.strip():
        return None
    number = whole_number(text, 3)
    if number is None or number > NO_CAP:
        raise SpotError(
            "{text!r} is not a number of raises from 0 to {most}",
            MAX_RAISES,
            text=text[:20],
            most=NO_CAP,
        )
    return number


def check_board(board: tuple[Card, ...]) -> None:
    """Raise SpotError unless these are the cards of a flop, turn or river."""
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


def check_chips(chips: int, least: int, field: str, unit: int) -> None:
    """Raise SpotError unless the chips of a field are within bounds."""
    if not least <= chips <= MAX_CHIPS:
        raise SpotError(
            "the {name} must be {least} to {most:,} chips, not {chips}",
            field,
            name=_CHIPS[field],
            least=amount_text(least, unit),
            most=MAX_CHIPS // unit,
            chips=f"{chips:,}" if unit == 1 else amount_text(chips, unit),
        )


def check_rake(rake: SpotRake, unit: int) -> None:
    """Raise if the cap of a rake is none, or goes with no rake."""
    if rake.cap:
        check_chips(rake.cap, 1, RAKE_CAP, unit)
        if not rake.percent:
            raise SpotError("a cap of the rake goes with a rake", RAKE_CAP)


def check_bets(menu: tuple[Sizes, ...], field: str) -> None:
    """Raise if a list of bets has multiples of a bet faced."""
    for times in (times for sizes in menu for times in sizes.multiples):
        raise SpotError(
            "{size}x is a size of raises; write bets in percent of the pot",
            field,
            size=decimal_text(times),
        )


def _is_donk(state: PublicState) -> bool:
    """Return whether a bet would be into the last aggressor of the street before."""
    if not state.street or state.to_act or state.max_bet:
        return False
    # Player 0 begins each street; it acted last where it called.
    before = PublicState(state.game, state.actions[:-1], ())
    return before.to_act == 0 and bool(before.max_bet)


def left_on(board: tuple[Card, ...], weights: Weights, field: str, seats: Wording) -> Weights:
    """A player's weights without blocked hands, read-only. Raises SpotError naming the field."""
    with _naming(field):
        check_weights(weights)
    if weights.max() > 1.0:
        raise SpotError("the weights of a range must be from 0 to 1", field)
    if not weights.any():
        raise SpotError("the range {seats} is empty", field, seats=seats)
    left = np.where(np.isin(combo_cards(), board).any(axis=1), 0.0, weights)
    if not left.any():
        raise SpotError(
            "every hand of the range {seats} has a card of the board", field, seats=seats
        )
    if left[left > 0].min() < LEAST_WEIGHT:
        raise SpotError(
            "a weight of a range must be 0 or at least {least:.6f}", field, least=LEAST_WEIGHT
        )
    left.setflags(write=False)
    return left


def range_on(board: tuple[Card, ...], weights: Weights) -> str:
    """Return a range as compact text: blocked hands get the weight of their class.

    They are dropped when parsed, so that ``77+`` stays ``77+`` on a board with a queen.
    """
    blocked = np.isin(combo_cards(), board).any(axis=1)
    low, high = np.full(NUM_CLASSES, np.inf), np.full(NUM_CLASSES, -np.inf)
    np.minimum.at(low, CLASS_OF_COMBO[~blocked], weights[~blocked])
    np.maximum.at(high, CLASS_OF_COMBO[~blocked], weights[~blocked])
    alike = blocked & (low == high)[CLASS_OF_COMBO]
    return range_text(np.where(alike, low[CLASS_OF_COMBO], weights))


def rule_texts(rules: SizeRules, rake: SpotRake, unit: int) -> dict[str, str]:
    """Return the texts of the rules and the rake that are set, by field."""
    texts = {}
    for field, percent, usual in (
        (BELOW, rules.all_in_below, NO_RULES.all_in_below),
        (ABOVE, rules.all_in_above, NO_RULES.all_in_above),
        (MERGE, rules.merge, NO_RULES.merge),
        (RAKE, rake.percent, NO_RAKE.percent),
    ):
        if percent != usual:
            texts[field] = decimal_text(percent)
    if rules.max_raises is not None:
        texts[MAX_RAISES] = str(rules.max_raises)
    if rake.cap:
        texts[RAKE_CAP] = amount_text(rake.cap, unit)
    return texts


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
    return "".join("fcr"[action.kind] + f"{action.raise_to or ''}" for action in line)


def read_steps(text: str) -> tuple[Action, ...]:
    """Parse the text of ``steps_text``; building the tree checks the line.

    Raises SpotError if it is not such a text.
    """
    if not re.fullmatch(r"([fc]|r[1-9][0-9]{0,11}){0,500}", text):
        raise SpotError("the line of a spot is f, c, or r with a total, for each action", LINE)
    steps = re.findall(r"[fc]|r[0-9]+", text)
    plain = {"f": FOLD, "c": CALL}
    return tuple(plain.get(step) or raise_to(int(step[1:])) for step in steps)


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


def action_key(action: Action, unit: int = 1) -> str:
    """Text of an action in a spot with ``unit`` chips in one."""
    if action.kind is ActionKind.RAISE:
        return f"r{amount_text(action.raise_to, unit)}"
    return "f" if action.kind is ActionKind.FOLD else "c"


def parse_key(text: str, unit: int = 1) -> Action:
    """Parse an action, which need not be legal; the inverse of ``action_key``.

    Raises IllegalActionError if the text is not an action.
    """
    if text in ("f", "c"):
        return FOLD if text == "f" else CALL
    match = _TOKEN.fullmatch(text)
    if match is None or text == "/" or (match[1] and unit == 1):
        raise IllegalActionError(
            "{text!r} is not an action; write f, c or r with an amount", text=text[:20]
        )
    amount, parts = read_amount(text[1:], "")
    return raise_to(amount * (unit // parts))


def line_text(spot: AnySpot, actions: Sequence[Action]) -> str:
    """Text of a line in the tree; the inverse of ``parse_line``."""
    tree, node, parts = spot.tree, 0, []
    for action in actions:
        parts.append(spot.key(action))
        child = int(tree.first_child[node]) + tree.actions_at(node).index(action)
        parts.append("/" * int(tree.street[child] - tree.street[node]))
        node = child
    return "".join(parts)


def parse_line(spot: AnySpot, text: str) -> tuple[Action, ...]:
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
        if match[1]:
            token = token.rstrip("0").rstrip(".")
        position = match.end()
        if slash and token != "/":
            raise SpotError("a / is missing at character {place} of the line", place=place)
        if not slash and token == "/":
            raise SpotError("the / at character {place} of the line ends no round", place=place)
        if slash:
            slash = False
            continue
        here = tree.actions_at(node) if tree.kind[node] == DECISION else ()
        keys = list(map(spot.key, here))
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
