"""``pokergui engines add``, ``test``, ``log``, ``remove``: engines of a person's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokergui.paths import strategies_dir
from tests import tiny_engine
from tests.pokergui.cli_runner import Cli


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


def test_one_is_added_tested_played_and_removed(cli: Cli) -> None:
    before = cli.json("engines")["engines"]
    added = cli.json(
        "engines", "add", "My bot", tiny_engine.command("ranges"), "--option", "depth=9"
    )
    assert (added["name"], added["engine"], added["ranges"]) == ("added:My bot", "Tiny", True)
    assert {one["name"]: one["value"] for one in added["options"]} == {
        "depth": "9",
        "style": None,
        "loud": None,
    }
    listed = cli.json("engines")["engines"]
    assert listed[:-1] == before  # what was there is as it was
    assert listed[-1].keys() == before[0].keys()
    assert (listed[-1]["name"], listed[-1]["file"]) == ("added:My bot", None)
    status, text, _ = cli.run("engines", "test", "My bot", "--game", "kuhn")
    assert status == 0 and "ready to play" in text and "100 hands" in text
    (kept,) = json.loads((strategies_dir() / "engines.json").read_text())["engines"]
    assert kept["report"]["hands"] == 100 and kept["options"] == {"depth": "9"}
    found = cli.json("match", "kuhn", "added:My bot", "call", "--hands", "40")
    assert found["hands"] == 40 and not found["failures"]
    assert cli.json("strategy", "kuhn", "added:My bot")["combos"]
    assert "> set depth 9" in cli.run("engines", "log", "added:My bot")[1]
    assert cli.json("engines", "log", "My bot", "--errors")["lines"] == []
    assert cli.json("engines", "remove", "My bot") == {"removed": "added:My bot"}
    assert cli.json("engines")["engines"] == before


def test_a_test_names_cards_as_people_see_them(cli: Cli) -> None:
    own = f"process:{tiny_engine.command('raiseace')}"
    text = cli.run("engines", "test", own, "--game", "leduc")[1]
    assert "raises, where it may J 0%, Q 0%, K 100%" in " ".join(text.split())
    own = f"process:{tiny_engine.command('onlyrange', 'illegalrange')}"
    status, text, _ = cli.run("engines", "test", own, "--game", "kuhn")
    assert status == 1 and "which ended the hand" in text and "a range with an illegal" in text


def test_a_test_that_fails_says_so_by_its_status(cli: Cli) -> None:
    status, text, _ = cli.run("engines", "test", f"process:{tiny_engine.command('illegal')}")
    assert status == 1 and "not ready to play" in text and "an illegal action" in text
    status, text, _ = cli.run("engines", "test", "process:/nowhere/engine", "--json")
    found = json.loads(text)
    assert status == 1 and not found["ready"] and "/nowhere/engine" in found["reasons"][0]
    assert not (strategies_dir() / "engines.json").exists()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("add", "x", "/nowhere/x"), "there is no file /nowhere/x"),
        (("add", "x", ""), "the command is empty"),
        (("add", "../x", "x"), "not a name of an engine"),
        (("add", "x", "TINY", "--option", "deep=1"), "no option 'deep'; its options: depth"),
        (("add", "x", "TINY", "--option", "depth=99"), "a whole number from 1 to 12"),
        (("add", "x", "TINY", "--option", "depth"), "NAME=VALUE"),
        (("add", "x", "TINY", "--seconds", "0"), "0.01"),
        (("test", "x"), "no added engine 'x'; added: none so far"),
        (("log", "added:x"), "no added engine 'x'"),
        (("remove", "x"), "no added engine 'x'"),
    ],
)
def test_mistakes_are_one_sentence(cli: Cli, args: tuple[str, ...], why: str) -> None:
    given = (tiny_engine.command() if arg == "TINY" else arg for arg in args)
    status, text, error = cli.run("engines", *given)
    assert status == 2 and not text
    assert why in error and error.count("\n") == 1
    assert not (strategies_dir() / "engines.json").exists()


def test_a_hostile_file_is_said_once_and_kept(cli: Cli) -> None:
    path = strategies_dir() / "engines.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{\x00")
    assert cli.run("engines")[0] == 0
    status, _, error = cli.run("engines", "add", "x", tiny_engine.command())
    assert status == 2 and "is not understood" in error and "mend it" in error
    assert path.read_bytes() == b"{\x00"
