"""The folder of trained engines: listing, keeping, removing, and other files."""

from __future__ import annotations

import json
import logging
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save

from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.entry import Measured
from ai.registry import build, engines, find_engine
from ai.simple import RandomAgent
from ai.strategy import StrategyInfo, load_strategy, read_info
from ai.trained_engines import (
    FOLDER,
    TRAINED,
    find_trained,
    keep_trained,
    list_trained,
    remove_trained,
    trained_path,
)
from engine.errors import EngineError, PokerError, StrategyFileError
from engine.game import Game, get_game
from engine.match import play
from engine.player import PublicState

NAME = "leduc-pdcfr+-20k"
TITLE = "PDCFR+, 20 iterations"


def keep(home: Path, name: str = NAME, game: str = "leduc", steps: int = 20, **more: Any) -> Path:
    """Train a little and keep it."""
    rules = get_game(game)
    solver = Solver(rules, get_schedule("pdcfr+"))
    solver.step(steps)
    info = StrategyInfo(
        game=rules,
        algorithm="pdcfr+",
        abstraction="ranks",
        iterations=steps,
        measured={"method": "exact", "exploitability": solver.exploitability()},
        title=TITLE,
    )
    return keep_trained(home, name, solver.average(), replace(info, **more))


def forge(path: Path, **record: object) -> None:
    """Change entries of a file's record; hashes are left as they were."""
    with safe_open(path, framework="numpy") as file:
        metadata = dict(file.metadata())
    changed = {**json.loads(metadata["record"]), **record}
    kept = {key: value for key, value in changed.items() if value is not ...}
    path.write_bytes(save(load_file(path), {**metadata, "record": json.dumps(kept)}))


def names(home: Path) -> list[str]:
    return [engine.name for engine in list_trained(home)]


def test_nothing_is_listed_where_nothing_was_trained(tmp_path: Path) -> None:
    assert list_trained(tmp_path) == ()
    assert list_trained(tmp_path / "nowhere") == ()
    assert find_trained(tmp_path, NAME) is None


def test_what_is_kept_is_an_engine_of_its_game_alone(tmp_path: Path) -> None:
    path = keep(tmp_path)
    assert path == tmp_path / FOLDER / f"{NAME}.safetensors"
    (engine,) = list_trained(tmp_path)
    leduc = get_game("leduc")
    assert (engine.name, engine.title, engine.path) == (f"{TRAINED}{NAME}", TITLE, path)
    assert engine.game == leduc
    assert engine.has_ranges
    assert str(engine.character).endswith(".")
    stated = read_info(path).measured["exploitability"]
    assert engine.strength == Measured("exact", exploitability=stated)
    assert engine in engines(leduc, tmp_path)
    assert engine not in engines(get_game("kuhn"), tmp_path)
    assert engine in engines(home=tmp_path)
    assert engine not in engines(leduc)
    assert find_engine(engine.name, tmp_path) is engine
    assert find_engine(engine.name) is None


def test_it_plays_what_its_file_says(tmp_path: Path) -> None:
    path = keep(tmp_path)
    leduc = get_game("leduc")
    agent = build(f"{TRAINED}{NAME}", leduc, tmp_path)
    table, _ = load_strategy(path)
    assert agent.name == f"{TRAINED}{NAME}"
    assert (agent.table().probabilities == table.probabilities).all()
    with pytest.raises(EngineError, match="does not play Kuhn poker: it plays Leduc hold'em"):
        build(f"{TRAINED}{NAME}", get_game("kuhn"), tmp_path)


def test_a_game_with_other_stakes_is_another_game(tmp_path: Path) -> None:
    leduc = get_game("leduc")
    other = Game.from_acpc(leduc.to_acpc().replace("raiseSize = 2 4", "raiseSize = 2 8"), "mine")
    assert other != leduc
    table = RandomAgent(other).table()
    keep_trained(tmp_path, "mine", table, StrategyInfo(other, "random", "none"))
    (engine,) = list_trained(tmp_path)
    assert not engine.fits(leduc)
    assert engine.fits(other)
    assert engine.title == "random, 0 iterations"
    assert engine.strength is None


def test_the_newest_come_first(tmp_path: Path) -> None:
    for place, name in enumerate(("old", "new", "middle")):
        os.utime(keep(tmp_path, name, "kuhn", 2), ns=(0, (1, 3, 2)[place] * 10**9))
    assert names(tmp_path) == [f"{TRAINED}{name}" for name in ("new", "middle", "old")]


