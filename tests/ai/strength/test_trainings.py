from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.blueprint.shipped import shipped_blueprints
from ai.reading.reach import RangeReader
from ai.strength.trainings import Change, changes, earlier_training
from engine.game import get_game
from engine.player import Strategy

LIMIT = get_game("holdem-limit")
INFO = {info.game.name: info for _, info in shipped_blueprints()}


class HalfCaller(CallAgent):
    """Calls with half of the combos, raises with the others."""

    def strategy(self, spot, control=None):
        answer = RandomAgent(LIMIT).strategy(spot)
        rows = np.zeros_like(answer.probabilities)
        rows[::2, 1], rows[1::2, -1] = 1.0, 1.0
        return Strategy(answer.actions, rows)


def test_change_is_the_share_of_time_and_of_hands_that_differ():
    found = dict(changes(LIMIT, RangeReader(HalfCaller(LIMIT)), RangeReader(RandomAgent(LIMIT))))
    assert found[""].frequency == pytest.approx(2 / 3)  # the random walker folds, calls, raises
    assert found[""].hands == 1.0
    same = dict(changes(LIMIT, RangeReader(HalfCaller(LIMIT)), RangeReader(HalfCaller(LIMIT))))
    assert same.keys() == found.keys() and set(same.values()) == {Change(0.0, 0.0)}
    assert {"", "c", "r", "cr", "rr", "rrr"} <= same.keys()


def test_lines_end_where_menus_differ():
    assert not dict(changes(LIMIT, RangeReader(HalfCaller(LIMIT)), RangeReader(CallAgent(LIMIT))))


def test_shipped_changes_belong_to_the_shipped_training_alone():
    for name, deals in (("holdem-limit", 112_439_568), ("holdem-nolimit@100", 75_433_291)):
        earlier = earlier_training(INFO[name])
        assert earlier.deals == deals and "" in earlier.changes
        assert all(0.0 <= part <= 1.0 for change in earlier.changes.values() for part in change)
        assert earlier_training(replace(INFO[name], iterations=5)) is None
        assert earlier_training(replace(INFO[name], algorithm="nfsp")) is None
    assert earlier_training(INFO["holdem-nolimit@20"]) is None
