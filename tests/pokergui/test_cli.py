"""The command line: its conventions, and the commands that need no solved strategy."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from ai.process.log import log_path
from ai.registry import build
from engine.agent import Agent
from pokergui.cli import COMMANDS, main
from pokergui.paths import strategies_dir
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on


def test_games_are_listed_with_their_numbers(cli: Cli) -> None:
    games = {game["name"]: game for game in cli.json("games")["games"]}
    assert list(games)[:4] == ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"]
    assert games["holdem-nolimit"] == {
        "name": "holdem-nolimit",
        "title": "No-limit hold'em",
        "players": 2,
        "betting": "nolimit",
        "stacks": [20_000, 20_000],
        "blinds": [100, 50],
    }
    assert games["leduc"]["stacks"] == [None, None]


def test_engines_are_listed_by_game(cli: Cli) -> None:
    names = [engine["name"] for engine in cli.json("engines")["engines"]]
    assert {"random", "call", "raise"} <= set(names)
    for engine in cli.json("engines", "--game", "leduc")["engines"]:
        assert "leduc" in engine["games"]
        assert isinstance(engine["ranges"], bool)


def test_tree_counts_the_published_trees(cli: Cli) -> None:
    assert cli.json("tree", "leduc")["decision_nodes"] == [6, 30]
    assert cli.json("tree", "holdem-limit") == {
        "decision_nodes": [8, 70, 630, 5670],
        "folds": 5103,
        "showdowns": 5103,
    }
    small = cli.json("tree", "holdem-nolimit", "--stacks", "20,20", "--blinds", "2,1")
    assert small["decision_nodes"] == [1188, 19_996, 151_124, 738_540]


def test_a_tree_too_large_to_count_gets_an_estimate(cli: Cli) -> None:
    assert "about 1e+" in cli.refused("tree", "holdem-nolimit")


def test_match_reports_what_the_interface_names(cli: Cli) -> None:
    args = ("match", "leduc", "random", "call", "--hands", "300", "--blocks", "3", "--seed", "5")
    result = cli.json(*args)
    again = cli.json(*args)
    assert result["mean_mbb"] == again["mean_mbb"]
    assert (result["hands"], result["method"], result["aivat"]) == (300, "raw", None)
    assert result["mean_chips"] * 1000 == pytest.approx(result["mean_mbb"])
    assert [block["hands"] for block in result["blocks"]] == [100, 100, 100]
    assert sum(seat["hands"] for seat in result["per_seat"]) == 300
    assert {"vpip", "pfr", "af", "wtsd", "wsd", "counts"} <= set(result["stats"])
    assert result["compile_seconds"] >= 0
    other = cli.json(*args[:-1], "6")
    assert other["mean_mbb"] != result["mean_mbb"]


def test_duplicate_counts_deals_and_mirrors_them(cli: Cli) -> None:
    result = cli.json("match", "holdem-limit", "call", "call", "--hands", "20", "--duplicate")
    assert (result["hands"], result["method"]) == (40, "duplicate")
    assert (result["mean_mbb"], result["ci95_mbb"]) == (0, 0)


def test_equity_of_two_hands_is_counted_exactly(cli: Cli) -> None:
    result = cli.json("equity", "AcAd", "KcKd")
    assert result["counts"] == {"win": 1_410_336, "tie": 9308, "lose": 292_660}
    assert (result["exact"], result["boards"]) == (True, 1_712_304)
    assert result["equity"] == (1_410_336 + 9308 / 2) / 1_712_304
    assert result["win"] + result["tie"] + result["lose"] == pytest.approx(1)
    rows = [line.split() for line in cli.run("equity", "AcAd", "KcKd")[1].splitlines()]
    shares = [f"{100 * result[name]:.4f}%" for name in ("win", "tie", "lose")]
    assert [row[1] for row in rows if row[0] in ("win", "tie", "lose")] == shares


def test_equity_samples_and_boards(cli: Cli) -> None:
    exact = cli.json("equity", "QQ+,AKs", "random", "--board", "AhTd7c")
    args = ("equity", "QQ+,AKs", "random", "--board", "AhTd7c", "--samples", "100000")
    sampled = cli.json(*args)
    assert sampled["equity"] == cli.json(*args, "--seed", "0")["equity"]
    assert sampled["equity"] != cli.json(*args, "--seed", "1")["equity"]
    assert not sampled["exact"]
    assert abs(sampled["equity"] - exact["equity"]) < 5 * sampled["standard_error"]


def test_classes_of_a_range(cli: Cli) -> None:
    result = cli.json("classes", "--board", "Jh8d3h", "--range", "JJ, AhQh, T9s:0.5")
    assert result["combos"] == 3 + 1 + 4 * 0.5
    assert result["made"]["set"] == {"combos": 3.0, "share": 0.5}
    assert result["made"]["ace high"]["combos"] == 1.0
    assert result["draws"]["flush draw"]["combos"] == 1.5
    assert result["draws"]["combo draw"]["combos"] == 0.5
    hands = {hand["cards"]: hand for hand in result["hands"]}
    assert hands["Th9h"]["draws"] == ["flush draw", "open ended", "combo draw"]
    assert (hands["Th9h"]["flush_outs"], hands["Th9h"]["straight_outs"]) == (9, 8)
    status, out, err = cli.run("classes", "--board", "Jh8d3h6c2s")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].split() == ["made", "hand", "combos", "share"]
    assert "top pair" in out and "draw" not in out


def test_strategy_shows_the_games_own_ranks(cli: Cli) -> None:
    answer = cli.json("strategy", "leduc", "random", "--line", "cr", "--board", "")
    assert answer["actions"] == ["f", "c", "r"]
    assert answer["to_act"] == 0
    assert list(answer["combos"]) == ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"]
    after = cli.json("strategy", "leduc", "random", "--line", "cc/", "--board", "Kh")
    assert "Kh" not in after["combos"]
    assert len(after["combos"]) == 5


def test_strategy_writes_no_limit_raises_as_hand_totals(cli: Cli) -> None:
    args = ("strategy", "holdem-nolimit", "raise", "--line", "r300c/r300", "--board", "AhTd7c")
    assert "go from r400 to r20000" in cli.refused(*args)
    answer = cli.json(*args[:3], "--line", "r300c/r600", *args[5:])
    assert answer["actions"] == ["r900"]
    assert len(answer["combos"]) == 49 * 48 // 2
    assert "AsAc" in answer["combos"]


def test_all_information_sets_of_small_games(cli: Cli) -> None:
    kuhn = cli.json("strategy", "kuhn", "random", "--all")["infosets"]
    assert len(kuhn) == 12
    assert {"to_act": 0, "cards": "J", "board": "", "line": "cr"}.items() <= kuhn[-3].items()
    leduc = cli.json("strategy", "leduc", "random", "--all")["infosets"]
    assert len(leduc) == 288
    keys = {(i["to_act"], i["cards"], i["board"], i["line"]) for i in leduc}
    assert len(keys) == 288
    assert (0, "Q", "K", "cc/") in keys
    assert all(sum(i["probabilities"].values()) == pytest.approx(1) for i in leduc)


@pytest.mark.parametrize(
    "args",
    [
        ("foo",),
        ("tree",),
        ("tree", "poker"),
        ("tree", "kuhn", "--stacks", "many"),
        ("tree", "kuhn", "--blinds", "1"),
        ("games", "--wrong"),
        ("engines", "--game", "chess"),
        ("match", "leduc", "random"),
        ("match", "leduc", "random", "nobody"),
        ("match", "leduc", "random", "call", "--hands", "0"),
        ("match", "leduc", "random", "call", "--hands", str(10**12)),
        ("match", "leduc", "random", "call", "--hands", "3", "--blocks", "9"),
        ("match", "leduc", "random", "call", "--seed", "-1"),
        ("match", "leduc", "random", "call", "--acpc", "/dev/null/x.log"),
        ("match", "leduc", "random", "call", "--acpc", "/"),
        ("match", "kuhn@1", "cfr", "call"),
        ("tree", "holdem-nolimit@2", "--stacks", ""),
        ("engines", "--game", ""),
        ("match", "holdem-nolimit@0.3", "random", "call"),
        ("match", "leduc", "python:/nowhere.py", "call"),
        ("equity", "AcAd", "AcKd"),
        ("equity", "AcAd", "AcAd"),
        ("equity", "AA", "ZZ"),
        ("equity", "AA", "KK:x"),
        ("equity", "AA", "KK", "--board", "Th"),
        ("equity", "AA", "KK", "--board", "ThThTc"),
        ("equity", "AA", "KK", "--samples", "0"),
        ("classes",),
        ("classes", "--board", "Jh8d"),
        ("classes", "--board", "Jh8dJh"),
        ("classes", "--board", "Jh8d3h", "--range", "QQz"),
        ("classes", "--board", "Jh8d3h", "--range", "Jh8d"),
        ("strategy", "leduc", "random", "--line", "rrr"),
        ("strategy", "leduc", "random", "--line", "x"),
        ("strategy", "leduc", "random", "--line", "cc/", "--board", "Ah"),
        ("strategy", "leduc", "random", "--board", "Kh"),
        ("strategy", "leduc", "random", "--line", "rf"),
        ("strategy", "holdem-nolimit", "random", "--all"),
        ("strategy", "holdem-nolimit", "random", "--line", "cc/", "--board", "AhAhTd"),
    ],
)
def test_mistakes_get_one_line_and_status_2(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused(*args)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(cli: Cli, name: str) -> None:
    status, out, err = cli.run(name, "--help")
    assert (status, err) == (0, "")
    assert "--json" in out or "Commands:" in out


def test_home_may_stand_before_or_after_the_command(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", "elsewhere")
    for args in (("--home", str(tmp_path), "doctor"), ("doctor", "--home", str(tmp_path))):
        assert cli.json(*args)["paths"]["data"] == str(tmp_path)


def test_without_a_display_no_window_is_tried(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert "no display" in cli.refused()
    monkeypatch.setenv("DISPLAY", ":4711")
    cli.refused()


TALKER = """
from engine.player import CALL

