import os

import pytest

from pokergui.files import FolderError, ready_folder, replacing, write_text


def test_a_folder_is_made_empty_or_refused(tmp_path):
    folder = tmp_path / "a" / "b"
    assert ready_folder(folder) == folder and list(folder.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be written"):
        ready_folder(tmp_path / "file")


def test_text_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "note.txt"
    write_text(path, "één\n")
    with pytest.raises(ValueError, match="stop"), replacing(path) as temporary:
        temporary.write_text("half")
        raise ValueError("stop")
    assert path.read_bytes() == "één\n".encode() and list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to_and_stays(tmp_path):
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    write_text(link, "gone")
    assert link.is_symlink() and list(tmp_path.iterdir()) == [link]


def test_a_pipe_without_a_reader_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FolderError, match="a pipe without a reader"):
        write_text(tmp_path / "pipe", "x")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(tmp_path / "pipe", "read")
    assert os.read(reader, 10) == b"read"
    os.close(reader)
