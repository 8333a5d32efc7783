import os
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtWidgets import QFileDialog

from engine.records.formats import WRITTEN
from pokergui import paths
from pokergui.files import FolderError, ready_folder, replacing, write_text
from pokergui.formatting.words import hand_files
from pokergui.pages.history.views.handlist import ask_export


def test_new_folder_is_empty_or_rejected(tmp_path):
    folder = tmp_path / "a" / "b"
    assert ready_folder(folder) == folder and list(folder.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be written"):
        ready_folder(tmp_path / "file")


def test_text_is_written_atomically(tmp_path):
    path = tmp_path / "note.txt"
    write_text(path, "één\n")
    with pytest.raises(ValueError, match="stop"), replacing(path) as temporary:
        temporary.write_text("half")
        raise ValueError("stop")
    assert path.read_bytes() == "één\n".encode() and list(tmp_path.iterdir()) == [path]


def test_devices_are_written_to_and_not_replaced(tmp_path):
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    write_text(link, "gone")
    assert link.is_symlink() and list(tmp_path.iterdir()) == [link]


def test_pipe_without_a_reader_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FolderError, match="a pipe without a reader"):
        write_text(tmp_path / "pipe", "x")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(tmp_path / "pipe", "read")
    assert os.read(reader, 10) == b"read"
    os.close(reader)


def places():
    return paths.data_dir(), paths.config_dir(), paths.log_dir(), paths.strategies_dir()


def test_home_folder_holds_everything_even_if_relative(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for home in (str(tmp_path / "here"), "here"):
        monkeypatch.setenv("POKERGUI_HOME", home)
        assert paths.data_dir() == tmp_path / "here"
        assert paths.database_path() == tmp_path / "here" / "hands.db"
        assert all(place.is_relative_to(tmp_path / "here") for place in places())
    assert not list(tmp_path.iterdir())


def test_default_folders_come_from_the_platform(monkeypatch):
    monkeypatch.delenv("POKERGUI_HOME", raising=False)
    kinds = (platformdirs.user_data_dir, platformdirs.user_config_dir, platformdirs.user_log_dir)
    assert places()[:3] == tuple(Path(kind("pokergui", appauthor=False)) for kind in kinds)


ROOT = Path(__file__).resolve().parents[2]
NAMED = ('"acpc"', '"phh"', '"pokerstars"', ".phh", ".log.xz", "write_log", "write_phh")
OWN = ("records", "sites")


def test_formats_are_named_only_in_the_format_table():
    found = [file for name in ("engine", "ai", "pokergui") for file in (ROOT / name).rglob("*.py")]
    others = [file for file in found if file.parent.name not in OWN]
    texts = {file.name: file.read_text("utf-8") for file in others}
    assert [(name, word) for name, text in texts.items() for word in NAMED if word in text] == []


def test_dialogs_offer_every_format(window, monkeypatch):
    kinds, asked = hand_files(), []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *given: asked.append(given) or ([], "")
    )
    window.history.set_file_kinds(kinds)
    window.history.ask_import()
    for at, form in enumerate(WRITTEN):
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *given, at=at: ("/x/h", given[3].split(";;")[at])
        )
        name, path, _ = ask_export(None, kinds, 0, "", "")
        assert (name, path) == (form.name, f"/x/h{form.suffixes[0]}")
        assert all(f"*{suffix}" in asked[0][3] for suffix in form.suffixes)
