import io
import sqlite3
import sys

import pytest

from engine.card_display import shown_cards
from engine.lines import line_text
from pokergui import app
from pokergui.cli import main
from pokergui.commands.common import table

pytestmark = pytest.mark.slow


def test_home_option_works_before_or_after_the_command(cli, home):
    for words in (f"--home {home / 'a'} doctor", f"doctor --home {home / 'a'}"):
        assert cli.json(words)["paths"]["data"] == str(home / "a")


def test_missing_display_opens_no_window(cli, monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert "no display" in cli.refused()
    monkeypatch.setenv("DISPLAY", ":4711")
    cli.refused()


@pytest.mark.parametrize("encoding", ["ascii", None])
def test_limited_or_missing_stdout_is_not_a_failure(home, monkeypatch, encoding):
    out = io.BytesIO()
    terminal = io.TextIOWrapper(out, encoding=encoding) if encoding else None
    monkeypatch.setattr(sys, "stdout", terminal)
    with pytest.raises(SystemExit) as leaving:
        main(["hands", "backups", "--home", str(home / "é")])
    assert leaving.value.code == 0
    assert (b"\\xe9" in out.getvalue()) == bool(encoding)


def test_columns_align_with_wide_characters():
    assert table([("胜率", 5), ("win", 12)], ("名", "n")) == ["名    n", "胜率   5", "win   12"]


def test_doctor_names_problems(cli, home, monkeypatch):
    found = cli.json("doctor")
    assert found["versions"]["sqlite"] == sqlite3.sqlite_version
    assert (found["database"], found["problems"]) == ("no hands yet", [])
    for content in (b"SQLite format 3\0" + bytes(2000), b"\xff" * 9000):
        (home / "hands.db").write_bytes(content)
        assert "1 problem; pokergui hands verify" in cli.json("doctor")["database"]
    (home / "hands.db").unlink()
    (home / "hands.db").mkdir()
    assert "hands.db is a folder" in cli.json("doctor")["database"]
    folder = home / "strategies" / "trained"
    folder.mkdir(parents=True)
    for name in ("bad", "b\x1b[31md"):
        (folder / f"{name}.safetensors").write_bytes(b"\0\0")
    name, content = cli.json("doctor")["problems"]
    assert "is not the name of a trained engine" in name and "\x1b" not in name
    assert content.endswith("bad.safetensors: not a strategy file: it is truncated")
    assert sum(line.startswith("problem ") for line in cli.text("doctor").splitlines()) == 2
    for words in ("engines", "match kuhn random call --hands 2"):  # it is shown nowhere else
        assert cli.run(words)[::2] == (0, "")
    (home / "file").touch()
    monkeypatch.setenv("POKERGUI_HOME", f"{home}/file/below")
    data, logs = cli.json("doctor")["problems"]
    assert data == f"the folder {home}/file/below cannot be written: Not a directory"
    assert logs.startswith(f"the folder {home}/file/below/logs cannot")


@pytest.mark.parametrize(
    ("words", "board", "hole"),
    [
        ("holdem-nolimit@100 equity --line r300c/ --board AhTd7c --hand KsQs", "AhTd7c", "KsQs"),
        ("leduc cfr --line rc/", "Jh", None),
        ("leduc cfr --line rc/ --board K", "Kh", None),
    ],
)
def test_study_opens_the_window_at_a_decision(cli, monkeypatch, words, board, hole):
    opened = []
    monkeypatch.setattr(app, "run", lambda link: opened.append(link) or 0)
    told = cli.json("study " + words)
    (link,) = opened
    assert (link.game.name, link.engine) == (told["game"], told["engine"])
    assert line_text(link.game, link.actions) == told["line"]
    assert shown_cards(link.game, link.board) == board
    assert (link.hole and shown_cards(link.game, link.hole)) == hole
