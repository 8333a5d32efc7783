"""A full disk: a small tmpfs, which only root may mount."""

import json
import re
import shutil
import subprocess
from contextlib import closing

import pytest

from pokergui.store import HandReader, Store, export, verify
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into
from tests.recorded import many_hands

pytestmark = [pytest.mark.nightly, pytest.mark.scorecard("D3")]
KILOBYTES = 700


@pytest.fixture
def cli(capsys):
    return Cli(capsys)


@pytest.fixture
def disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={KILOBYTES}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(["mount", *options]).returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("POKERGUI_HOME", str(folder))
    with closing(Store.open(folder / "hands.db")) as store:
        play_into(store, 12, games=("leduc",))
    return folder


def leave(disk, kilobytes):
    free = shutil.disk_usage(disk).free
    with (disk / "others.bin").open("ab") as file:
        file.write(bytes(max(0, free - 1024 * kilobytes)))


def leftovers(folder):
    return [str(file) for file in folder.rglob(".pokergui-*")]


def test_full_disk_match_reports_the_hands_stored(cli, disk):
    db = disk / "m.db"
    args = ("match", "leduc", "random", "call", "--hands", "900000", "--db", str(db), "--json")
    status, out, err = cli.run(*args)
    stored = json.loads(out)["stored"]
    assert status == 2 and 0 < stored < 900_000
    assert f"only the first {stored:,} of 900,000 hands are stored" in err
    assert f"the disk that holds {db} is full" in err
    with HandReader(db) as reader:
        assert reader.matches()[0].hands == stored
    assert verify(db).sound


@pytest.mark.parametrize("name", ["hands.log", "hands.phhs"])
def test_full_disk_match_file_keeps_the_hands_that_fit(cli, disk, name):
    leave(disk, 60)
    form, file = "acpc" if name.endswith("log") else "phh", disk / name
    args = ("match", "holdem-limit", "random", "call", "--hands", "3000", "--json")
    status, out, err = cli.run(*args, f"--{form}", str(file))
    assert status == 2 and json.loads(out)["hands"] == 3000
    found = re.search(r"only the first ([0-9,]+) of 3,000 hands are stored", err)
    assert found is not None and f"the folder {disk} is full" in err
    played = cli.json("replay", str(file))
    assert played["hands"] == int(found[1].replace(",", "")) > 0 and played["mismatches"] == 0
    before = file.read_bytes()
    (disk / "others.bin").write_bytes(bytes(500_000))
    leave(disk, 0)
    status, _, err = cli.run(*args, f"--{form}", str(file))
    assert status == 2 and "is full" in err
    assert file.read_bytes() == before and leftovers(disk) == []


def test_full_disk_import_reports_the_hands_stored(cli, home, disk, monkeypatch):
    monkeypatch.setattr("pokergui.store.imports.BATCH", 10)
    with HandReader(home / "hands.db") as reader:
        export(reader.list().hands, "acpc", home / "few.log")
    log = many_hands(home / "few.log", 3000)
    monkeypatch.setenv("POKERGUI_HOME", str(disk))
    error = cli.refused("hands", "import", str(log))
    with HandReader(disk / "hands.db") as reader:
        stored = len(reader.list().hands)
    assert 0 < stored < 3000
    assert f"{stored:,} hands were imported before that" in error and str(disk) in error
    assert verify(disk / "hands.db").sound


def test_failed_write_leaves_no_file(cli, home, disk):
    leave(disk, 8)
    copy, log = disk / "copy.db", disk / "hands.log"
    for args in (
        ("hands", "backup", str(copy)),
        ("hands", "export", "--format", "acpc", "--out", str(log)),
    ):
        if args[1] == "export":
            leave(disk, 0)
        error = cli.refused(*args)
        assert "is full" in error and str(disk) in error
    assert sorted(file.name for file in disk.iterdir()) == ["others.bin"]


def test_full_disk_never_evicts_a_backup_and_restores_nothing(cli, home, disk, monkeypatch):
    copy = home / "copy.db"
    cli.json("hands", "backup", str(copy))
    shutil.copyfile(copy, disk / "hands.db")
    monkeypatch.setenv("POKERGUI_HOME", str(disk))
    first = cli.json("hands", "backup")
    leave(disk, 40)
    assert "is full" in cli.refused("hands", "backup")
    assert "is full" in cli.refused("hands", "restore", str(copy))
    assert [one["file"] for one in cli.json("hands", "backups")["backups"]] == [first["file"]]
    assert verify(disk / "hands.db").hands == 12
    assert leftovers(disk) == []
    assert list(disk.glob("hands-before-*")) == []
