"""The command that solves spots: its keys, their meaning, files, locks and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from tests.pokergui.cli_runner import Cli

RIVER = ("solve-spot", "--board", "QsJh2h8c5d")
SMALL = (
    *RIVER,
    *("--ranges", "AA,QJs,T9s,76s", "KK,QTs,88,A5s:0.5"),
    *("--pot", "100", "--stack", "200", "--bets", "50,a", "--raises", "a"),
)
TURN = (
    *("solve-spot", "--board", "QsJh2h8c", "--ranges", "AA,T9s", "KK,98s"),
    *("--pot", "11", "--stack", "20", "--bets", "50;100", "--raises", ""),
)


def solved(cli: Cli, *args: str) -> Any:
    """Return what the command prints; it prints its size on stderr before."""
    status, out, err = cli.run(*args, "--json")
    assert status == 0 and out.count("\n") == 1
    told = err.splitlines()
    assert " decisions and " in told[0] and told[0].endswith("B")
    assert len(told) == 1, err
    return json.loads(out)


def test_what_is_printed(cli: Cli) -> None:
    result = solved(cli, *SMALL, "--target", "0.2")
    assert result["exploitability_pct_pot"] <= 0.2
    assert result["exploitability"] == pytest.approx(result["exploitability_pct_pot"])
    assert sum(result["ev"]) == pytest.approx(100, abs=1e-3)
    assert sum(result["equity"]) == pytest.approx(1, abs=1e-6)
    assert list(result["root_strategy"]) == ["c", "r50", "r200"]
    assert sum(result["root_strategy"].values()) == pytest.approx(1)
    assert result["tree"] == {"decision_nodes": 8, "action_edges": 20}
    assert 0 < result["memory_mb"] < 5 and result["file"] is None and result["node"] is None
    assert result["curve"][-1][::2] == [result["iterations"], result["exploitability_pct_pot"]]
    assert result["iterations_per_second"] > 0 and result["compile_seconds"] >= 0
    assert Spot.of_record(result["spot"]).pot == 100


def test_values_are_printed_in_big_blinds_where_they_are_known(cli: Cli) -> None:
    args = (*SMALL, "--iterations", "50", "--line", "")
    chips, known = (solved(cli, *args, *more) for more in ((), ("--big-blind", "20")))
    assert known["ev"] == chips["ev"] and known["spot"]["big-blind"] == "20"
    for more, unit, scale in (((), "chips", 1), (("--big-blind", "20"), "bb", 20)):
        _, out, _ = cli.run(*args, *more)
        assert f"out of position: EV {chips['ev'][0] / scale:.4f} {unit}," in out
        assert f"EV, {unit}" in out and f"EV c, {unit}" in out


def test_the_benchmark_river_is_solved_to_half_a_percent_by_default(cli: Cli) -> None:
    args = ("--ranges", "random", "random", "--pot", "100", "--stack", "950")
    result = solved(cli, *RIVER, *args, "--bets", "50,100,a", "--raises", "50,100,a")
    assert result["tree"] == {"decision_nodes": 60, "action_edges": 176}
    assert 0.1 < result["exploitability_pct_pot"] <= 0.5
    assert result["equity"] == pytest.approx([0.5, 0.5], abs=1e-6)
    # The better place is worth something.
    assert result["ev"][0] < 50 < result["ev"][1]


@pytest.mark.parametrize("more", [("--algorithm", "pdcfr+"), ("--threads", "1")])
def test_ways_to_solve_come_to_the_same(cli: Cli, more: tuple[str, ...]) -> None:
    result = solved(cli, *SMALL, "--target", "0.1", *more)
    assert result["ev"] == pytest.approx(solved(cli, *SMALL, "--target", "0.1")["ev"], abs=0.3)


def test_bluffs_are_as_many_as_the_bet_pays_for(cli: Cli) -> None:
    # Straights and nothing against aces: with a bet of the pot, half as many bluffs as straights
    # are bet, half of the aces call. Straights win 100 or 200, what has nothing 0.
    ranges = ("--ranges", "T9s,43s", "AA")
    sizes = ("--bets", "100", "--bets-ip", "", "--raises", "")
    args = (*RIVER, *ranges, "--pot", "100", "--stack", "100", *sizes)
    result = solved(cli, *args, "--target", "0.01", "--line", "r100")
    assert result["ev"] == pytest.approx([75, 25], abs=0.02)
    assert result["root_strategy"]["r100"] == pytest.approx(0.75, abs=0.01)
    assert result["node"]["frequencies"]["c"] == pytest.approx(0.5, abs=0.01)
    assert result["equity"] == pytest.approx([0.5, 0.5])
    straight = result["node"]["hands"][0]["Ts9s"]
    assert (straight["reach"], straight["equity"]) == (pytest.approx(1, abs=0.01), 1.0)


def test_iterations_are_counted(cli: Cli) -> None:
    assert solved(cli, *SMALL, "--iterations", "7")["iterations"] == 7


def test_every_hand_of_a_decision(cli: Cli) -> None:
    node = solved(cli, *SMALL, "--iterations", "300", "--line", "cr50")["node"]
    assert (node["line"], node["board"], node["to_act"]) == ("cr50", "QsJh2h8c5d", 0)
    assert node["actions"] == ["f", "c", "r200"]
    assert sum(node["frequencies"].values()) == pytest.approx(1)
    out_of, in_position = node["hands"]
    assert len(out_of) == 6 + 2 + 4 + 4 and "AsAh" in out_of and len(in_position) == 6 + 3 + 3 + 3
    for hand in out_of.values():
        assert sum(hand["strategy"]) == pytest.approx(1, abs=1e-6)
        assert hand["action_ev"][0] == pytest.approx(0, abs=1e-9)
        mixed = sum(p * v for p, v in zip(hand["strategy"], hand["action_ev"], strict=True))
        assert hand["ev"] == pytest.approx(mixed, abs=1e-3)
    assert "strategy" not in in_position["KsKh"] and 0 <= in_position["KsKh"]["equity"] <= 1
    assert in_position["Ah5h"]["reach"] <= 0.5
    assert sum(node["ev"]) == pytest.approx(150, abs=1e-3)


def test_a_turn_spot_with_a_river(cli: Cli) -> None:
    result = solved(cli, *TURN, "--target", "0.5", "--line", "cc/", "--card", "As")
    node = result["node"]
    assert node["board"] == "QsJh2h8cAs" and node["actions"] == ["c", "r11"]
    assert "AsAh" not in node["hands"][0] and "AhAd" in node["hands"][0]
    assert sum(result["ev"]) == pytest.approx(11, abs=1e-4)


def test_for_a_person(cli: Cli) -> None:
    status, out, err = cli.run(*SMALL, "--iterations", "20", "--line", "")
    assert status == 0
    assert out.startswith("River QsJh2h8c5d, pot 100, 200 behind\ndcfr: 20 iterations in ")
    assert "\nout of position at the start: c " in out
    assert "out of position to act at the start, board QsJh2h8c5d" in out
    assert err.startswith("8 decisions and 20 actions, ")


def test_a_run_is_kept_shown_and_gone_on_with(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "spot.safetensors")
    first = solved(cli, *SMALL, "--iterations", "10", "--out", file)
    assert first["file"] == file
    shown = solved(cli, "solve-spot", file, "--line", "c")
    for key in ("spot", "iterations", "exploitability_pct_pot", "ev", "equity", "root_strategy"):
        assert shown[key] == pytest.approx(first[key]) if key == "ev" else first[key]
    assert shown["node"]["line"] == "c"
    again = solved(cli, *SMALL, "--iterations", "30", "--out", file)
    assert (again["iterations"], again["curve"][0]) == (30, first["curve"][0])
    further = solved(cli, "solve-spot", file, "--iterations", "50")
    assert further["iterations"] == 50
    whole = solved(cli, *SMALL, "--iterations", "50")
    assert further["ev"] == whole["ev"]
    for wrong, words in (
        (("--pot", "101"), "other pot"),
        (("--half",), "other storage"),
        (("--algorithm", "cfr+"), "other algorithm"),
    ):
        assert words in cli.refused(*SMALL, "--iterations", "60", "--out", file, *wrong)
    assert "leave out --pot" in cli.refused("solve-spot", file, "--pot", "3")
    assert solved(cli, "solve-spot", file)["iterations"] == 50


def test_locked_hands_do_what_they_are_told(cli: Cli, tmp_path: Path) -> None:
    locks = tmp_path / "locks.json"
    locks.write_text('{"locks": [{"line": "", "hands": {"T9s,76s": {"c": 1}}}]}')
    args = (*SMALL, "--target", "0.1", "--line", "")
    free, locked = solved(cli, *args), solved(cli, *args, "--lock", str(locks))
    assert locked["locks"] == 1 and locked["exploitability_pct_pot"] <= 0.1
    for name in ("Th9h", "7s6s"):
        assert locked["node"]["hands"][0][name]["strategy"] == [1.0, 0.0, 0.0]
    # A player who never bluffs earns less.
    assert locked["ev"][0] < free["ev"][0] - 0.5
    file = str(tmp_path / "spot.safetensors")
    solved(cli, *args, "--lock", str(locks), "--out", file)
    assert "other locks" in cli.refused(*args, "--out", file)
    assert solved(cli, "solve-spot", file)["locks"] == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("solve-spot",), "give --board, --ranges, --pot, --stack, --bets, --raises"),
        ((*SMALL, "--board", "QsJh2h"), "--board: flops are not solved exactly"),
        ((*SMALL, "--ranges", "AA", "QsQd"), "--ranges IP: every hand"),
        ((*SMALL, "--ranges", "", "AA"), "--ranges OOP: the range out of position is empty"),
        ((*SMALL, "--ranges", "AsAh", "AsKs"), "--ranges IP: the ranges exclude each other"),
        ((*SMALL, "--pot", "0"), "--pot: the pot is 2 to"),
        ((*SMALL, "--stack", "x"), "--stack: 'x' is not a number"),
        ((*SMALL, "--bets-ip", "50;50"), "--bets-ip: 2 lists"),
        ((*SMALL, "--raises", "huge"), "--raises: 'huge' is not a size"),
        ((*SMALL, "--algorithm", "es-mccfr"), "algorithm"),
        ((*SMALL, "--lock", "/nowhere.json"), "/nowhere.json: it cannot be read"),
        ((*SMALL, "--line", "r60"), "'r60' at character 1"),
        ((*SMALL, "--line", "cc"), "nobody is to act"),
        ((*SMALL, "--line", "c", "--card", "7d"), "--card: no card has come"),
        ((*SMALL, "--card", "7d"), "--card goes with --line"),
        ((*TURN, "--line", "cc/"), "--card names the river"),
        ((*TURN, "--line", "cc/", "--card", "Qs"), "on the board"),
        ((*TURN, "--line", "cc/", "--card", "7x"), "is not a card"),
        ((*SMALL, "--out", "/nowhere/x"), "/nowhere/x"),
        (("solve-spot", "/nowhere/x"), "/nowhere/x"),
        ((*SMALL, "--target", "-1"), "target"),
    ],
)
def test_refusals(cli: Cli, args: tuple[str, ...], words: str) -> None:
    assert words in cli.refused(*args)


def test_what_does_not_fit_is_refused_before_it_is_made(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokergui.commands.solve_spot.free_bytes", lambda: 1000)
    told = cli.refused(*SMALL)
    assert "8 decisions and 20 actions: solving takes" in told and "leave out sizes" in told


def test_a_target_out_of_reach_is_told(cli: Cli) -> None:
    status, _, err = cli.run(*SMALL, "--target", "0", "--iterations", "5")
    assert status == 0
    assert err.splitlines()[1] == "0% of the pot was not reached"


def test_a_damaged_file_is_refused_and_stays(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "spot.safetensors"
    solved(cli, *SMALL, "--iterations", "3", "--out", str(file))
    content = file.read_bytes()
    for damaged in (content[:-100], content[:200], b""):
        file.write_bytes(damaged)
        for args in ((*SMALL, "--out", str(file)), ("solve-spot", str(file))):
            assert str(file) in cli.refused(*args)
        assert file.read_bytes() == damaged


def test_a_file_that_was_never_solved_wants_a_bound(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "spot.safetensors"
    SpotRun(Spot.parse("Qs Jh 2h 8c 5d", "AA", "KK", 10, 10, "a", "")).save(file)
    assert "not solved yet; give --target" in cli.refused("solve-spot", str(file))
    assert solved(cli, "solve-spot", str(file), "--iterations", "2")["iterations"] == 2
