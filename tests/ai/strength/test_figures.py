import json
import math
import shutil

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.baselines import CallAgent
from ai.agents.entry import REFERENCE, Measured
from ai.blueprint.shipped import shipped_path
from ai.cfr.best_response import agent_table, expected_value, exploitability
from ai.files.strategy import StrategyInfo
from ai.lbr.response import local_best_response
from ai.registry import build, engines, find_engine, reference
from ai.resolving.agent import NAME as RESOLVER
from ai.search.holdem import HandAgent
from ai.strength import ladder as subject
from ai.strength import measurement as measuring
from ai.strength.figures import FILE, GAMES, is_shipped, keep, strength
from ai.strength.ladder import BE_BEATEN, LEARN, WIN, best_response, fold_loss, ladder
from ai.strength.measurement import measure
from ai.trained import keep_trained, trained_path
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import CALL, FOLD, Strategy

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
        if engine.name == "nfsp-uct":  # a different rounding gives a different tree
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
            least = 20_000 if known.method == "duplicate" else 10_000  # luck is removed
            assert known.hands >= least and known.ci95 > 0.0


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.scorecard("S2")
def test_shorter_matches_agree_with_shipped_results(name, release):
    game, deals = get_game(name), 1000 if release else 200
    for engine, known in shipped(game):
        again = measure(engine.name, game, deals=deals, lbr_deals=max(2, deals // 25), seed=2)
        pairs = (known.mbb, known.ci95 or 0.0), (again.mbb, again.ci95 or 0.0)
        for one, other in (pairs, [best_response(told, game) for told in (known, again)]):
            assert abs(one[0] - other[0]) <= WIDER * math.hypot(one[1], other[1]), engine.name


@pytest.mark.ci
def test_local_measurements_are_cached_until_the_file_changes(tmp_path):
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
    # The reference is 0 at any depth, and shipped figures are not replaced.
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
        *(
            f'{{"call": {{"method": "tables", "tables": {odd}}}}}'
            for odd in ("7", "[7]", '[{"line_up": "mixed"}]', '[{"line_up": "mixed", "mbb": "1"}]')
        ),
    ],
)
def test_damaged_file_is_skipped_and_invalid_folder_is_named(tmp_path, known):
    game, call = get_game("holdem-nolimit@37"), find_engine("call")
    (tmp_path / FILE).write_text(f'{{"holdem-nolimit@37": {known}}}')
    assert strength(call, game, tmp_path) is None
    with pytest.raises(EngineError, match=FILE):
        keep(call, game, Measured("duplicate", 0.0), tmp_path / FILE)


class FoldAgent(RangeAgent):
    name = "fold"

    def strategy(self, spot, control=None):
        action = FOLD if spot.legal.fold else CALL
        count = 1326 if spot.game.num_hole == 2 else len(spot.game.deck)
        return Strategy((action,), np.ones((count, 1)))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_always_fold_loss_equals_its_best_response_payoff(name):
    game = get_game(name)
    if game.is_holdem:
        found = local_best_response(game, FoldAgent(), 5, 1)
        by_position = found.in_position(0).mean, found.in_position(1).mean
        assert (by_position, found.ci95, found.hands) == (game.blinds[::-1], 0.0, 10)
        lost = found.mean
    else:
        lost = exploitability(agent_table(game, FoldAgent()))
    assert fold_loss(game) == pytest.approx(1000 * lost / game.big_blind)
    assert fold_loss(game) == (750.0 if game.is_holdem else 1000.0)


def rungs(game, known):
    rules = get_game(game)
    found = {find_engine(name, game=rules): figures for name, figures in known.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "strengths", lambda *_: list(found.values()))
        return {rung.engine.name: rung for rung in ladder(rules, listed=found)}


def result(mbb, ci95, lbr=300.0, half=20.0):
    return Measured("duplicate", mbb, ci95, "cfr", 1000, 1, None, lbr, half, 500)


CFR = Measured("reference", 0.0, against="cfr", lbr=155.0, lbr_ci95=38.0, lbr_hands=6000)
UNKNOWN = Measured("lbr", lbr=400.0, lbr_ci95=20.0, lbr_hands=500)


BOTH = (LEARN, BE_BEATEN)


@pytest.mark.parametrize(
    ("known", "roles"),
    [
        # The match is undecided, but local best response finds `random` weak.
        (
            {"random": result(-50.0, 60.0, lbr=9000.0), "call": result(-500.0, 60.0), "cfr": CFR},
            {"cfr": BOTH, "random": (), "call": (WIN,)},
        ),
        ({"nfsp": result(-70.0, 60.0), "cfr": CFR}, {"cfr": BOTH, "nfsp": (WIN,)}),
        ({"cfr": CFR, "nfsp": result(90.0, 20.0)}, {"nfsp": BOTH, "cfr": ()}),
        # Not measured against the reference.
        ({"cfr": CFR, "nfsp": Measured("duplicate", 800.0, 9.0, "x")}, {"cfr": BOTH, "nfsp": ()}),
        (
            {"random": UNKNOWN, "passive": result(-300.0, 60.0), "opponent-model": UNKNOWN}
            | {"call": result(-200.0, 60.0), "cfr": CFR},
            {"cfr": BOTH, "opponent-model": (), "call": (WIN,), "passive": (WIN,), "random": ()},
        ),
        # Overlapping intervals are ordered by what a best response wins.
        (
            {
                "cfr": CFR,
                "random": result(-300.0, 100.0, 9000.0),
                "call": result(-350.0, 10.0, 8000.0),
                "nfsp": result(-450.0, 100.0, 500.0),
                "raise": result(-700.0, 100.0, 100.0),
            },
            {"cfr": BOTH, "nfsp": (WIN,), "call": (WIN,), "random": (WIN,), "raise": (WIN,)},
        ),
    ],
)
def test_ladder_orders_engines_and_gives_their_roles(known, roles):
    found = rungs("holdem-limit", known)
    assert [*found] == [*roles]
    for name, rung in found.items():
        assert rung.roles == roles[name]
        assert rung.measured == (known[name].mbb is not None and known[name].against == "cfr")


