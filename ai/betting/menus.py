"""Bet menus of abstract games: sizes by street and number of raises, as text and numbers.

``60,120,a/100,a/a;33,75,a/100,a``: streets are separated by ``;``, and within a street the lists of
the first bet, the first raise and so on by ``/``. The last street and a street's last list apply
from there on. Sizes are those of ``ai/betting/sizes.py``: percentages of the pot after calling, and
``a`` for all-in. ``all`` is every legal raise, the menu of limit games.

All-in is in every list, and the first bet of a street always has another size, which can be raised:
so any real bet is all-in, lies between two sizes of the menu, or is below the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ai.betting.sizes import Sizes, SpotError, parse_sizes, without_repeats
from engine.errors import PokerError
from engine.game import MAX_ROUNDS, Game
from engine.player import PublicState
from engine.rules import PotBets
from engine.tree import BettingTree, all_raises, build_tree, grow_tree

ALL = "all"
"""Every legal raise, as text."""
ALL_IN_SHARE = Fraction(9, 10)
"""Fraction of the stack from which on a size is replaced by all-in."""
_SHARE = ALL_IN_SHARE.as_integer_ratio()
MAX_NODES = 2_000_000
"""Most nodes of a tree, terminals included."""
MAX_DEPTHS = 16
"""Most lists of a street."""
_MAX_TEXT = 2_000

Lists = tuple[tuple[Sizes, ...], ...]
"""Lists of sizes by street and by bets and raises made on it so far."""


class MenuError(PokerError):
    """A bet menu that cannot be used."""


@dataclass(frozen=True)
class Menu:
    """The raises of an abstract game.

    Attributes:
        lists: sizes by street and number of raises, without trailing repetitions; empty for every
            legal raise.
    """

    lists: Lists = ()

    def __post_init__(self) -> None:
        """Validate the lists and drop trailing repetitions.

        Raises MenuError if a list lacks all-in, or a street a first bet that can be raised.
        """
        if len(self.lists) > MAX_ROUNDS or any(len(s) > MAX_DEPTHS for s in self.lists):
            raise MenuError(
                "a bet menu has up to {most_rounds} streets of {most_depths} lists",
                most_rounds=MAX_ROUNDS,
                most_depths=MAX_DEPTHS,
            )
        for number, street in enumerate(self.lists, 1):
            if not street or not all(sizes.all_in for sizes in street):
                raise MenuError(
                    "street {number} of the bet menu has a list without all-in (a)", number=number
                )
            if not street[0].percents:
                raise MenuError(
                    "street {number} of the bet menu has no first bet except all-in", number=number
                )
        object.__setattr__(self, "lists", without_repeats(tuple(map(without_repeats, self.lists))))

    @staticmethod
    def parse(text: str) -> Menu:
        """Parse a menu; ``Menu.parse(str(menu))`` equals ``menu``.

        Raises MenuError if it is malformed, or lacks a required size.
        """
        if text.strip() == ALL:
            return Menu()
        if len(text) > _MAX_TEXT:
            raise MenuError("a bet menu has up to {most:,} characters", most=_MAX_TEXT)
        try:
            return Menu(
                tuple(tuple(map(parse_sizes, street.split("/"))) for street in text.split(";"))
            )
        except SpotError as error:
            raise MenuError("{error}", error=error) from error

    def __str__(self) -> str:
        """The menu as text."""
        return ";".join("/".join(map(str, street)) for street in self.lists) or ALL

    def sizes(self, street: int, raises: int) -> Sizes:
        """The sizes at a decision.

        Args:
            street: from 0.
            raises: bets and raises made on the street so far.
        """
        lists = self.lists[min(street, len(self.lists) - 1)]
        return lists[min(raises, len(lists) - 1)]

    def raises(self, spot: PublicState) -> Sequence[int]:
        """Street totals of the raises at a decision, ascending: an ``engine.tree.BetMenu``."""
        legal = spot.legal
        if not self.lists or not legal.max_raise:
            return all_raises(spot)
        faced, pot, most = spot.max_bet, spot.pot + legal.call, legal.max_raise
        sizes = self.sizes(spot.street, spot.num_raises)
        totals = sizes.totals(faced, pot, legal.min_raise, most)
        stack = spot.game.betting_stacks[spot.to_act]
        before = stack - most  # put in on earlier streets, antes included
        limit = -(-_SHARE[0] * stack // _SHARE[1]) - before
        return [*(total for total in totals if total < limit), most]

    def tree(self, game: Game, max_nodes: int = MAX_NODES) -> BettingTree:
        """The betting tree of a game, equal to ``build_tree(game, menu.raises)`` but faster.

        Raises GameError if it has more than ``max_nodes`` nodes.
        """
        if self.lists or game.is_limit:
            return grow_tree(game, self.bets, max_nodes)
        return build_tree(game, all_raises, max_nodes)

    @cached_property
    def bets(self) -> PotBets:
        """The menu in the kernels' layout; ``all`` is for limit games, with one raise, all-in."""
        return _pot_bets(self.lists or ((Sizes(all_in=True),),))


