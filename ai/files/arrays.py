"""Files of named arrays with a record, for strategies, checkpoints and models.

The format is safetensors, so files contain no code. Nothing is trusted: header and file size are
capped before anything is read, then the record, the kinds of all arrays and the content hash are
checked; the meaning of the numbers is up to the caller. Writes are atomic and keep the previous
generation as ``NAME.previous``. Arrays are hashed while they are written or read, without a second
copy: 400 MB take less than half a second either way.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize, safe_open

from ai.files.atomic import replacing
from engine.errors import CancelledError, PokerError, StrategyFileError
from engine.named_file import open_named
from engine.wording import Wording

SUFFIX = ".safetensors"
MAX_FILE_BYTES = 2**30
MAX_HEADER_BYTES = 2**20
_KINDS = {
    np.dtype(f"<{kind}"): name
    for kind, name in zip(
        ("f8", "f4", "f2", "i8", "i4", "i2", "u8", "u2", "u1"),
        ("F64", "F32", "F16", "I64", "I32", "I16", "U64", "U16", "U8"),
        strict=True,
    )
}
"""Supported array types; the format has more, some of which numpy cannot read."""

_DTYPES = {name: dtype for dtype, name in _KINDS.items()}
_PART_BYTES = 2**20
_NO_HASH = "0" * 64

Record = dict[str, Any]


@dataclass(frozen=True)
class TensorFile:
    """An open file: its record is read, its arrays are not yet.

    Attributes:
        kinds: safetensors' name of each array's kind, such as "F64".
        shapes: shape of each array.
    """

    path: Path
    record: Record
    kinds: Mapping[str, str]
    shapes: Mapping[str, tuple[int, ...]]
    _text: str
    _hash: str
    _starts: Mapping[str, int]
    _file: io.BufferedReader

    def look(self, name: str) -> NDArray[Any]:
        """Return one array, not validated, for fast listings."""
        array = np.empty(self.shapes[name], _DTYPES[self.kinds[name]])
        for _ in self._read(name, array):
            pass
        return array

    def load(self, into: Mapping[str, NDArray[Any]] | None = None) -> dict[str, NDArray[Any]]:
        """All arrays, verified against the content hash.

        Args:
            into: arrays to read some of them into, which saves memory for large ones. Their
                contents must not be used if this raises.

        Raises:
            StrategyFileError: if the file or an array does not match.
        """
        arrays = {}
        digest = hashlib.sha256()
        for name in sorted(self.shapes):
            shape, dtype = self.shapes[name], _DTYPES[self.kinds[name]]
            array = (into or {}).get(name)
            if array is None:
                array = np.empty(shape, dtype)
            if array.shape != shape or array.dtype != dtype:
                raise StrategyFileError(
                    "{path}: '{name}' has the wrong size or type", path=self.path, name=name[:40]
                )
            digest.update(_heading(name, array))
            for part in self._read(name, array):
                digest.update(part)
            arrays[name] = array
        digest.update(self._text.encode())
        if digest.hexdigest() != self._hash:
            raise StrategyFileError(
                "{path}: damaged: its content does not match its hash", path=self.path
            )
        return arrays

    def _read(self, name: str, array: NDArray[Any]) -> Iterator[memoryview]:
        """Read an array in blocks, hashing each while it is in the CPU cache.

        It is read, not mapped: mapped memory would count as memory of this program, too.
        """
        flat = array.reshape(-1) if array.flags.c_contiguous else np.empty(array.size, array.dtype)
        self._file.seek(self._starts[name])
        step = _PART_BYTES // array.itemsize
        for start in range(0, flat.size, step):
            part = flat[start : start + step].view(np.uint8).data
            if self._file.readinto(part) != part.nbytes:
                raise StrategyFileError("{path}: it is truncated", path=self.path)
            yield part
        if not array.flags.c_contiguous:
            array[...] = flat.reshape(array.shape)


@contextlib.contextmanager
def open_tensors(
    path: Path, what: str | Wording, version: int, largest: int | None = None
) -> Iterator[TensorFile]:
    """Open a file and read its record.

    Args:
        what: the expected kind of file in words: "a strategy file".
        version: of the format, which its record must state.
        largest: largest size of a file in bytes; default ``MAX_FILE_BYTES``.

    Raises:
        StrategyFileError: with the reason.
    """
    most = MAX_FILE_BYTES if largest is None else largest
    with open_named(path, most, StrategyFileError) as file:
        try:
            header = _header_of(path, what, file)
            with safe_open(path, framework="numpy") as checked:  # the library checks the header
                metadata = checked.metadata()
            table = json.loads(header)
            record, text, stated_hash = _record_of(path, what, version, metadata)
            parts = {name: part for name, part in table.items() if name != "__metadata__"}
            kinds = {name: str(part["dtype"]) for name, part in parts.items()}
            odd = sorted(name for name, kind in kinds.items() if kind not in _DTYPES)
            if odd:
                raise StrategyFileError(
                    "{path}: '{odd}' has numbers of the wrong type", path=path, odd=odd[0][:40]
                )
            shapes = {name: tuple(part["shape"]) for name, part in parts.items()}
            begin = 8 + len(header)
            starts = {name: begin + part["data_offsets"][0] for name, part in parts.items()}
            yield TensorFile(path, record, kinds, shapes, text, stated_hash, starts, file)
        except (OSError, SafetensorError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise StrategyFileError(
                "{path}: not {what}: {reason}",
                path=path,
                what=what,
                reason=reason or _one_line(error),
            ) from error


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Convert errors in a file's contents to errors that name the file.

    Raises:
        StrategyFileError: instead of any other ``PokerError`` except a cancellation.
    """
    try:
        yield
    except (StrategyFileError, CancelledError):
        raise
    except PokerError as error:
        raise StrategyFileError("{path}: {error}", path=path, error=error) from error


