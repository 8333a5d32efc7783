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
READ = "no variant"  # all of it was parsed


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (".".join("a" * 30_000) + " = 1", "not PHH: .*more than 8 parts"),
        ("x = {" + " . ".join(['"a"'] * 9) + " = 1}", "not PHH: .*more than 8 parts"),
        ("[" + ".".join("a" * 9) + "]", "not PHH: .*more than 8 parts"),
        ("x = " + "[" * 33 + "]" * 33, "not PHH: .*nested too deeply$"),
        ("x = " + "{a=" * 33 + "1" + "}" * 33, "not PHH: .*nested too deeply$"),
        ("x = 0x" + "f" * 5000, "not PHH: .*longer than 200 characters"),
        ("a" * 201 + " = 1", "not PHH: .*longer than 200 characters"),
        ("# " + "x" * MOST_LETTERS, "not PHH: .*longer than 200,000 characters"),
        ("x = " + "[" * MOST_NESTED + "]" * MOST_NESTED, READ),
        ("# a.b.c.d.e.f.g.h.i.j.k [[[" + "[" * 100, READ),
        ('x = "a.b.c.d.e.f.g.h.i.j.k' + "[" * 100 + '"', READ),
        ("x = '''\na.b.c.d.e.f.g.h.i.j.k = 1''''", READ),
        ("x = [" + "1.5, 2.25, " * 1_000 + "]", READ),
    ],
)
def test_too_much_is_refused_and_what_only_looks_so_is_read(text, part):
    with pytest.raises(RecordError, match=part):
        read_phh(text)


class DeepError(Exception):
    """The parser met more than it should."""


@given(st.lists(st.sampled_from((*PIECES, *MORE)), max_size=60))
def test_the_parser_never_meets_more_than_is_allowed(pieces):
    parser = tomllib._parser  # noqa: SLF001
    parse_key = parser.parse_key

    def watched(*args):
        found = parse_key(*args)
        if len(found[1]) > MOST_PARTS:
            raise DeepError(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "parse_key", watched)
        with suppress(RecordError):
            read_phh("".join(pieces))


@pytest.mark.parametrize(
    "piece", ['"""\n\\', '\\"', '"\\', "'''\n", "'", '"\n', "[[a]]\n", "a.a.a.a.a.a=1,", "#\n", "{"]
)
def test_long_texts_of_one_piece_are_refused_or_read(piece):
    """Each of these once kept the bounds busy for minutes."""
    text = '"""' + piece * (MOST_LETTERS // len(piece) - 1)
    for one in (text, text[3:], 'x = "' + text[3:]):
        with suppress(RecordError):
            read_phh(one)
