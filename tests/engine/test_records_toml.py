"""Text is bounded before it is parsed: the parser never gets more than allowed."""

from __future__ import annotations

import tomllib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.records.phh import read_phh

PIECES = ("a", '"', "'", "\\", "\n", "#", ".", "=", "1", "[", "]", "{", "}", ",", " ", "\t", "\r")
MORE = ('"""', "'''", "a.a.a.a.a.a", '"b" . ', "{a=", "x = ", '"""""""', "\\\n", "é", '\\"')
MOST_LETTERS, MOST_PARTS, MOST_NESTED = 200_000, 8, 32


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (".".join("a" * 30_000) + " = 1", "more than 8 parts"),
        ("x = {" + " . ".join(['"a"'] * 9) + " = 1}", "more than 8 parts"),
        ("[" + ".".join("a" * 9) + "]", "more than 8 parts"),
        ("x = " + "[" * 33 + "]" * 33, "nested too deeply$"),
        ("x = " + "{a=" * 33 + "1" + "}" * 33, "nested too deeply$"),
        ("x = 0x" + "f" * 5000, "longer than 200 letters"),
        ("a" * 201 + " = 1", "longer than 200 letters"),
        ("# " + "x" * MOST_LETTERS, "longer than 200,000 letters"),
    ],
)
def test_too_much_is_refused(text: str, part: str) -> None:
    with pytest.raises(RecordError, match=f"not PHH: .*{part}"):
        read_phh(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * MOST_NESTED + "]" * MOST_NESTED,
        "# a.b.c.d.e.f.g.h.i.j.k [[[" + "[" * 100,
        'x = "a.b.c.d.e.f.g.h.i.j.k' + "[" * 100 + '"',
        "x = '''\na.b.c.d.e.f.g.h.i.j.k = 1''''",
        "x = [" + "1.5, 2.25, " * 1_000 + "]",
    ],
)
def test_what_only_looks_like_too_much_is_read(text: str) -> None:
    with pytest.raises(RecordError, match="no variant"):
        read_phh(text)


class _DeepError(Exception):
    """The parser met more than it should."""


@given(st.lists(st.sampled_from((*PIECES, *MORE)), max_size=60))
def test_the_parser_never_meets_more_than_is_allowed(pieces: list[str]) -> None:
    parser = tomllib._parser  # noqa: SLF001
    parse_key = parser.parse_key

    def watched(*args: object) -> object:
        found = parse_key(*args)
        if len(found[1]) > MOST_PARTS:
            raise _DeepError(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "parse_key", watched)
        with suppress(RecordError):
            read_phh("".join(pieces))


@pytest.mark.parametrize(
    "piece", ['"""\n\\', '\\"', '"\\', "'''\n", "'", '"\n', "[[a]]\n", "a.a.a.a.a.a=1,", "#\n", "{"]
)
def test_long_texts_of_one_piece_are_refused_or_read(piece: str) -> None:
    """Each of these once kept the bounds busy for minutes."""
    text = '"""' + piece * (MOST_LETTERS // len(piece) - 1)
    for one in (text, text[3:], 'x = "' + text[3:]):
        with suppress(RecordError):
            read_phh(one)
