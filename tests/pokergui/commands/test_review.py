import random
from contextlib import closing

import pytest

from engine.game import get_game
from engine.table import live_deck
from pokergui.store import Store
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_hand, play_into

pytestmark = pytest.mark.slow
HANDS = 24
MISTAKES = ("inaccuracy", "wrong", "blunder")
REVIEW = "review leduc cfr"


@pytest.fixture
def played(home):
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, HANDS, games=("kuhn", "leduc", "kuhn-3"))
    return home


def test_decisions_are_classed_and_the_worst_shown(cli, played):
    found = cli.json(REVIEW)
    assert (found["game"], found["judge"], found["hands"]) == ("leduc", "cfr", HANDS // 3)
    assert list(found["classes"]) == ["best", "correct", *MISTAKES]
    assert sum(found["classes"].values()) == found["decisions"] > 0
    mistakes = sum(found["classes"][name] for name in MISTAKES)
    losses = [one["loss_mbb"] for one in found["worst"]]
    assert len(losses) == mistakes > 0 and losses == sorted(losses, reverse=True)
    assert found["error_rate_mbb"] == pytest.approx(sum(losses) / found["decisions"])
    assert found["lost_bb"] == pytest.approx(sum(losses) / 1000)
    assert found["accuracy"] == pytest.approx(1 - mistakes / found["decisions"])
    for one in found["worst"]:
        shown = cli.json(f"hands show {one['hand']}")
        assert shown["line"].startswith(one["line"] + one["action"])
    luck = found["luck"]
    assert (luck["hands"], luck["rival_unknown"]) == (HANDS // 3, 0)
    listed = cli.json("hands list --game leduc")["hands"]
    mean = sum(hand["result_bb"] for hand in listed) / len(listed)
    assert sum(luck["parts_bb100"].values()) == pytest.approx(100 * mean)
    assert luck["raw_bb100"] == pytest.approx(100 * mean)
    assert cli.json(REVIEW) == found  # as it was kept
    other = cli.json(f"{REVIEW} --hero random")
    assert other["decisions"] > 0 and other != found
    assert cli.json("review kuhn-3 cfr")["luck"] is None
    last = cli.json("review kuhn cfr --last 3")
    assert last["hands"] + sum(last["skipped"].values()) <= 3


def test_one_hand_has_its_decisions_and_what_each_hand_would_have_earned(cli, played):
    number = cli.json(REVIEW)["worst"][0]["hand"]
    words = f"{REVIEW} --hand {number} --grid"
    one, shown = cli.json(words), cli.json(f"hands show {number}")
    assert (one["hands"], one["ci95_mbb"]) == (1, None)
    assert len(one["details"]) == one["decisions"]
    for detail in one["details"]:
        assert shown["line"].startswith(detail["line"] + detail["action"])
        assert detail["frequency"] == detail["judge"][detail["action"]]["frequency"]
    grid, last = one["grid"], one["details"][-1]
    # The hand that was held earns its EV less the ante and bets that it had put in.
    own = shown["holes"][shown["players"].index(shown["hero"])]
    paid = last["judge"][last["action"]]["ev_mbb"] - grid["hands"][own]
    assert paid == pytest.approx(1000.0 * round(paid / 1000.0)) and paid > 999.0
    assert "what each hand earns with" in cli.text(words)


def test_limits_between_the_classes_are_options(cli, home):
    cli.json("match leduc cfr random --hands 200 --db hands.db")
    own, usual = (cli.json(f"{REVIEW} --match 1 {more}") for more in ("", "--hero random"))
    assert own["error_rate_mbb"] <= own["floor_mbb"]
    assert usual["luck"]["raw_bb100"] == pytest.approx(-own["luck"]["raw_bb100"])
    assert len(usual["worst"]) == 20 < sum(usual["classes"][name] for name in MISTAKES)
    words = f"{REVIEW} --match 1 --hero random"
    same = "--correct 3.5 --wrong 2 --blunder 10 --blunder-bb 2"
    assert cli.json(f"{words} {same}") == usual
    few = cli.json(f"{words} --blunder 100 --blunder-bb 1000")
    assert few["classes"]["blunder"] < usual["classes"]["blunder"]
    assert few["error_rate_mbb"] == usual["error_rate_mbb"]
    every = cli.json(f"{words} --blunder-bb 0.0001")
    assert every["classes"]["blunder"] == sum(usual["classes"][name] for name in MISTAKES) > 0


def test_damage_is_one_line(cli, played):
    (played / "reviews.db").write_bytes(b"no database at all" * 400)
    found = cli.json(REVIEW)
    assert cli.json(REVIEW) == found
    change(played / "hands.db", "UPDATE hands SET payoffs = '[7,-7]' WHERE number = 2")
    for words in (f"{REVIEW} --hand 2", "hands ledger 2"):
        assert "damaged" in cli.refused(words)
    left = cli.json(REVIEW)
    assert (left["hands"], left["damaged"]) == (found["hands"] - 1, [2])
    assert "damaged: 1 hand, 2" in cli.text(REVIEW)
    (played / "hands.db").unlink()
    for words in (REVIEW, "hands ledger 1"):
        assert "no hands" in cli.refused(words)


def keep(home, name, rival, *, hero=0):
    game = get_game(name)
    engines = tuple("" if seat == hero else rival for seat in range(game.num_players))
    with closing(Store.open(home / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game), engines=engines, hero=hero)
        record = play_hand(game, deal, random.Random(7))
        return store.finish_hand(deal, record, engines=engines, hero=hero, mode="play").result()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_parts_of_a_result_add_up(cli, home, name):
    number = keep(home, name, "random", hero=1)
    found, shown = cli.json(f"hands ledger {number}"), cli.json(f"hands show {number}")
    assert (found["hand"], found["judge"], found["rival_known"]) == (number, "cfr", True)
    assert list(found["parts_chips"]) == ["seat", "cards", "board", "rival", "mixing", "skill"]
    for unit in ("chips", "bb"):
        result = pytest.approx(shown[f"result_{unit}"], abs=1e-9)
        assert sum(found[f"parts_{unit}"].values()) == result == found[f"result_{unit}"]
    skill = found["skill_bb"]
    assert sum(skill.values()) == pytest.approx(found["parts_bb"]["skill"], abs=1e-9)
    lost = cli.json(f"review {name} cfr --hand {number}")["lost_bb"]
    assert skill["mistakes"] == pytest.approx(-lost, abs=1e-9)
    other = cli.json(f"hands ledger {number} --hero random --judge call")
    assert other["result_chips"] == pytest.approx(-found["result_chips"])
    assert (other["judge"], other["rival_known"]) == ("call", False)


def test_unknown_or_indivisible_results_are_reported(cli, home):
    number = keep(home, "kuhn", "gone")
    assert cli.json(f"hands ledger {number}")["parts_chips"]["rival"] == 0.0
    lines = cli.text(f"hands ledger {number}").splitlines()
    assert any(one.startswith("rival's choices") and one.endswith(" not known") for one in lines)
    assert cli.json("review kuhn cfr")["luck"]["rival_unknown"] == 1
    three = keep(home, "kuhn-3", "random")
    assert "name one with --judge" in cli.refused(f"hands ledger {three}")
    words = cli.refused(f"hands ledger {three} --judge cfr")
    assert "cannot be split: that takes two players" in words
    shape = next(one for one in SHAPES if one.name == "three to nine players")
    (home / "site.txt").write_text(site_hand(random.Random(1), shape, 1, 9).text, "utf-8")
    cli.json("hands import site.txt")
    assert "does not play hand 3" in cli.refused("hands ledger 3 --judge equity")