print("hello from the file")


class Talker:
    def __init__(self):
        self.seen = 0

    def act(self, view, rng):
        print("hello from act, hand", self.seen)
        return CALL

    def observe(self, record):
        self.seen += 1
"""


def test_what_engines_print_goes_into_their_log(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    engine = f"python:{tmp_path / 'talker.py'}"
    status, out, err = cli.run("match", "kuhn", engine, "call", "--hands", "30", "--json")
    assert (status, out.count("\n"), json.loads(out)["hands"], err) == (0, 1, 30, "")
    log = log_path(strategies_dir(), engine)
    assert log is not None
    said = [line.partition(" ! ")[2] for line in log.read_text().splitlines() if " ! " in line]
    assert "hello from the file" in said
    # Hands that are played to compile are not part of what an engine sees of the match.
    assert said[-1] == "hello from act, hand 29"


def test_letters_that_the_terminal_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "émile.py").write_text(TALKER)
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    with pytest.raises(SystemExit) as leaving:
        main(["match", "kuhn", f"python:{tmp_path / 'émile.py'}", "call", "--hands", "9"])
    assert leaving.value.code == 0
    assert b"\\xe9mile.py" in terminal.buffer.getvalue()  # type: ignore[attr-defined]


def test_without_a_stdout_commands_still_end_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as leaving:
        main(["games"])
    assert leaving.value.code == 0


def test_a_log_that_cannot_be_written_is_told_before_play(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    engine = f"python:{tmp_path / 'talker.py'}"
    error = cli.refused("match", "kuhn", engine, "call", "--acpc", str(tmp_path))
    assert "cannot be written: Is a directory" in error


def test_ctrl_c_before_the_first_hand(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def interrupted(name: str, *args: Any) -> Agent:
        if not built:  # a second one would end the program at once
            signal.raise_signal(signal.SIGINT)
        built.append(name)
        return build(name, *args)

    monkeypatch.setattr("pokergui.commands.match.build", interrupted)
    status, out, err = cli.run("match", "leduc", "call", "random", "--hands", "50", "--json")
    assert (status, err) == (130, "")
    assert (json.loads(out)["hands"], json.loads(out)["ci95_mbb"]) == (0, None)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_a_logout_report_what_was_played(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    interrupt_once_it_goes_on(monkeypatch, number)
    args = ("match", "holdem-nolimit", "random", "call", "--json", "--hands", "1000000")
    status, out, err = cli.run(*args)
    assert (status, err) == (130, "")
    assert 0 < json.loads(out)["hands"] < 1_000_000


def test_strategy_tells_the_ranges_that_come_to_a_spot(cli: Cli) -> None:
    kuhn = cli.json("strategy", "kuhn", "random", "--line", "cr")
    half = {"Js": 0.5, "Qs": 0.5, "Ks": 0.5}
    assert kuhn["reach"] == {"0": half, "1": half}
    assert kuhn["total"] == {"f": 0.5, "c": 0.5}
    assert kuhn["misses"] == kuhn["ends"] == []
    args = ("strategy", "leduc", "call", "--line", "rc/", "--board", "Kh")
    leduc = cli.json(*args)
    assert leduc["misses"] == [{"place": 0, "to_act": 0, "action": "r"}]
    assert set(leduc["reach"]["0"]) == {"Jh", "Js", "Qh", "Qs", "Ks"}
    assert set(leduc["reach"]["0"].values()) == {1.0}
    status, out, _ = cli.run(*args)
    assert status == 0 and out.splitlines()[0].split() == ["reach", "c", "EV,", "antes"]
    assert out.splitlines()[-1].split() == ["total", "1.0000"]


def test_strategy_says_where_nothing_of_a_range_is_left(cli: Cli) -> None:
    args = ("strategy", "holdem-nolimit", "equity", "--line", "c")
    found = cli.json(*args)
    assert found["ends"] == [{"place": 0, "to_act": 1, "action": "c"}]
    assert set(found["reach"]["1"].values()) == {0.0}
    assert sum(found["total"].values()) == pytest.approx(1.0)


def test_strategy_tells_what_hands_are_worth(cli: Cli) -> None:
    """Facing a bet, folding is worth nothing and calling the odds."""
    kuhn = cli.json("strategy", "kuhn", "random", "--line", "cr")
    assert kuhn["actions"] == ["f", "c"]
    # The other bets whatever it has: a queen wins against the jack, a king against both.
    assert kuhn["values"]["Ks"] == [0.0, pytest.approx(3.0)]
    assert kuhn["values"]["Qs"] == [0.0, pytest.approx(0.5 * 3 - 0.5)]
    assert kuhn["values"]["Js"] == [0.0, pytest.approx(-1.0)]
    assert kuhn["ev"] == {
        name: pytest.approx(sum(p * v for p, v in zip(kuhn["combos"][name], row, strict=True)))
        for name, row in kuhn["values"].items()
    }
    equity = cli.json("strategy", "holdem-nolimit", "equity", "--line", "c")
    assert len(equity["values"]["AsAh"]) == len(equity["actions"])
    assert equity["ev"]["AsAh"] > equity["ev"]["7s2h"]
    plain = cli.json("strategy", "holdem-nolimit", "call", "--line", "c")
    assert "values" not in plain and "ev" not in plain
    assert "EV, antes" in cli.run("strategy", "kuhn", "random", "--line", "cr")[1]
    _, out, _ = cli.run("strategy", "holdem-nolimit", "equity", "--line", "c")
    row = next(line.split() for line in out.splitlines() if line.startswith("AsAh"))
    assert out.splitlines()[-1] == equity["note"] == "exact equities"
    assert "EV, bb" in out and float(row[-1]) == pytest.approx(equity["ev"]["AsAh"] / 100, abs=1e-4)
