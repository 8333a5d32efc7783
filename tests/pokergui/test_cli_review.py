"""``review`` and ``hands ledger``."""

from __future__ import annotations

import json
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
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on
from tests.pokergui.store.random_hands import play_hand, play_into

HANDS = 24
COMMON = {
    "game",
    "judge",
    "hands",
    "decisions",
    "unjudged",
    "error_rate_mbb",
    "ci95_mbb",
    "floor_mbb",
    "score",
    "accuracy",
    "lost_bb",
    "levels",
    "partner",
    "classes",
    "luck",
    "sessions",
    "skipped",
    "damaged",
    "leaks",
    "worst",
    "unjudged_why",
}
WORST = {
    "hand",
    "line",
    "action",
    "best",
    "loss_mbb",
    "loss_pct_pot",
    "floor_mbb",
    "class",
}
MISTAKES = ("inaccuracy", "wrong", "blunder")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any hands."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def played(home: Path) -> Path:
    """A home with hands played at random, of Kuhn poker for two and three and of Leduc."""
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, HANDS, games=("kuhn", "leduc", "kuhn-3"))
    return home


def test_decisions_are_classed_and_the_worst_shown(cli: Cli, played: Path) -> None:
    found = cli.json("review", "leduc", "cfr")
    assert found.keys() == COMMON
    assert (found["game"], found["judge"], found["hands"]) == ("leduc", "cfr", HANDS // 3)
    assert list(found["classes"]) == ["best", "correct", *MISTAKES]
    assert sum(found["classes"].values()) == found["decisions"] > 0
    mistakes = sum(found["classes"][name] for name in MISTAKES)
    assert len(found["worst"]) == mistakes > 0
    losses = [one["loss_mbb"] for one in found["worst"]]
    assert losses == sorted(losses, reverse=True)
    assert found["error_rate_mbb"] == pytest.approx(sum(losses) / found["decisions"])
    assert found["lost_bb"] == pytest.approx(sum(losses) / 1000)
    assert found["accuracy"] == pytest.approx(1 - mistakes / found["decisions"])
    assert found["ci95_mbb"] > 0 < found["floor_mbb"]
    for group in ("street", "position", "line"):
        parts = [one for one in found["leaks"] if one["group"] == group]
        assert sum(one["lost_bb"] for one in parts) == pytest.approx(found["lost_bb"])
        assert sum(one["decisions"] for one in parts) == found["decisions"]
    for one in found["worst"]:
        assert one.keys() == WORST and one["class"] in MISTAKES
        assert one["loss_mbb"] > one["floor_mbb"] and one["best"] != one["action"]
        shown = cli.json("hands", "show", str(one["hand"]))
        assert shown["line"].startswith(one["line"] + one["action"])
    luck = found["luck"]
    assert (luck["hands"], luck["rival_unknown"]) == (HANDS // 3, 0)
    assert sum(luck["parts_bb100"].values()) == pytest.approx(luck["raw_bb100"])
    listed = cli.json("hands", "list", "--game", "leduc")["hands"]
    mean = sum(hand["result_bb"] for hand in listed) / len(listed)
    assert luck["raw_bb100"] == pytest.approx(100 * mean)
    assert cli.json("review", "leduc", "cfr") == found  # as it was kept
    status, out, _ = cli.run("review", "leduc", "cfr")
    assert status == 0
    assert "error rate" in out and "luck taken out" in out and "% of pot" in out


def test_the_last_hands_and_one_hand(cli: Cli, played: Path) -> None:
    last = cli.json("review", "kuhn", "cfr", "--last", "3")
    assert last["hands"] + sum(last["skipped"].values()) <= 3
    number = "2"
    one = cli.json("review", "leduc", "cfr", "--hand", number)
    assert one.keys() == COMMON | {"details"}
    assert (one["hands"], one["ci95_mbb"]) == (1, None)
    shown = cli.json("hands", "show", number)
    assert len(one["details"]) == one["decisions"]
    for detail in one["details"]:
        assert shown["line"].startswith(detail["line"] + detail["action"])
        assert shown["board"].startswith(detail["board"])
        assert detail["class"] in ("best", "correct", *MISTAKES)
        judge = detail["judge"]
        assert sum(row["frequency"] for row in judge.values()) == pytest.approx(1.0)
        assert detail["frequency"] == judge[detail["action"]]["frequency"]
        assert detail["noise_mbb"] == {}  # the EVs of a solved game are exact
        if detail["loss_mbb"] is not None:
            best = max(row["ev_mbb"] for row in judge.values())
            lost = max(0.0, best - judge[detail["action"]]["ev_mbb"])
            assert detail["loss_mbb"] == pytest.approx(lost, abs=1e-9)
    status, out, _ = cli.run("review", "leduc", "cfr", "--hand", number)
    assert (status, out.startswith("1 hand, ")) == (0, True)
    assert "noise floor" in out.splitlines()[-1 - len(judge)]


def test_limits_between_the_classes_are_options(cli: Cli, played: Path) -> None:
    usual = cli.json("review", "leduc", "cfr")
    options = ("--correct", "3.5", "--wrong", "0.5", "--blunder", "2", "--blunder-bb", "2")
    assert cli.json("review", "leduc", "cfr", *options) == usual
    costly = lambda said: said["classes"]["wrong"] + said["classes"]["blunder"]  # noqa: E731
    high = cli.json("review", "leduc", "cfr", "--blunder", "100", "--blunder-bb", "1000")
    assert high["classes"]["blunder"] <= usual["classes"]["blunder"]
    assert costly(high) == costly(usual) and high["error_rate_mbb"] == usual["error_rate_mbb"]
    every = cli.json("review", "leduc", "cfr", "--blunder-bb", "0.0001")
    assert every["classes"]["blunder"] == sum(usual["classes"][name] for name in MISTAKES) > 0
    rare = cli.json("review", "leduc", "cfr", "--correct", "40")
    assert rare == usual  # all EVs are known: only these count
    assert usual["levels"] and usual["partner"]
    hand = str(usual["worst"][0]["hand"])
    one = cli.json("review", "leduc", "cfr", "--hand", hand, "--blunder-bb", "0.0001")
    classes = [each["class"] for each in one["details"]]
    assert one["classes"]["blunder"] == classes.count("blunder") > 0


def test_what_each_hand_would_have_earned(cli: Cli, played: Path) -> None:
    hand = str(cli.json("review", "leduc", "cfr")["worst"][0]["hand"])
    said = cli.json("review", "leduc", "cfr", "--hand", hand, "--grid")
    grid, last = said["grid"], said["details"][-1]
    assert (grid["line"], grid["action"]) == (last["line"], last["action"])
    assert len(grid["hands"]) == 6 - len(grid["board"]) // 2
    assert grid["board"] not in grid["hands"] or not grid["board"]
    # The hand that was held earns its EV less the ante and bets that it had put in.
    shown = cli.json("hands", "show", hand)
    own = shown["holes"][shown["players"].index(shown["hero"])]
    ev = last["judge"][last["action"]]["ev_mbb"]
    paid = ev - grid["hands"][own]
    assert paid == pytest.approx(1000.0 * round(paid / 1000.0)) and paid > 999.0
    status, text, _ = cli.run("review", "leduc", "cfr", "--hand", hand, "--grid")
    assert status == 0 and "what each hand earns with" in text


def test_an_engines_decisions_and_games_of_three(cli: Cli, played: Path) -> None:
    found = cli.json("review", "leduc", "cfr", "--hero", "random")
    assert found["decisions"] > 0
    assert found != cli.json("review", "leduc", "cfr")
    three = cli.json("review", "kuhn-3", "cfr")
    assert (three["hands"] > 0, three["luck"]) == (True, None)


def test_a_stored_match(cli: Cli, home: Path) -> None:
    cli.json("match", "leduc", "cfr", "random", "--hands", "200", "--db", str(home / "hands.db"))
    own = cli.json("review", "leduc", "cfr", "--match", "1")
    assert (own["hands"], own["luck"]["hands"]) == (200, 200)
    assert own["error_rate_mbb"] <= own["floor_mbb"]
    other = cli.json("review", "leduc", "cfr", "--match", "1", "--hero", "random")
    assert other["error_rate_mbb"] - other["ci95_mbb"] > 0
    assert other["luck"]["raw_bb100"] == pytest.approx(-own["luck"]["raw_bb100"])
    assert len(other["worst"]) == 20 < sum(other["classes"][name] for name in MISTAKES)
    assert "nobody is called 'me'" in cli.refused(
        "review", "leduc", "cfr", "--match", "1", "--hero", "me"
    )
    assert "match 1 is one of leduc" in cli.refused("review", "kuhn", "cfr", "--match", "1")


def test_hands_of_a_site(cli: Cli, home: Path) -> None:
    rng = random.Random(4)
    shape = next(one for one in SHAPES if one.name == "currency")
    file = home / "site.txt"
    file.write_text("".join(site_hand(rng, shape, n, 2).text for n in range(1, 7)), "utf-8")
    assert cli.json("hands", "import", str(file), "--hero", HERO)["imported"] == 6
    totals = cli.json("hands", "list", "--mode", "imported")["totals"]
    reviewed = 0
    for total in totals:
        found = cli.json("review", total["game"], "equity", "--mode", "imported")
        reviewed += found["hands"]
        assert sum(found["skipped"].values()) + found["hands"] <= total["hands"]
        if found["hands"]:
            assert found["decisions"] + found["unjudged"] > 0
        assert cli.json("review", total["game"], "equity")["hands"] == found["hands"]
        words = cli.refused("review", total["game"], "cfr", "--mode", "imported")
        assert "does not play" in words
    assert reviewed > 0


def test_ctrl_c_tells_of_what_was_done(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.json("match", "leduc", "call", "raise", "--hands", "50", "--db", str(home / "hands.db"))
    interrupt_once_it_goes_on(monkeypatch)
    status, out, _ = cli.run("review", "leduc", "call", "--match", "1", "--json")
    assert (status, 0 < json.loads(out)["hands"] < 50) == (130, True)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "GAME"),
        (("chess", "cfr"), "no game 'chess'"),
        (("holdem-nolimit@100", "cfr"), "no hands of holdem-nolimit@100"),
        (("leduc", "nobody"), "no engine 'nobody'"),
        (("leduc", "file:/no/where"), "/no/where"),
        (("leduc", "python:/no/where.py"), "there is no such file"),
        (("leduc", "trained:../x"), "not a name of a trained engine"),
        (("kuhn-3", "nfsp"), "does not play"),
        (("leduc", "cfr", "--hand", "1"), "hand 1 is one of kuhn"),
        (("leduc", "cfr", "--hand", "99"), "from 1 to 24"),
        (("leduc", "cfr", "--hand", "0"), "1<=x"),
        (("leduc", "cfr", "--hand", "9" * 30), "9"),
        (("leduc", "cfr", "--last", "-3"), "-3"),
        (("leduc", "cfr", "--match", "1"), "no sound match 1"),
        (("leduc", "cfr", "--last", "1", "--hand", "2"), "one of --last, --hand and --match"),
        (("leduc", "cfr", "--hand", "2", "--mode", "play"), "--mode"),
        (("leduc", "cfr", "--mode", "training"), "no hands of leduc"),
        (("leduc", "cfr", "--hero", "me"), "no engine in these hands is called 'me'"),
        (("leduc", "cfr", "--hero", "me", "--hand", "2"), "nobody to review"),
        (("leduc", "cfr", "--grid"), "give --hand"),
        (("leduc", "cfr", "--correct", "0"), "between 0.1 and 50%"),
        (("leduc", "cfr", "--wrong", "30"), "at most Blunder"),
        (("leduc", "cfr", "--blunder-bb", "0"), "more than 0"),
        (("leduc", "cfr", "--correct", "much"), "not a valid float"),
    ],
)
def test_mistakes_get_one_line_and_status_2(
    cli: Cli, played: Path, args: tuple[str, ...], words: str
) -> None:
    assert words in cli.refused("review", *args)


