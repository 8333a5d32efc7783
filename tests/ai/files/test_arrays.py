import json
import os
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from ai.files import arrays as tensors
from ai.files.arrays import open_tensors, write_tensors
from engine.errors import StrategyFileError

RECORD = {"format_version": 3, "title": "größer"}


def some_arrays():
    rng, kinds = np.random.default_rng(1), ("f8", "f4", "f2", "i8", "i4", "i2", "u8", "u2", "u1")
    arrays = {f"of.{kind}": rng.integers(0, 100, (3, 5)).astype(kind) for kind in kinds}
    arrays |= {"none": np.zeros((0, 4)), "one": np.array(7), "odd": np.arange(3, dtype=np.uint8)}
    return arrays | {"strided": np.arange(20.0).reshape(4, 5).T}


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_arrays_of_all_kinds_come_back_and_the_library_reads_them(tmp_path):
    path, arrays = tmp_path / "x.safetensors", some_arrays()
    write_tensors(path, RECORD, arrays)
    with open_tensors(path, "a file", 3) as file:
        assert file.record == RECORD
        assert (file.kinds["of.u2"], file.shapes["none"]) == ("U16", (0, 4))
        loaded = file.load()
    for found in (loaded, load_file(path)):
        assert found.keys() == arrays.keys()
        for name, array in arrays.items():
            assert (found[name].shape, found[name].dtype) == (array.shape, array.dtype)
            assert (found[name] == array).all()


@pytest.mark.parametrize("kind", ["BF16", "F8_E4M3"])
def test_numbers_of_kinds_that_numpy_does_not_know_are_refused(tmp_path, kind):
    path = tmp_path / "x.safetensors"
    write_tensors(path, RECORD, {"a": np.zeros(4)})
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    header["a"].update(dtype=kind, shape=[32 if kind.startswith("F8") else 16])
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + size :])
    with pytest.raises(StrategyFileError), open_tensors(path, "a file", 3) as file:
        file.load()


@pytest.mark.parametrize("linked", [True, False])
def test_one_generation_is_kept(tmp_path, monkeypatch, linked):
    def refuse(self, target):
        raise OSError(95, "Operation not supported")

    path = tmp_path / "x.safetensors"
    if not linked:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    for version in (1, 2, 3):
        write_tensors(path, {"format_version": version}, {})
    assert names(tmp_path) == ["x.safetensors", "x.safetensors.previous"]
    with open_tensors(path, "a file", 3), open_tensors(tmp_path / names(tmp_path)[1], "a file", 2):
        pass


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_a_write_that_breaks_off_anywhere_loses_nothing(tmp_path, monkeypatch, step):
    """Each of the steps that touch names or the disk fails once."""
    path, done = tmp_path / "x.safetensors", []
    write_tensors(path, {"format_version": 1}, {})
    write_tensors(path, {"format_version": 2}, {})

    def counted(real):
        def call(*args):
            done.append(args)
            if len(done) == step:
                raise OSError(5, "Input/output error")
            return real(*args)

        return call

    monkeypatch.setattr(os, "fsync", counted(os.fsync))
    monkeypatch.setattr(Path, "replace", counted(Path.replace))
    with pytest.raises(StrategyFileError, match="cannot be written: Input/output error"):
        write_tensors(path, {"format_version": 3}, {})
    monkeypatch.undo()
    # fsync of the new file, the old one's new name, fsync, the new one's name, fsync of the folder
    with open_tensors(path, "a file", 3 if step == 5 else 2):
        pass
    with open_tensors(path.with_name(names(tmp_path)[1]), "a file", 1 if step < 3 else 2):
        pass
    assert len(names(tmp_path)) == 2


def test_a_reader_may_allow_large_files(tmp_path, monkeypatch):
    path = tmp_path / "x.safetensors"
    write_tensors(path, RECORD, some_arrays())
    monkeypatch.setattr(tensors, "MAX_FILE_BYTES", 100)
    with pytest.raises(StrategyFileError, match="larger than 100 bytes"), open_tensors(path, "", 3):
        pass
    with open_tensors(path, "a file", 3, largest=10_000) as file:
        assert len(file.load()) == len(some_arrays())