def test_files_without_a_title_stay_readable(tmp_path: Path) -> None:
    path = keep(tmp_path)
    forge(path, title=...)
    (engine,) = list_trained(tmp_path)
    assert engine.title == "PDCFR+, 20 iterations"
    assert read_info(path).title == ""


def test_a_file_that_changes_is_read_again_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []

    def counted(path: Path) -> StrategyInfo:
        read.append(path.name)
        return read_info(path)

    monkeypatch.setattr("ai.trained_engines.read_info", counted)
    for name in ("one", "two"):
        keep(tmp_path, name, "kuhn", 2)
    first = list_trained(tmp_path)
    assert [id(engine) for engine in list_trained(tmp_path)] == [id(engine) for engine in first]
    assert find_trained(tmp_path, "one") in first
    assert sorted(read) == ["one.safetensors", "two.safetensors"]
    keep(tmp_path, "two", "kuhn", 3)
    found = {engine.name: engine for engine in list_trained(tmp_path)}
    assert read[2:] == ["two.safetensors"]
    assert all(found[engine.name] is engine for engine in first if engine.name.endswith("one"))


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", ".hidden", "../up", "a/b", "a\\b", "/etc/passwd", "a b", "a\n", "a\0b"),
        *("-a", "+a", "é", "a:b", "a*", "x" * 81, "%s", "<b>", "１"),
    ],
)
def test_improper_names_are_refused(tmp_path: Path, name: str) -> None:
    table = RandomAgent(get_game("kuhn")).table()
    info = StrategyInfo(get_game("kuhn"), "random", "none")
    with pytest.raises(EngineError, match="not a name of a trained engine"):
        keep_trained(tmp_path, name, table, info)
    with pytest.raises(EngineError, match="not a name of a trained engine"):
        remove_trained(tmp_path, name)
    with pytest.raises(EngineError, match="not a name of a trained engine"):
        build(f"{TRAINED}{name}", get_game("kuhn"), tmp_path)
    assert find_trained(tmp_path, name) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "record",
    [
        {"format_version": 2},
        {"format_version": "1"},
        {"title": "<b>bold</b>"},
        {"title": "two\nlines"},
        {"title": "\u202egnp.exe"},
        {"title": "x" * 121},
        {"title": 5},
        {"title": None},
        {"algorithm": "<img src=x>"},
        {"game_name": "<img src=x>"},
        {"iterations": -1},
        {"iterations": 10**400},
        {"menu": "halfpot"},
        {"game": "GAMEDEF\nEND GAMEDEF"},
        {"measured": []},
        {"parameters": {"a": []}},
    ],
)
def test_records_of_others_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, record: dict[str, object]
) -> None:
    keep(tmp_path, "good", "kuhn", 2)
    forge(keep(tmp_path, "bad", "kuhn", 2), **record)
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path) == [f"{TRAINED}good"]
        assert names(tmp_path) == [f"{TRAINED}good"]
    assert len(caplog.records) == 1, "one line for each file, not for each look"
    with pytest.raises(StrategyFileError, match=r"bad\.safetensors: "):
        build(f"{TRAINED}bad", get_game("kuhn"), tmp_path)


@pytest.mark.parametrize("value", [-1.0, "0.1", True, None, 10**400, 1e300])
def test_a_strength_that_cannot_be_one_is_not_shown(tmp_path: Path, value: object) -> None:
    forge(keep(tmp_path), measured={"method": "exact", "exploitability": value})
    (engine,) = list_trained(tmp_path)
    assert engine.strength is None


def test_files_that_are_no_strategies_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = keep(tmp_path, "good", "kuhn", 2)
    folder, whole = good.parent, good.read_bytes()
    for cut in (0, 1, 7, 8, 9, 100, len(whole) // 2, len(whole) - 1):
        (folder / f"cut{cut}.safetensors").write_bytes(whole[:cut])
    (folder / "long.safetensors").write_bytes(whole + b"x")
    (folder / "noise.safetensors").write_bytes(os.urandom(4096))
    (folder / "header.safetensors").write_bytes((2**40).to_bytes(8, "little") + b"{}")
    (folder / "-dash.safetensors").write_bytes(whole)
    (folder / "with space.safetensors").write_bytes(whole)
    (folder / "folder.safetensors").mkdir()
    (folder / "nowhere.safetensors").symlink_to(folder / "missing")
    (folder / "loop.safetensors").symlink_to(folder / "loop.safetensors")
    (folder / "device.safetensors").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.safetensors")
    for other in (".hidden.safetensors", "notes.txt", "good.safetensors.previous"):
        (folder / other).write_bytes(whole)
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path) == [f"{TRAINED}good"]
        assert names(tmp_path) == [f"{TRAINED}good"]
    assert len(caplog.records) == 18
    for name in ("cut9", "noise", "folder", "device", "pipe"):
        with pytest.raises(StrategyFileError):
            build(f"{TRAINED}{name}", get_game("kuhn"), tmp_path)


