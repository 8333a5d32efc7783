import pytest

from ai.spot import kept as module
from ai.spot.kept import list_spots, new_path
from ai.tensors import remove_tensors
from engine.errors import StrategyFileError
from tests.ai.spot.spot_files import SPOT, write_spot
from tests.forge import forge


def test_the_newest_come_first(tmp_path, clock):
    assert list_spots(tmp_path) == list_spots(tmp_path / "nowhere") == ()
    for name in ("b", "c", "a"):
        write_spot(tmp_path / f"{name}.safetensors")
        clock.advance(1.0)
    files = list_spots(tmp_path)
    assert [file.path.stem for file in files] == ["a", "c", "b"]
    for file in files:
        assert file.kept.date == file.date
        assert file.num_bytes == file.path.stat().st_size
        assert not file.problem


def test_what_cannot_be_read_is_listed_with_the_reason(tmp_path):
    write_spot(tmp_path / "good.safetensors")
    write_spot(tmp_path / "other.safetensors")
    forge(tmp_path / "other.safetensors", lambda record: record.update(format_version=7))
    (tmp_path / "cut.safetensors").write_bytes(b"\0\0")
    (tmp_path / "folder.safetensors").mkdir()
    (tmp_path / "gone.safetensors").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("x")
    assert list_spots(tmp_path / "notes.txt") == ()
    problems = {file.path.stem: file.problem for file in list_spots(tmp_path)}
    assert problems == {
        "good": "",
        "other": "format 7; this program reads format 1",
        "cut": "not a spot file: it is cut short",
        "folder": "it is a folder",
    }
    assert all((file.kept is None) == bool(file.problem) for file in list_spots(tmp_path))


def test_files_are_read_again_only_when_they_change(tmp_path, monkeypatch):
    read, real = [], module.read_kept
    monkeypatch.setattr(module, "read_kept", lambda path: (read.append(path.stem), real(path))[1])
    for name in "ab":
        write_spot(tmp_path / f"{name}.safetensors")
    assert list_spots(tmp_path) == list_spots(tmp_path) and sorted(read) == ["a", "b"]
    write_spot(tmp_path / "a.safetensors", iterations=9)
    again = {file.path.stem: file.kept for file in list_spots(tmp_path)}
    assert read[2:] == ["a"] and again["a"].iterations == 9


def test_new_files_have_names_of_their_own(tmp_path, clock):
    one = new_path(tmp_path, SPOT)
    assert one.parent == tmp_path and one.name.startswith("QsJh2h8c5d-20")
    one.write_text("")
    assert new_path(tmp_path, SPOT).name == one.name.replace(".safe", "-2.safe")


def test_removing_takes_the_generation_before_with_it(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path)
    write_spot(path)
    assert len(list(tmp_path.iterdir())) == 2
    for _ in range(2):
        remove_tensors(path)
        assert not list(tmp_path.iterdir())
    path.mkdir()
    with pytest.raises(StrategyFileError, match="cannot be removed"):
        remove_tensors(path)