ACTS_ONLY = """
from engine.player import CALL


class Shy:
    def act(self, view, rng):
        return CALL
"""


def test_a_judge_without_ranges_is_refused(cli: Cli, played: Path) -> None:
    file = played / "shy.py"
    file.write_text(ACTS_ONLY, "utf-8")
    words = cli.refused("review", "leduc", f"python:{file}")
    assert "can only act and has no answer for a range" in words


def test_damage_is_one_line(cli: Cli, played: Path) -> None:
    (played / "reviews.db").write_bytes(b"no database at all" * 400)
    found = cli.json("review", "leduc", "cfr")
    assert cli.json("review", "leduc", "cfr") == found
    with closing(sqlite3.connect(played / "hands.db")) as db:
        db.execute("UPDATE hands SET payoffs = '[7,-7]' WHERE number = 2")
        db.commit()
    assert "damaged" in cli.refused("review", "leduc", "cfr", "--hand", "2")
    assert "damaged" in cli.refused("hands", "ledger", "2")
    left = cli.json("review", "leduc", "cfr")
    assert (left["hands"], left["damaged"]) == (found["hands"] - 1, [2])
    assert "damaged: 1 hand, 2" in cli.run("review", "leduc", "cfr")[1]
    (played / "hands.db").write_bytes(b"no database at all" * 400)
    assert "damaged or not a hand database" in cli.refused("review", "leduc", "cfr")
    (played / "hands.db").unlink()
    assert "no hands" in cli.refused("review", "leduc", "cfr")
    assert "no hands" in cli.refused("hands", "ledger", "1")


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


