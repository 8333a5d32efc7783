"""Engines of others on the command line: a match with one that fails."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.ai.process.bad import FORFEITS, bad_name, gone
from tests.pokergui.cli_runner import Cli

CALLER = Path(__file__).resolve().parents[2] / "examples" / "caller.py"
MATCH = ("match", "holdem-nolimit@20", "--hands", "40", "--clock", "5")


def test_a_match_with_a_forfeit_is_left_as_by_ctrl_c(cli: Cli, tmp_path: Path) -> None:
    engine, log, db = (
        bad_name("kills itself", tmp_path),
        tmp_path / "hands.log",
        tmp_path / "hands.db",
    )
    args = (*MATCH, engine, "call", "--acpc", str(log), "--phh", str(tmp_path / "hands.phhs"))
    status, out, err = cli.run(*args, "--db", str(db), "--json")
    result = json.loads(out)
    assert (status, err) == (130, "")
    reason = "it was ended by SIGKILL"
    assert result["failures"] == [{"engine": engine, "reason": reason}] * 2
    assert result["forfeit"] == f"{engine} forfeits: {reason}"
    assert 2 <= result["hands"] < 40
    assert log.read_text().count("\nSTATE:") == result["hands"]
    listed = cli.json("hands", "matches", "--db", str(db))
    assert [match["hands"] for match in listed["matches"]] == [result["hands"]]
    assert cli.json("replay", str(log))["mismatches"] == 0
    status, out, err = cli.run(*args)
    assert (status, err) == (130, "")
    assert out.splitlines()[-3:] == [f"{engine} failed: {reason}"] * 2 + [result["forfeit"]]


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=() if k == "sleeps" else pytest.mark.long) for k in FORFEITS]
)
def test_a_match_ends_with_its_result_whatever_an_engine_does(
    cli: Cli, tmp_path: Path, kind: str, release: bool
) -> None:
    mark, db = str(tmp_path / "mark"), str(tmp_path / "hands.db")
    engine = bad_name(kind, mark)
    for number in range(10 if release else 1):
        status, out, err = cli.run(*MATCH[:-1], "0.3", engine, "call", "--db", db, "--json")
        result = json.loads(out)
        assert (status, err) == (130, "")
        assert [one["engine"] for one in result["failures"]] == [engine] * 2
        assert re.search(FORFEITS[kind], result["failures"][0]["reason"])
        assert result["forfeit"] == f"{engine} forfeits: {result['failures'][1]['reason']}"
        assert 2 <= result["hands"] == result["stored"] < 40
        gone(mark)
        stored = cli.json("hands", "matches", "--db", db)["matches"]
        assert len(stored) == number + 1
    assert cli.run("hands", "verify", "--home", str(tmp_path))[0] == 0


def test_a_match_of_one_that_failed_once_ends_well(cli: Cli, tmp_path: Path) -> None:
    result = cli.json(*MATCH, bad_name("dies once", tmp_path / "memory"), "call", "--duplicate")
    reason = "it ended by itself, with exit status 1"
    assert [one["reason"] for one in result["failures"]] == [reason]
    assert (result["forfeit"], result["hands"]) == (None, 80)


def test_the_same_seed_gives_the_same_match(cli: Cli) -> None:
    caller = f"process:{sys.executable} -S '{CALLER}'"
    args = ("match", "leduc", caller, "random", "--hands", "60", "--seed", "4")
    assert len({cli.json(*args)["mean_chips"] for _ in range(2)}) == 1
    assert cli.json(*args[:-1], "5")["mean_chips"] != cli.json(*args)["mean_chips"]


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("process:", "process:COMMAND names a program"),
        ("process:'unclosed", "no closing quotation"),
        ("process:/no/such/engine", "'/no/such/engine' cannot be started: No such file"),
        ("process:/", "cannot be started: Permission denied"),
        (f"process:{sys.executable} -c pass", "it ended by itself, with exit status 0"),
        (f"process:{sys.executable} -c 'print(1)'", "a line that is not understood: '1'"),
        ("python:/no/such/file.py", "there is no such file"),
    ],
)
def test_engines_that_cannot_be_started(cli: Cli, engine: str, words: str) -> None:
    assert words in cli.refused("match", "leduc", engine, "call")


def test_ctrl_c_ends_a_match_with_an_engine_that_hangs(tmp_path: Path) -> None:
    engine = bad_name("minds no signal", tmp_path / "mark")
    args = ("match", "kuhn", engine, "call", "--clock", "600", "--json")
    program = subprocess.Popen(
        (sys.executable, "-m", "pokergui", *args),
        stdout=subprocess.PIPE,
        env={**os.environ, "POKERGUI_HOME": str(tmp_path)},
    )
    logs = tmp_path / "logs" / "engines"
    while not any(log.read_text().count("> go") > 2 for log in logs.glob("*.log")):
        assert program.poll() is None
    begin = time.monotonic()
    program.send_signal(signal.SIGINT)
    out, _ = program.communicate()
    assert time.monotonic() - begin < 2.0
    assert program.returncode == 130
    assert (json.loads(out)["failures"], json.loads(out)["forfeit"]) == ([], None)
    gone(str(tmp_path / "mark"))
