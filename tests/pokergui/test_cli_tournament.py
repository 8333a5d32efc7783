"""``pokergui tournament``: played, shown, resumed, and refused in one line."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

import pytest

from pokergui.store import verify
from tests import tiny_engine
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on

ENGINES = ("cfr", "random", "call")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


def test_it_is_played_listed_shown_and_written_out(cli: Cli, tmp_path: Path) -> None:
    table, log = tmp_path / "cross.csv", tmp_path / "hands.log"
    files = ("--csv", str(table), "--acpc", str(log))
    done = cli.json("tournament", "kuhn", *ENGINES, "--hands", "601", "--seed", "3", *files)
    assert (done["id"], done["engines"], done["finished"]) == (1, list(ENGINES), True)
    assert done["hands"] == done["hands_played"] == done["wanted"] == 3 * 602
    cross = done["cross"]
    assert [cross[i][i] for i in range(3)] == [None] * 3
    assert cross[0][1]["mean_mbb"] == -cross[1][0]["mean_mbb"]
    assert cross[0][1]["ci95_mbb"] == cross[1][0]["ci95_mbb"] > 0
    order = done["standing"]
    assert sorted(order, key=lambda one: -one["rating_mbb"]) == order
    mean = (cross[0][1]["mean_mbb"] + cross[0][2]["mean_mbb"]) / 2
    (first,) = [one for one in order if one["engine"] == "cfr"]
    assert first["mean_mbb"] == mean
    shown = cli.json("tournament", "--show", "1")
    for key in ("cross", "standing", "hands", "finished"):
        assert shown[key] == done[key], key
    (listed,) = cli.json("tournament", "--list")["tournaments"]
    assert (listed["id"], listed["engines"], listed["finished"]) == (1, list(ENGINES), True)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 6
    assert float(rows[0]["mean_mbb"]) == cross[0][1]["mean_mbb"]
    replayed = cli.json("replay", str(log), "--game", "kuhn")
    assert (replayed["hands"], replayed["mismatches"]) == (1806, 0)
    text = cli.run("tournament", "--show", "1")[1]
    assert "round robin of 3 engines" in text and "includes 0" in text
    assert verify(tmp_path / "hands.db").sound
    (match,) = [
        one for one in cli.json("hands", "matches")["matches"] if one["engines"] == ["cfr", "call"]
    ]
    assert match["mode"] == "tournament" and match["mean_mbb"] == cross[0][2]["mean_mbb"]


def test_tables_of_three_are_played_shown_and_written_out(cli: Cli, tmp_path: Path) -> None:
    table, log = tmp_path / "cross.csv", tmp_path / "hands.log"
    files = ("--csv", str(table), "--acpc", str(log))
    engines = (*ENGINES, "raise")
    done = cli.json("tournament", "kuhn-3", *engines, "--hands", "601", "--seed", "3", *files)
    assert done["hands"] == done["wanted"] == 4 * 603
    assert [sorted(one["engines"]) for one in done["tables"]] == [
        sorted(set(engines) - {name}) for name in ("raise", "call", "random", "cfr")
    ]
    for one in done["tables"]:
        assert one["hands"] == 603 and sum(one["mean_mbb"]) == pytest.approx(0.0)
        assert min(one["ci95_mbb"]) > 0.0
    (cfr,) = [one for one in done["standing"] if one["engine"] == "cfr"]
    at = [one["mean_mbb"][one["engines"].index("cfr")] for one in done["tables"][:3]]
    assert cfr["mean_mbb"] == cfr["rating_mbb"] == pytest.approx(sum(at) / 3)
    assert cfr["tables"] == cfr["done"] == 3
    assert done["cross"][0][1]["mean_mbb"] == pytest.approx((at[0] + at[1]) / 2)
    shown = cli.json("tournament", "--show", "1")
    assert all(shown[key] == done[key] for key in ("cross", "standing", "tables", "finished"))
    assert len(list(csv.DictReader(table.read_text().splitlines()))) == 12
    replayed = cli.json("replay", str(log), "--game", "kuhn-3")
    assert (replayed["hands"], replayed["mismatches"]) == (4 * 603, 0)
    text = cli.run("tournament", "--show", "1")[1]
    assert "4 tables of 3, 4 engines" in text and "mean of its tables" in text
    assert verify(tmp_path / "hands.db").sound
    joined = cli.json("tournament", "--resume", "1", "--add", "random")
    assert len(joined["tables"]) == 10 and joined["tables"][:4] == done["tables"]


def test_a_stopped_one_goes_on_and_an_engine_joins(cli: Cli) -> None:
    whole = cli.json("tournament", "kuhn", *ENGINES, "raise", "--hands", "2000")
    cli.json("tournament", "kuhn", *ENGINES, "--hands", "2000", "--gauntlet")
    found = cli.json("tournament", "kuhn", *ENGINES, "--hands", "2000")
    joined = cli.json("tournament", "--resume", str(found["id"]), "--add", "raise")
    assert joined["cross"] == whole["cross"]
    assert joined["standing"] == whole["standing"]
    assert cli.json("tournament", "--stop", "3") == {"id": 3, "stop": True}
    assert cli.json("tournament", "--resume", "3")["finished"]


def test_a_stopped_one_takes_no_side(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("tournament", "leduc", "cfr", "random", "call", "--hands", "20000", "--threads", "1")
    with monkeypatch.context() as patch:
        interrupt_once_it_goes_on(patch)
        status, out, _ = cli.run(*args)
    assert status == 130 and "no verdict before all hands are played" in out
    found = cli.json("tournament", "--show", "1")
    assert not found["finished"] and found["hands"] > 0
    assert all(one["places"] == [1, 3] for one in found["standing"])
    cells = [row for row in out.splitlines() if row.startswith(("cfr", "random", "call"))]
    assert cells and not any(re.search(r"(?<!\()[+-][0-9,.]+ \+-", row) for row in cells)
    status, out, _ = cli.run("tournament", "--resume", "1")
    assert status == 0 and "no verdict" not in out


def test_a_failing_engine_is_named_with_the_reason(cli: Cli) -> None:
    word = f"process:{tiny_engine.command('illegal')}"
    done = cli.json("tournament", "kuhn", "call", word, "random", "--hands", "400")
    cell = done["cross"][0][1]
    assert (cell["failed"], done["cross"][1][0]["failed"]) == ("other", "self")
    assert "illegal" in cell["reason"] and cell["hands"] < 400
    assert done["cross"][0][2]["failed"] is None and done["finished"]
    assert done["standing"][-1]["engine"] == word and done["standing"][-1]["failed"] == 2
    assert "forfeits" in cli.run("tournament", "--show", "1")[1]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((), "give GAME ENGINE ENGINE"),
        (("kuhn", "cfr"), "2 to 100 engines"),
        (("kuhn", "cfr", "call", "--show", "1"), "give GAME ENGINE ENGINE"),
        (("kuhn", "cfr", "call", "--add", "random"), "--add goes with --resume"),
        (("kuhn", "cfr", "nobody"), "there is no engine 'nobody'"),
        (("holdem-nolimit-3", "call", "call"), "2 engines for 3 seats"),
        (("kuhn-3", "call", "random", "nfsp"), "'nfsp' does not play"),
        (("--show", "9"), "no hands have been saved yet"),
        (("--resume", "9"), "there is no tournament 9"),
        (("--stop", "9"), "there is no tournament 9"),
        (("kuhn", "cfr", "call", "--phh", "x.phhs"), "PHH is for hold'em"),
    ],
)
def test_mistakes_are_one_sentence(cli: Cli, args: tuple[str, ...], why: str) -> None:
    assert why in cli.refused("tournament", *args)
    if args[:1] == ("kuhn",):
        assert not cli.json("tournament", "--list")["tournaments"]


def test_changed_files_are_refused_and_nothing_is_lost(cli: Cli, tmp_path: Path) -> None:
    program = tmp_path / "tiny.py"
    program.write_bytes(Path(tiny_engine.__file__).read_bytes())
    word = f"process:{sys.executable} -S {program}"
    cli.json("tournament", "kuhn", "call", word, "--hands", "40")
    with program.open("a") as file:
        file.write("\n# another version\n")
    said = cli.refused("tournament", "--resume", "1", "--allow-programs")
    assert "tournament 1 cannot go on: the files of the engine" in said
    assert cli.json("tournament", "--show", "1")["hands"] == 40


def test_programs_that_the_database_names_run_only_if_they_are_allowed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    word = f"process:{tiny_engine.command('ranges')}"
    with monkeypatch.context() as patch:
        interrupt_once_it_goes_on(patch)
        cli.run("tournament", "kuhn", "call", word, "--hands", "4000", "--threads", "1")
    assert not cli.json("tournament", "--show", "1")["finished"]
    said = cli.refused("tournament", "--resume", "1")
    assert word in said and "--allow-programs runs them" in said
    db = str(tmp_path / "one.db")
    cli.json("match", "kuhn", word, "call", "--hands", "20", "--db", db)
    evaluated = ("evaluate", "--match", "1", "--db", db, "--target", "call")
    assert word in cli.refused(*evaluated)
    assert cli.json(*evaluated, "--hero", word)["hands"] == 20  # it was named
    assert cli.json(*evaluated, "--allow-programs")["hands"] == 20
    assert cli.json("tournament", "--resume", "1", "--allow-programs")["finished"]


def test_programs_that_were_added_here_need_no_leave(cli: Cli) -> None:
    command = tiny_engine.command("ranges")
    cli.json("engines", "add", "Mine", command)
    cli.json("tournament", "kuhn", "call", f"process:{command}", "--hands", "40")
    assert cli.json("tournament", "--resume", "1", "--add", "random")["finished"]
