"""Measured strength of engines: shipped figures are reproduced, those made here are kept."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from ai.entry import REFERENCE, Engine, Measured
from ai.ladder import best_response
from ai.measuring import measure
from ai.registry import engines, find_engine, reference
from ai.resolve.agent import NAME as RESOLVER
from ai.simple import CallAgent
from ai.strategy import StrategyInfo
from ai.strength_figures import FILE, GAMES, is_shipped, keep, strength
from ai.trained_engines import keep_trained
from engine.errors import EngineError
from engine.game import Game, get_game

pytestmark = pytest.mark.slow

SMALL, LARGE = GAMES[:2], GAMES[2:]
SEARCHERS = ("uct", "smooth-uct", "nfsp-uct")
"""A whole range of hold'em takes them too long for local best response."""
WIDER = 3.29 / 1.96
"""From a 95% interval to one of 99.9%."""


def shipped(game: Game) -> list[tuple[Engine, Measured]]:
    slow = (RESOLVER,) if game.name in SMALL else (RESOLVER, *SEARCHERS)
    told = [engine for engine in engines(game) if not engine.learns and engine.name not in slow]
    found = [(engine, strength(engine, game)) for engine in told]
    assert all(known is not None for _, known in found), (
        f"run python -m ai.strength_figures {game.name}"
    )
    return [(engine, known) for engine, known in found if known is not None]


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.ci)])
@pytest.mark.scorecard("S2")
def test_exact_figures_are_reproduced(name: str) -> None:
    game = get_game(name)
    for engine, known in shipped(game):
        again = measure(engine.name, game)
        assert again.method == known.method == "exact"
        assert again.against == known.against == "cfr"
        # Networks reckon in 32 bits.
        chips = 1e-6 if engine.plays else 1e-9
        if engine.name == "nfsp-uct":  # another rounding is another tree
            chips = 0.02
        assert again.exploitability == pytest.approx(known.exploitability, abs=chips)
        assert again.mbb == pytest.approx(known.mbb, abs=1000 * chips)
    cfr = strength(engine_of("cfr", game), game)
    assert cfr is not None and cfr.exploitability is not None
    assert cfr.exploitability < {"kuhn": 1e-12, "leduc": 1e-9}[name]


def engine_of(name: str, game: Game) -> Engine:
    engine = find_engine(name, game=game)
    assert engine is not None
    return engine


@pytest.mark.parametrize("name", GAMES)
def test_every_engine_has_both_figures_against_one_reference(name: str) -> None:
    game = get_game(name)
    rival = reference(game)
    assert rival is not None
    for engine, known in shipped(game):
        assert is_shipped(engine, game)
        assert known.against == rival.name
        assert known.mbb is not None and math.isfinite(known.mbb)
        assert best_response(known, game) is not None
        if engine.name == rival.name:
            assert known.mbb == 0.0
        elif name in LARGE:
            assert known.method in ("duplicate", "aivat") and known.seed == 1
            least = 20_000 if known.method == "duplicate" else 10_000  # the luck is taken out
            assert known.hands is not None and known.hands >= least
            assert known.ci95 is not None and known.ci95 > 0.0


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.scorecard("S2")
def test_shorter_matches_agree_with_the_shipped_ones(name: str, release: bool) -> None:
    game = get_game(name)
    for engine, known in shipped(game):
        deals = 1000 if release else 200
        again = measure(engine.name, game, deals=deals, lbr_deals=max(2, deals // 25), seed=2)
        assert known.mbb is not None and again.mbb is not None, engine.name
        assert abs(again.mbb - known.mbb) <= WIDER * math.hypot(
            again.ci95 or 0.0, known.ci95 or 0.0
        ), engine.name
        one, other = best_response(known, game), best_response(again, game)
        assert one is not None and other is not None
        assert abs(one[0] - other[0]) <= WIDER * math.hypot(one[1], other[1]), engine.name


def test_what_is_measured_here_is_kept_until_the_file_changes(tmp_path: Path) -> None:
    game, other = get_game("leduc"), get_game("holdem-nolimit@37")

    def trained(iterations: int) -> Engine:
        stated = {"method": "exact", "exploitability": 1.5}
        info = StrategyInfo(game, "cfr+", "none", iterations=iterations, measured=stated)
        keep_trained(tmp_path, "mine", CallAgent(game).table(), info)
        engine = find_engine("trained:mine", tmp_path)
        assert engine is not None
        return engine

    engine = trained(5)
    stated = strength(engine, game, tmp_path)
    assert stated == Measured("exact", exploitability=1.5)
    found = measure(engine.name, game, tmp_path)
    assert found.mbb == pytest.approx(measure("call", game).mbb, abs=1e-9)
    keep(engine, game, found, tmp_path)
    assert strength(engine, game, tmp_path) == found
    assert strength(trained(6), game, tmp_path) == stated
    call = engine_of("call", other)
    assert strength(call, other) is None  # it was not measured
    keep(call, other, Measured("duplicate", -3.0, 1.0, "equity", 40, 1), tmp_path)
    again = strength(call, other, tmp_path)
    assert again is not None and again.mbb == -3.0
    assert set(json.loads((tmp_path / FILE).read_text())) == {"leduc", other.name}
    # The reference stands at 0 at any depth, and shipped figures are not replaced.
    reference_found = strength(engine_of("equity", other), other)
    assert reference_found == Measured(REFERENCE, mbb=0.0, against="equity")
    call = engine_of("call", game)
    keep(call, game, Measured("exact", 5000.0, against="cfr", exploitability=0.0), tmp_path)
    assert strength(call, game, tmp_path) == strength(call, game)


@pytest.mark.parametrize(
    "known",
    [
        "[]",
        '{"call": {"mbb": 5}}',
        '{"call": {"method": "duplicate", "mbb": "much"}}',
        '{"call": {"method": "duplicate", "mbb": true}}',
        '{"call": {"method": "duplicate", "more": 1}}',
        '{"call": {"method": "duplicate", "stamp": {}}}',
    ],
)
def test_a_damaged_file_is_left_out_and_a_folder_that_is_none_is_named(
    tmp_path: Path, known: str
) -> None:
    game = get_game("holdem-nolimit@37")
    call = engine_of("call", game)
    (tmp_path / FILE).write_text(f'{{"holdem-nolimit@37": {known}}}')
    assert strength(call, game, tmp_path) is None
    with pytest.raises(EngineError, match=FILE):
        keep(call, game, Measured("duplicate", 0.0), tmp_path / FILE)