def write_tensors(path: Path, record: Record, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file; an existing file is kept as ``NAME.previous``.

    Args:
        arrays: floats of 64, 32 or 16 bits, or integers of the sizes that ``open_tensors`` takes.

    Raises:
        StrategyFileError: if it cannot be written.
    """
    text = json.dumps(record, sort_keys=True, allow_nan=False)
    try:
        check_place(path)
        with ThreadPoolExecutor(1) as pool:
            hashed = pool.submit(content_hash, arrays, text)  # during writing
            _write_atomically(path, partial(_write_arrays, text=text, arrays=arrays, hashed=hashed))
    except OSError as error:
        raise StrategyFileError(
            "{path}: cannot be written: {reason}", path=path, reason=error.strerror
        ) from error


def tensor_bytes(record: Record, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes that ``write_tensors`` would write to a file."""
    text = json.dumps(record, sort_keys=True, allow_nan=False)
    hashed: Future[str] = Future()
    hashed.set_result(content_hash(arrays, text))
    with io.BytesIO() as file:
        _write_arrays(file, text, arrays, hashed)
        return file.getvalue()


def read_tensor_bytes(
    data: bytes, what: str | Wording, version: int
) -> tuple[Record, dict[str, Any]]:
    """Return the record and the arrays, writable, from the bytes of ``tensor_bytes``.

    Args:
        data: the bytes; the caller limits their number.

    Raises:
        StrategyFileError: with the reason.
    """
    place = Wording("the data")
    header = int.from_bytes(data[:8], "little")
    if len(data) < 8 or header > min(len(data) - 8, MAX_HEADER_BYTES):
        raise StrategyFileError("{place}: not {what}: it is truncated", place=place, what=what)
    try:
        parts = deserialize(data)  # type: ignore[no-untyped-call]
        metadata = json.loads(data[8 : 8 + header])["__metadata__"]
    except (SafetensorError, ValueError, LookupError, RecursionError) as error:
        raise StrategyFileError(
            "{place}: not {what}: {one_line}", place=place, what=what, one_line=_one_line(error)
        ) from None
    record, text, stated_hash = _record_of(place, what, version, metadata)
    arrays = {}
    for name, part in parts:
        if part["dtype"] not in _DTYPES:
            raise StrategyFileError(
                "{place}: '{name}' has numbers of the wrong type", place=place, name=name[:40]
            )
        flat = np.frombuffer(part["data"], _DTYPES[part["dtype"]])
        arrays[name] = flat.reshape(part["shape"]).copy()
    if content_hash(arrays, text) != stated_hash:
        raise StrategyFileError(
            "{place}: damaged: its content does not match its hash", place=place
        )
    return record, arrays


def generation_before(path: Path) -> Path:
    """Return the path of the previous generation of a file, if there was one."""
    return path.with_name(f"{path.name}.previous")


def remove_tensors(path: Path) -> None:
    """Delete a file and its previous generation.

    Raises StrategyFileError if it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
        generation_before(path).unlink(missing_ok=True)
    except OSError as error:
        raise StrategyFileError(
            "{path}: cannot be removed: {reason}", path=path, reason=error.strerror
        ) from error


def check_place(path: Path) -> None:
    """Raise if a path cannot be written: a device, a pipe or a folder.

    Raises StrategyFileError if something else is there.
    """
    if path.exists() and not path.is_file():
        raise StrategyFileError("{path}: cannot be written: not a regular file", path=path)


def content_hash(arrays: Mapping[str, NDArray[Any]], text: str = "") -> str:
    """SHA-256 of names, types, shapes and bytes of all arrays, then of a record's text."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(_heading(name, arrays[name]))
        digest.update(np.ascontiguousarray(arrays[name]).data)
    digest.update(text.encode())
    return digest.hexdigest()


def _header_of(path: Path, what: str | Wording, file: BinaryIO) -> bytes:
    """The header of an open file."""
    start, size = file.read(8), os.fstat(file.fileno()).st_size
    length = int.from_bytes(start, "little")
    if len(start) < 8 or length > size - 8:
        raise StrategyFileError("{path}: not {what}: it is truncated", path=path, what=what)
    if length > MAX_HEADER_BYTES:
        raise StrategyFileError(
            "{path}: its header is larger than {most:,} bytes", path=path, most=MAX_HEADER_BYTES
        )
    return file.read(length)


def _record_of(
    path: Path | Wording, what: str | Wording, version: int, metadata: dict[str, str] | None
) -> tuple[Record, str, str]:
    """The metadata record, its text, and the content hash."""
    metadata = metadata or {}
    text = metadata.get("record", "")
    try:
        record = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise StrategyFileError("{path}: not {what}: it has no record", path=path, what=what)
    stated = record.get("format_version")
    if stated != version:
        raise StrategyFileError(
            "{path}: format {stated}; this program reads format {version}",
            path=path,
            stated=str(stated)[:20],
            version=version,
        )
    return record, text, metadata.get("content_hash", "")


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _heading(name: str, array: NDArray[Any]) -> bytes:
    """Return the hash input that precedes an array's data."""
    return f"{name} {array.dtype.str} {array.shape}\n".encode()


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def _write_arrays(
    file: BinaryIO, text: str, arrays: Mapping[str, NDArray[Any]], hashed: Future[str]
) -> None:
    """Write the header and the arrays, then the hash into the header.

    The library's own writers copy all arrays, or take several times as long.
    """
    # Largest types first, so that each array is aligned for reading in place.
    order = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    file.write(_contents(order, arrays, text, _NO_HASH))
    for name in order:
        file.write(np.ascontiguousarray(arrays[name]).data)
    file.seek(0)
    file.write(_contents(order, arrays, text, hashed.result()))


def _contents(
    order: Iterable[str], arrays: Mapping[str, NDArray[Any]], text: str, content: str
) -> bytes:
    """Return the header, preceded by its length."""
    table: dict[str, Any] = {"__metadata__": {"record": text, "content_hash": content}}
    end = 0
    for name in order:
        array, begin = arrays[name], end
        end += array.nbytes
        table[name] = {
            "dtype": _KINDS[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [begin, end],
        }
    encoded = json.dumps(table).encode()
    encoded += b" " * (-len(encoded) % 8)
    return len(encoded).to_bytes(8, "little") + encoded


def _write_atomically(path: Path, write: Callable[[BinaryIO], None]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as fresh:
        with fresh.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())  # flush before replacing the old file
        if path.exists():
            _keep(path, fresh.with_name(f"{fresh.name}-before"))


def _keep(path: Path, kept: Path) -> None:
    """Hard-link a file that is about to be replaced under its previous-generation name."""
    try:
        kept.hardlink_to(path)
    except OSError:  # a file system without hard links
        shutil.copyfile(path, kept)
        with kept.open("rb+") as file:
            os.fsync(file.fileno())
    kept.replace(generation_before(path))
