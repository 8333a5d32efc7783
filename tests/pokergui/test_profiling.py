from contextlib import closing

import pytest

from engine.game import get_game
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


def test_profile_counts_every_hand(path):
    assert profile_of(path, "random").hands == PLAYED
    assert profile_of(path, "call", match=1).hands == 2 * DEALS
    with pytest.raises(StoreError, match="no intact match 7"):
        profile_of(path, "call", match=7)
