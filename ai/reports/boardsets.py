"""Board sets for reports: all flops, weighted subsets, a sample, or named boards.

Boards that differ only by a suit permutation are played alike by suit-symmetric ranges, so one of
them represents all: its ``count`` is their number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from ai.abstraction.canonical import CARD_IMAGES, NUM_BOARDS, canonical_boards
from ai.reports.subsets import SUBSETS
from ai.reports.texture import texture_of
from engine.cards import Card, card_names, parse_cards
from engine.combos import FULL_DECK
from engine.errors import CardError
from engine.wording import Wording

FLOP = 3
"""Cards of a flop."""
NUM_FLOPS = 22_100
"""All flops, suits distinguished."""
MOST_SAMPLED = 900
"""Most boards of a sample: no flop can repeat, as at most one in 24 of all is drawn."""
MOST_BOARDS = 5_000
"""Most boards of a set."""


@dataclass(frozen=True)
class WeightedBoard:
    """A board of a set.

    ``cards``: the flop, descending, then turn and river as dealt. ``count``: number of boards it
    represents, up to a factor common to the set.
    """

    cards: tuple[Card, ...]
    count: float

    @property
    def name(self) -> str:
        """Text of its cards, such as ``AhTd7c``."""
        return card_names(self.cards)


@cache
def every_flop() -> tuple[WeightedBoard, ...]:
    """The 1,755 flops up to suit isomorphism, highest cards first."""
    canonical = canonical_boards(FLOP)
    boards = [
        WeightedBoard(tuple(sorted((card ^ 3 for card in cards), reverse=True)), count)
        for cards, count in zip(canonical.cards.tolist(), canonical.sizes.tolist(), strict=True)
    ]
    assert len(boards) == NUM_BOARDS[FLOP]
    return tuple(sorted(boards, key=_by_cards, reverse=True))


@cache
def flop_subset(size: int) -> tuple[WeightedBoard, ...]:
    """Return the weighted subset of that many flops, one of ``SUBSETS``.

    Frequencies of suits, pairs, ranks, high cards and connected boards are those of all flops.
    """
    named = (text.split(":") for text in SUBSETS[size].split())
    return tuple(WeightedBoard(parse_cards(name), int(count)) for name, count in named)


def turns_after(flop: WeightedBoard) -> tuple[WeightedBoard, ...]:
    """Return the turns of a flop up to suit isomorphism, which share its weight."""
    turns = named_boards(flop.name, FLOP + 1)
    share = flop.count / sum(turn.count for turn in turns)
    return tuple(WeightedBoard(turn.cards, turn.count * share) for turn in turns)


def sampled_boards(num_cards: int, count: int, seed: int) -> tuple[WeightedBoard, ...]:
    """Return a sample of boards with their probabilities.

    All 22,100 flops are sorted by texture, and every (22,100 / count)-th is taken, from a random
    one on: each texture has its correct share, give or take one board (systematic sampling from an
    ordered list). Turn and river, if any, are drawn at random. ``num_cards``: 3, 4 or 5. ``count``:
    1 to ``MOST_SAMPLED`` boards. Raises CardError if there are too many, or none.
    """
    if not 1 <= count <= MOST_SAMPLED:
        raise CardError(
            "a sample has 1 to {most} boards, not {count:,}", most=MOST_SAMPLED, count=count
        )
    rng = np.random.default_rng(seed)
    flops = sorted(every_flop(), key=_by_texture)
    ends = np.cumsum([flop.count for flop in flops])
    places = (rng.random() + np.arange(count)) * NUM_FLOPS / count
    chosen = [flops[place].cards for place in np.searchsorted(ends, places, side="right").tolist()]
    boards = []
    for flop in chosen:
        left = [card for card in FULL_DECK if card not in flop]
        drawn = rng.choice(len(left), num_cards - FLOP, replace=False).tolist()
        boards.append(WeightedBoard((*flop, *(left[place] for place in drawn)), NUM_FLOPS / count))
    return tuple(sorted(boards, key=_by_cards, reverse=True))


def named_boards(text: str, num_cards: int) -> tuple[WeightedBoard, ...]:
    """Parse boards such as ``AhTd7c KsQs2d``, separated by blanks, commas or lines.

    A board without turn or river stands for every one that begins with it. ``num_cards``: 3, 4 or 5
    cards of each board. Raises CardError naming the impossible board, and why.
    """
    names = [name for name in re.split(r"[\s,;]+", text) if name]
    if not names:
        raise CardError("no board is given; write boards as in AhTd7c KsQs2d")
    named: dict[tuple[Card, ...], str] = {}
    boards: list[WeightedBoard] = []
    for name in names:
        seen: set[tuple[Card, ...]] = set()
        begun = _read_board(name, num_cards)
        left = [card for card in FULL_DECK if card not in begun]
        for rest in permutations(left, num_cards - len(begun)):
            cards = (*begun, *rest)
            # The images of the board under suit permutations; the order of the flop is ignored.
            images = {
                (*sorted(image[:FLOP], reverse=True), *image[FLOP:])
                for image in map(tuple, CARD_IMAGES[:, list(cards)].tolist())
            }
            first = min(images)
            if first in seen:
                continue
            if first in named:
                same = named[first]
                if same == name:
                    raise CardError("{name} is named twice: leave one of them out", name=name)
                raise CardError(
                    "{name} is {same} with other suits: leave one of them out", name=name, same=same
                )
            seen.add(first)
            boards.append(WeightedBoard(cards, len(images)))
            if len(boards) > MOST_BOARDS:
                raise CardError("more than {most:,} boards are named: name fewer", most=MOST_BOARDS)
        named.update(dict.fromkeys(seen, name))
    return tuple(boards)


def _read_board(name: str, num_cards: int) -> tuple[Card, ...]:
    try:
        cards = parse_cards(name)
    except CardError as error:
        raise CardError("{name}: {error}", name=name[:20], error=error) from None
    if not FLOP <= len(cards) <= num_cards:
        have = Wording("1 card") if len(cards) == 1 else Wording("{count} cards", count=len(cards))
        need = (
            Wording("{count}", count=FLOP)
            if num_cards == FLOP
            else Wording("{least} to {most}", least=FLOP, most=num_cards)
        )
        raise CardError(
            "{name} has {have}: a board for this line has {need}, as in AhTd7c",
            name=name[:20],
            have=have,
            need=need,
        )
    return (*sorted(cards[:FLOP], reverse=True), *cards[FLOP:])


def _by_cards(board: WeightedBoard) -> tuple[list[int], tuple[Card, ...]]:
    return [card >> 2 for card in board.cards], board.cards


def _by_texture(board: WeightedBoard) -> tuple[object, ...]:
    kinds = texture_of(board.cards)
    values = kinds.pairing.value, kinds.suits.value, kinds.connection.value
    return (*values, kinds.high, _by_cards(board))
