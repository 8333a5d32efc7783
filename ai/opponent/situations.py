"""Situations and classes of hands and actions by which an opponent model counts.

Small games are classed without loss (``exact_situations.py``): a situation is a decision of the
betting tree and a board, a class is a distinguishable hand. Every other game is classed by ratios
(``general_situations.py``), so that hands of all depths and blinds count together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ai.opponent.exact_situations import ExactSituations, fits_exactly
from ai.opponent.general_situations import GeneralSituations
from engine.game import Game
from engine.player import Action, PublicState


class Situations(Protocol):
    """The classes of one family of games.

    Kinds are in the order fold, call or check, and raises by size. What is counted in a situation
    is also counted in each of its groups, widest first, which have hand classes of their own.

    Attributes:
        key: its name in saved states; the same for all depths and blinds of a family.
        num_situations: number of situations.
        num_classes: of hands in a situation.
        num_kinds: of actions.
        num_groups: number of groups of situations.
        num_group_classes: of hands in a group.
        groups: (num_situations, depth) int32, the groups that each belongs to, the widest first.
        group_class: (num_situations, num_classes) int32, class in groups of each class.
    """

    key: str
    num_situations: int
    num_classes: int
    num_kinds: int
    num_groups: int
    num_group_classes: int
    groups: NDArray[np.int32]
    group_class: NDArray[np.int32]

    def situation(self, spot: PublicState) -> int:
        """The situation of a decision."""
        ...

    def classes_on(self, spot: PublicState) -> NDArray[np.int32]:
        """Class of each combo at a decision: (num_combos,) int32, -1 where it is blocked."""
        ...

    def kind(self, spot: PublicState, action: Action) -> int:
        """Return the kind that an action is counted as: the nearest by ratio to the pot."""
        ...

    def actions(self, spot: PublicState) -> tuple[tuple[Action, ...], NDArray[np.int64]]:
        """One legal action for each kind that a decision allows.

        Returns:
            The actions in the order fold, call, raises ascending; and (num_kinds,) int64, the index
            of the action that each kind is mapped to.
        """
        ...

    def words(self, situation: int) -> str:
        """A situation in poker terms."""
        ...


@lru_cache(64)
def situations_of(game: Game) -> Situations:
    """The classes of a game."""
    return ExactSituations(game) if fits_exactly(game) else GeneralSituations(game)
