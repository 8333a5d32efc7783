"""Random small spots as plain data, and as equivalent texts."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from engine.cards import card_names, parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards, combo_name
from engine.ranges import parse_range

BOARDS = (
    "As Ks Qs Js Ts",  # the board plays
    "2c 2d 2h 2s Ad",  # four of a kind: kickers play on the turn
    "7h 7d 9c 9s Kd",  # two pairs: ties
    "3s 6s 9s Qs Ks",  # all of one suit
    "5c 6d 7h 8s 9c",  # a straight: ties
    "Qs Jh 2h 8c 5d",
)
BETS = ("1", "20", "33", "50", "66.7", "75", "100", "237.5")
RAISES = ("50", "66.7", "80", "100", "150")  # smaller ones make large trees


@dataclass(frozen=True)
class Sizes:
    text: str

    @property
    def items(self):
        return [item for item in self.text.split(",") if item]

    @property
    def percents(self):
        return tuple(Fraction(item) for item in self.items if item[-1] not in "aex")

    @property
    def multiples(self):
        return tuple(Fraction(item[:-1]) for item in self.items if item[-1] == "x")

    @property
    def equal(self):
        """Numbers of equal bets; None for the streets left."""
        return tuple(int(item[:-1] or 0) or None for item in self.items if item[-1] == "e")

    @property
    def all_in(self):
        return "a" in self.text


@dataclass(frozen=True, eq=False)
class Given:
    """A spot by its data; the same names as those of ``ai.solver.spot.Spot``."""

    board: tuple[int, ...]
    ranges: tuple[np.ndarray, np.ndarray]
    pot: int
    stack: int
    bets: tuple
    raises: tuple
    donks: tuple | None = None
    all_in_below: int = 0
    all_in_above: int = 100
    max_raises: int | None = None
    merge: int = 0
    rake: int = 0
    rake_cap: int | None = None

    @property
    def texts(self):
        """The texts a user would type: arguments of ``Spot.parse``."""
        menus = [";".join(sizes.text for sizes in menu) for menu in (*self.bets, *self.raises)]
        names = ("board", "oop", "ip", "pot", "stack", "bets", "bets_ip", "raises", "raises_ip")
        ranges = map(range_of, self.ranges)
        given = (card_names(self.board), *ranges, self.pot, self.stack, *menus)
        numbers = ("all_in_below", "all_in_above", "max_raises", "merge", "rake", "rake_cap")
        more = {name: getattr(self, name) for name in numbers}
        more = {name: str(number) for name, number in more.items() if number is not None}
        if self.donks is not None:
            more["donks"] = ";".join(sizes.text for sizes in self.donks)
        return dict(zip(names, given, strict=True)) | more


def range_of(weights):
    held = np.flatnonzero(weights).tolist()
    return ", ".join(f"{combo_name(h)}:{float(weights[h])!r}" for h in held)


def hands_of(text):
    weights = parse_range(text)
    return {int(hand): float(weights[hand]) for hand in np.flatnonzero(weights)}


def given(board, oop, ip, pot, stack, bets, raises, bets_ip=None, raises_ip=None, **more):
    """A spot of ranges {combo: weight} and menus such as "50,100,a;a", parsed independently."""
    ranges = []
    for hands in (oop, ip):
        weights = np.zeros(NUM_HOLDEM_COMBOS)
        weights[list(hands)] = list(hands.values())
        ranges.append(weights)

    def menu(text):
        return tuple(Sizes(street) for street in text.split(";"))

    both = menu(bets), menu(bets if bets_ip is None else bets_ip)
    again = menu(raises), menu(raises if raises_ip is None else raises_ip)
    own, other = ranges
    if more.get("donks") is not None:
        more["donks"] = menu(more["donks"])
    return Given(tuple(parse_cards(board)), (own, other), pot, stack, both, again, **more)


def random_menu(rng, sizes, percents, most):
    """Return the text of a menu of a few sizes on each street, or the same on all streets."""
    streets = []
    for _ in range(rng.integers(1, most + 1)):
        chosen = rng.choice(percents, rng.integers(0, sizes + 1), replace=False).tolist()
        streets.append(",".join([*chosen, *["a"] * int(rng.integers(0, 2))]))
    return ";".join(streets)


def random_spot(rng, num_board, num_hands=8, sizes=2, depth=6.0):
    """Return a spot with ranges of a few combos, with shared, blocked and uneven ones.

    At most ``sizes`` of a menu, all-in apart, and ``depth`` pots behind.
    """
    if rng.random() < 0.5:
        board = BOARDS[rng.integers(len(BOARDS))]
    else:
        board = card_names(rng.choice(52, 5, replace=False).tolist())
    cards = parse_cards(board)[:num_board]
    pairs = combo_cards()
    # Few cards for both ranges, some on the board, so that hands block each other.
    near = np.flatnonzero(np.isin(pairs, rng.choice(52, 16, replace=False)).all(axis=1))
    while True:
        ranges = []
        for _ in range(2):
            hands = rng.choice(near, rng.integers(2, num_hands + 1), replace=False).tolist()
            weights = rng.choice([1.0, 0.5, 0.25, 0.123, 1e-3, float(rng.random())], len(hands))
            ranges.append(dict(zip(hands, weights.tolist(), strict=True)))
        meets = [
            (a, b)
            for a in ranges[0]
            for b in ranges[1]
            if len({*pairs[a].tolist(), *pairs[b].tolist(), *cards}) == 4 + num_board
        ]
        if meets:
            break
    pot = int(rng.integers(2, 120))
    stack = max(1, round(pot * rng.uniform(0.2, depth)))
    menus = [random_menu(rng, sizes, p, 6 - num_board) for p in (BETS, RAISES) * 2]
    oop, ip = ranges
    return given(card_names(cards), oop, ip, pot, stack, *menus)
