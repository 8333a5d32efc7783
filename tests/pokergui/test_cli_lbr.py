"""``pokergui exploitability`` where local best response answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on

PLUGIN = """
import numpy as np
from engine.player import CALL, FOLD, Strategy

class Folder:
    def strategy(self, spot, control=None):
        return Strategy((FOLD if spot.legal.fold else CALL,), np.ones((1326, 1)) * (
            ~np.isin(COMBOS, spot.board).any(axis=1))[:, None])

from engine.combos import combo_cards
COMBOS = combo_cards()
"""


def test_always_folding_costs_750_mbb(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "folder.py"
    path.write_text(PLUGIN, "utf-8")
    result = cli.json("exploitability", "holdem-nolimit", f"python:{path}", "--hands", "9")
    assert (result["exploitability"], result["exploitability_mbb"]) == (75.0, 750.0)
    assert result["best_response"] == [50.0, 100.0]
    assert (result["ci95"], result["ci95_mbb"]) == (0.0, 0.0)
    assert (result["method"], result["hands"], result["value"]) == ("lbr", 10, None)
    assert (result["menu"], result["rounds"]) == ("fcpa", [1, 4])


def test_the_seed_makes_the_result(cli: Cli) -> None:
    args = ("exploitability", "holdem-limit", "random", "--hands", "8", "--rounds", "3-4")
    first, second, other = (cli.json(*args, "--seed", seed) for seed in ("1", "1", "2"))
    assert first["exploitability"] == second["exploitability"] != other["exploitability"]
    assert first["rounds"] == [3, 4]
    fold_call = cli.json(*args, "--seed", "1", "--menu", "fc")
    assert fold_call["exploitability"] != first["exploitability"]


def test_small_games_get_it_where_it_is_asked_for(cli: Cli) -> None:
    exact = cli.json("exploitability", "leduc", "random")
    bound = cli.json("exploitability", "leduc", "random", "--hands", "400")
    assert (exact["method"], bound["method"]) == ("exact", "lbr")
    assert bound["exploitability"] - bound["ci95"] < exact["exploitability"]


def test_rivers_are_counted_in_full(cli: Cli) -> None:
    args = ("exploitability", "leduc", "random", "--rivers", "4")
    found = cli.json(*args, "--against", "call", "--menu", "fcpa")
    assert (found["method"], found["rivers"], found["menu"]) == ("rivers", 4, "fcpa")
    assert found["hands"] >= 4
    for key in ("best_response", "gained", "best_response_against"):
        mean = sum(found[f"{key}_by_position"]) / 2
        assert found[key] == pytest.approx(mean)
        assert found[f"{key}_mbb"] == pytest.approx(1000 * mean)
    assert found["best_response_of_pots"] > 0.0 < found["best_response_against_of_pots"]
    status, out, _ = cli.run(*args)
    assert status == 0
    assert "sizes of best responses: the engine's own" in out
    assert "gained" not in cli.json(*args)


def test_turns_are_counted_on_some_rivers(cli: Cli) -> None:
    args = ("exploitability", "leduc", "cfr", "--turns", "3", "--against", "random")
    found = cli.json(*args)
    assert (found["method"], found["turns"], found["cards"]) == ("turns", 3, 4)
    assert found["gained"] == pytest.approx(sum(found["gained_by_position"]) / 2)
    status, out, _ = cli.run(*args)
    assert status == 0
    assert "4 random rivers on each turn" in out


@pytest.mark.parametrize(
    "args",
    [
        ("--rounds", "3-5"),
        ("--rounds", "4-3"),
        ("--rounds", "0"),
        ("--rounds", "turn"),
        ("--menu", "all"),
        ("--menu", "fc;fc;fc;fc;56"),
        ("--by", "hand"),
        ("--against", "nobody"),
        ("--hands", "0"),
        ("--rivers", "0"),
        ("--rivers", "2", "--hands", "2"),
        ("--rivers", "2", "--menu", "all"),
        ("--rivers", "2", "--against", "nobody"),
        ("--turns", "2"),
        ("--turns", "2", "--against", "nobody"),
        ("--turns", "2", "--against", "call", "--rivers", "2"),
    ],
)
def test_mistakes_get_one_line(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused("exploitability", "holdem-limit", "call", *args)


def test_what_cannot_be_measured_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "actor.py"
    path.write_text("class Actor:\n    def act(self, view, rng):\n        return None\n", "utf-8")
    assert "can only act" in cli.refused("exploitability", "holdem-limit", f"python:{path}")
    assert "two players" in cli.refused("exploitability", "holdem-nolimit-3", "call")


def test_winnings_are_taken_apart(cli: Cli) -> None:
    args = ("exploitability", "holdem-nolimit@20", "call", "--hands", "20", "--menu", "c;c;33,a")
    for by in ("street", "raise", "menu", "pot"):
        found = cli.json(*args, "--by", by)
        assert found["by"] == by
        assert sum(part["won"] for part in found["parts"]) == pytest.approx(found["exploitability"])
    assert "round 3, all-in" in cli.run(*args, "--by", "raise")[1]


def test_two_engines_meet_the_same_deals(cli: Cli) -> None:
    args = ("exploitability", "holdem-limit", "random", "--hands", "12", "--against")
    same = cli.json(*args, "random")
    assert (same["difference"], same["difference_ci95"]) == (0.0, 0.0)
    found = cli.json(*args, "call")
    assert found["difference"] == pytest.approx(
        found["exploitability"] - found["against"]["exploitability"]
    )
    alone = cli.json("exploitability", "holdem-limit", "call", "--hands", "12")
    assert found["against"]["exploitability"] == alone["exploitability"]


def test_ctrl_c_reports_the_deals_that_were_played(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_once_it_goes_on(monkeypatch)
    args = ("exploitability", "holdem-limit", "call", "--json", "--rounds", "4")
    status, out, err = cli.run(*args, "--hands", "1000000")
    assert (status, err) == (130, "")
    found = json.loads(out)
    assert 0 < found["hands"] < 1_000_000
    assert found["hands"] % 2 == 0
