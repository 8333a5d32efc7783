"""Chi-square sums as normal deviates: a correct shuffle exceeds the bound once in a million."""

from itertools import pairwise

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.rng import rng_state, shuffle
from engine.table import live_deck, shuffled_deck

CARDS = 52
HOLDEM = get_game("holdem-limit")
BOUND = 5.0
QUICK, LONG = 100_000, 1_000_000
SEED = 20_260_501


def deviate(cells, size, freedom=0, scale=1.0):
    """Standard normal deviate of a chi-square sum over equally likely cells.

    Source: Wilson and Hilferty, "The distribution of chi-square", 1931.
    """
    counts, freedom = np.bincount(cells, minlength=size), freedom or size - 1
    expected = counts.sum() / size
    ratio = scale * float(((counts - expected) ** 2).sum() / expected) / freedom
    spread = 2.0 / (9.0 * freedom)
    return float((ratio ** (1 / 3) - (1.0 - spread)) / spread**0.5)


def pairs(decks, first):
    a, b = np.sort(decks[:, first : first + 2].astype(np.int64), axis=1).T
    return deviate(b * (b - 1) // 2 + a, 1326)


def faults(decks):
    """The deviates out of bounds, by name."""
    assert (np.sort(decks, axis=1) == np.arange(CARDS)).all()
    a, b, c = np.sort(decks[:, 4:7].astype(np.int64), axis=1).T
    # Counts by place are sums of permutation matrices, whose rows and columns are fixed: their
    # covariance makes 51/52 of the plain sum a chi-square of 51 ** 2 degrees.
    places = (np.arange(CARDS) * CARDS + decks).ravel()
    found = {
        "places": deviate(places, CARDS**2, (CARDS - 1) ** 2, (CARDS - 1) / CARDS),
        "hole cards of position 0": pairs(decks, 0),
        "hole cards of position 1": pairs(decks, 2),
        "flops": deviate(c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a, 22_100),
        # The top cards of one deck and the next are independent.
        "followers": deviate(decks[:-1, 0].astype(np.int64) * CARDS + decks[1:, 0], CARDS**2),
    }
    return {name: value for name, value in found.items() if abs(value) > BOUND}


def of_simulations(count):
    decks, rng = np.empty((count, CARDS), np.uint8), np.random.default_rng(SEED)

    def keep(chunk):
        stop, cards = chunk.first + chunk.hands, chunk.dealt.shape[1]
        left = np.ones((chunk.hands, CARDS), np.bool_)
        np.put_along_axis(left, chunk.dealt.astype(np.int64), False, axis=1)
        rest = np.nonzero(left)[1].reshape(chunk.hands, -1).astype(np.uint8)
        decks[chunk.first : stop, :cards] = chunk.dealt
        decks[chunk.first : stop, cards:] = rng.permuted(rest, axis=1)

    Match(HOLDEM, [CallAgent(HOLDEM)] * 2, SEED).run(count, JobControl(), keep)
    return decks


def of_matches(count):
    state = rng_state(SEED)
    return np.array([shuffled_deck(HOLDEM, state) for _ in range(count)], np.uint8)


def of_live_tables(count):
    return np.array([live_deck(HOLDEM) for _ in range(count)], np.uint8)


def of_redraws(count):
    """Draw as samplers do: only some cards of a deck that stays shuffled, here ten at a time."""
    state, deck = rng_state(SEED), np.arange(CARDS, dtype=np.uint8)
    decks = np.empty((count, CARDS), np.uint8)
    for row in decks:
        shuffle(state, deck, 10)
        row[:] = deck
    # The order of undrawn cards means nothing; here it must not stand out.
    decks[:, 10:] = np.random.default_rng(SEED).permuted(decks[:, 10:], axis=1)
    return decks


@pytest.mark.ci
@pytest.mark.parametrize("count", [QUICK, pytest.param(LONG, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("source", [of_simulations, of_matches, of_live_tables, of_redraws])
@pytest.mark.scorecard("G1")
def test_decks_are_uniform(source, count):
    # Fresh entropy costs ten times the shuffle.
    fewer = 4 if source is of_live_tables and count == QUICK else 1
    assert faults(source(count // fewer)) == {}


def swapped(partner, count=QUICK):
    decks = np.tile(np.arange(CARDS, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for i in range(CARDS):
        j = partner(i, count)
        decks[rows, j], decks[:, i] = decks[:, i].copy(), decks[rows, j]
    return decks


def swaps_with_any_card(rng):
    """The textbook warning: 52 ** 52 outcomes do not divide evenly among 52! orders."""
    return swapped(lambda i, n: rng.integers(0, CARDS, n))


def cuts_once(rng):
    """Every card is equally often in every position, always behind the same neighbour."""
    cuts = rng.integers(0, CARDS, QUICK)
    return ((np.arange(CARDS) + cuts[:, None]) % CARDS).astype(np.uint8)


def sound(rng, count=QUICK):
    return swapped(lambda i, n: rng.integers(i, CARDS, n), count)


def knows_few_seeds(rng):
    """A correct shuffle with 16 bits of entropy: the same 65,536 decks again and again."""
    few = sound(rng, 2**16)
    return few[rng.integers(0, len(few), QUICK)]


def leaves_the_top_card(rng):
    decks = sound(rng)
    for above, deck in pairwise(decks):
        if rng.random() < 0.5:
            place = int(np.flatnonzero(deck == above[0])[0])
            deck[[0, place]] = deck[[place, 0]]
    return decks


@pytest.mark.parametrize(
    ("shuffler", "by"),
    [
        (swaps_with_any_card, "places"),
        (cuts_once, "hole cards of position 0"),
        (knows_few_seeds, "flops"),
        (leaves_the_top_card, "followers"),
        (sound, ""),
    ],
)
@pytest.mark.scorecard("G1")
def test_faulty_shuffles_are_flagged(shuffler, by):
    found = faults(shuffler(np.random.default_rng(7)))
    assert by in found if by else found == {}
