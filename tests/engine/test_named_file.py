import os
from pathlib import Path

import pytest

from engine.errors import GameError, RecordError
from engine.named_file import open_named, os_error, read_named, read_named_text
from engine.records.acpc import read_definition
from engine.records.formats import FORMATS, recorded_hands


@pytest.fixture
def pipe(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes here")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_file_is_read_up_to_its_bound(tmp_path):
    file = tmp_path / "é.txt"
    file.write_text("héllo", "utf-8")
    assert read_named(file, 6, RecordError) == "héllo".encode()
    assert read_named_text(file, 6, RecordError) == "héllo"
    with pytest.raises(GameError, match=r"é\.txt: it is larger than 5 bytes"):
        read_named(file, 5, GameError)
    file.write_bytes(b"\xff")
    with pytest.raises(RecordError, match="not UTF-8"):
        read_named_text(file, 6, RecordError)


def test_what_is_no_file_is_not_opened(tmp_path, pipe):
    for path, words in (
        (tmp_path, "it is a folder"),
        (pipe, "it is not a regular file"),
        (Path("/dev/zero"), "it is not a regular file"),
        (tmp_path / "nowhere", "cannot be read: No such file"),
        (tmp_path / "\0", "cannot be read: "),
    ):
        with pytest.raises(RecordError, match=words):
            open_named(path, None, RecordError)
    with pytest.raises(OSError, match=f"^{tmp_path}: it is a folder$"):
        open_named(tmp_path, None, os_error)


def test_hands_and_definitions_are_not_waited_for(pipe):
    with pytest.raises(RecordError, match="not a regular file"):
        read_definition(pipe)
    for suffix in [suffix for form in FORMATS for suffix in form.suffixes]:
        pipe = pipe.rename(pipe.with_name(f"hands{suffix}"))
        with pytest.raises(RecordError, match="not a regular file"):
            next(recorded_hands(pipe))
