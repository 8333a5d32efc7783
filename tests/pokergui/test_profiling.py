"""Profiles from recorded hands: each hand is counted, and few betting lines are remembered."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from weakref import ref

import pytest

from ai.profile.profile import Seen, decisions
from ai.registry import build
from engine.game import Game, get_game
from engine.match import play
from engine.player import Action
from pokergui import profiling
from pokergui.profiling import profile_of
from pokergui.store import Store, StoreError
from tests.pokergui.store.random_hands import play_into

GAME = get_game("holdem-nolimit")
DEALS, PLAYED = 100, 20


class Taken(list[Seen]):
    """Findings in a betting line; the list can be watched."""


class Watch:
    """Takes lines apart, counts how often, and how many of the results are kept at a time."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[Action, ...]] = Counter()
        self.most_kept = 0
        self._found: list[ref[Taken]] = []

    def __call__(self, game: Game, line: tuple[Action, ...]) -> Taken:
        self.asked[line] += 1
        found = Taken(decisions(game, line))
        self._found.append(ref(found))
        self.most_kept = max(self.most_kept, sum(one() is not None for one in self._found))
        return found


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(profiling, "decisions", watch)
    return watch


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("profiling") / "hands.db"
    names = ("random", "call")
    with closing(Store.open(path)) as store:
        play_into(store, PLAYED, games=(GAME.name,))
        agents = [build(name, GAME) for name in names]
        options = {"seed": 5, "duplicate": True, "hands": 2 * DEALS, "mode": "match"}
        ticket = store.begin_match(GAME, engines=names, players=names, **options)
        keep = lambda chunk: store.append_block(ticket, chunk)  # noqa: E731
        play(GAME, agents, DEALS, 5, True, None, None, keep)
        store.finish_match(ticket).result()
    return path


def test_nothing_is_remembered_of_single_hands(path: Path, watch: Watch) -> None:
    """Hands played and imported hardly repeat, and there may be millions."""
    assert profile_of(path, "random").hands == PLAYED
    assert watch.asked.total() == PLAYED and watch.most_kept <= 2


def test_lines_of_a_match_are_taken_apart_once_for_each_position(path: Path, watch: Watch) -> None:
    found = profile_of(path, "call", match=1)
    assert found.hands == 2 * DEALS and len(watch.asked) > 10
    assert watch.asked.total() < 2 * DEALS and max(watch.asked.values()) <= 2
    assert watch.most_kept <= 2  # of each line only the actions of one position


def test_a_match_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="no sound match 7"):
        profile_of(path, "call", match=7)
