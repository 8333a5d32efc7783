from dataclasses import dataclass
from functools import cache

import numpy as np

from ai.abstraction.tables import BucketTables
from ai.betting.menus import Menu
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from ai.lbr import training_curve as sampled
from engine.combos import CLASS_OF_COMBO
from engine.game import get_game
from engine.policy import blocked

GAME = get_game("holdem-nolimit@20")


@dataclass(frozen=True)
class OneBucket:
    num_rows: tuple[int, ...] = (169, 1, 1, 1)
    key: str = "one-bucket"

    def rows_on(self, board):
        rows = CLASS_OF_COMBO.astype(np.int32) if not board else np.zeros(1326, np.int32)
        return np.where(blocked(GAME, board), np.int32(-1), rows)

    def rows_of(self, street, boards, combos):
        rows = CLASS_OF_COMBO[np.asarray(combos, np.int64)].astype(np.int32)
        return rows if street == 0 else np.zeros_like(rows)


@cache
def coarse_tables():
    blank = [np.zeros((boards, 1326), np.uint16) for boards in (1755, 16432, 134459)]
    return BucketTables(OneBucket().num_rows, *blank)


def use_coarse_buckets(patch):
    def build(recipe, home=None, control=None):
        menu = Menu.parse(recipe.menu)
        return BlueprintSolver(recipe.game, menu, OneBucket(), coarse_tables(), seed=recipe.seed)

    patch(BlueprintRecipe, "build", build)
    patch(BlueprintRecipe, "num_rows", OneBucket().num_rows)
    patch(sampled, "LOOK_DEALS", 4)
    patch(sampled, "FIRST_DEALS", 2)
