"""Measuring: exact in small games, by seeded duplicate deals in hold'em."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ai import measuring
from ai.blueprint.shipped import shipped_path
from ai.cfr.best_response import agent_table, expected_value
from ai.measuring import measure
from ai.registry import build
from ai.search.holdem import HandAgent
from ai.trained_engines import trained_path
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play

pytestmark = pytest.mark.slow


def test_a_result_is_the_mean_of_both_positions() -> None:
    game = get_game("leduc")
    found = measure("bluffer", game)
    own, other = (agent_table(game, build(name, game)) for name in ("bluffer", "cfr"))
    first, second = expected_value(own, other), -expected_value(other, own)
    assert first != second
    assert found.mbb == pytest.approx(1000 * (first + second) / 2)
    played = play(game, [build("bluffer", game), build("cfr", game)], 100_000, 3, duplicate=True)
    assert abs(played.mbb().mean - found.mbb) <= 1.7 * played.mbb().half_width


def test_matches_are_reproducible() -> None:
    game = get_game("holdem-limit")
    first, second = (measure("call", game, deals=30, lbr_deals=3, seed=5) for _ in range(2))
    assert first == second
    assert (first.hands, first.lbr_hands, first.against) == (60, 6, "cfr")
    played = play(game, [build("call", game), build("cfr", game)], 30, 5, duplicate=True)
    assert (first.mbb, first.ci95) == (played.mbb().mean, played.mbb().half_width)


def test_tables_play_more_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "DEALS", 20)
    monkeypatch.setattr(measuring, "TABLE_DEALS", 5000)
    game = get_game("holdem-limit")
    trained = trained_path(tmp_path, "twin")
    trained.parent.mkdir()
    shutil.copyfile(shipped_path(game), trained)
    twin = measure("trained:twin", game, tmp_path, lbr_deals=0)
    assert (twin.hands, twin.lbr) == (10_000, None)
    assert twin.mbb is not None and twin.ci95 is not None and abs(twin.mbb) < 1.7 * twin.ci95
    assert measure("passive", game, lbr_deals=0).hands == 40


def test_the_reference_needs_no_match() -> None:
    game = get_game("holdem-nolimit@37")
    found = measure("equity", game, lbr_deals=0)
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
def test_what_cannot_be_measured_is_refused(name: str, game: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        measure(name, get_game(game))


def test_stopping_keeps_what_was_played() -> None:
    game = get_game("holdem-nolimit@50")
    control = JobControl(lambda fraction, _: control.cancel() if fraction > 0.1 else None)
    found = measure("call", game, deals=100, lbr_deals=10, control=control)
    assert found.hands is not None and 4 <= found.hands < 200
    assert found.lbr is None
    stopped = JobControl()
    stopped.cancel()
    with pytest.raises(CancelledError):
        measure("call", game, deals=100, control=stopped)


def test_luck_is_taken_out_on_wish() -> None:
    game = get_game("holdem-limit")
    plain, found = (
        measure("equity", game, deals=40, lbr_deals=0, seed=5, method=how)
        for how in ("duplicate", "aivat")
    )
    assert (found.method, found.hands, found.against) == ("aivat", 80, "cfr")
    assert plain.ci95 is not None and found.ci95 is not None and found.ci95 < 0.7 * plain.ci95
    assert plain.mbb is not None and found.mbb is not None
    assert abs(plain.mbb - found.mbb) < plain.ci95


def test_who_searches_each_hand_of_a_range_is_not_asked_for_ranges() -> None:
    """AIVAT then knows the other alone, and there is no local best response."""
    game = get_game("holdem-nolimit@20")
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HandAgent, "strategy", lambda *_: asked.append(1))
        found = measure("uct", game, deals=4, method="aivat")
    assert not asked
    assert (found.method, found.hands, found.lbr) == ("aivat", 8, None)
    assert found.ci95 is not None