def test_the_parts_of_a_result_add_up(cli: Cli, keep: Keep) -> None:
    for name in ("kuhn", "leduc"):
        number = str(keep(name, "random", hero=1))
        found = cli.json("hands", "ledger", number)
        assert found.keys() == {
            "hand",
            "judge",
            "parts_chips",
            "parts_bb",
            "result_chips",
            "result_bb",
            "rival_known",
            "skill_bb",
        }
        skill, (one,) = found["skill_bb"], (found["parts_bb"]["skill"],)
        assert skill["mistakes"] + skill["rest"] == pytest.approx(one, abs=1e-9)
        lost = cli.json("review", name, "cfr", "--hand", number)["lost_bb"]
        assert skill["mistakes"] == pytest.approx(-lost, abs=1e-9)
        parts = found["parts_chips"]
        assert list(parts) == ["seat", "cards", "board", "rival", "mixing", "skill"]
        assert (found["hand"], found["judge"], found["rival_known"]) == (int(number), "cfr", True)
        shown = cli.json("hands", "show", number)
        assert sum(parts.values()) == pytest.approx(shown["result_chips"], abs=1e-9)
        assert sum(found["parts_bb"].values()) == pytest.approx(shown["result_bb"], abs=1e-9)
        assert found["result_chips"] == pytest.approx(shown["result_chips"], abs=1e-9)
        other = cli.json("hands", "ledger", number, "--hero", "random", "--judge", "call")
        assert other["result_chips"] == pytest.approx(-found["result_chips"])
        assert (other["judge"], other["rival_known"]) == ("call", False)
        status, out, _ = cli.run("hands", "ledger", number)
        assert (status, len(out.splitlines())) == (0, 9)
        assert "not known" not in out


