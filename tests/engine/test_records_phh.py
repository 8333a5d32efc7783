import random
import tomllib
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from engine.errors import RecordError, RecordMismatchError
from engine.game import NO_CAP, get_game
from engine.records.formats import recorded_hands
from engine.records.phh import read_phh, write_phh
from tests.engine.sample_files import sample
from tests.naive.random_hands import finished

HAND = sample("ivey.phh")
"""The hand that PHH's own documentation begins with, its antes left out."""
DATED = (
    HAND.replace("[1000, 2000, 0]", "[1000.50, 2000, 0]").replace("cbr 7000 ", "cbr 7000.25 ")
    + "time = 00:00:09\nday = 1\nmonth = 7\nyear = 2009\ncurrency_symbol = '€'\nhand = 12\n"
)


def test_four_limit_raises_heads_up_are_read_but_are_not_acpc():
    text = (
        "variant='FT'\nantes=[0,0]\nblinds_or_straddles=[5,10]\nsmall_bet=10\nbig_bet=20\n"
        "starting_stacks=[500,500]\nactions=['d dh p1 AsAh','d dh p2 KsKh','p2 cbr 20',"
        "'p1 cbr 30','p2 cbr 40','p1 cbr 50','p2 f']\n"
    )
    (read,) = read_phh(text)
    assert (read.game.max_raises, read.payoffs) == ((4, 4, 4, 4), (40, -40))
    (three,) = read_phh(text.replace("'p1 cbr 50','p2 f'", "'p1 f'"))
    assert three.game.max_raises == (3, 4, 4, 4)


def test_one_faulty_hand_does_not_spoil_the_others(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text(f"# three hands\n[1]\n{HAND}\n[ two ] # faulty\nvariant = \n[3]\n{HAND}\n")
    hands = list(recorded_hands(path))
    assert [hand.place for hand in hands] == [1, 2, 3]
    (one,) = read_phh(HAND + "[_more]\nx = 1\n")
    assert hands[0].read().payoffs == hands[2].read().payoffs == one.payoffs
    with pytest.raises(RecordError, match=r"hand \[two\]: not PHH"):
        hands[1].read()


@pytest.mark.parametrize(
    ("stated", "wrong"),
    [
        ("finishing_stacks = [572100, 1998000, 1109000]", ("572100, 1998000", "572101, 1997999")),
        ("winnings = [0, 0, 1109000]", ("1109000]", "1109001]")),
        ("winnings = [572100, 0, 1109000]", ("1109000]", "1109001]")),  # with the uncalled bet
    ],
)
def test_stated_results_are_checked(stated, wrong):
    (record,) = read_phh(f"{HAND}{stated}\n")
    record.verify()
    assert record.players[2] == "Tom Dwan" and record.payoffs == (-553500, -2000, 555500)
    with pytest.raises(RecordMismatchError, match="payoffs"):
        read_phh(f"{HAND}{stated.replace(*wrong)}\n")[0].verify()


def test_holdem_variants_phh_cannot_express():
    game = get_game("holdem-limit")
    for change in (
        {"raise_sizes": (10, 11, 20, 20)},
        {"max_raises": (5, 4, 4, 4)},
        {"blinds": (10, 10)},
        {"first_player": (0, 0, 0, 0)},
        {"betting": "nolimit", "raise_sizes": (), "max_raises": (3, NO_CAP, NO_CAP, NO_CAP)},
    ):
        with pytest.raises(RecordError, match="cannot be written as PHH"):
            write_phh(finished(random.Random(1), replace(game, **change)))


@pytest.mark.parametrize(
    ("old", "new", "time"),
    [
        ("", "", "2009-07-01T00:00:09.000Z"),
        ("day", "time_zone_abbreviation = 'ET'\nday", "2009-07-01T04:00:09.000Z"),
        ("day", "time_zone = 'Asia/Tokyo'\nday", "2009-06-30T15:00:09.000Z"),
        ("time = 00:00:09", "", "2009-07-01T00:00:00.000Z"),
        ("day = 1", "day = 31\ntime_zone = 'Mars'", "2009-07-31T00:00:09.000Z"),
        ("day = 1", "day = 32", ""),
        ("day = 1", "day = true", ""),
        ("day = 1\n", "", ""),
        ("time = 00:00:09", "time = 'noon'", ""),
        ("time = 00:00:09", "time = 2009-07-01", ""),
        ("time = 00:00:09", "time = [1]\ntime_zone = [1]", ""),
        ("year = 2009", "year = 99999999999999999999", ""),
    ],
)
def test_dates(old, new, time):
    (record,) = read_phh(DATED.replace(old, new, 1))
    assert record.time == time


def test_dates_currency_and_number_are_written():
    for text in (DATED, DATED.replace("currency_symbol = '€'\n", ""), HAND):
        (record,) = read_phh(text)
        *_, last = HandHistory.loads(write_phh(record), parse_value=Decimal)
        assert not last.status
        (again,) = read_phh(write_phh(record))
        assert (again, again.time, again.money) == (record, record.time, record.money)
    (record,) = read_phh(DATED)
    assert "currency = 'EUR'" in write_phh(record)
    assert (record.number, record.money.text(record.game.blinds[0])) == (12, "€1,000.50")


def test_currencies_have_two_decimals():
    text = (
        "variant='NT'\nantes=[0,0,0]\nblinds_or_straddles=[5,10,0]\nmin_bet=10\n"
        "starting_stacks=[200,200,200]\nactions=['d dh p1 ????','d dh p2 ????','d dh p3 ????',"
        "'p3 cbr 30','p1 f','p2 cc','d db AcKdQh','p2 cc','p3 cc','d db 2d','p2 cc','p3 cc',"
        "'d db 3s','p2 cc','p3 cc','p2 sm JcTc','p3 sm JsTd']\n"
    )
    (play,), (money,) = read_phh(text), read_phh(f"{text}currency_symbol='$'\n")
    assert play.payoffs == (-5, 3, 2)
    assert [money.money.text(chips) for chips in money.payoffs] == ["-$5", "$2.50", "$2.50"]


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
def test_oversized_phh_is_rejected(text, part):
    with pytest.raises(RecordError, match=part):
        read_phh(text)


class DeepError(Exception):
    """The parser received too much."""


@given(st.lists(st.sampled_from((*PIECES, *MORE)), max_size=60))
def test_parser_input_is_bounded(pieces):
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
def test_long_single_tokens_are_rejected_or_parsed(piece):
    """Each of these once kept the size checks busy for minutes."""
    text = '"""' + piece * (MOST_LETTERS // len(piece) - 1)
    for one in (text, text[3:], 'x = "' + text[3:]):
        with suppress(RecordError):
            read_phh(one)
