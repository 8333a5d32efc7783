"""Files as chance and a forger change them: bytes, JSON, and arrays under right checksums."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_BYTES = 300_000
"""To which a text may grow."""
_TOKENS = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\n\n\n", b"\t", b" ", b"#", b"=", b"-"),
    *(b"9" * 400, b"-1", b"1e999", b"nan", b"Infinity", b"0x" + b"f" * 5000, b"00", b"1_0", b"1."),
    *(b"[" * 500, b"{" * 500, b'{"a":' * 500, b".".join([b"a"] * 500), b'"""', b"'''", b'"', b"'"),
    *("\u202e".encode(), b"\x1b[31m", "٣".encode(), "é".encode(), b"\xed\xb0\x80", b"\\", b"\\u"),
    *(b"|" * 300, b":" * 300, b"/" * 300, b"../../", b"# GAMEDEF\n", b"null", b"true", b"%n%s"),
    *(b"[1]\n" * 50, b"a.b=1\n" * 50, b"[[a]]\n" * 50, b"r" * 500, b"c/" * 200, b"AsAs", b"??"),
)
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")
_EXTREMES = [*b"0 -1 1 2147483647 2147483648 0.5 1e400".split(), b"9" * 18, b"9" * 4500]
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, 0.5, -1.5, 1e308, "", "x", "x" * 3000),
    *("\u202e<b>x</b>\x1b[31m", "9" * 400, "all", "1;2;3", "50,a/a", [], {}, [[[[]]]], {"a": {}}),
    *(["x"] * 300, "GAMEDEF\nlimit\nEND GAMEDEF", "leduc", "holdem-nolimit", "cfr+", "nfsp"),
)
_KINDS = ("f8", "f4", "f2", "i8", "i4", "i2", "u8", "u2", "u1")


def text(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A text, or any bytes, with one to four changes; ``other`` is one of its kind."""
    changes: tuple[Callable[[random.Random, bytes], bytes], ...] = (
        *(_flip, _cut, _drop, _double, _insert, _insert, _number, _number, _lines, _blow),
        lambda rng, data: _splice(rng, data, other),
    )
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(changes)(rng, data)[:MOST_BYTES]
    return data


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randint(0, len(data))


def _span(rng: random.Random, data: bytes, longest: int = 200) -> tuple[int, int]:
    start = _place(rng, data)
    return start, min(len(data), start + rng.randint(1, longest))


def _flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: _place(rng, data)]


def _drop(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _double(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:end] + data[start:]


def _insert(rng: random.Random, data: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] + rng.choice(_TOKENS) + data[place:]


def _number(rng: random.Random, data: bytes) -> bytes:
    found = list(_NUMBER.finditer(data[:20_000]))
    if not found:
        return data
    match = rng.choice(found)
    return data[: match.start()] + rng.choice(_EXTREMES) + data[match.end() :]


def _lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines[one] = lines[two]
    return b"\n".join(lines)


def _splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def _blow(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data, 40)
    piece = data[start:end] or b"a"
    return data[:start] + piece * (rng.choice((50, 3_000, MOST_BYTES)) // len(piece)) + data[end:]


def plain(rng: random.Random, thing: Any) -> Any:
    """Plain data with one value changed, left out or doubled, somewhere within."""
    if isinstance(thing, dict) and thing and rng.random() < 0.9:
        key = rng.choice(list(thing))
        changed = dict(thing)
        act = rng.random()
        if act < 0.12:
            del changed[key]
        elif act < 0.2:
            changed[rng.choice(("x", "\u202e", "title", "kind", key + "2"))] = changed[key]
        else:
            changed[key] = plain(rng, thing[key])
        return changed
    if isinstance(thing, list) and thing and rng.random() < 0.8:
        place = rng.randrange(len(thing))
        return [*thing[:place], plain(rng, thing[place]), *thing[place + rng.randint(0, 1) :]]
    if isinstance(thing, str) and thing and rng.random() < 0.6:
        return text(rng, thing.encode(), thing.encode())[:5_000].decode("utf-8", "ignore")
    if isinstance(thing, int) and not isinstance(thing, bool) and rng.random() < 0.5:
        return thing + rng.choice((-1, 1, 7, -thing * 2))
    return rng.choice(_VALUES)


def arrays(rng: random.Random, found: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Arrays with one of them changed, left out, renamed or added."""
    changed = dict(found)
    name = rng.choice(sorted(found)) if found else "x"
    array = found.get(name, np.zeros(3))
    act = rng.random()
    if act < 0.06:
        changed.pop(name, None)
    elif act < 0.1:
        changed[rng.choice(("x", "curve", f"{name}0"))] = changed.pop(name, array)
    elif act < 0.13:
        changed["more"] = np.zeros(rng.choice((0, 3, 5_000_000)), rng.choice(_KINDS))
    elif act < 0.5:
        changed[name] = _numbers(rng, array.copy())
    elif act < 0.6:
        with np.errstate(all="ignore"):
            changed[name] = array.astype(rng.choice(_KINDS))
    else:
        changed[name] = _shaped(rng, array)
    return changed


def _numbers(rng: random.Random, array: NDArray[Any]) -> NDArray[Any]:
    """Other numbers in some places, or in all."""
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        most = float(np.finfo(array.dtype).max)
        odd = [np.nan, np.inf, -np.inf, -1.0, 0.0, 0.5, 1.0, 2.0, most, -most, 1e-30]
    else:
        limits = np.iinfo(array.dtype)
        odd = [limits.max, limits.min, 0, 1, min(limits.max, 1000), limits.max // 2]
    if not flat.size:
        return array
    value = rng.choice(odd)
    if rng.random() < 0.2:
        flat[:] = value
    elif rng.random() < 0.1:
        flat[:] = np.roll(flat, 1)
    else:
        for _ in range(rng.choice((1, 1, 5, 50))):
            flat[rng.randrange(flat.size)] = value
    return array


def _shaped(rng: random.Random, array: NDArray[Any]) -> NDArray[Any]:
    """Another shape."""
    ways: tuple[Callable[[], NDArray[Any]], ...] = (
        lambda: array[:-1] if array.ndim else array.reshape(1),
        lambda: array[:0] if array.ndim else array,
        lambda: array.reshape(-1),
        lambda: array[None],
        lambda: array.T.copy(),
        lambda: np.concatenate([array, array]) if array.ndim else array,
        lambda: array.reshape(-1)[:1].reshape(()) if array.size else array,
        lambda: np.zeros((0, 2**40), array.dtype),
        lambda: np.zeros((*array.shape[:1], 0), array.dtype),
    )
    return np.ascontiguousarray(rng.choice(ways)())
