"""Hands of more players than the rulebook plays: counted like those that it does play."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.errors import RecordError, RecordMismatchError
from engine.lines import line_text
from engine.records.pokerstars import pokerstars_text, read_pokerstars, read_wide_pokerstars
from engine.records.wide import TooManyPlayersError
from engine.stats import count_line
from tests.engine.test_records_pokerstars import no_limit, record_of

NINE = """\
PokerStars Hand #7: Hold'em No Limit ($0.50/$1.00 USD) - 2026/05/01 18:30:05 UTC
Table 'Nine' 9-max Seat #1 is the button
Seat 1: a ($100 in chips)
Seat 2: b ($100 in chips)
Seat 3: c ($100 in chips)
Seat 4: d ($20 in chips)
Seat 5: e ($100 in chips)
Seat 6: f ($100 in chips)
Seat 7: g ($100 in chips)
Seat 8: h ($100 in chips)
Seat 9: i ($100 in chips)
b: posts small blind $0.50
c: posts big blind $1
*** HOLE CARDS ***
Dealt to e [Ah Ad]
d: raises $2 to $3
e: raises $6 to $9
f: folds
g: folds
h: folds
i: calls $9
a: folds
b: folds
c: folds
d: raises $11 to $20 and is all-in
e: calls $11
i: calls $11
*** FLOP *** [2c 7d Jh]
e: bets $30
i: folds
Uncalled bet ($30) returned to e
*** TURN *** [2c 7d Jh] [Qs]
*** RIVER *** [2c 7d Jh Qs] [3c]
*** SHOW DOWN ***
e: shows [Ah Ad] (a pair of Aces)
d: shows [Kh Kd] (a pair of Kings)
e collected $59 from pot
*** SUMMARY ***
Total pot $61.50 | Rake $2.50
Board [2c 7d Jh Qs 3c]
"""


@settings(max_examples=100, deadline=None)
@example(seed=4096, short=True)  # the big blind checks, alone with chips
@given(seed=st.integers(0, 2**32), short=st.booleans())
def test_it_counts_as_the_rulebook_does(seed: int, short: bool) -> None:
    rng = random.Random(seed)
    game = no_limit(rng)
    while game.num_players == 2:  # where ACPC asks for checks that the text leaves out
        game = no_limit(rng)
    if short:
        stacks = tuple(rng.randint(game.big_blind, 4 * game.big_blind) for _ in game.stacks)
        game = game.with_stacks(stacks)
    record = record_of(rng, game)
    read = read_wide_pokerstars(pokerstars_text(record))
    assert read.payoffs == record.payoffs
    assert (read.players, read.board) == (record.players, record.board)
    assert read.showdown == record.spot.showdown
    counted = count_line(game, record.actions).with_result(np.array(record.payoffs, np.int64))
    assert read.counts.tolist() == counted.tolist()
    assert read.line == line_text(game, record.actions)


def test_nine_players() -> None:
    with pytest.raises(TooManyPlayersError, match="9 players are in the hand"):
        read_pokerstars(NINE)
    hand = read_wide_pokerstars(NINE)
    assert hand.players == tuple("bcdefghia")
    assert hand.players[hand.hero] == "e"
    assert hand.rake == 250
    assert hand.payoffs == (-50, -100, -2000, 3900, 0, 0, 0, -2000, 0)
    assert hand.line == "r300r900fffcfffr2000cc/r5000f//"
    assert hand.money.text(50) == "$0.50"
    assert hand.money.text(100) == "$1"
    assert hand.text == NINE.strip()


@pytest.mark.parametrize(
    ("old", "new", "kind", "part"),
    [
        ("i: calls $9", "i: calls $8", RecordMismatchError, "a call is 900 here"),
        ("collected $59", "collected $60", RecordMismatchError, "less \\$2.50 rake"),
        ("d: raises $11 to $20", "d: raises $11 to $21", RecordMismatchError, "cannot raise"),
        ("[Qs]", "[7d]", RecordError, "twice"),
        ("i: folds", "h: folds", RecordMismatchError, "no decision"),
        ("e: bets $30\ni: folds\n", "e: bets $30\n", RecordMismatchError, "before the betting"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, kind: type, part: str) -> None:
    with pytest.raises(kind, match=part):
        read_wide_pokerstars(NINE.replace(old, new, 1))
