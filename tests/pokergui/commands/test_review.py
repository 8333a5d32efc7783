import random
from contextlib import closing

import pytest

from engine.game import get_game
from engine.table import live_deck
from pokergui.store import Store
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_hand, played

pytestmark = pytest.mark.slow
HANDS = 24
MISTAKES = ("inaccuracy", "wrong", "blunder")
REVIEW = "review leduc cfr"


@pytest.fixture
def home_with_hands(home):
    played(home / "hands.db", HANDS, games=("kuhn", "leduc", "kuhn-3"))
    return home


def test_decisions_are_classified_and_the_worst_shown(cli, home_with_hands):
    found = cli.json(REVIEW)
    assert (found["game"], found["judge"], found["hands"]) == ("leduc", "cfr", HANDS // 3)
    assert list(found["classes"]) == ["best", "correct", *MISTAKES]
    assert sum(found["classes"].values()) == found["decisions"] > 0
    mistakes = sum(found["classes"][name] for name in MISTAKES)
    assert len(found["worst"]) == mistakes > 0
    assert found["luck"]["hands"] == HANDS // 3
    assert cli.json(REVIEW) == found  # as it was saved
    other = cli.json(f"{REVIEW} --hero random")
    assert other["decisions"] > 0 and other != found
    every = cli.json(f"{REVIEW} --blunder-bb 0.0001")
    assert every["classes"]["blunder"] == mistakes
    assert cli.json("review kuhn-3 cfr")["luck"] is None
    last = cli.json("review kuhn cfr --last 3")
    assert last["hands"] + sum(last["skipped"].values()) <= 3


def test_damage_is_reported_in_one_line(cli, home_with_hands):
    (home_with_hands / "reviews.db").write_bytes(b"no database at all" * 400)
    found = cli.json(REVIEW)
    assert cli.json(REVIEW) == found
    change(home_with_hands / "hands.db", "UPDATE hands SET payoffs = '[7,-7]' WHERE number = 2")
    for words in (f"{REVIEW} --hand 2", "hands ledger 2"):
        assert "damaged" in cli.refused(words)
    left = cli.json(REVIEW)
    assert (left["hands"], left["damaged"]) == (found["hands"] - 1, [2])
    assert "damaged: 1 hand, 2" in cli.text(REVIEW)
    assert "of holdem-limit to review, but of kuhn" in cli.refused("review holdem-limit")
    (home_with_hands / "hands.db").unlink()
    for words in (REVIEW, "hands ledger 1"):
        assert "no hands" in cli.refused(words)


def keep(home, name, rival):
    game = get_game(name)
    engines = ("", *[rival] * (game.num_players - 1))
    with closing(Store.open(home / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game), engines=engines, hero=0)
        record = play_hand(game, deal, random.Random(7))
        return store.finish_hand(deal, record, engines=engines, hero=0, mode="play").result()


def test_unknown_or_indivisible_results_are_reported(cli, home):
    number = keep(home, "kuhn", "gone")
    assert cli.json(f"hands ledger {number}")["parts_chips"]["rival"] == 0.0
    lines = cli.text(f"hands ledger {number}").splitlines()
    assert any(one.startswith("rival's choices") and one.endswith(" not known") for one in lines)
    assert cli.json("review kuhn cfr")["luck"]["rival_unknown"] == 1
    three = keep(home, "kuhn-3", "random")
    assert "that takes two players" in cli.refused(f"hands ledger {three}")
    words = cli.refused(f"hands ledger {three} --judge cfr")
    assert "cannot be split: that takes two players" in words
    shape = next(one for one in SHAPES if one.name == "three to nine players")
    (home / "site.txt").write_text(site_hand(random.Random(1), shape, 1, 9).text, "utf-8")
    cli.json("hands import site.txt")
    assert "cannot be split" in cli.refused("hands ledger 3 --judge equity")
