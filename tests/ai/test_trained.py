import logging
import os
from dataclasses import replace

import pytest

from ai.agents.baselines import RandomAgent
from ai.agents.entry import Measured
from ai.files.strategy import StrategyInfo, load_strategy, read_info
from ai.registry import build, engines, find_engine
from ai.trained import (
    FOLDER,
    TRAINED,
    find_trained,
    keep_trained,
    list_trained,
    remove_trained,
    trained_path,
)
from engine.errors import EngineError, StrategyFileError
from engine.game import Game, get_game
from engine.player import PublicState
from tests.tamper import damage, tamper

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NAME, TITLE = "leduc-pdcfr+-20k", "PDCFR+, 20 iterations"
MEASURED = {"method": "exact", "exploitability": 0.25}


def keep(home, name=NAME, game=LEDUC, **more):
    info = StrategyInfo(game, "pdcfr+", "none", iterations=20, measured=MEASURED, title=TITLE)
    return keep_trained(home, name, RandomAgent(game).table(), replace(info, **more))


def names(home):
    return [engine.name.removeprefix(TRAINED) for engine in list_trained(home)]


def test_kept_strategies_are_engines_of_their_own_game_only(tmp_path):
    for home in (tmp_path, tmp_path / "nowhere"):
        assert list_trained(home) == () and find_trained(home, NAME) is None
    path = keep(tmp_path)
    assert path == tmp_path / FOLDER / f"{NAME}.safetensors"
    (engine,) = list_trained(tmp_path)
    assert (engine.name, engine.title, engine.path) == (f"{TRAINED}{NAME}", TITLE, path)
    assert engine.game == LEDUC and engine.has_ranges
    assert engine.strength == Measured("exact", exploitability=0.25)
    assert engine in engines(LEDUC, tmp_path) and engine in engines(home=tmp_path)
    assert engine not in engines(KUHN, tmp_path) and engine not in engines(LEDUC)
    assert find_engine(engine.name, tmp_path) is engine and find_engine(engine.name) is None
    agent = build(f"{TRAINED}{NAME}", LEDUC, tmp_path)
    assert agent.name == f"{TRAINED}{NAME}"
    assert (agent.table().probabilities == load_strategy(path)[0].probabilities).all()
    with pytest.raises(EngineError, match="does not play Kuhn poker: it plays Leduc hold'em"):
        build(f"{TRAINED}{NAME}", KUHN, tmp_path)
    other = Game.from_acpc(LEDUC.to_acpc().replace("raiseSize = 2 4", "raiseSize = 2 8"), "mine")
    assert not engine.fits(other)  # other stakes make another game
    keep(tmp_path, game=other, title="", measured={})
    (engine,) = list_trained(tmp_path)
    assert (engine.title, engine.strength, engine.fits(LEDUC)) == (TITLE, None, False)


def test_newest_come_first_and_only_changed_files_are_reread(tmp_path, monkeypatch):
    read = []

    def counted(path):
        read.append(path.stem)
        return read_info(path)

    monkeypatch.setattr("ai.trained.read_info", counted)
    for seconds, name in ((1, "old"), (3, "new"), (2, "middle")):
        os.utime(keep(tmp_path, name, KUHN), ns=(0, seconds * 10**9))
    assert names(tmp_path) == ["new", "middle", "old"]
    first = list_trained(tmp_path)
    assert list_trained(tmp_path) == first and find_trained(tmp_path, "old") in first
    assert sorted(read) == ["middle", "new", "old"]
    keep(tmp_path, "middle", KUHN, iterations=21)
    again = list_trained(tmp_path)
    assert read[3:] == ["middle"] and sum(one is two for one in again for two in first) == 2


def test_invalid_names_are_rejected(tmp_path):
    for name in (
        *("", ".", "..", ".hidden", "../up", "a/b", "a\\b", "/etc/passwd", "a b", "a\n", "a\0b"),
        *("-a", "+a", "é", "a:b", "a*", "x" * 81, "%s", "<b>", "１"),
    ):
        for act in (
            lambda name=name: keep(tmp_path, name),
            lambda name=name: remove_trained(tmp_path, name),
            lambda name=name: build(f"{TRAINED}{name}", LEDUC, tmp_path),
        ):
            with pytest.raises(EngineError, match="not the name of a trained engine"):
                act()
        assert find_trained(tmp_path, name) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "record",
    [
        *({"format_version": odd} for odd in (2, "1")),
        *({"title": odd} for odd in ("<b>bold</b>", "two\nlines", "\u202egnp.exe", "x" * 121)),
        *({"title": odd} for odd in (5, None)),
        *({name: "<img src=x>"} for name in ("algorithm", "game_name")),
        *({"iterations": odd} for odd in (-1, 10**400)),
        *({"menu": "halfpot"}, {"game": "GAMEDEF\nEND GAMEDEF"}, {"measured": []}),
        {"parameters": {"a": []}},
    ],
)
def test_foreign_files_are_skipped(tmp_path, caplog, record):
    keep(tmp_path, "good", KUHN)
    damage(keep(tmp_path, "bad", KUHN), record)
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path) == names(tmp_path) == ["good"]
    assert len(caplog.records) == 1, "one line for each file, not for each look"
    with pytest.raises(StrategyFileError, match=r"bad\.safetensors: "):
        build(f"{TRAINED}bad", KUHN, tmp_path)


