import json

import pytest

from ai.networks.record import save_network
from ai.trained import trained_path
from pokergui.paths import strategies_dir
from tests import tiny_engine
from tests.naive.learned import random_networks

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]


def test_trained_engine_is_listed_measured_and_kept(cli):
    save_network(trained_path(strategies_dir(), "net"), random_networks("leduc"))
    plays = cli.json("engines")["engines"][-1]["plays"]
    assert plays == ["trained:net:best", "trained:net:mixed"]
    names = ("trained:net", *plays)
    assert len({cli.json(f"exploitability leduc {name}")["nash_conv"] for name in names}) == 3
    file = trained_path(strategies_dir(), "mine")
    solved = cli.json("solve leduc --algorithm pdcfr+ --iterations 20 --out trained:mine")
    assert solved["file"] == str(file)
    found = cli.json("engines measure leduc trained:mine")
    assert found["kept"] and (found["against"], found["method"]) == ("cfr", "exact")
    engines = {engine["name"]: engine for engine in cli.json("engines")["engines"]}
    engine = engines["trained:mine"]
    assert (engine["games"], engine["file"], engine["ranges"]) == (["leduc"], str(file), True)
    stated = pytest.approx(solved["exploitability"], abs=1e-12)
    assert engine["measured"]["leduc"]["exploitability"] == stated
    assert engine["measured"]["leduc"]["mbb"] == found["mbb"] < 0.0
    assert "trained:mine" not in cli.text("engines --game kuhn")
    file.write_bytes(file.read_bytes()[:-1])
    assert "not a strategy file" in cli.refused("strategy leduc trained:mine")
    assert "trained:mine" not in cli.text("engines")


def test_unshipped_depth_is_measured_and_kept(cli):
    game = "holdem-nolimit@37"
    assert cli.text(f"engines --game {game}").count("not measured") > 3
    words = f"engines measure {game} call --deals 20 --lbr-hands 4"
    found = cli.json(words)
    assert (found["hands"], found["lbr_hands"], found["against"]) == (40, 4, "equity")
    known = {engine["name"]: engine for engine in cli.json(f"engines --game {game}")["engines"]}
    assert known["call"]["measured"][game]["mbb"] == found["mbb"]


@pytest.mark.ci
def test_engine_is_added_tested_played_and_removed(cli):
    before = cli.json("engines")["engines"]
    added = cli.json("engines add 'My bot'", tiny_engine.command("ranges"), "--option", "depth=9")
    assert (added["name"], added["engine"], added["ranges"]) == ("added:My bot", "Tiny", True)
    chosen = {one["name"]: one["value"] for one in added["options"]}
    assert chosen == {"depth": "9", "style": None, "loud": None}
    listed = cli.json("engines")["engines"]
    assert listed[:-1] == before and listed[-1].keys() == before[0].keys()
    text = cli.text("engines test 'My bot' --game kuhn")
    assert "ready to play" in text and "100 hands" in text
    (kept,) = json.loads((strategies_dir() / "engines.json").read_text())["engines"]
    assert kept["report"]["hands"] == 100 and kept["options"] == {"depth": "9"}
    assert not cli.json("match kuhn 'added:My bot' call --hands 40")["failures"]
    assert cli.json("strategy kuhn 'added:My bot'")["combos"]
    assert "> set depth 9" in cli.text("engines log 'added:My bot'")
    assert cli.json("engines log 'My bot' --errors")["lines"] == []
    assert cli.json("engines remove 'My bot'") == {"removed": "added:My bot"}
    assert cli.json("engines")["engines"] == before


@pytest.mark.parametrize(
    ("engine", "game", "status", "told"),
    [
        (tiny_engine.command("raiseace"), "leduc", 0, "raises, where legal J 0%, Q 0%, K 100%"),
        (tiny_engine.command("onlyrange", "illegalrange"), "kuhn", 1, "a range with an illegal"),
        (tiny_engine.command("illegal"), "kuhn", 1, "an illegal action"),
        ("/nowhere/engine", "kuhn", 1, "/nowhere/engine"),
    ],
    ids=["ready", "range", "action", "none"],
)
def test_engine_test_reports_its_findings(cli, engine, game, status, told):
    code, text, _ = cli.run("engines test", f"process:{engine}", "--game", game)
    assert code == status and told in " ".join(text.split())
    assert ("not ready to play" in text) == bool(status)
    assert not (strategies_dir() / "engines.json").exists()


def test_a_hostile_file_is_reported_once_and_kept(cli):
    path = strategies_dir() / "engines.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{\x00")
    assert cli.run("engines")[0] == 0
    error = cli.refused("engines add x", tiny_engine.command())
    assert "cannot be parsed" in error and "fix or move" in error
    assert path.read_bytes() == b"{\x00"
