"""A backup is taken back, the data are moved, the language changes: the window opens again."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import Store, make_backup, verify
from tests.pokergui.desktop import START_S, Program
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.victims import homes


def played(path: Path, hands: int) -> None:
    with closing(Store.open(path)) as store:
        play_into(store, hands, games=("kuhn",))


def visit(home: Path, *task: str, **changes: str) -> list[dict[str, str]]:
    """Return what the program said, before and after it started itself again."""
    platform = {"QT_QPA_PLATFORM": "offscreen", **changes}
    with Program(home, "tests.pokergui.data_guest", *task, **platform) as program:
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.long
def test_the_window_goes_back_to_a_backup_and_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    played(path, 2)
    backup = make_backup(path).path
    played(path, 1)
    asked, said = visit(tmp_path, "restore")
    assert asked["asks"].startswith("Restore the backup of ")
    assert said["says"].startswith(f"2 hands are restored from {backup.name}; what was there")
    assert verify(path).hands == 2
    (kept,) = tmp_path.glob("hands-before-restore-*.db")
    assert verify(kept).hands == 3


@pytest.mark.long
def test_the_window_moves_the_data_and_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "data" / "pokergui", tmp_path / "new"
    old.mkdir(parents=True)
    new.mkdir()
    (new / "something").write_text("of the person")
    played(old / "hands.db", 2)
    changes = {**dict(homes(tmp_path)), "POKERGUI_HOME": ""}
    asked, said = visit(tmp_path, "move", str(new), **changes)
    assert asked["asks"] == f"Move the data to {new / 'pokergui'}?"
    assert said["says"].startswith(f"the data are now in {new / 'pokergui'}; the old folder {old}")
    assert verify(new / "pokergui" / "hands.db").hands == 2
    assert (old / "hands.db").exists()


@pytest.mark.long
def test_the_window_opens_again_in_another_language(tmp_path: Path) -> None:
    assert visit(tmp_path, "speak") == [{"says": "设置"}]
