from dataclasses import fields

import numpy as np

from engine.game import Game
from engine.tree import BettingTree


def assert_same_trees(found: BettingTree, expected: BettingTree) -> None:
    for field in fields(BettingTree):
        ours, theirs = getattr(found, field.name), getattr(expected, field.name)
        if isinstance(theirs, Game):
            assert ours == theirs
        else:
            assert ours.dtype == theirs.dtype and np.array_equal(ours, theirs), field.name
