"""Trained engines on the command line: listed, played, read and judged like all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.networks.record import save_network
from ai.trained_engines import trained_path
from pokergui.paths import strategies_dir
from tests.naive.learned import random_networks
from tests.pokergui.cli_runner import Cli

NAME = "leduc-pdcfr+-20"
SOLVE = ("solve", "leduc", "--algorithm", "pdcfr+", "--iterations", "20", "--out")


@pytest.fixture
def file(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A strategy that ``solve`` put into the folder."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    path = trained_path(strategies_dir(), NAME)
    assert cli.json(*SOLVE, f"trained:{NAME}")["file"] == str(path)
    return path


def test_it_is_listed_with_its_file_and_strength(cli: Cli, file: Path) -> None:
    judged = cli.json("exploitability", "leduc", f"trained:{NAME}")
    for more in ((), ("--game", "leduc")):
        engine = cli.json("engines", *more)["engines"][-1]
        stated = engine["measured"]["leduc"]["exploitability"]
        assert stated == pytest.approx(judged["exploitability"], abs=1e-12)
        assert engine == {
            "name": f"trained:{NAME}",
            "title": "PDCFR+, 20 iterations",
            "games": ["leduc"],
            "file": str(file),
            "measured": {
                "leduc": {
                    "method": "exact",
                    "exploitability": stated,
                    "roles": [],
                    "worse_than_folding": False,
                }
            },
            "ranges": True,
            "plays": [],
        }
    names = [engine["name"] for engine in cli.json("engines", "--game", "kuhn")["engines"]]
    assert f"trained:{NAME}" not in names
    assert f"trained:{NAME}" in cli.run("engines")[1]


def test_commands_take_its_name(cli: Cli, file: Path) -> None:
    results = [
        cli.json("match", "leduc", engine, "call", "--hands", "50", "--seed", "1")["mean_mbb"]
        for engine in (f"trained:{NAME}", f"file:{file}")
    ]
    assert results[0] == results[1] != 0.0
    rows = cli.json("strategy", "leduc", f"trained:{NAME}", "--all")["infosets"]
    assert rows == cli.json("strategy", "leduc", f"file:{file}", "--all")["infosets"]


def test_mistakes_are_told(cli: Cli, file: Path) -> None:
    assert "does not play Kuhn poker" in cli.refused("exploitability", "kuhn", f"trained:{NAME}")
    assert f"trained:{NAME}" in cli.refused("exploitability", "leduc", "trained:nobody")
    for name in ("", "../hands", "/etc/passwd", ".x"):
        told = cli.refused("match", "leduc", "call", f"trained:{name}")
        assert "not a name of a trained engine" in told
        assert "not a name of a trained engine" in cli.refused(*SOLVE, f"trained:{name}")
    assert "cannot be written" in cli.refused(*SOLVE, "")
    file.write_bytes(file.read_bytes()[:-1])
    assert "not a strategy file" in cli.refused("strategy", "leduc", f"trained:{NAME}")
    names = [engine["name"] for engine in cli.json("engines")["engines"]]
    assert f"trained:{NAME}" not in names


def test_networks_are_played_in_three_ways(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    save_network(trained_path(strategies_dir(), "net"), random_networks("leduc"))
    engine = cli.json("engines", "--game", "leduc")["engines"][-1]
    assert (engine["name"], engine["title"]) == ("trained:net", "NFSP, 20,000,000 episodes")
    assert engine["plays"] == ["trained:net:best", "trained:net:mixed"]
    told = cli.refused("exploitability", "leduc", "nobody")
    assert "some also as NAME:best or NAME:decision or NAME:mixed or NAME:ranges" in told
    figures = {}
    for name in ("trained:net", *engine["plays"]):
        figures[name] = cli.json("exploitability", "leduc", name)["exploitability"]
        rows = cli.json("strategy", "leduc", name, "--line", "r")["combos"]
        assert all(sum(row) == pytest.approx(1.0) for row in rows.values())
        won = cli.json("match", "leduc", name, "random", "--hands", "200", "--seed", "1")
        assert won["hands"] == 200
    assert len(set(figures.values())) == 3


def test_networks_play_holdem_by_command(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    for name in ("holdem-nolimit@20", "holdem-nolimit-3@20"):
        save_network(trained_path(strategies_dir(), name), random_networks(name, "50,100,a/a"))
    game, engine = "holdem-nolimit@20", "trained:holdem-nolimit@20"
    answer = cli.json("strategy", game, engine, "--line", "r230")
    assert answer["note"] == "translated"
    assert answer["actions"][:2] == ["f", "c"]
    judged = cli.json("exploitability", game, engine, "--hands", "8")
    assert (judged["method"], judged["hands"]) == ("lbr", 8)
    won = cli.json("match", game, engine, f"{engine}:mixed", "--hands", "10", "--duplicate")
    assert won["hands"] == 20
    three = "trained:holdem-nolimit-3@20"
    won = cli.json("match", "holdem-nolimit-3@20", three, "random", f"{three}:best", "--hands", "9")
    assert (won["hands"], len(won["per_seat"])) == (9, 3)
