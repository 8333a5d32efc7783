from collections import Counter
from contextlib import closing

import pytest

from ai.profile.profile import decisions
from engine.game import get_game
from pokergui import profiling
from pokergui.profiling import profile_of
from pokergui.store import Store, StoreError
from tests.pokergui.store.players import keep_match
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
GAME = get_game("holdem-nolimit")
DEALS, PLAYED = 100, 20


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("profiling") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, PLAYED, games=(GAME.name,))
        keep_match(store, GAME, ("random", "call"), 2 * DEALS)
    return path


def test_profile_counts_every_hand_and_parses_each_line_once_per_position(path, monkeypatch):
    asked = Counter()

    def counted(game, line):
        asked[line] += 1
        return decisions(game, line)

    monkeypatch.setattr(profiling, "decisions", counted)
    assert profile_of(path, "random").hands == asked.total() == PLAYED
    asked.clear()
    assert profile_of(path, "call", match=1).hands == 2 * DEALS
    assert 10 < asked.total() < 2 * DEALS and max(asked.values()) <= 2
    with pytest.raises(StoreError, match="no intact match 7"):
        profile_of(path, "call", match=7)
