import shutil

import pytest

from ai.blueprint.shipped import shipped_path
from ai.cfr.best_response import agent_table, expected_value
from ai.registry import build
from ai.search.holdem import HandAgent
from ai.strength import measurement as measuring
from ai.strength.measurement import measure
from ai.trained import trained_path
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play

pytestmark = pytest.mark.slow

LIMIT = get_game("holdem-limit")


def test_a_result_is_the_mean_of_both_positions():
    game = get_game("leduc")
    found = measure("bluffer", game)
    own, other = (agent_table(game, build(name, game)) for name in ("bluffer", "cfr"))
    first, second = expected_value(own, other), -expected_value(other, own)
    assert first != second
    assert found.mbb == pytest.approx(1000 * (first + second) / 2)
    played = play(game, [build("bluffer", game), build("cfr", game)], 50_000, 3, duplicate=True)
    assert abs(played.mbb().mean - found.mbb) <= 1.7 * played.mbb().half_width


def test_matches_are_reproducible_and_tables_play_more_deals(tmp_path, monkeypatch):
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
        ("call", "holdem-nolimit-3", "no reference engine"),
    ],
)
def test_what_cannot_be_measured_is_refused(name, game, why):
    with pytest.raises(EngineError, match=why):
        measure(name, get_game(game))


def test_stopping_keeps_what_was_played():
    game = get_game("holdem-nolimit@50")
    control = JobControl(lambda fraction, _: control.cancel() if fraction > 0.1 else None)
    found = measure("call", game, deals=100, lbr_deals=10, control=control)
    assert 4 <= found.hands < 200 and found.lbr is None
    with pytest.raises(CancelledError):  # nothing was played
        measure("call", game, deals=100, control=control)


def test_variance_reduction_is_optional_and_search_engines_are_not_asked_for_ranges(monkeypatch):
    """AIVAT then knows the other alone, and there is no local best response."""
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
