import json
import os
import sys
from dataclasses import replace

import pytest

from ai.external.added import (
    FILE,
    NameTakenError,
    find_added,
    keep_added,
    keep_report,
    list_added,
    read_added,
    remove_added,
)
from ai.external.program import ADDED, Added, Told, absolute, command_of
from ai.external.protocol import EngineOption, Hello
from ai.external.report import Report
from ai.registry import build, check_engine, engines, find_engine
from ai.strength.ladder import ladder
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from tests import tiny_engine

KUHN = get_game("kuhn")
HELLO = Hello("Basalt", "3.2", (EngineOption("depth", "int", "6", 1, 12),), has_ranges=True)
TOLD = Told(HELLO, ("kuhn", "holdem-nolimit"))
WHEN = "2026-11-23T15:00:00+00:00"
COUNTS = {"hands": 100, "decisions": 200, "late": 0, "illegal": 0, "broken": 0, "differs": 0}
ASKED = {"has_ranges": True, "ranges": 200, "restarted": True, "slowest": 0.2, "reasons": ("none",)}
REPORT = Report("Basalt 3.2", "kuhn", WHEN, 3.5, 0.1, **COUNTS, **ASKED)
ENTRY = Added("Basalt", f"{sys.executable} -V", 2.5, (("depth", "9"),), TOLD, REPORT)
OLD = Added("Old bot", "/nowhere/bot --fast")


def test_paths_resolve_from_home_or_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "bot.py"
    bot.touch()
    typed = command_of("process:~/bot.py --net ~/x '~' a~b")
    assert typed == (str(bot), "--net", str(tmp_path / "x"), str(tmp_path), "a~b")
    assert command_of("python:~/bot.py")[-1] == str(bot)
    for given, kept in (
        ("~/bot.py --fast", f"{bot} --fast"),
        ("python:~/bot.py", f"python:{bot}"),
        ("python:bot.py", f"python:{bot}"),
        ("python3 bot.py --fast", f"python3 {bot} --fast"),
        ("./bot.py", f"{bot}"),
        ("bot 'a b'", "bot 'a b'"),
    ):
        assert absolute(given) == kept
    assert Added("x", "python:~/bot.py").problem is None
    with pytest.raises(StrategyFileError, match=f"{tmp_path}/x.strategy"):
        build("file:~/x.strategy", KUHN)


