"""Equivalence classes of hands and boards in a small game.

Where suits carry no information (no five cards can make a flush, or there is one suit), relabelling
the suits of each rank separately changes only names. Hands are then ranks and boards are the ranks
dealt in each round, and only the number of deals in a class matters: in Leduc six cards become
three. The reduction is lossless: some equilibrium is symmetric in suits, and CFR preserves the
symmetry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.errors import GameError
from engine.game import Game
from engine.policy import DenseRows, blocked, boards, num_boards
from engine.shown import shown_cards, shown_rank
from engine.wording import Wording

MAX_CELLS = 2_000_000
"""Most boards times hands of all players, impossible ones included."""
_FLUSH = 5


@dataclass(frozen=True)
class Classes:
    """Equivalence classes of hands and boards.

    Attributes:
        game: the game.
        class_of_combo: (num_combos,) int32.
        num_classes: number of hand classes.
        board_class: for each street (number of boards,) int32, class of each board number, -1 for
            impossible ones.
        boards: for each street one board of each class, in the order of classes.
        parent: for each street (board classes,) int32, class of the board a street earlier.
    """

    game: Game
    class_of_combo: NDArray[np.int32]
    num_classes: int
    board_class: tuple[NDArray[np.int32], ...]
    boards: tuple[tuple[tuple[Card, ...], ...], ...]
    parent: tuple[NDArray[np.int32], ...]

    @property
    def merged(self) -> bool:
        """True if classes hold several combos."""
        return self.num_classes < len(self.class_of_combo)

    def name_of(self, cards: Sequence[Card]) -> str:
        """Return display text of a hand or board: ranks alone where suits do not matter."""
        if self.merged or self.game.num_suits == 1:
            return "".join(shown_rank(self.game, card >> 2) for card in cards)
        return shown_cards(self.game, cards)

    def rows(self) -> DenseRows:
        """Return rows of a strategy by board class times classes, plus class.

        A class fully blocked by a board has an unused row.
        """
        row_of = []
        for street, classes in enumerate(self.board_class):
            rows = np.full((len(classes), len(self.class_of_combo)), -1, np.int32)
            for index, board in boards(self.game, street):
                free = ~blocked(self.game, board)
                rows[index, free] = classes[index] * self.num_classes + self.class_of_combo[free]
            row_of.append(rows)
        num_rows = tuple(len(boards) * self.num_classes for boards in self.boards)
        return DenseRows(self.game, num_rows, tuple(row_of))

    def possible(self, street: int) -> NDArray[np.bool_]:
        """Return (board classes, classes) bool: hand classes with an unblocked combo on a board."""
        rows = self.rows()
        found = np.zeros(rows.num_rows[street], np.bool_)
        found[rows.row_of[street][rows.row_of[street] >= 0]] = True
        return found.reshape(-1, self.num_classes)


def check_listable(game: Game) -> None:
    """Raise if a game has too many deals to enumerate.

    Raises:
        GameError: if there are too many of them, or dead money, which is unsupported here.
    """
    if game.dead:
        raise GameError("{title} has dead money", title=Wording(game.title))
    combos = num_combos(len(game.deck), game.num_hole)
    if num_boards(game, game.num_rounds - 1) * combos**game.num_players > MAX_CELLS:
        raise GameError(
            "{title} has too many cards and boards to list every deal", title=Wording(game.title)
        )


def suits_matter(game: Game) -> bool:
    """Return whether a suit can ever carry information."""
    return game.num_suits > 1 and game.num_hole + game.board_sizes[-1] >= _FLUSH


def classes_of(game: Game, merge_suits: bool) -> Classes:
    """Return the classes of a small game, by enumeration.

    Args:
        game: the game.
        merge_suits: whether to merge classes that differ only by suits, where that is lossless.
    """
    merge = merge_suits and not suits_matter(game)
    hands = combo_cards(game.deck, game.num_hole)
    class_of_combo, num_classes = _classes([_key((hand,), merge) for hand in hands.tolist()])
    board_class, examples, parents = [], [], []
    class_of_board: dict[tuple[Card, ...], int] = {(): 0}
    for street in range(game.num_rounds):
        indices, listed = zip(*boards(game, street), strict=True)
        found, count = _classes([_key(_rounds(game, street, board), merge) for board in listed])
        first = {
            class_: board for board, class_ in zip(listed[::-1], found.tolist()[::-1], strict=True)
        }
        classes = np.full(num_boards(game, street), -1, np.int32)
        classes[list(indices)] = found
        parent = np.zeros(count, np.int32)
        earlier = game.board_sizes[street - 1] if street else 0
        parent[found] = [class_of_board[board[:earlier]] for board in listed]
        class_of_board = dict(zip(listed, found.tolist(), strict=True))
        board_class.append(classes)
        examples.append(tuple(first[class_] for class_ in range(count)))
        parents.append(parent)
    return Classes(
        game=game,
        class_of_combo=class_of_combo,
        num_classes=num_classes,
        board_class=tuple(board_class),
        boards=tuple(examples),
        parent=tuple(parents),
    )


def _rounds(game: Game, street: int, board: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Split a board into the cards of each round."""
    starts = (0, *game.board_sizes[:street])
    ends = game.board_sizes[: street + 1]
    return tuple(board[start:end] for start, end in zip(starts, ends, strict=True))


def _key(parts: tuple[tuple[Card, ...] | list[Card], ...], merge: bool) -> tuple[object, ...]:
    """Return a key of hands or boards: the cards round by round, or only their ranks."""
    return tuple(tuple(card >> 2 if merge else card for card in part) for part in parts)


def _classes(keys: list[tuple[object, ...]]) -> tuple[NDArray[np.int32], int]:
    """Number distinct keys in order of appearance."""
    numbers: dict[tuple[object, ...], int] = {}
    found = [numbers.setdefault(key, len(numbers)) for key in keys]
    return np.array(found, np.int32), len(numbers)
