import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game import get_game
from engine.lines import line_text
from engine.records.pokerstars import pokerstars_text, read_pokerstars, read_wide_pokerstars
from engine.records.wide import TooManyPlayersError
from engine.stats import count_line
from tests.engine.sample_files import sample
from tests.naive.pokerkit_hands import random_game
from tests.naive.random_hands import finished

NINE = sample("nine.txt")


def no_limit(rng):
    while True:
        name = rng.choice(("holdem-nolimit-3", "holdem-nolimit-6"))
        game = get_game(name) if rng.random() < 0.3 else random_game(rng)
        if not game.is_limit and game.num_players > 2:
            return game


@settings(max_examples=100)
@example(seed=348, short=True)  # the big blind checks, alone with chips
@given(seed=st.integers(0, 2**32), short=st.booleans())
def test_it_counts_as_the_rulebook_does(seed, short):
    rng = random.Random(seed)
    game = no_limit(rng)
    if short:
        stacks = tuple(rng.randint(game.big_blind, 4 * game.big_blind) for _ in game.stacks)
        game = game.with_stacks(stacks)
    record = finished(rng, game)
    record = replace(record, players=tuple(name.strip() for name in record.players))
    read = read_wide_pokerstars(pokerstars_text(record))
    assert (read.payoffs, read.showdown) == (record.payoffs, record.spot.showdown)
    assert (read.players, read.board) == (record.players, record.board)
    counted = count_line(game, record.actions).with_result(np.array(record.payoffs, np.int64))
    assert read.counts.tolist() == counted.tolist()
    assert read.line == line_text(game, record.actions)


def test_nine_players():
    with pytest.raises(TooManyPlayersError, match="9 players are in the hand"):
        read_pokerstars(NINE)
    hand = read_wide_pokerstars(NINE)
    assert hand.players == tuple("bcdefghia") and hand.players[hand.hero] == "e"
    assert (hand.rake, hand.text) == (250, NINE.strip())
    assert hand.payoffs == (-50, -100, -2000, 3900, 0, 0, 0, -2000, 0)
    assert hand.line == "r300r900fffcfffr2000cc/r5000f//"
    assert [hand.money.text(chips) for chips in (50, 100)] == ["$0.50", "$1"]