def test_added_engines_round_trip(tmp_path):
    for entry in (ENTRY, OLD):
        keep_added(tmp_path, entry)
    assert read_added(tmp_path) == ((ENTRY, OLD), None)
    assert read_added(tmp_path)[0] is read_added(tmp_path)[0]  # lists are often rebuilt from it
    renamed = replace(ENTRY, name="Basalt 4")
    keep_added(tmp_path, renamed, instead_of="Basalt")
    assert read_added(tmp_path)[0] == (renamed, OLD)  # it takes the same position
    remove_added(tmp_path, "Basalt 4")
    assert read_added(tmp_path)[0] == (OLD,)
    with pytest.raises(EngineError, match="no added engine 'Basalt'; added: Old bot"):
        find_added(tmp_path, "Basalt")
    tested = replace(ENTRY, report=None)
    keep_added(tmp_path, tested)
    keep_report(tmp_path, tested, TOLD, REPORT)
    assert find_added(tmp_path, "Basalt").report == REPORT
    keep_added(tmp_path, replace(tested, options=()), "Basalt")
    keep_report(tmp_path, tested, TOLD, REPORT)  # something else had been tested
    assert find_added(tmp_path, "Basalt").report is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": "Old bot"}, "already"),
        ({"name": "../x"}, "not an engine name"),
        ({"name": "x" * 41}, "up to 40 letters"),
        ({"name": "a "}, "not an engine name"),
        ({"command": "x\ny"}, "one line"),
        ({"seconds": 0.0}, "0.01 to 3,600 seconds"),
        ({"options": (("depth", "13"),)}, "a whole number from 1 to 12"),
        ({"options": (("deep", "1"),)}, "no option 'deep'; its options: depth"),
    ],
)
def test_invalid_entries_cannot_be_kept(tmp_path, change, reason):
    keep_added(tmp_path, OLD)
    before = (tmp_path / FILE).read_bytes()
    error = NameTakenError if reason == "already" else EngineError
    with pytest.raises(error, match=reason):
        keep_added(tmp_path, replace(ENTRY, **change))
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.slow
def test_added_engines_are_listed_with_problems_and_start_with_their_options(tmp_path):
    tmp_path = tmp_path / "strategies"
    keep_added(tmp_path, replace(ENTRY, command=tiny_engine.command()))
    keep_added(tmp_path, OLD)
    basalt, old = list_added(tmp_path)
    assert (basalt.name, basalt.title) == ("added:Basalt", "Basalt")
    assert basalt.has_ranges and basalt.problem is None
    assert str(old.problem) == "there is no file /nowhere/bot"
    assert find_engine("added:Basalt", tmp_path) is basalt
    assert engines(KUHN, tmp_path)[-2:] == (basalt, old)
    assert [rung.engine for rung in ladder(KUHN, tmp_path)][-2:] == [basalt, old]
    assert basalt not in engines(get_game("leduc"), tmp_path)
    assert basalt.fits(get_game("holdem-nolimit@37")) and not basalt.fits(get_game("holdem-limit"))
    for name, game, reason in (
        ("Old bot", KUHN, "'added:Old bot' cannot be used: there is no file"),
        ("None", KUHN, "no added engine 'None'; added: Basalt, Old bot"),
        ("Basalt", get_game("leduc"), "it plays kuhn, holdem-nolimit"),
    ):
        with pytest.raises(EngineError, match=reason):
            check_engine(f"{ADDED}{name}", game, tmp_path)
    build("added:Basalt", KUHN, tmp_path).close()
    (log,) = (tmp_path.parent / "logs" / "engines").glob("*asalt*")
    assert "> set depth 9" in log.read_text()
    remove_added(tmp_path, "Basalt")
    assert not log.exists()


def entries(*found):
    return json.dumps({"engines": [*found]}).encode()


HOSTILE = (
    *(b"", b"{", b"[]", b"null", b'{"engines": 3}', b"[" * 100_000, b"\xff\xfe\x00"),
    *(b'{"engines": [' + b"[" * 50_000, b" " * 5_000_000),
    *(entries(*[{}] * 201), entries("x", 1, None, [], {"name": 1, "command": 2})),
    b'{"engines": [{"name": "a", "command": "b", "seconds": 1e999}]}',
    b'{"engines": [{"name": "a", "command": "b", "seconds": ' + b"9" * 5000 + b"}]}",
    entries({"name": "a\0", "command": "b"}),
    entries({"name": "../../x", "command": "b"}),
    entries({"name": "a", "command": "b", "options": {"c": 1}}),
    entries({"name": "a", "command": "b", "report": {"hands": 1}}),
    entries({"name": "a", "command": "b", "told": {"hello": 1}}),
)


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_file_gives_one_sentence_and_is_kept(tmp_path, data):
    path = tmp_path / FILE
    path.write_bytes(data)
    found, trouble = read_added(tmp_path)
    assert not found and list_added(tmp_path) == ()
    assert str(trouble).startswith(f"{path} cannot be parsed: ")
    assert "\n" not in str(trouble) and len(str(trouble)) < 300
    with pytest.raises(EngineError, match="fix or move it first"):
        keep_added(tmp_path, ENTRY)
    assert path.read_bytes() == data


def test_valid_entries_of_a_damaged_file_are_listed_and_pipes_do_not_hang(tmp_path):
    keep_added(tmp_path, ENTRY)
    path = tmp_path / FILE
    kept = json.loads(path.read_bytes())
    path.write_bytes(entries(*kept["engines"], {"name": "Basalt", "command": "x"}, {"name": 3}))
    found, trouble = read_added(tmp_path)
    assert found == (ENTRY,)
    assert str(trouble).endswith("2 of its 3 entries are invalid")
    path.unlink()
    os.mkfifo(path)
    assert str(read_added(tmp_path)[1]).endswith("it is not a regular file")