def test_study_needs_exact_solutions_and_worse_than_folding_is_noted():
    rival = Measured("reference", 0.0, against="equity", lbr=8000.0, lbr_ci95=500.0)
    found = rungs("holdem-nolimit@37", {"equity": rival})["equity"]
    assert found.roles == (BE_BEATEN,)
    assert found.is_reference and found.worse_than_folding
    weak, near = result(-10.0, 60.0, 780.0), result(-10.0, 60.0, 760.0)
    told = rungs("holdem-limit", {"cfr": CFR, "nfsp": weak, "call": near})
    assert [name for name, rung in told.items() if rung.worse_than_folding] == ["nfsp"]


LIMIT = get_game("holdem-limit")


@pytest.mark.ci
def test_a_result_is_the_mean_of_both_positions():
    game = get_game("leduc")
    found = measure("bluffer", game)
    own, other = (agent_table(game, build(name, game)) for name in ("bluffer", "cfr"))
    first, second = expected_value(own, other), -expected_value(other, own)
    assert first != second
    assert found.mbb == pytest.approx(1000 * (first + second) / 2)
    played = play(game, [build("bluffer", game), build("cfr", game)], 50_000, 3, duplicate=True)
    assert abs(played.mbb().mean - found.mbb) <= 1.7 * played.mbb().half_width


def test_matches_are_reproducible_and_policy_tables_play_more_deals(tmp_path, monkeypatch):
    first, second = (measure("call", LIMIT, deals=30, lbr_deals=3, seed=5) for _ in range(2))
    assert first == second
    assert (first.hands, first.lbr_hands, first.against) == (60, 6, "cfr")
    played = play(LIMIT, [build("call", LIMIT), build("cfr", LIMIT)], 30, 5, duplicate=True)
    assert (first.mbb, first.ci95) == (played.mbb().mean, played.mbb().half_width)
    monkeypatch.setattr(measuring, "DEALS", 20)
    monkeypatch.setattr(measuring, "TABLE_DEALS", 5000)
    trained = trained_path(tmp_path, "twin")
    trained.parent.mkdir()
    shutil.copyfile(shipped_path(LIMIT), trained)
    twin = measure("trained:twin", LIMIT, tmp_path, lbr_deals=0)
    assert (twin.hands, twin.lbr) == (10_000, None) and abs(twin.mbb) < 1.7 * twin.ci95
    assert measure("passive", LIMIT, lbr_deals=0).hands == 40
    found = measure("equity", get_game("holdem-nolimit@37"), lbr_deals=0)  # needs no match
    assert (found.method, found.mbb, found.hands, found.lbr) == ("reference", 0.0, None, None)


@pytest.mark.parametrize(
    ("name", "game", "why"),
    [
        ("opponent-model", "kuhn", "no single strength"),
        ("nobody", "kuhn", "no engine 'nobody'"),
        ("nfsp", "holdem-nolimit@37", "does not play"),
        ("kuhn-family:1/6", "kuhn", "not on the list"),
        ("call", "kuhn-3", "no reference engine"),
    ],
)
def test_unmeasurable_engines_are_rejected(name, game, why):
    with pytest.raises(EngineError, match=why):
        measure(name, get_game(game))


def test_cancellation_keeps_the_hands_played():
    game = get_game("holdem-nolimit@50")
    control = JobControl(lambda fraction, _: control.cancel() if fraction > 0.1 else None)
    found = measure("call", game, deals=100, lbr_deals=10, control=control)
    assert 4 <= found.hands < 200 and found.lbr is None
    with pytest.raises(CancelledError):  # nothing was played
        measure("call", game, deals=100, control=control)


@pytest.mark.ci
def test_variance_reduction_is_optional_and_skips_search_engine_ranges(monkeypatch):
    """AIVAT then knows only the opponent, and there is no local best response."""
    plain, found = (
        measure("equity", LIMIT, deals=40, lbr_deals=0, seed=5, method=how)
        for how in ("duplicate", "aivat")
    )
    assert (found.method, found.hands, found.against) == ("aivat", 80, "cfr")
    assert found.ci95 < 0.7 * plain.ci95 and abs(plain.mbb - found.mbb) < plain.ci95
    asked = []
    monkeypatch.setattr(HandAgent, "strategy", lambda *_: asked.append(1))
    found = measure("uct", get_game("holdem-nolimit@20"), deals=4, method="aivat")
    assert (found.method, found.hands, found.lbr) == ("aivat", 8, None)
    assert found.ci95 is not None and not asked
