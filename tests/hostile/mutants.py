"""Mutations of files: bytes, JSON, and arrays under correct checksums."""

import re

import numpy as np

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
_VALUES = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, 0.5, -1.5, 1e308, "", "x", "x" * 3000),
    *("\u202e<b>x</b>\x1b[31m", "9" * 400, "all", "1;2;3", "50,a/a", [], {}, [[[[]]]], {"a": {}}),
    *(["x"] * 300, "GAMEDEF\nlimit\nEND GAMEDEF", "leduc", "holdem-nolimit", "cfr+", "nfsp"),
)
_KINDS = ("f8", "f4", "f2", "i8", "i4", "i2", "u8", "u2", "u1")
_WAYS = ("flip", "cut", "drop", "double", "insert", "insert", "number", "number", "lines", "blow")


def text(rng, data, other):
    """A text, or any bytes, with one to four changes; ``other`` is one of its kind."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = _changed(rng, data, other, rng.choice((*_WAYS, "splice")))[:MOST_BYTES]
    return data


def _changed(rng, data, other, way):
    start = rng.randint(0, len(data))
    end = min(len(data), start + rng.randint(1, 40 if way == "blow" else 200))
    before, piece, after = data[:start], data[start:end], data[end:]
    match way:
        case "cut":
            return before
        case "drop":
            return before + after
        case "double":
            return before + piece + piece + after
        case "insert":
            return before + rng.choice(_TOKENS) + piece + after
        case "splice":
            return before + other[rng.randint(0, len(other)) :]
        case "blow":
            times = rng.choice((50, 3_000, MOST_BYTES)) // max(1, len(piece))
            return before + (piece or b"a") * times + after
        case "number":
            found = list(_NUMBER.finditer(data[:20_000]))
            if not found:
                return data
            match = rng.choice(found)
            return data[: match.start()] + rng.choice(_EXTREMES) + data[match.end() :]
        case "lines":
            lines = data.split(b"\n")
            one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], kept = lines[two], lines[one]
            lines[two] = kept if rng.random() < 0.5 else lines[two]
            return b"\n".join(lines)
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def plain(rng, thing):
    """Plain data with one value changed, dropped or duplicated somewhere."""
    if isinstance(thing, dict) and thing and rng.random() < 0.9:
        key, act = rng.choice(list(thing)), rng.random()
        changed = dict(thing)
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


def arrays(rng, found):
    """Arrays with one of them changed, dropped, renamed or added."""
    changed, act = dict(found), rng.random()
    name = rng.choice(sorted(found)) if found else "x"
    array = found.get(name, np.zeros(3))
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
        changed[name] = np.ascontiguousarray(_shaped(rng, array))
    return changed


def _numbers(rng, array):
    flat = array.reshape(-1)
    if not flat.size:
        return array
    if array.dtype.kind == "f":
        most = float(np.finfo(array.dtype).max)
        odd = [np.nan, np.inf, -np.inf, -1.0, 0.0, 0.5, 1.0, 2.0, most, -most, 1e-30]
    else:
        limits = np.iinfo(array.dtype)
        odd = [limits.max, limits.min, 0, 1, min(limits.max, 1000), limits.max // 2]
    value, how = rng.choice(odd), rng.random()
    if how < 0.2:
        flat[:] = value
    elif how < 0.28:
        flat[:] = np.roll(flat, 1)
    else:
        for _ in range(rng.choice((1, 1, 5, 50))):
            flat[rng.randrange(flat.size)] = value
    return array


def _shaped(rng, array):
    row = array if array.ndim else array.reshape(1)
    flat = array.reshape(-1)
    ways = (row[:-1], row[:0], flat, array[None], array.T.copy(), np.concatenate([row, row]))
    other = flat[:1].reshape(()) if flat.size else array
    vast = np.zeros((0, 2**40), array.dtype), np.zeros((*array.shape[:1], 0), array.dtype)
    return rng.choice((*ways, other, *vast))
