"""``review`` and ``hands ledger``: classes, losses and luck add up, and follow from the judge."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.game import get_game
from engine.table import live_deck
from pokergui.store import Store
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_hand, play_into

pytestmark = pytest.mark.slow
HANDS = 24
MISTAKES = ("inaccuracy", "wrong", "blunder")
REVIEW = "review leduc cfr"


@pytest.fixture
def played(home: Path) -> Path:
    """A home with hands played at random, of Kuhn poker for two and three and of Leduc."""
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, HANDS, games=("kuhn", "leduc", "kuhn-3"))
    return home


def test_decisions_are_classed_and_the_worst_shown(cli: Cli, played: Path) -> None:
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
    assert found["ci95_mbb"] > 0 < found["floor_mbb"]
    for group in ("street", "position", "line"):
        parts = [one for one in found["leaks"] if one["group"] == group]
        assert sum(one["lost_bb"] for one in parts) == pytest.approx(found["lost_bb"])
        assert sum(one["decisions"] for one in parts) == found["decisions"]
    for one in found["worst"]:
        assert one["class"] in MISTAKES
        assert one["loss_mbb"] > one["floor_mbb"] and one["best"] != one["action"]
        shown = cli.json(f"hands show {one['hand']}")
        assert shown["line"].startswith(one["line"] + one["action"])
    luck = found["luck"]
    assert (luck["hands"], luck["rival_unknown"]) == (HANDS // 3, 0)
    assert sum(luck["parts_bb100"].values()) == pytest.approx(luck["raw_bb100"])
    listed = cli.json("hands list --game leduc")["hands"]
    mean = sum(hand["result_bb"] for hand in listed) / len(listed)
    assert luck["raw_bb100"] == pytest.approx(100 * mean)
    assert cli.json(REVIEW) == found  # as it was kept
    other = cli.json(f"{REVIEW} --hero random")
    assert other["decisions"] > 0 and other != found
    three = cli.json("review kuhn-3 cfr")
    assert (three["hands"] > 0, three["luck"]) == (True, None)


def test_one_hand_has_its_decisions_and_what_each_hand_would_have_earned(
    cli: Cli, played: Path
) -> None:
    last = cli.json("review kuhn cfr --last 3")
    assert last["hands"] + sum(last["skipped"].values()) <= 3
    number = cli.json(REVIEW)["worst"][0]["hand"]
    words = f"{REVIEW} --hand {number} --grid"
    one, shown = cli.json(words), cli.json(f"hands show {number}")
    assert (one["hands"], one["ci95_mbb"]) == (1, None)
    assert len(one["details"]) == one["decisions"]
    for detail in one["details"]:
        assert shown["line"].startswith(detail["line"] + detail["action"])
        assert shown["board"].startswith(detail["board"])
        judge = detail["judge"]
        assert sum(row["frequency"] for row in judge.values()) == pytest.approx(1.0)
        assert detail["frequency"] == judge[detail["action"]]["frequency"]
        assert detail["noise_mbb"] == {}  # the EVs of a solved game are exact
        if detail["loss_mbb"] is not None:
            best = max(row["ev_mbb"] for row in judge.values())
            lost = max(0.0, best - judge[detail["action"]]["ev_mbb"])
            assert detail["loss_mbb"] == pytest.approx(lost, abs=1e-9)
    grid, last = one["grid"], one["details"][-1]
    assert (grid["line"], grid["action"]) == (last["line"], last["action"])
    assert len(grid["hands"]) == 6 - len(grid["board"]) // 2
    # The hand that was held earns its EV less the ante and bets that it had put in.
    own = shown["holes"][shown["players"].index(shown["hero"])]
    paid = last["judge"][last["action"]]["ev_mbb"] - grid["hands"][own]
    assert paid == pytest.approx(1000.0 * round(paid / 1000.0)) and paid > 999.0
    assert "what each hand earns with" in cli.text(words)


def test_limits_between_the_classes_are_options(cli: Cli, played: Path) -> None:
    usual = cli.json(REVIEW)
    same = "--correct 3.5 --wrong 0.5 --blunder 2 --blunder-bb 2"
    assert cli.json(f"{REVIEW} {same}") == usual
    high = cli.json(f"{REVIEW} --blunder 100 --blunder-bb 1000")
    assert high["classes"]["blunder"] <= usual["classes"]["blunder"]
    assert high["error_rate_mbb"] == usual["error_rate_mbb"]
    costly = [one["classes"]["wrong"] + one["classes"]["blunder"] for one in (high, usual)]
    assert costly[0] == costly[1]
    every = cli.json(f"{REVIEW} --blunder-bb 0.0001")
    assert every["classes"]["blunder"] == sum(usual["classes"][name] for name in MISTAKES) > 0
    assert cli.json(f"{REVIEW} --correct 40") == usual  # all EVs are known: only these count
    one = cli.json(f"{REVIEW} --hand {usual['worst'][0]['hand']} --blunder-bb 0.0001")
    classes = [each["class"] for each in one["details"]]
    assert one["classes"]["blunder"] == classes.count("blunder") > 0


def test_a_stored_match(cli: Cli, home: Path) -> None:
    cli.json("match leduc cfr random --hands 200 --db hands.db")
    own, other = (cli.json(f"{REVIEW} --match 1 {more}") for more in ("", "--hero random"))
    assert (own["hands"], own["luck"]["hands"]) == (200, 200)
    assert own["error_rate_mbb"] <= own["floor_mbb"]
    assert other["error_rate_mbb"] - other["ci95_mbb"] > 0
    assert other["luck"]["raw_bb100"] == pytest.approx(-own["luck"]["raw_bb100"])
    assert len(other["worst"]) == 20 < sum(other["classes"][name] for name in MISTAKES)


def test_hands_of_a_site(cli: Cli, home: Path) -> None:
    rng = random.Random(4)
    shape = next(one for one in SHAPES if one.name == "currency")
    texts = "".join(site_hand(rng, shape, n, 2).text for n in range(1, 7))
    (home / "site.txt").write_text(texts, "utf-8")
    assert cli.json("hands import site.txt --hero", HERO)["imported"] == 6
    reviewed = 0
    for total in cli.json("hands list --mode imported")["totals"]:
        found = cli.json(f"review {total['game']} equity --mode imported")
        reviewed += found["hands"]
        assert sum(found["skipped"].values()) + found["hands"] <= total["hands"]
        assert not found["hands"] or found["decisions"] + found["unjudged"] > 0
        assert "does not play" in cli.refused(f"review {total['game']} cfr --mode imported")
    assert reviewed > 0


def test_damage_is_one_line(cli: Cli, played: Path) -> None:
    (played / "reviews.db").write_bytes(b"no database at all" * 400)
    found = cli.json(REVIEW)
    assert cli.json(REVIEW) == found
    with closing(sqlite3.connect(played / "hands.db")) as db, db:
        db.execute("UPDATE hands SET payoffs = '[7,-7]' WHERE number = 2")
    for words in (f"{REVIEW} --hand 2", "hands ledger 2"):
        assert "damaged" in cli.refused(words)
    left = cli.json(REVIEW)
    assert (left["hands"], left["damaged"]) == (found["hands"] - 1, [2])
    assert "damaged: 1 hand, 2" in cli.text(REVIEW)
    (played / "hands.db").write_bytes(b"no database at all" * 400)
    assert "damaged or not a hand database" in cli.refused(REVIEW)
    (played / "hands.db").unlink()
    for words in (REVIEW, "hands ledger 1"):
        assert "no hands" in cli.refused(words)


def test_kept_reviews_disturb_nothing_that_lists_the_folder(cli: Cli, played: Path) -> None:
    before = cli.json("doctor")
    cli.json(REVIEW)
    assert (played / "reviews.db").exists() and not (played / "reviews.db-wal").exists()
    assert {**cli.json("doctor"), "kernels": {}} == {**before, "kernels": {}}
    made = cli.json("hands backup")
    assert [one["hands"] for one in cli.json("hands backups")["backups"]] == [HANDS]
    cli.json("hands restore", Path(made["file"]).name)
    assert cli.json(REVIEW)["hands"] == HANDS // 3 and cli.json("hands verify")["sound"]


Keep = Callable[..., int]


@pytest.fixture
def keep(home: Path) -> Keep:
    """Plays one hand of a game against a rival at random."""

    def played(name: str, rival: str, *, hero: int = 0) -> int:
        game = get_game(name)
        engines = tuple("" if seat == hero else rival for seat in range(game.num_players))
        with closing(Store.open(home / "hands.db")) as store:
            deal = store.begin_hand(game, live_deck(game), engines=engines, hero=hero)
            record = play_hand(game, deal, random.Random(7))
            done = store.finish_hand(deal, record, engines=engines, hero=hero, mode="play")
            return done.result()

    return played


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_parts_of_a_result_add_up(cli: Cli, keep: Keep, name: str) -> None:
    number = keep(name, "random", hero=1)
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
    assert "not known" not in cli.text(f"hands ledger {number}")


def test_a_rival_that_is_not_known_is_said(cli: Cli, keep: Keep) -> None:
    for rival in ("gone", "opponent-model"):
        number = keep("kuhn", rival)
        found = cli.json(f"hands ledger {number}")
        assert (found["rival_known"], found["parts_chips"]["rival"]) == (False, 0.0)
        lines = cli.text(f"hands ledger {number}").splitlines()
        (said,) = (line for line in lines if line.startswith("rival's choices"))
        assert said.endswith(" not known")
    assert cli.json("review kuhn cfr")["luck"]["rival_unknown"] == 2


def test_hands_that_cannot_be_taken_apart(cli: Cli, keep: Keep, home: Path) -> None:
    three = keep("kuhn-3", "random")
    assert "name one with --judge" in cli.refused(f"hands ledger {three}")
    words = cli.refused(f"hands ledger {three} --judge cfr")
    assert "cannot be taken apart: that takes two players" in words
    shape = next(one for one in SHAPES if one.name == "three to nine players")
    (home / "site.txt").write_text(site_hand(random.Random(1), shape, 1, 9).text, "utf-8")
    cli.json("hands import site.txt")
    for more in ("", "--judge equity"):
        assert "does not play hand 2" in cli.refused(f"hands ledger 2 {more}")
