"""A search for one hand in steps: the same as in one go, adaptive or not."""

from __future__ import annotations

import pytest

from ai.search.adaptive import Stop, search_adaptively
from ai.search.decision import DecisionSearch
from ai.search.live import LiveSearch
from ai.search.methods import METHODS
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT = METHODS[0]


def test_steps_are_the_search_of_the_decision():
    spot = spot_of(LEDUC, "r")
    found = LiveSearch(spot, 4, UCT, seed=3)  # a king, the third kind
    for count in (1, 99, 900):
        found.run(count)
    decision = DecisionSearch(spot, UCT, seed=3)
    search = decision.search(2)
    search.run(1000)
    assert found.simulations == 1000 and not found.finished and not found.dropped
    tree = found.snapshot().tree
    visits = [tree.visits[child] for child in tree.children(0)]
    assert visits == decision.statistics(search, 2)[:, 0].tolist()


def test_an_adaptive_search_stops_by_itself_and_says_what_it_dropped():
    spot, stop = spot_of(KUHN, "r"), Stop(threshold=200, most=3000)
    found = LiveSearch(spot, 0, UCT, stop=stop)
    while not found.finished:
        found.run(64)
    whole = search_adaptively(DecisionSearch(spot, UCT), 0, stop)
    snapshot = found.snapshot()
    assert snapshot.simulations == whole.simulations < 3000
    assert snapshot.dropped == whole.dropped == {1: whole.simulations}
    found.run(64)
    assert found.simulations == whole.simulations


def test_what_lies_on_the_board_cannot_be_held():
    with pytest.raises(EngineError, match="nobody can hold"):
        LiveSearch(spot_of(LEDUC, "rc/", LEDUC.deck[2:3]), 2, UCT)