def test_damage_in_the_arrays_shows_when_it_is_built(tmp_path: Path) -> None:
    path = keep(tmp_path)
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(data)
    assert names(tmp_path) == [f"{TRAINED}{NAME}"]
    with pytest.raises(StrategyFileError, match="damaged"):
        build(f"{TRAINED}{NAME}", get_game("leduc"), tmp_path)


def test_a_link_to_a_strategy_elsewhere_is_followed(tmp_path: Path) -> None:
    path = keep(tmp_path / "elsewhere")
    link = trained_path(tmp_path, "linked")
    link.parent.mkdir()
    link.symlink_to(path)
    assert names(tmp_path) == [f"{TRAINED}linked"]
    remove_trained(tmp_path, "linked")
    assert path.exists()


def test_a_folder_that_cannot_be_read_lists_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FOLDER).write_text("")
    with caplog.at_level(logging.WARNING):
        assert list_trained(tmp_path) == ()
    assert "cannot be listed" in caplog.text
    with pytest.raises(StrategyFileError, match="cannot be written"):
        keep(tmp_path)


def test_removing_takes_the_kept_generation_too(tmp_path: Path) -> None:
    for steps in (1, 2):
        path = keep(tmp_path, steps=steps)
    assert len(list(path.parent.iterdir())) == 2
    remove_trained(tmp_path, NAME)
    assert list(path.parent.iterdir()) == []
    assert list_trained(tmp_path) == ()
    remove_trained(tmp_path, NAME)  # is gone already
    path.mkdir()
    with pytest.raises(StrategyFileError, match="cannot be removed"):
        remove_trained(tmp_path, NAME)


def test_a_hand_goes_on_when_the_file_goes(tmp_path: Path) -> None:
    path = keep(tmp_path)
    leduc = get_game("leduc")
    agent = build(f"{TRAINED}{NAME}", leduc, tmp_path)
    spot = PublicState(leduc, (), ())
    before = agent.strategy(spot).probabilities.copy()
    keep(tmp_path, steps=1)
    assert (agent.strategy(spot).probabilities == before).all()
    remove_trained(tmp_path, NAME)
    assert (agent.strategy(spot).probabilities == before).all()
    assert not path.exists()
    play(leduc, [agent, RandomAgent(leduc)], 100, 0)


def test_an_unknown_name_tells_what_there_is(tmp_path: Path) -> None:
    kuhn = get_game("kuhn")
    for number in range(8):
        os.utime(keep(tmp_path, f"run{number}", "kuhn", 1), ns=(0, number))
    keep(tmp_path, "other", "leduc", 1)
    with pytest.raises(EngineError) as caught:
        build(f"{TRAINED}nobody", kuhn, tmp_path)
    message = str(caught.value)
    assert message.startswith("there is no engine 'trained:nobody'; choose one of random, call, ")
    assert "trained:run7, trained:run6" in message
    assert "3 more that were trained, file:PATH" in message
    assert "run0" not in message
    assert "other" not in message
    with pytest.raises(EngineError, match="no engine 'trained:run1'"):
        build(f"{TRAINED}run1", kuhn)


def test_a_title_that_no_list_could_show_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match="a title is one line"):
        keep(tmp_path, title="two\nlines")
    assert not (tmp_path / FOLDER).exists()


def test_thousands_of_files_stay_quick(tmp_path: Path) -> None:
    path = keep(tmp_path, "run0", "kuhn", 1)
    for number in range(1, 3000):
        shutil.copyfile(path, path.with_name(f"run{number}.safetensors"))
    best = []
    for _ in range(3):
        start = time.thread_time()
        assert len(list_trained(tmp_path)) == 3000
        best.append(time.thread_time() - start)
    assert best[0] < 10.0
    assert min(best[1:]) < 0.5


def test_bits_may_flip_anywhere(tmp_path: Path) -> None:
    good = keep(tmp_path, "good", "kuhn", 2)
    whole = good.read_bytes()
    header = 8 + int.from_bytes(whole[:8], "little")
    bad = trained_path(tmp_path, "bad")
    for place in range(0, header, 7):
        data = bytearray(whole)
        data[place] ^= 1 << (place % 8)
        bad.write_bytes(data)
        for engine in list_trained(tmp_path):  # must not raise
            if engine.name.endswith("bad"):
                with pytest.raises(PokerError):
                    build(engine.name, engine.game, tmp_path)
