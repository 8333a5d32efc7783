"""The History page of the real program on a screen: play, look back, filter, export, import."""

from __future__ import annotations

import json
from pathlib import Path

from engine.game import get_game
from pokergui.store import HandReader, verify
from tests.pokergui.desktop import START_S, Desktop, Program, log_text, settings
from tests.recorded import read_hands


def test_two_hands_are_played_replayed_exported_and_imported(tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings(home, game="leduc", opponents={"leduc": "call"}, auto_next=False, animation=0.5)
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        module = "tests.pokergui.history_visitor"
        with Program(home, module, str(tmp_path), **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(home) == ""
    told = {entry["action"]: entry for entry in map(json.loads, out.splitlines())}
    assert told["F6"]["rows"] == [2, 1]
    assert (told["F6"]["header"], told["F6"]["selected"]) == ("2 hands", [2])
    assert told["F6"]["result"]
    assert (told["home"]["position"], told["home"]["result"]) == (0, False)
    for action in ("walked", "played"):
        assert told[action]["position"] == told[action]["dots"] - 1
        assert told[action]["result"]
    assert told["first dot"]["position"] == 0
    assert told["down"]["selected"] == [1]
    assert told["nobody"]["header"] == "0 of 2 hands match"
    assert told["cleared"]["rows"] == [2, 1]
    assert told["exported"]["notice"] == "2 hands exported to leduc.log"
    assert told["imported"]["notice"] == "2 hands imported"
    assert told["imported"]["marks"] == ["imported", "imported", "", ""]
    assert told["imported"]["statistics"].startswith("over 2 of 4 hands")
    assert told["studied"]["shown"] == ["study"]
    assert told["play from here"]["shown"] == ["play"]
    assert told["another way"]["marks"][0] == "training"
    assert told["another way"]["selected"] == told["studied"]["selected"]
    written = read_hands(tmp_path / "leduc.log", get_game("leduc"))
    with HandReader(home / "hands.db") as reader:
        kept = reader.list().hands
    assert [record.payoffs for record in written] == [hand.payoffs for hand in kept[:2]]
    assert verify(home / "hands.db").sound
