import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ai.files.atomic import remove_leftovers, replacing

ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from pathlib import Path
from ai.files.atomic import replacing
with replacing(Path(sys.argv[1])) as temporary:
    temporary.write_bytes(bytes(1000))
    temporary.with_name(temporary.name + "-journal").write_bytes(bytes(10))
    print(temporary.name, flush=True)
    sys.stdin.readline()
"""


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def writer(path):
    command = [sys.executable, "-c", WRITER, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, **pipes)


def test_a_file_replaces_another_atomically(tmp_path):
    path = tmp_path / "note.csv"
    path.write_text("old")
    with replacing(path) as temporary:
        assert temporary.suffix == ".csv"
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    with pytest.raises(ValueError, match="stop"), replacing(path) as temporary:
        temporary.with_name(f"{temporary.name}-wal").write_text("beside")
        raise ValueError("stop")
    assert (path.read_text(), names(tmp_path)) == ("new", ["note.csv"])
    found = set()
    for _ in range(3):
        with replacing(tmp_path / "hands.db", mode=0o600) as temporary:
            found.add(temporary.name)
    assert len(found) == 3  # names cannot be guessed
    assert all(re.fullmatch(r"\.pokergui-[0-9a-f]{16}-hands\.db", name) for name in found)
    assert (tmp_path / "hands.db").stat().st_mode & 0o777 == 0o600
    with replacing(tmp_path / ("ö" * 120 + ".phh")) as temporary:
        assert temporary.suffix == ".phh"  # however long its name is


@pytest.mark.slow
def test_leftovers_of_a_killed_writer_are_removed_and_running_writes_stay(tmp_path):
    path = tmp_path / "a.bin"
    with writer(path) as living, writer(path) as killed:
        kept, left = living.stdout.readline().strip(), killed.stdout.readline().strip()
        assert remove_leftovers(tmp_path) == 0
        killed.kill()
        killed.wait()
        assert names(tmp_path) == sorted((kept, f"{kept}-journal", left, f"{left}-journal"))
        assert remove_leftovers(tmp_path, "b.bin") == 0
        with replacing(path) as temporary:  # the next writer of the file
            temporary.write_bytes(b"whole")
        assert names(tmp_path) == sorted((kept, f"{kept}-journal", "a.bin"))
        living.kill()
        living.wait()
        assert remove_leftovers(tmp_path) == 1010
    assert names(tmp_path) == ["a.bin"]


def test_files_of_others_are_left_alone(tmp_path):
    token, target = "0123456789abcdef", tmp_path / "target"
    target.write_text("precious")
    (tmp_path / f".pokergui-{token}-link").symlink_to(target)
    (tmp_path / f".pokergui-{token[::-1]}-folder").mkdir()
    os.mkfifo(tmp_path / ".pokergui-aaaaaaaaaaaaaaaa-pipe")
    (tmp_path / ".pokergui-notes").write_text("mine")
    (tmp_path / ".12345-hands.db").write_text("mine")
    before = names(tmp_path)
    assert remove_leftovers(tmp_path) == remove_leftovers(tmp_path / "nowhere") == 0
    assert names(tmp_path) == before
