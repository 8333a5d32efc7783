"""Engines that a person added: a file that may be anything, lists, and reasons."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ai.ladder import ladder
from ai.process.added import (
    FILE,
    NameTakenError,
    find_added,
    keep_added,
    keep_report,
    list_added,
    read_added,
    remove_added,
)
from ai.process.command import command_of
from ai.process.program import ADDED, Added, Told, absolute
from ai.process.protocol import Hello, Option
from ai.process.report import Report
from ai.registry import build, check_engine, engines, find_engine
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from tests import tiny_engine

HELLO = Hello("Basalt", "3.2", (Option("depth", "int", "6", 1, 12),), has_ranges=True)
TOLD = Told(HELLO, ("kuhn", "holdem-nolimit"))
REPORT = Report(
    "Basalt 3.2",
    "kuhn",
    "2026-11-23T15:00:00+00:00",
    3.5,
    0.1,
    hands=100,
    decisions=200,
    late=0,
    slowest=0.2,
    illegal=0,
    broken=0,
    has_ranges=True,
    ranges=200,
    differs=0,
    restarted=True,
    reasons=("none",),
)
ENTRY = Added("Basalt", f"{sys.executable} -V", 2.5, (("depth", "9"),), TOLD, REPORT)


def test_a_path_may_begin_in_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "bot.py").write_text("")
    assert command_of("process:~/bot.py --net ~/x '~' a~b") == (
        str(tmp_path / "bot.py"),
        "--net",
        str(tmp_path / "x"),
        str(tmp_path),
        "a~b",
    )
    assert command_of("python:~/bot.py")[-1] == str(tmp_path / "bot.py")
    assert absolute("~/bot.py --fast") == f"{tmp_path}/bot.py --fast"
    assert absolute("python:~/bot.py") == f"python:{tmp_path}/bot.py"
    assert Added("x", "python:~/bot.py").problem is None
    with pytest.raises(StrategyFileError, match=f"{tmp_path}/x.strategy"):
        build("file:~/x.strategy", get_game("kuhn"))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    other = Added("Old bot", "python:/nowhere/bot.py")
    for entry in (ENTRY, other):
        keep_added(tmp_path, entry)
    assert read_added(tmp_path) == ((ENTRY, other), None)
    assert read_added(tmp_path)[0] is read_added(tmp_path)[0]  # lists are made of it all the time
    renamed = replace(ENTRY, name="Basalt 4")
    keep_added(tmp_path, renamed, instead_of="Basalt")
    assert read_added(tmp_path)[0] == (renamed, other)  # in its place
    remove_added(tmp_path, "Basalt 4")
    assert read_added(tmp_path)[0] == (other,)
    with pytest.raises(EngineError, match="no added engine 'Basalt'; added: Old bot"):
        find_added(tmp_path, "Basalt")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": "Old bot"}, "already"),
        ({"name": "../x"}, "not a name of an engine"),
        ({"name": "x" * 41}, "up to 40 letters"),
        ({"name": "a "}, "not a name of an engine"),
        ({"command": "x\ny"}, "one line"),
        ({"seconds": 0.0}, "0.01 to 3,600 seconds"),
        ({"options": (("depth", "13"),)}, "a whole number from 1 to 12"),
        ({"options": (("deep", "1"),)}, "no option 'deep'; its options: depth"),
    ],
)
def test_what_cannot_be_kept(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    keep_added(tmp_path, Added("Old bot", "x"))
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(EngineError, match=reason):
        keep_added(tmp_path, replace(ENTRY, **change))  # type: ignore[arg-type]
    assert (tmp_path / FILE).read_bytes() == before


def test_a_taken_name_has_an_error_of_its_own(tmp_path: Path) -> None:
    keep_added(tmp_path, ENTRY)
    with pytest.raises(NameTakenError):
        keep_added(tmp_path, replace(ENTRY, command="x"))
    keep_added(tmp_path, replace(ENTRY, command="x"), ENTRY.name)


def test_a_report_is_kept_only_of_what_was_tested(tmp_path: Path) -> None:
    tested = replace(ENTRY, report=None)
    keep_added(tmp_path, tested)
    keep_report(tmp_path, tested, TOLD, REPORT)
    assert find_added(tmp_path, "Basalt").report == REPORT
    changed = replace(tested, options=())
    keep_added(tmp_path, changed, "Basalt")
    keep_report(tmp_path, tested, TOLD, REPORT)
    assert find_added(tmp_path, "Basalt").report is None


def test_lists_have_it_and_say_why_not(tmp_path: Path) -> None:
    keep_added(tmp_path, replace(ENTRY, command=tiny_engine.command()))
    keep_added(tmp_path, Added("Old bot", "/nowhere/bot --fast"))
    basalt, old = list_added(tmp_path)
    assert (basalt.name, basalt.title, basalt.has_ranges, basalt.problem) == (
        "added:Basalt",
        "Basalt",
        True,
        None,
    )
    assert str(old.problem) == "there is no file /nowhere/bot"
    assert find_engine("added:Basalt", tmp_path) is basalt
    names = [engine.name for engine in engines(get_game("kuhn"), tmp_path)]
    assert names[-2:] == ["added:Basalt", "added:Old bot"]
    assert [rung.engine for rung in ladder(get_game("kuhn"), tmp_path)][-2:] == [basalt, old]
    assert "added:Basalt" not in [one.name for one in engines(get_game("leduc"), tmp_path)]
    assert basalt.fits(get_game("holdem-nolimit@37")) and not basalt.fits(get_game("holdem-limit"))
    for name, reason in (
        ("Old bot", "'added:Old bot' cannot be used: there is no file"),
        ("None", "no added engine 'None'; added: Basalt, Old bot"),
    ):
        with pytest.raises(EngineError, match=reason):
            check_engine(f"{ADDED}{name}", get_game("kuhn"), tmp_path)
    with pytest.raises(EngineError, match="it plays kuhn, holdem-nolimit"):
        check_engine("added:Basalt", get_game("leduc"), tmp_path)


def test_it_is_started_with_its_options(tmp_path: Path) -> None:
    home = tmp_path / "strategies"
    keep_added(home, Added("Tiny", tiny_engine.command(), 2.0, (("depth", "9"),)))
    agent = build("added:Tiny", get_game("kuhn"), home)
    agent.close()  # type: ignore[attr-defined]
    (log,) = (tmp_path / "logs" / "engines").iterdir()
    assert "> set depth 9" in log.read_text()
    remove_added(home, "Tiny")
    assert not log.exists()


def test_commands_mean_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").touch()
    assert absolute("python:bot.py") == f"python:{tmp_path}/bot.py"
    assert absolute("python3 bot.py --fast") == f"python3 {tmp_path}/bot.py --fast"
    assert absolute("./bot.py") == f"{tmp_path}/bot.py"
    assert absolute("bot 'a b'") == "bot 'a b'"


HOSTILE = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"engines": 3}',
    b"[" * 100_000,
    b'{"engines": [' + b"[" * 50_000,
    b"\xff\xfe\x00",
    b" " * 5_000_000,
    json.dumps({"engines": [{}] * 201}).encode(),
    json.dumps({"engines": ["x", 1, None, [], {"name": 1, "command": 2}]}).encode(),
    b'{"engines": [{"name": "a", "command": "b", "seconds": 1e999}]}',
    b'{"engines": [{"name": "a", "command": "b", "seconds": ' + b"9" * 5000 + b"}]}",
    b'{"engines": [{"name": "a\\u0000", "command": "b"}]}',
    b'{"engines": [{"name": "../../x", "command": "b"}]}',
    json.dumps({"engines": [{"name": "a", "command": "b", "options": {"c": 1}}]}).encode(),
    json.dumps({"engines": [{"name": "a", "command": "b", "report": {"hands": 1}}]}).encode(),
    json.dumps({"engines": [{"name": "a", "command": "b", "told": {"hello": 1}}]}).encode(),
)


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_is_a_sentence_and_stays(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(data)
    entries, trouble = read_added(tmp_path)
    assert not entries
    assert str(trouble).startswith(f"{path} is not understood: ")
    assert "\n" not in str(trouble) and len(str(trouble)) < 300
    assert list_added(tmp_path) == ()
    with pytest.raises(EngineError, match="mend it or move it away first"):
        keep_added(tmp_path, ENTRY)
    assert path.read_bytes() == data


def test_the_sound_entries_of_a_damaged_file_are_listed(tmp_path: Path) -> None:
    keep_added(tmp_path, ENTRY)
    path = tmp_path / FILE
    kept = json.loads(path.read_bytes())
    kept["engines"] += [{"name": "Basalt", "command": "again"}, {"name": 3}]
    path.write_text(json.dumps(kept))
    entries, trouble = read_added(tmp_path)
    assert entries == (ENTRY,)
    assert str(trouble).endswith("2 of its 3 entries make no sense")


def test_any_changed_byte_is_read_or_refused(tmp_path: Path) -> None:
    keep_added(tmp_path, ENTRY)
    path = tmp_path / FILE
    sound, dice = path.read_bytes(), random.Random(7)
    for _ in range(300):
        data = bytearray(sound)
        for _ in range(dice.randint(1, 3)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        path.unlink()
        path.write_bytes(data)
        entries, trouble = read_added(tmp_path)
        assert entries or trouble
        for entry in entries:
            entry.check()
            assert str(entry.problem)


def test_a_pipe_in_its_place_does_not_hang(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / FILE)
    assert str(read_added(tmp_path)[1]).endswith("it is not a regular file")
