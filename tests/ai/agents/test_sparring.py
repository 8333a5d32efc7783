from types import SimpleNamespace

import numpy as np
import pytest

from ai.agents.sparring import RUNGS, SparringAgent
from ai.cfr.best_response import expected_value
from ai.registry import build, find_engine
from engine.card_display import parse_shown
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, PublicState

pytestmark = pytest.mark.slow

LEDUC, DEEP = get_game("leduc"), get_game("holdem-nolimit@100")


@pytest.mark.parametrize("calls", [0.0, 0.3, 1.0])
def test_rows_mix_the_model_with_calls(calls):
    model = build("cfr", DEEP)
    partner = SparringAgent("spar:1", model, calls)
    flop = parse_shown(DEEP, "7d3cKh")
    for spot in (spot_of(DEEP, ""), *(spot_of(DEEP, f"r300c/cr{to}", flop) for to in (600, 700))):
        own, other = partner.strategy(spot), model.strategy(spot)
        expected = other.probabilities * (1 - calls)
        expected[other.probabilities.any(axis=1), own.actions.index(CALL)] += calls
        assert np.allclose(own.probabilities, expected) and own.values is None


@pytest.mark.ci
def test_partners_get_weaker_and_the_last_always_calls():
    model, lost = build("cfr", LEDUC), []
    best = model.table()
    for calls in RUNGS:
        own = SparringAgent("spar", model, calls).table()
        lost.append((expected_value(best, own) - expected_value(own, best)) / 2)
    assert lost == sorted(lost) and lost[0] > 0.0 and lost[-1] > 10 * lost[0]
    answer = build("spar:8", LEDUC).strategy(PublicState(LEDUC, (), ()))
    assert (answer.probabilities[:, answer.actions.index(CALL)] == 1.0).all()


def test_partners_are_named_by_number_and_need_a_reference():
    row = find_engine("spar")
    assert row.play_names == tuple(f"spar:{n}" for n in range(1, 9))
    assert row.fits(DEEP) and row.fits(LEDUC)
    assert not row.fits(get_game("holdem-nolimit@37")) and not row.fits(get_game("kuhn-3"))
    for name, game in (("spar:9", DEEP), ("spar:1", get_game("kuhn-3"))):
        with pytest.raises(EngineError):
            build(name, game)
    with pytest.raises(EngineError, match="'acts' has no answer for one hand alone"):
        SparringAgent("spar:1", SimpleNamespace(name="acts"), 0.1)
