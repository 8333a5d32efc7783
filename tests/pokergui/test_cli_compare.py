"""``pokergui compare``: one place, whole small games, files, and refusals."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli


def test_a_whole_game_is_ranked_by_cost(cli: Cli) -> None:
    found = cli.json("compare", "leduc", "random", "cfr", "--all")
    costs = [row["cost"] for row in found["infosets"]]
    assert len(costs) == 288 and costs == pytest.approx(sorted(costs, reverse=True), abs=1e-11)
    assert sum(costs) == pytest.approx(sum(found["costs"]))
    # random's loss to the equilibrium, which wins -0.0856 from itself in position 0
    assert found["costs_mbb"][0] == pytest.approx(1000 * found["costs"][0])
    lost = [
        cli.json("exploitability", "leduc", name)["exploitability"] for name in ("random", "cfr")
    ]
    assert found["exploitability"] == pytest.approx(lost)
    _, out, _ = cli.run("compare", "leduc", "random", "cfr", "--all")
    assert "cost, mA/hand" in out and "mbb" not in out
    row = found["infosets"][0]
    assert row["difference"] == {
        name: pytest.approx(row["first"][name] - row["second"][name]) for name in row["first"]
    }
    assert row["cost"] == pytest.approx(row["reach"] * row["loss"])


def test_an_engine_does_not_differ_from_itself(cli: Cli) -> None:
    found = cli.json("compare", "kuhn", "cfr", "cfr", "--all")
    assert {row["cost"] for row in found["infosets"]} == {0.0}
    here = cli.json("compare", "kuhn", "cfr", "cfr", "--line", "c")
    assert {row["variation"] for row in here["hands"]} == {0.0}


def test_nothing_has_no_sign_of_its_own(cli: Cli) -> None:
    _, out, _ = cli.run("compare", "kuhn", "call", "kuhn-family:1/6", "--all")
    assert "-0.000" not in out and "+0.000" in out
    _, out, _ = cli.run("strategy", "kuhn", "cfr", "--line", "c")
    assert "-0.00" not in out


def test_one_place_of_a_small_game_has_exact_costs(cli: Cli) -> None:
    found = cli.json("compare", "kuhn", "call", "cfr", "--line", "c")
    assert found["sorted_by"] == "cost" and found["actions"] == ["c", "r"]
    king = found["hands"][0]
    assert (king["hand"], king["first"]) == ("K", {"c": 1.0, "r": 0.0})
    assert king["difference"] == pytest.approx({"c": 1.0, "r": -1.0})
    assert king["reach"] == pytest.approx(1 / 3)
    assert found["total"]["cost"] == pytest.approx(sum(row["cost"] for row in found["hands"]))


def test_hold_em_joins_the_menus_and_says_by_what_it_sorts(cli: Cli) -> None:
    args = (
        "compare",
        "holdem-nolimit@100",
        "call",
        "raise",
        "--line",
        "r300c/",
        "--board",
        "AhTd7c",
    )
    found = cli.json(*args)
    assert found["actions"] == ["c", "r400"] and found["sorted_by"] == "reach x variation"
    assert len(found["hands"]) == 169 and found["hands"][0]["loss"] is None
    assert found["total"]["difference"] == {"c": 1.0, "r400": -1.0}
    assert sum(row["reach"] for row in found["hands"]) == pytest.approx(1.0)
    _, out, _ = cli.run(*args)
    assert out.splitlines()[-1].startswith("raise gives no values here for all actions of call")


def test_rows_are_written_as_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "leduc.csv"
    found = cli.json("compare", "leduc", "call", "cfr", "--all", "--csv", str(file))
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 288
    assert list(rows[0])[:7] == [
        *("to_act", "cards", "board", "line"),
        *("first f", "second f", "difference f"),
    ]
    assert [float(row["cost"]) for row in rows] == [row["cost"] for row in found["infosets"]]
    assert {row["first f"] for row in rows if row["line"] == ""} == {""}  # nothing to fold to


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("kuhn", "cfr", "nobody"), "there is no engine 'nobody'"),
        (("kuhn", "cfr", "cfr", "--all", "--line", "c"), "--all takes neither"),
        (("holdem-limit", "call", "raise", "--all"), "kuhn and leduc only"),
        (("kuhn", "cfr", "cfr", "--line", "cc"), "nobody is to act"),
        (("leduc", "cfr", "call", "--line", "cc/"), "board"),
        (("kuhn", "cfr", "call", "--csv", "/nowhere/a.csv"), "cannot be written"),
    ],
)
def test_what_cannot_be_compared_is_told(cli: Cli, args: tuple[str, ...], words: str) -> None:
    assert words in cli.refused("compare", *args)


def test_an_engine_without_ranges_is_told(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "acts.py"
    file.write_text(
        "from engine.player import CALL\n"
        "class Acts:\n"
        "    def __init__(self, game):\n        pass\n"
        "    def act(self, view, rng):\n        return CALL\n"
    )
    words = cli.refused("compare", "kuhn", "cfr", f"python:{file}")
    assert "can only act and has no answer for a whole range" in words


SPOT = ("solve-spot", "--pot", "100", "--stack", "300", "--raises", "a", "--target", "1")
HANDS = ("AA,KK,76s,T9s", "AK,QJ,88,A2s")


def kept(cli: Cli, folder: Path, name: str, *more: str, board: str = "QsJh2h8c5d") -> str:
    """The file of a spot that was solved."""
    file = str(folder / f"{name}.safetensors")
    hands = ("--board", board, "--ranges", *HANDS)
    status, _, err = cli.run(*SPOT, *hands, *more, "--out", file)
    assert status == 0, err
    return file


def test_two_solved_spots_are_compared_in_chips(cli: Cli, tmp_path: Path) -> None:
    small = kept(cli, tmp_path, "small", "--bets", "50,a")
    large = kept(cli, tmp_path, "large", "--bets", "75,a", board="JhQs8c2h5d")
    found = cli.json("compare", "spot", small, large)
    assert found["game"] == "spot" and found["actions"] == ["c", "r50", "r75", "r300"]
    assert {row["second"]["r50"] for row in found["hands"]} == {0.0}
    assert {row["hand"] for row in found["hands"]} == {"AA", "KK", "76s", "T9s"}
    _, out, _ = cli.run("solve-spot", large, "--line", "", "--json")
    node = json.loads(out)["node"]
    tens = [hand["strategy"] for name, hand in node["hands"][0].items() if name[0] == "T"]
    told = next(row["second"] for row in found["hands"] if row["hand"] == "T9s")
    for at, action in enumerate(node["actions"]):  # no hand of the other blocks one of the four
        assert told[action] == pytest.approx(sum(rows[at] for rows in tens) / 4)
    here = cli.json("compare", "spot", small, large, "--line", "c")
    assert here["to_act"] == 1 and here["line"] == "c"
    _, out, _ = cli.run("compare", "spot", small, small)
    assert "loss, chips" in out and found["sorted_by"] == "reach x variation"
    known = kept(cli, tmp_path, "known", "--bets", "50,a", "--big-blind", "10")
    assert "loss, mbb" in cli.run("compare", "spot", small, known)[1]
    same = cli.json("compare", "spot", small, small)
    assert same["sorted_by"] == "cost" and {row["cost"] for row in same["hands"]} == {0.0}


def test_two_turn_spots_are_compared_on_a_river(cli: Cli, tmp_path: Path) -> None:
    file = kept(cli, tmp_path, "turn", "--bets", "50,a", board="QsJh2h8c")
    found = cli.json("compare", "spot", file, file, "--line", "cc/", "--card", "7d")
    assert found["board"].endswith("7d") and found["total"]["variation"] == 0.0


def test_spots_that_cannot_be_compared_say_why(cli: Cli, tmp_path: Path) -> None:
    small = kept(cli, tmp_path, "small", "--bets", "50,a")
    large = kept(cli, tmp_path, "large", "--bets", "75,a")
    other = kept(cli, tmp_path, "other", "--bets", "75,a", board="QsJh2h8c6d")
    for args, words in (
        ((small, other), "only spots of the same board, pot and stack can be compared"),
        ((small, large, "--line", "r50"), f"{large}: 'r50' at character 1 of the line"),
        ((small, large, "--board", "QsJh2h8c5d"), "neither --board nor --all"),
        ((small, large, "--all"), "neither --board nor --all"),
        ((small, str(tmp_path / "none")), "none"),
    ):
        status, _, err = cli.run("compare", "spot", *args)
        assert status == 2 and words in err, err
    status, _, err = cli.run("compare", "kuhn", "cfr", "cfr", "--card", "7d")
    assert status == 2 and "--card goes with two spots" in err


def test_rivers_have_costs_with_any_engine(cli: Cli) -> None:
    args = ("compare", "holdem-nolimit@100", "passive", "call", "--line", "cc/cc/cc/")
    found = cli.json(*args, "--board", "AhTd7c2s2d")
    assert found["sorted_by"] == "cost"
    # nobody bets or folds: the second's way is worth no more than the first's
    assert all(row["cost"] == pytest.approx(0.0, abs=1e-9) for row in found["hands"])


def test_what_costs_and_what_gains_is_summed_apart(cli: Cli) -> None:
    args = ("compare", "leduc", "random", "cfr")
    found = cli.json(*args, "--line", "c")
    _, out, _ = cli.run(*args, "--line", "c")
    costs = [10 * row["cost"] for row in found["hands"]]
    given = sum(cost for cost in costs if cost > 0.0)
    last = out.splitlines()[-1]
    assert last.startswith("total: rows that cost ") and "less rows that gain" in last
    assert float(last.split()[4]) == pytest.approx(given * 100.0, rel=1e-5)
    _, out, _ = cli.run(*args, "--all")
    assert all("less rows that gain" in line for line in out.splitlines()[-2:])
