"""``engines``: the ladder of a game, engines that were trained, and those that a person added."""

from __future__ import annotations

import json

import pytest

from ai.ladder import fold_loss
from ai.networks.record import save_network
from ai.trained_engines import trained_path
from engine.game import get_game
from pokergui.paths import strategies_dir
from tests import tiny_engine
from tests.naive.learned import random_networks
from tests.pokergui.cli_runner import Cli

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]
SOLVE = "solve leduc --algorithm pdcfr+ --iterations 20 --out trained:mine"


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@50"])
def test_a_game_shows_one_ladder(cli: Cli, game: str) -> None:
    text, found = cli.text(f"engines --game {game}"), cli.json(f"engines --game {game}")
    fold = fold_loss(get_game(game))
    assert found["ladders"] == {game: {"reference": "cfr", "fold_loss_mbb": fold}}
    assert "v. cfr" in text and text.count("reference") == 1
    assert "…" not in text and "not measured" not in text
    for engine in found["engines"]:
        known = engine["measured"].get(game)
        assert (known is None) == engine["name"].startswith("opponent-model")
        assert known is None or known["against"] == "cfr"


def test_a_trained_engine_is_listed_measured_and_kept(cli: Cli) -> None:
    file = trained_path(strategies_dir(), "mine")
    solved = cli.json(SOLVE)
    assert solved["file"] == str(file)
    stated = pytest.approx(solved["exploitability"], abs=1e-12)
    for more in ("", "--game leduc"):
        engine = cli.json(f"engines {more}")["engines"][-1]
        figures = {"method": "exact", "roles": [], "worse_than_folding": False}
        assert engine == {
            "name": "trained:mine",
            "title": "PDCFR+, 20 iterations",
            "games": ["leduc"],
            "file": str(file),
            "measured": {"leduc": figures | {"exploitability": stated}},
            "ranges": True,
            "plays": [],
        }
    assert "trained:mine" not in cli.text("engines --game kuhn")
    assert "pokergui engines measure leduc NAME" in cli.text("engines --game leduc")
    found = cli.json("engines measure leduc trained:mine")
    assert found["kept"] and (found["against"], found["method"]) == ("cfr", "exact")
    assert found["exploitability"] == stated
    engine = cli.json("engines --game leduc")["engines"][-1]
    assert engine["measured"]["leduc"]["mbb"] == found["mbb"] < 0.0
    assert "not measured" not in cli.text("engines --game leduc")
    named, by_file = (
        (
            cli.json(f"match leduc {name} call --hands 50 --seed 1")["mean_mbb"],
            cli.json(f"strategy leduc {name} --all")["infosets"],
        )
        for name in ("trained:mine", f"file:{file}")
    )
    assert named == by_file and named[0] != 0.0
    file.write_bytes(file.read_bytes()[:-1])
    assert "not a strategy file" in cli.refused("strategy leduc trained:mine")
    assert "trained:mine" not in cli.text("engines")


def test_a_depth_that_is_not_shipped_is_measured_and_kept(cli: Cli) -> None:
    game = "holdem-nolimit@37"
    assert cli.text(f"engines --game {game}").count("not measured") > 3
    words = f"engines measure {game} call --deals 20 --lbr-hands 4"
    found = cli.json(words)
    assert (found["hands"], found["lbr_hands"], found["against"]) == (40, 4, "equity")
    assert cli.json(words) == found
    known = {engine["name"]: engine for engine in cli.json(f"engines --game {game}")["engines"]}
    assert known["call"]["measured"][game]["mbb"] == found["mbb"]


def test_networks_are_played_in_three_ways(cli: Cli) -> None:
    save_network(trained_path(strategies_dir(), "net"), random_networks("leduc"))
    engine = cli.json("engines --game leduc")["engines"][-1]
    assert engine["plays"] == ["trained:net:best", "trained:net:mixed"]
    figures = set()
    for name in (engine["name"], *engine["plays"]):
        figures.add(cli.json(f"exploitability leduc {name}")["exploitability"])
        rows = cli.json(f"strategy leduc {name} --line r")["combos"]
        assert all(sum(row) == pytest.approx(1.0) for row in rows.values())
        assert cli.json(f"match leduc {name} random --hands 200")["hands"] == 200
    assert len(figures) == 3