def test_invalid_strength_is_hidden_and_title_is_optional(tmp_path):
    path = keep(tmp_path)
    for value in (-1.0, "0.1", True, None, 10**400, 1e300):
        tamper(path, lambda kept, value=value: kept["measured"].update(exploitability=value))
        assert [engine.strength for engine in list_trained(tmp_path)] == [None]
    tamper(path, lambda kept: kept.pop("title"))
    assert [engine.title for engine in list_trained(tmp_path)] == [TITLE]
    with pytest.raises(StrategyFileError, match="a title must be one line"):
        keep(tmp_path, title="two\nlines")


def test_non_strategy_files_are_skipped(tmp_path, caplog):
    good = keep(tmp_path, "good", KUHN)
    folder, whole = good.parent, good.read_bytes()
    odd = {f"cut{cut}": whole[:cut] for cut in (0, 7, 9, len(whole) - 1)}
    odd |= {"long": whole + b"x", "header": (2**40).to_bytes(8, "little") + b"{}"}
    for name, data in (odd | {"-dash": whole, "with space": whole}).items():
        (folder / f"{name}.safetensors").write_bytes(data)
    (folder / "folder.safetensors").mkdir()
    links = {"nowhere": "missing", "loop": "loop.safetensors", "device": "/dev/zero"}
    for name, target in links.items():
        (folder / f"{name}.safetensors").symlink_to(folder / target)
    os.mkfifo(folder / "pipe.safetensors")
    for other in (".hidden.safetensors", "notes.txt", "good.safetensors.previous"):
        (folder / other).write_bytes(whole)
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path) == names(tmp_path) == ["good"]
    assert len(caplog.records) == 13
    for name in ("cut9", "folder", "device", "pipe"):
        with pytest.raises(StrategyFileError):
            build(f"{TRAINED}{name}", KUHN, tmp_path)
    data = bytearray(whole)
    data[-3] ^= 1  # damage in the arrays shows on building
    good.write_bytes(data)
    assert names(tmp_path) == ["good"]
    with pytest.raises(StrategyFileError, match="damaged"):
        build(f"{TRAINED}good", KUHN, tmp_path)
    (tmp_path / "no folder").mkdir()
    (tmp_path / "no folder" / FOLDER).write_text("")
    assert list_trained(tmp_path / "no folder") == () and "cannot be listed" in caplog.text


def test_removal_deletes_the_previous_generation_but_a_running_hand_continues(tmp_path):
    path, spot, home = keep(tmp_path), PublicState(LEDUC, (), ()), tmp_path / "other"
    link = trained_path(home, "linked")
    link.parent.mkdir(parents=True)
    link.symlink_to(path)
    assert names(home) == ["linked"]
    remove_trained(home, "linked")
    assert path.exists() and not link.exists()  # only the link is removed
    agent = build(f"{TRAINED}{NAME}", LEDUC, tmp_path)
    before = agent.strategy(spot).probabilities.copy()
    keep(tmp_path, iterations=21)
    assert len(list(path.parent.iterdir())) == 2
    for _ in range(2):  # the second time it is already gone
        remove_trained(tmp_path, NAME)
        assert list(path.parent.iterdir()) == [] and list_trained(tmp_path) == ()
        assert (agent.strategy(spot).probabilities == before).all()
    path.mkdir()
    with pytest.raises(StrategyFileError, match="cannot be removed"):
        remove_trained(tmp_path, NAME)


def test_unknown_name_error_lists_available_engines(tmp_path):
    for number in range(8):
        os.utime(keep(tmp_path, f"run{number}", KUHN), ns=(0, number))
    keep(tmp_path, "other")
    with pytest.raises(EngineError, match=r"trained:run7, .* and 3 more trained ones") as caught:
        build(f"{TRAINED}nobody", KUHN, tmp_path)
    assert "run0" not in str(caught.value) and "other" not in str(caught.value)