def _pot_bets(lists: Lists) -> PotBets:
    """Return the lists as the arrays from which a tree is grown."""
    streets = [lists[min(street, len(lists) - 1)] for street in range(MAX_ROUNDS)]
    depths = max(map(len, streets))
    full = [[street[min(depth, len(street) - 1)] for depth in range(depths)] for street in streets]
    longest = max(len(sizes.percents) for street in full for sizes in street)
    parts = np.zeros((MAX_ROUNDS, depths, longest, 2), np.int64)
    for street, row in enumerate(full):
        for depth, sizes in enumerate(row):
            if sizes.ratios:
                parts[street, depth, : len(sizes.ratios)] = sizes.ratios
    return PotBets(
        parts=parts,
        num_parts=np.array([[len(sizes.ratios) for sizes in row] for row in full], np.int64),
        all_in=np.array([[sizes.all_in for sizes in row] for row in full], np.bool_),
        threshold=np.array(_SHARE, np.int64),
    )


_BY_DEPTH = (
    # Pot-sized bets and raises everywhere, and half of it as a first bet; 13,616 decisions at 200.
    (150, Menu.parse("50,100,a/100,a/100,a/a")),
    # The same with a smaller bet on the flop: 9,120 decisions at 100.
    (50, Menu.parse("50,100,a/100,a/100,a/a;33,100,a/100,a/100,a/a;50,100,a/100,a/100,a/a")),
    # Opening to 2, 2.5 and 3 big blinds, three bets and two raises elsewhere: 9,224 at 20.
    (0, Menu.parse("50,75,100,a/50,100,a/a;33,66,100,a/50,100,a/100,a/a")),
)
"""Least depth in big blinds, and the menu from there on."""


_WIDE_BY_DEPTH = (
    # 20,800 decisions at 200.
    (
        150,
        Menu.parse(
            "50,100,200,400,1000,2500,a/100,250,700,2000,a/100,300,a/100,300,a/100,a/a;"
            "33,75,150,400,a/100,a/a;75,200,a/100,a/a"
        ),
    ),
    # 20,644 decisions at 100.
    (
        40,
        Menu.parse(
            "50,100,150,250,400,700,1200,2500,a/100,250,700,a/100,300,a/100,a/a;"
            "33,75,150,400,a/100,a/a;50,100,300,a/100,a/a;50,100,a/100,a/a"
        ),
    ),
    # 9,764 decisions at 20.
    (
        0,
        Menu.parse(
            "50,75,100,150,250,400,a/50,100,250,a/100,a/a;"
            "33,66,100,200,a/50,100,a/100,a/a;33,75,150,a/50,100,a/a"
        ),
    ),
)
"""Least depth in big blinds, and the menu from there on, with sizes up to many pots."""


_MULTIWAY = Menu.parse("60,120,a/80,150,a/65,a/a;33,75,a/75,a/a;50,100,a/75,a/a")
"""First in, 60% of the pot is 2.5 big blinds; 80 and 150% are 3-bets in and out of position."""


def default_menu(game: Game) -> Menu:
    """Return a small bet menu.

    Every legal raise in limit games. In no-limit at least two sizes of a first bet on every
    street, at least two raises after it, and all-in: up to 14,000 decisions up to 200 big blinds.
    """
    return _menu_of(game, _BY_DEPTH)


def wide_menu(game: Game) -> Menu:
    """Return the default menu of a game's blueprints.

    Every legal raise in limit games. In no-limit it also has sizes between pot and all-in, mostly
    on early streets: an opponent exploits gaps (docs/internals/blueprint.md). With three and more
    players few sizes, which grow with each raise.
    """
    return _menu_of(game, _WIDE_BY_DEPTH) if game.is_heads_up else _MULTIWAY


def _menu_of(game: Game, by_depth: tuple[tuple[int, Menu], ...]) -> Menu:
    if game.is_limit:
        return Menu()
    depth = min(game.stacks) / game.big_blind
    return next(menu for least, menu in by_depth if depth >= least)
