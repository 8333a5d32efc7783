"""A river for three players: ranges, board, pot, stacks, sizes and rake."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ai.betting.sizes import (
    NO_RULES,
    SizeRules,
    Sizes,
    SpotError,
    amount_text,
    parse_menu,
    read_percent,
)
from ai.reading.reach import pairs_met
from ai.solver.rake import NO_RAKE, SpotRake
from ai.solver.spot import (
    BETWEEN_STACKS,
    BLIND,
    LINE,
    RAKE,
    RAKE_CAP,
    THREE_WAY,
    action_key,
    check_bets,
    check_board,
    check_chips,
    check_rake,
    left_on,
    range_on,
    read_chips,
    read_field,
    read_rules,
    read_steps,
    rule_texts,
    steps_text,
)
from ai.solver.spot_of_hand import most_matched
from engine.cards import Card, card_names, parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import GameError, IllegalActionError
from engine.game import NO_CAP, Game
from engine.player import Action, PublicState
from engine.ranges import Weights, parse_range
from engine.tree import DECISION, BettingTree, build_tree
from engine.wording import Wording

NUM_PLAYERS = 3
MAX_NODES = 50_000
"""Most nodes of a tree; building it takes a second."""
SEATS = (Wording("out of position"), Wording("in the middle"), Wording("in position"))
"""The names of the players, in their order."""
RANGES = ("oop", THREE_WAY, "ip")
"""The fields of their ranges."""


@dataclass(frozen=True, eq=False)
class ThreeWaySpot:
    """A river for three players, who act in their order.

    Attributes:
        board: 5 cards.
        ranges: weights (1326,) float64 of each player's hands, 0 to 1; 0 where blocked.
        pot: chips in the middle.
        stacks: chips that each has left.
        bets, raises: sizes of all three.
        big_blind, rules, rake, unit, line: as of ``Spot``.
    """

    board: tuple[Card, ...]
    ranges: tuple[Weights, ...]
    pot: int
    stacks: tuple[int, ...]
    bets: Sizes
    raises: Sizes
    big_blind: int = 0
    rules: SizeRules = NO_RULES
    rake: SpotRake = NO_RAKE
    unit: int = 1
    line: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        """Validate the fields. Raises SpotError naming the field and what it allows."""
        check_board(self.board)
        if len(self.board) != 5:
            raise SpotError(
                "three players need a river: a board of 5 cards, not {count}",
                "board",
                count=len(self.board),
            )
        check_chips(self.pot, NUM_PLAYERS, "pot", self.unit)
        if len(self.stacks) != NUM_PLAYERS:
            raise SpotError(
                "one stack for all, or three as in 300/250/400, not {count}",
                "stack",
                count=len(self.stacks),
            )
        for stack in self.stacks:
            check_chips(stack, 1, "stack", self.unit)
        if self.big_blind:
            check_chips(self.big_blind, 1, BLIND, self.unit)
        check_rake(self.rake, self.unit)
        check_bets((self.bets,), "bets")
        ranges = tuple(
            left_on(self.board, *each) for each in zip(self.ranges, RANGES, SEATS, strict=True)
        )
        object.__setattr__(self, "ranges", ranges)
        held, *others = (np.where(weights > 0, 1.0, 0.0) for weights in ranges)
        if not (held * pairs_met(self.game, *others)).any():
            raise SpotError("the ranges conflict: any three hands of them share a card", RANGES[-1])

    @staticmethod
    def parse(
        board: str,
        oop: str,
        middle: str,
        ip: str,
        pot: str | int,
        stack: str | int,
        bets: str,
        raises: str,
        big_blind: str = "",
        all_in_below: str = "",
        all_in_above: str = "",
        max_raises: str = "",
        merge: str = "",
        rake: str = "",
        rake_cap: str = "",
    ) -> ThreeWaySpot:
        """Parse a spot from the texts of a form or command.

        ``stack`` is one for all, or one for each as in ``300/250/400``. Empty texts of the optional
        fields leave them out. Raises SpotError naming the field and what it allows.
        """
        amounts: dict[str, str | int] = {"pot": pot}
        stacks = str(stack).split(BETWEEN_STACKS)
        amounts |= {f"stack-{at}": text for at, text in enumerate(stacks)}
        optional = {BLIND: big_blind, RAKE_CAP: rake_cap}
        amounts |= {field: text for field, text in optional.items() if text.strip()}
        try:
            chips, unit = read_chips(amounts)
        except SpotError as error:
            raise SpotError(
                "{error}", "stack" if error.field.startswith("stack") else error.field, error=error
            ) from None
        read = [chips[name] for name in amounts if name.startswith("stack")]
        return ThreeWaySpot(
            read_field(parse_cards, board, "board"),
            tuple(
                read_field(parse_range, text, field)
                for text, field in zip((oop, middle, ip), RANGES, strict=True)
            ),
            chips["pot"],
            tuple(read * NUM_PLAYERS if len(read) == 1 else read),
            _read_sizes(bets, "bets"),
            _read_sizes(raises, "raises"),
            chips.get(BLIND, 0),
            read_rules(all_in_below, all_in_above, max_raises, merge),
            SpotRake(read_percent(rake or "0", RAKE), chips.get(RAKE_CAP, 0)),
            unit,
        )

    @cached_property
    def game(self) -> Game:
        """The game of the river; the starting pot is antes, and dead money what is left over."""
        ante = self.pot // NUM_PLAYERS
        return Game(
            name="spot",
            title="Three-way river",
            betting="nolimit",
            num_players=NUM_PLAYERS,
            stacks=tuple(stack + ante for stack in self.stacks),
            blinds=(ante,) * NUM_PLAYERS,
            raise_sizes=(),
            max_raises=(NO_CAP,),
            first_player=(0,),
            num_suits=4,
            num_ranks=13,
            num_hole=2,
            num_board=(5,),
            least_bet=1,
            dead=self.pot % NUM_PLAYERS,
            shown_blind=self.big_blind,
            shown_chip=self.unit,
        )

    @cached_property
    def tree(self) -> BettingTree:
        """All betting lines under the menus.

        Raises SpotError if they are too many, or the line is none of them.
        """
        try:
            tree = build_tree(self.game, self.menu, MAX_NODES)
            if tree.find(self.line) < 0:
                raise IllegalActionError("")
            return tree
        except IllegalActionError:
            raise SpotError("the betting of its line is impossible", LINE) from None
        except GameError:
            raise SpotError(
                "the betting tree has more than {most:,} nodes; leave out bet or raise"
                " sizes, or use a smaller stack",
                most=MAX_NODES,
            ) from None

    @cached_property
    def root(self) -> PublicState:
        """The spot before the first action."""
        return PublicState(self.game, (), self.board)

    def menu(self, state: PublicState) -> list[int]:
        """Street totals in chips of the bets or raises considered at a decision of ``game``."""
        legal, rules = state.legal, self.rules
        if not legal.max_raise:
            return []
        if rules.max_raises is not None and state.num_raises > rules.max_raises:
            return []
        if state.num_raises == NO_CAP:
            raise SpotError(
                "more than {no_cap} raises are possible on a street; give larger sizes",
                "raises",
                no_cap=NO_CAP,
            )
        faced, own, pot = state.max_bet, state.street_bet(state.to_act), state.pot + legal.call
        sizes, most = self.raises if faced else self.bets, most_matched(state)
        totals = set(rules.totals(sizes, faced, own, pot, legal.min_raise, most, 1))
        done = len(state.actions)
        if done < len(self.line) and self.line[:done] == state.actions:
            totals |= {self.line[done].raise_to} - {0}
        return sorted(totals)

    def key(self, action: Action) -> str:
        """Return the text of an action."""
        return action_key(action, self.unit)

    def amount(self, chips: int) -> str:
        """Return chips as the text of an amount."""
        return amount_text(chips, self.unit)

    @property
    def stack_text(self) -> str:
        """The stacks as text: one where all are equal."""
        stacks = self.stacks[:1] if len(set(self.stacks)) == 1 else self.stacks
        return BETWEEN_STACKS.join(map(self.amount, stacks))

    def texts(self) -> dict[str, str]:
        """The text of each of ``THREE_WAY_FIELDS``, and of the options that are set."""
        ranges = (range_on(self.board, weights) for weights in self.ranges)
        texts = {
            "board": card_names(self.board),
            **dict(zip(RANGES, ranges, strict=True)),
            "pot": amount_text(self.pot, self.unit, decimals=True),
            "stack": self.stack_text,
            "bets": str(self.bets),
            "raises": str(self.raises),
        }
        if self.big_blind:
            texts[BLIND] = self.amount(self.big_blind)
        return texts | rule_texts(self.rules, self.rake, self.unit)

    def record(self) -> dict[str, str]:
        """The spot as plain data for files; equal for equal spots."""
        return self.texts() | ({LINE: steps_text(self.line)} if self.line else {})

    @staticmethod
    def of_record(record: dict[str, Any]) -> ThreeWaySpot:
        """Parse a spot from a record of texts. Raises SpotError if it is not one."""
        texts = {name.replace("-", "_"): text for name, text in record.items() if name != LINE}
        return replace(ThreeWaySpot.parse(**texts), line=read_steps(record.get(LINE, "")))


@lru_cache(256)
def count_decisions(pot: int, stacks: tuple[int, ...], bets: Sizes, raises: Sizes) -> int:
    """Return the decisions of the tree of a spot; infinitely many if it is too large to build."""
    every = (np.ones(NUM_HOLDEM_COMBOS),) * NUM_PLAYERS
    try:
        tree = ThreeWaySpot((0, 1, 2, 3, 4), every, pot, stacks, bets, raises).tree
    except SpotError:
        return sys.maxsize
    return int((tree.kind == DECISION).sum())


def _read_sizes(text: str, field: str) -> Sizes:
    menu = read_field(parse_menu, text, field)
    if len(menu) > 1:
        raise SpotError("{n} lists of sizes, but the river is one street", field, n=len(menu))
    return menu[0]
