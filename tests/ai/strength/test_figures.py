import json
import math

import pytest

from ai.agents.baselines import CallAgent
from ai.agents.entry import REFERENCE, Measured
from ai.files.strategy import StrategyInfo
from ai.registry import engines, find_engine, reference
from ai.resolving.agent import NAME as RESOLVER
from ai.strength.figures import FILE, GAMES, is_shipped, keep, strength
from ai.strength.ladder import best_response
from ai.strength.measurement import measure
from ai.trained import keep_trained
from engine.errors import EngineError
from engine.game import get_game

pytestmark = pytest.mark.slow

SMALL, LARGE = GAMES[:2], GAMES[2:]
SLOW = (RESOLVER, "uct", "smooth-uct", "nfsp-uct")
"""The resolver, and those that a whole range of hold'em takes too long for local best response."""
WIDER = 3.29 / 1.96
"""From a 95% interval to one of 99.9%."""


def shipped(game):
    slow = SLOW[:1] if game.name in SMALL else SLOW
    told = [engine for engine in engines(game) if not engine.learns and engine.name not in slow]
    found = [(engine, strength(engine, game)) for engine in told]
    assert all(known is not None for _, known in found)
    return found


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.ci)])
@pytest.mark.scorecard("S2")
def test_exact_figures_are_reproduced(name):
    game = get_game(name)
    for engine, known in shipped(game):
        again = measure(engine.name, game)
        assert again.method == known.method == "exact"
        assert again.against == known.against == "cfr"
        # Networks compute in float32.
        chips = 1e-6 if engine.plays else 1e-9
        if engine.name == "nfsp-uct":  # another rounding is another tree
            chips = 0.02
        assert again.exploitability == pytest.approx(known.exploitability, abs=chips)
        assert again.mbb == pytest.approx(known.mbb, abs=1000 * chips)
    cfr = strength(find_engine("cfr", game=game), game)
    assert cfr.exploitability < {"kuhn": 1e-12, "leduc": 1e-9}[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_engine_has_both_figures_against_one_reference(name):
    game = get_game(name)
    rival = reference(game)
    for engine, known in shipped(game):
        assert is_shipped(engine, game) and known.against == rival.name
        assert math.isfinite(known.mbb) and best_response(known, game) is not None
        if engine.name == rival.name:
            assert known.mbb == 0.0
        elif name in LARGE:
            assert known.method in ("duplicate", "aivat") and known.seed == 1
            least = 20_000 if known.method == "duplicate" else 10_000  # the luck is taken out
            assert known.hands >= least and known.ci95 > 0.0


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.scorecard("S2")
def test_shorter_matches_agree_with_the_shipped_ones(name, release):
    game, deals = get_game(name), 1000 if release else 200
    for engine, known in shipped(game):
        again = measure(engine.name, game, deals=deals, lbr_deals=max(2, deals // 25), seed=2)
        pairs = (known.mbb, known.ci95 or 0.0), (again.mbb, again.ci95 or 0.0)
        for one, other in (pairs, [best_response(told, game) for told in (known, again)]):
            assert abs(one[0] - other[0]) <= WIDER * math.hypot(one[1], other[1]), engine.name


def test_what_is_measured_here_is_kept_until_the_file_changes(tmp_path):
    game, other = get_game("leduc"), get_game("holdem-nolimit@37")

    def trained(iterations):
        stated = {"method": "exact", "exploitability": 1.5}
        info = StrategyInfo(game, "cfr+", "none", iterations=iterations, measured=stated)
        keep_trained(tmp_path, "mine", CallAgent(game).table(), info)
        return find_engine("trained:mine", tmp_path)

    engine = trained(5)
    stated = strength(engine, game, tmp_path)
    assert stated == Measured("exact", exploitability=1.5)
    found = measure(engine.name, game, tmp_path)
    assert found.mbb == pytest.approx(measure("call", game).mbb, abs=1e-9)
    keep(engine, game, found, tmp_path)
    assert strength(engine, game, tmp_path) == found
    assert strength(trained(6), game, tmp_path) == stated
    call = find_engine("call")
    assert strength(call, other) is None  # it was not measured
    keep(call, other, Measured("duplicate", -3.0, 1.0, "equity", 40, 1), tmp_path)
    assert strength(call, other, tmp_path).mbb == -3.0
    assert set(json.loads((tmp_path / FILE).read_text())) == {"leduc", other.name}
    # The reference stands at 0 at any depth, and shipped figures are not replaced.
    found = strength(find_engine("equity", game=other), other)
    assert found == Measured(REFERENCE, mbb=0.0, against="equity")
    keep(call, game, Measured("exact", 5000.0, against="cfr", exploitability=0.0), tmp_path)
    assert strength(call, game, tmp_path) == strength(call, game)


@pytest.mark.parametrize(
    "known",
    [
        "[]",
        '{"call": {"mbb": 5}}',
        *(f'{{"call": {{"method": "duplicate", "mbb": {odd}}}}}' for odd in ('"much"', "true")),
        *(f'{{"call": {{"method": "duplicate", {odd}}}}}' for odd in ('"more": 1', '"stamp": {}')),
    ],
)
def test_a_damaged_file_is_left_out_and_a_folder_that_is_none_is_named(tmp_path, known):
    game, call = get_game("holdem-nolimit@37"), find_engine("call")
    (tmp_path / FILE).write_text(f'{{"holdem-nolimit@37": {known}}}')
    assert strength(call, game, tmp_path) is None
    with pytest.raises(EngineError, match=FILE):
        keep(call, game, Measured("duplicate", 0.0), tmp_path / FILE)
