"""``pokergui aggregate``: its tables, its mistakes, and Ctrl-C half-way."""

from __future__ import annotations

import csv
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from ai.reports import aggregate as module
from tests.pokergui.cli_runner import Cli

LIMIT = ("aggregate", "holdem-limit", "cfr", "--line", "rc/")


def test_the_same_numbers_as_strategy(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "boards.csv"
    found = cli.json(*LIMIT, "--boards", "AhTd7c KsQs2d", "--csv", str(file))
    assert (found["asked"], found["done"], found["to_act"], found["line"]) == (2, 2, 0, "rc/")
    for row in found["boards"]:
        one = cli.json("strategy", *LIMIT[1:], "--board", row["board"])
        assert row["total"] == pytest.approx(one["total"], abs=1e-12)
    first, second = found["boards"]
    assert first["weight"] + second["weight"] == pytest.approx(1.0)
    mean = first["weight"] * first["equity"] + second["weight"] * second["equity"]
    assert found["mean"]["equity"] == pytest.approx(mean, abs=1e-12)
    assert list(found["textures"]["suits"]) == ["rainbow", "two-tone"]
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["board"] for row in rows] == ["AhTd7c", "KsQs2d", "all"]
    assert float(rows[0]["ev"]) == pytest.approx(10 * first["ev_bb"], rel=1e-12)


def test_the_table_for_a_person(cli: Cli) -> None:
    status, out, err = cli.run(*LIMIT, "--boards", "3", "--seed", "2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split()[:5] == ["board", "weight", "c", "r", "EV"]
    assert lines[4].startswith("all ")
    assert [line for line in lines if line.startswith("connection ")]
    assert cli.run(*LIMIT, "--boards", "3", "--seed", "2")[1] == out


def test_whose_ev_it_is_is_told(cli: Cli) -> None:
    river = ("aggregate", "holdem-limit", "cfr", "--line", "rc/cc/cc/", "--boards", "AhTd7c2s3d")
    found = cli.json(*river)
    assert found["ev_from"] == ["played"] == [found["boards"][0]["ev_from"]]
    assert found["mean"]["ev_bb"] == pytest.approx(found["boards"][0]["ev_bb"], abs=1e-12)
    assert "EV: exact, if both go on as this engine plays" in cli.run(*river)[1]
    flop = cli.run(*LIMIT, "--boards", "AhTd7c")[1]
    assert "EV: as this engine values its actions here" in flop
    turn = ("aggregate", "holdem-limit", "cfr", "--line", "rc/cc/", "--boards", "AhTd7c2s")
    assert "EV: this engine does not value hands" in cli.run(*turn)[1]


def test_an_action_that_never_happens_is_told(cli: Cli) -> None:
    found = cli.run("aggregate", "holdem-limit", "call", "--line", "rc/", "--boards", "AhTd7c")[1]
    assert "never taken by this engine: r; a guess after it" in found


def test_ctrl_c_keeps_what_is_done(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done: list[Any] = []
    real = module.texture_of

    def interrupted(cards: tuple[int, ...]) -> Any:
        done.append(cards)
        if len(done) == 3:
            signal.raise_signal(signal.SIGINT)
        return real(cards)

    monkeypatch.setattr(module, "texture_of", interrupted)
    file = tmp_path / "part.csv"
    status, out, err = cli.run(*LIMIT, "--boards", "40", "--csv", str(file))
    assert (status, err) == (130, "")
    told = re.search("stopped: ([0-9]+) of 40 boards are done", out)
    assert told is not None
    assert 1 <= int(told[1]) < 40
    assert len(file.read_text("utf-8").splitlines()) == 1 + int(told[1]) + 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("leduc", "cfr", "--line", "cc/"), "heads-up hold'em"),
        (("holdem-limit", "cfr", "--line", "r"), "before the flop"),
        (("holdem-limit", "cfr", "--line", "rf"), "over: nobody is to act"),
        (("holdem-limit", "cfr", "--line", "rx"), "character 2"),
        (("holdem-limit", "cfr"), "--line"),
        (("holdem-limit", "cfr", "--line", "rc/", "--boards", "0"), "1 to 900"),
        (("holdem-limit", "cfr", "--line", "rc/", "--boards", "AhAh7c"), "named twice"),
        (("holdem-limit", "cfr", "--line", "rc/", "--boards", "AhTd"), "has 2 cards"),
        (("holdem-limit", "cfr", "--line", "rc/cc/"), "for lines on the flop"),
        (("holdem-limit", "nobody", "--line", "rc/", "--boards", "AhTd7c"), "no engine"),
        (("holdem-limit", "cfr", "--line", "rc/", "--csv", "/no/where.csv"), "cannot be written"),
    ],
)
def test_mistakes(cli: Cli, args: tuple[str, ...], words: str) -> None:
    assert words in cli.refused("aggregate", *args)


ACTS_ONLY = """
from engine.player import CALL


class Shy:
    def act(self, view, rng):
        return CALL
"""


def test_an_engine_that_can_only_act_is_refused(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "shy.py"
    file.write_text(ACTS_ONLY, "utf-8")
    told = cli.refused("aggregate", "holdem-limit", f"python:{file}", "--line", "rc/")
    assert "whole range" in told