def test_networks_play_holdem_of_two_and_three(cli: Cli) -> None:
    game, three = "holdem-nolimit@20", "holdem-nolimit-3@20"
    for name in (game, three):
        save_network(trained_path(strategies_dir(), name), random_networks(name, "50,100,a/a"))
    answer = cli.json(f"strategy {game} trained:{game} --line r230")
    assert answer["note"] == "translated" and answer["actions"][:2] == ["f", "c"]
    judged = cli.json(f"exploitability {game} trained:{game} --hands 8")
    assert (judged["method"], judged["hands"]) == ("lbr", 8)
    words = f"match {three} trained:{three} random trained:{three}:best --hands 9"
    assert len(cli.json(words)["per_seat"]) == 3


def test_one_is_added_tested_played_and_removed(cli: Cli) -> None:
    before = cli.json("engines")["engines"]
    command = tiny_engine.command("ranges")
    added = cli.json("engines add 'My bot'", command, "--option", "depth=9")
    assert (added["name"], added["engine"], added["ranges"]) == ("added:My bot", "Tiny", True)
    chosen = {one["name"]: one["value"] for one in added["options"]}
    assert chosen == {"depth": "9", "style": None, "loud": None}
    listed = cli.json("engines")["engines"]
    assert listed[:-1] == before and listed[-1].keys() == before[0].keys()
    assert (listed[-1]["name"], listed[-1]["file"]) == ("added:My bot", None)
    text = cli.text("engines test 'My bot' --game kuhn")
    assert "ready to play" in text and "100 hands" in text
    (kept,) = json.loads((strategies_dir() / "engines.json").read_text())["engines"]
    assert kept["report"]["hands"] == 100 and kept["options"] == {"depth": "9"}
    found = cli.json("match kuhn 'added:My bot' call --hands 40")
    assert found["hands"] == 40 and not found["failures"]
    assert cli.json("strategy kuhn 'added:My bot'")["combos"]
    assert "> set depth 9" in cli.text("engines log 'added:My bot'")
    assert cli.json("engines log 'My bot' --errors")["lines"] == []
    assert cli.json("engines remove 'My bot'") == {"removed": "added:My bot"}
    assert cli.json("engines")["engines"] == before


@pytest.mark.parametrize(
    ("modes", "game", "status", "told"),
    [
        (("raiseace",), "leduc", 0, "raises, where it may J 0%, Q 0%, K 100%"),
        (("onlyrange", "illegalrange"), "kuhn", 1, "a range with an illegal"),
        (("illegal",), "kuhn", 1, "an illegal action"),
    ],
)
def test_a_test_says_what_it_found(
    cli: Cli, modes: tuple[str, ...], game: str, status: int, told: str
) -> None:
    own = f"process:{tiny_engine.command(*modes)}"
    code, text, _ = cli.run("engines test", own, "--game", game)
    assert code == status and told in " ".join(text.split())
    assert ("not ready to play" in text) == bool(status)


def test_a_program_that_is_not_there_fails_its_test(cli: Cli) -> None:
    found = cli.json("engines test process:/nowhere/engine", status=1)
    assert not found["ready"] and "/nowhere/engine" in found["reasons"][0]
    assert not (strategies_dir() / "engines.json").exists()


def test_a_hostile_file_is_said_once_and_kept(cli: Cli) -> None:
    path = strategies_dir() / "engines.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{\x00")
    assert cli.run("engines")[0] == 0
    error = cli.refused("engines add x", tiny_engine.command())
    assert "is not understood" in error and "mend it" in error
    assert path.read_bytes() == b"{\x00"