def test_a_rival_that_is_not_known_is_said(cli: Cli, keep: Keep) -> None:
    for rival in ("gone", "opponent-model"):
        number = str(keep("kuhn", rival))
        found = cli.json("hands", "ledger", number)
        assert (found["rival_known"], found["parts_chips"]["rival"]) == (False, 0.0)
        (said,) = (
            line
            for line in cli.run("hands", "ledger", number)[1].splitlines()
            if line.startswith("rival's choices")
        )
        assert said.endswith(" not known")
    assert cli.json("review", "kuhn", "cfr")["luck"]["rival_unknown"] == 2


def test_hands_that_cannot_be_taken_apart(cli: Cli, keep: Keep, home: Path) -> None:
    three = str(keep("kuhn-3", "random"))
    assert "name one with --judge" in cli.refused("hands", "ledger", three)
    words = cli.refused("hands", "ledger", three, "--judge", "cfr")
    assert "cannot be taken apart: that takes two players" in words
    two = str(keep("kuhn", "random"))
    assert "nobody to review" in cli.refused("hands", "ledger", two, "--hero", "me")
    assert "no engine 'nobody'" in cli.refused("hands", "ledger", two, "--judge", "nobody")
    cli.refused("hands", "ledger", "99")
    cli.refused("hands", "ledger", "one")
    cli.refused("hands", "ledger")
    shape = next(one for one in SHAPES if one.name == "three to nine players")
    file = home / "site.txt"
    file.write_text(site_hand(random.Random(1), shape, 1, 9).text, "utf-8")
    cli.json("hands", "import", str(file))
    assert "does not play hand 3" in cli.refused("hands", "ledger", "3")
    assert "does not play hand 3" in cli.refused("hands", "ledger", "3", "--judge", "equity")


def test_kept_reviews_disturb_nothing_that_lists_the_folder(cli: Cli, played: Path) -> None:
    before = cli.json("doctor")
    cli.json("review", "leduc", "cfr")
    assert (played / "reviews.db").exists()
    assert not (played / "reviews.db-wal").exists()
    after = cli.json("doctor")
    assert {**after, "kernels": {}} == {**before, "kernels": {}}
    made = cli.json("hands", "backup")
    assert [one["hands"] for one in cli.json("hands", "backups")["backups"]] == [HANDS]
    cli.json("hands", "restore", Path(made["file"]).name)
    found = cli.json("review", "leduc", "cfr")
    assert found["hands"] == HANDS // 3
    assert cli.json("hands", "verify")["sound"]
