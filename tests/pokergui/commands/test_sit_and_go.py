from contextlib import closing
from dataclasses import replace

import pytest

from ai.sit_and_go.plan import Level, SitAndGo, TournamentEntry
from engine.cards import parse_cards
from engine.hand import HandState
from engine.player import FOLD, raise_to
from engine.records import HandRecord
from pokergui.store import Store

pytestmark = pytest.mark.slow

PLAN = SitAndGo((1_000, 1_000), (Level(50, 100),), 10, (65.0, 35.0))


@pytest.fixture
def tournament(home):
    """Two hands of one tournament: the user folds aces, then goes all-in with a seven and a two."""
    entry = TournamentEntry("2026-01-02T03:04:05.678+00:00", PLAN.start(big_blind=1))
    with closing(Store.open(home / "hands.db")) as store:
        for hole, action in (("AsAh", FOLD), ("7s2h", raise_to(950))):
            game, hero = entry.stage.game, entry.stage.seats.index(0)
            front = parse_cards(f"KdKc{hole}")  # the big blind first
            deck = (*front, *(card for card in game.deck if card not in front))
            notes = (entry.note,)
            deal = store.begin_hand(game, deck, engines=("call", ""), hero=hero, notes=notes)
            hand = HandState.deal(game, deck)
            for one in (action, FOLD):
                if not hand.finished:
                    hand.apply(one)
            names = ("Caller", "You")
            record = HandRecord.of(hand, 1, names, deck)
            store.finish_hand(deal, record, engines=("call", ""), hero=hero, notes=notes).result()
            entry = entry.after(hand.payoffs)
            entry = replace(entry, stage=replace(entry.stage, big_blind=1))


def test_hands_of_a_sit_and_go_name_their_stage_and_prizes(cli, tournament):
    first = cli.json("hands show 1")
    assert first["sit_and_go"].startswith("2026-01-02")
    before, after = first["icm"]
    assert (before, after) == pytest.approx((50.0, 35 + 30 * 950 / 2_000))
    text = cli.text("hands show 1")
    assert "hand 1, level 1 (50/100), 2 of 2 players" in text and "ICM 50.00 to 49.25" in text


def test_decisions_of_sit_and_gos_are_reviewed_in_prizes(cli, tournament):
    found = cli.json("review sit-and-go jam-fold")
    assert (found["hands"], found["decisions"]) == (2, 2)
    worst = found["worst"][0]
    assert (worst["cards"], worst["action"], worst["jam_frequency"]) == ("AA", "fold", 1.0)
    assert worst["fold"] == pytest.approx(49.25)
    assert worst["lost"] == worst["jam"] - worst["fold"] > 0.5
    assert found["lost_pct_prizes"] == pytest.approx(sum(one["lost"] for one in found["worst"]))
    assert cli.json("review sit-and-go --hand 2")["worst"][0]["cards"] == "72o"
    assert "not by 'cfr'" in cli.refused("review sit-and-go cfr")


def test_there_must_be_hands_of_sit_and_gos(cli, home):
    with closing(Store.open(home / "hands.db")):
        pass
    assert "no hands of sit-and-go" in cli.refused("review sit-and-go")
