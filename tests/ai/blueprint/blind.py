"""Blueprints that hardly distinguish cards: no tables to build."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ai import sampled
from ai.abstraction.menus import Menu
from ai.abstraction.tables import BucketTables
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from engine.combos import CLASS_OF_COMBO
from engine.game import get_game
from engine.policy import blocked

GAME = get_game("holdem-nolimit@20")


@dataclass(frozen=True)
class Blind:
    """Classes before the flop, one bucket a street after it."""

    num_rows: tuple[int, ...] = (169, 1, 1, 1)
    key: str = "blind"

    def rows_on(self, board):
        rows = CLASS_OF_COMBO.astype(np.int32) if not board else np.zeros(1326, np.int32)
        return np.where(blocked(GAME, board), np.int32(-1), rows)

    def rows_of(self, street, boards, combos):
        rows = CLASS_OF_COMBO[np.asarray(combos, np.int64)].astype(np.int32)
        return rows if street == 0 else np.zeros_like(rows)


@cache
def blind_tables():
    """Tables of one bucket a street."""
    blank = [np.zeros((boards, 1326), np.uint8) for boards in (1755, 16432, 134459)]
    return BucketTables(Blind().num_rows, *blank)  # type: ignore[arg-type]


def be_blind(patch):
    """Let runs of blueprints be blind; ``patch`` sets an attribute."""

    def build(recipe, home=None, control=None):
        menu = Menu.parse(recipe.menu)
        return BlueprintSolver(recipe.game, menu, Blind(), blind_tables(), seed=recipe.seed)

    patch(BlueprintRecipe, "build", build)
    patch(BlueprintRecipe, "num_rows", Blind().num_rows)
    patch(sampled, "LOOK_DEALS", 4)
    patch(sampled, "FIRST_DEALS", 2)
