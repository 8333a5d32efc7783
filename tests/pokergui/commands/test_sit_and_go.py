from contextlib import closing

import pytest

from engine.player import FOLD, raise_to
from pokergui.store import Store
from tests.pokergui.store.sit_and_gos import keep_sit_and_go

pytestmark = pytest.mark.slow


@pytest.fixture
def tournament(home):
    """Two hands of one tournament: the user folds aces, then goes all-in with a seven and a two."""
    with closing(Store.open(home / "hands.db")) as store:
        keep_sit_and_go(store, (("AsAh", FOLD), ("7s2h", raise_to(950))))


def test_hands_of_a_sit_and_go_name_their_stage_and_are_reviewed_in_prizes(cli, tournament):
    first = cli.json("hands show 1")
    assert first["sit_and_go"].startswith("2026-01-02")
    before, after = first["icm"]
    assert (before, after) == pytest.approx((50.0, 35 + 30 * 950 / 2_000))
    text = cli.text("hands show 1")
    assert "hand 1, level 1 (50/100), 2 of 2 players" in text and "ICM 50.00 to 49.25" in text
    found = cli.json("review sit-and-go jam-fold")
    assert (found["hands"], found["decisions"]) == (2, 2)
    worst = found["worst"][0]
    assert (worst["cards"], worst["action"], worst["jam_frequency"]) == ("AA", "fold", 1.0)
    assert worst["fold"] == pytest.approx(49.25)
    assert worst["lost"] == worst["jam"] - worst["fold"] > 0.5
    assert found["lost_pct_prizes"] == pytest.approx(sum(one["lost"] for one in found["worst"]))
    assert cli.json("review sit-and-go --hand 2")["worst"][0]["cards"] == "72o"
    assert "not by 'cfr'" in cli.refused("review sit-and-go cfr")
