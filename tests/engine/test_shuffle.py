"""The shuffle is uniform as far as a million decks can show, and the checks detect faults.

All statistics are chi-square sums turned into standard normal deviates, so that one bound holds
for all: a sound shuffle exceeds it once in a million, in either direction.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.simple import CallAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.rng import rng_state, shuffle
from engine.table import live_deck, shuffled_deck

CARDS = 52
HOLDEM = get_game("holdem-limit")
BOUND = 5.0
QUICK, LONG = 100_000, 1_000_000
SEED = 20_260_501

Decks = NDArray[np.uint8]


def deviate(counts: NDArray[np.int64], freedom: int, scale: float = 1.0) -> float:
    """Standard normal deviate of a chi-square sum over equally likely cells.

    Source: Wilson and Hilferty, "The distribution of chi-square", 1931.
    """
    expected = counts.sum() / counts.size
    ratio = scale * float(((counts - expected) ** 2).sum() / expected) / freedom
    spread = 2.0 / (9.0 * freedom)
    return float((ratio ** (1 / 3) - (1.0 - spread)) / spread**0.5)


def places(decks: Decks) -> float:
    """Every card in every position.

    The counts are sums of permutation matrices, whose rows and columns are fixed: their covariance
    makes (CARDS - 1) / CARDS of the plain sum a chi-square of (CARDS - 1) ** 2 degrees.
    """
    cells = np.arange(CARDS) * CARDS + decks
    counts = np.bincount(cells.ravel(), minlength=CARDS * CARDS)
    return deviate(counts, (CARDS - 1) ** 2, (CARDS - 1) / CARDS)


def pairs(decks: Decks, first: int) -> float:
    """The 1,326 pairs at two neighbouring positions: somebody's hole cards."""
    a, b = np.sort(decks[:, first : first + 2].astype(np.int64), axis=1).T
    counts = np.bincount(b * (b - 1) // 2 + a, minlength=1326)
    return deviate(counts, 1325)


def flops(decks: Decks) -> float:
    """The 22,100 flops behind two players' hole cards."""
    a, b, c = np.sort(decks[:, 4:7].astype(np.int64), axis=1).T
    index = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    return deviate(np.bincount(index, minlength=22_100), 22_099)


def followers(decks: Decks) -> float:
    """The top cards of one deck and the next are independent."""
    cells = decks[:-1, 0].astype(np.int64) * CARDS + decks[1:, 0]
    return deviate(np.bincount(cells, minlength=CARDS * CARDS), CARDS * CARDS - 1)


def faults(decks: Decks) -> dict[str, float]:
    """The deviates that are out of bounds, by name."""
    assert (np.sort(decks, axis=1) == np.arange(CARDS)).all()
    found = {
        "places": places(decks),
        "hole cards of position 0": pairs(decks, 0),
        "hole cards of position 1": pairs(decks, 2),
        "flops": flops(decks),
        "followers": followers(decks),
    }
    return {name: value for name, value in found.items() if abs(value) > BOUND}


def of_simulations(count: int) -> Decks:
    """Deal as matches between tables do, in their kernel."""
    decks = np.empty((count, CARDS), np.uint8)

    def keep(chunk: MatchChunk) -> None:
        """Keep the cards that can be dealt, and the rest in random order."""
        stop, cards = chunk.first + chunk.hands, chunk.dealt.shape[1]
        left = np.ones((chunk.hands, CARDS), np.bool_)
        np.put_along_axis(left, chunk.dealt.astype(np.int64), False, axis=1)
        rest = np.nonzero(left)[1].reshape(chunk.hands, -1).astype(np.uint8)
        decks[chunk.first : stop, :cards] = chunk.dealt
        decks[chunk.first : stop, cards:] = rng.permuted(rest, axis=1)

    rng = np.random.default_rng(SEED)
    match = Match(HOLDEM, [CallAgent(HOLDEM), CallAgent(HOLDEM)], SEED)
    match.run(count, JobControl(), keep)
    return decks


def of_matches(count: int) -> Decks:
    """Deal as matches between engines do, deck by deck from one state."""
    state = rng_state(SEED)
    return np.array([shuffled_deck(HOLDEM, state) for _ in range(count)], np.uint8)


def of_live_tables(count: int) -> Decks:
    """Deal as a person is dealt to, each deck from fresh entropy."""
    return np.array([live_deck(HOLDEM) for _ in range(count)], np.uint8)


def of_redraws(count: int) -> Decks:
    """Draw as samplers do: only some cards of a deck that stays shuffled, here ten at a time."""
    state, deck = rng_state(SEED), np.arange(CARDS, dtype=np.uint8)
    decks = np.empty((count, CARDS), np.uint8)
    for row in decks:
        shuffle(state, deck, 10)
        row[:] = deck
    # The order of cards not drawn means nothing; here it must not be conspicuous.
    decks[:, 10:] = np.random.default_rng(SEED).permuted(decks[:, 10:], axis=1)
    return decks


SOURCES = (of_simulations, of_matches, of_live_tables, of_redraws)


@pytest.mark.parametrize("source", SOURCES)
def test_decks_are_uniform(source: Callable[[int], Decks]) -> None:
    # Fresh entropy costs ten times the shuffle.
    assert faults(source(QUICK // 4 if source is of_live_tables else QUICK)) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.scorecard("G1")
def test_a_million_decks_are_uniform(source: Callable[[int], Decks]) -> None:
    assert faults(source(LONG)) == {}


def swapped(count: int, partner: Callable[[int, int], NDArray[np.int64]]) -> Decks:
    """Decks in which card ``i`` was swapped with ``partner(i, count)``, for each ``i`` in turn."""
    decks = np.tile(np.arange(CARDS, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for i in range(CARDS):
        j = partner(i, count)
        decks[rows, j], decks[:, i] = decks[:, i].copy(), decks[rows, j]
    return decks


def swaps_with_any_card(count: int) -> Decks:
    """The textbook's warning: 52 ** 52 ways do not fall evenly on 52! orders."""
    rng = np.random.default_rng(1)
    return swapped(count, lambda i, n: rng.integers(0, CARDS, n))


def never_leaves_a_card_in_place(count: int) -> Decks:
    """Off by one: only orders of a single cycle come out."""
    rng = np.random.default_rng(2)
    return swapped(count, lambda i, n: rng.integers(min(i + 1, CARDS - 1), CARDS, n))


def takes_the_remainder_of_a_byte(count: int) -> Decks:
    """Numbers below 256 do not divide evenly into most ranges."""
    rng = np.random.default_rng(3)
    return swapped(count, lambda i, n: i + rng.integers(0, 256, n) % (CARDS - i))


def cuts_once(count: int) -> Decks:
    """Every card is in every position equally often, always behind the same neighbour."""
    cuts = np.random.default_rng(4).integers(0, CARDS, count)
    return ((np.arange(CARDS) + cuts[:, None]) % CARDS).astype(np.uint8)


def knows_few_seeds(count: int) -> Decks:
    """A sound shuffle from 16 bits of entropy: the same 65,536 decks again and again."""
    rng = np.random.default_rng(5)
    few = swapped(2**16, lambda i, n: rng.integers(i, CARDS, n))
    return few[rng.integers(0, len(few), count)]


def leaves_the_top_card(count: int) -> Decks:
    """Half of the time the last hand's top card stays on top."""
    rng = np.random.default_rng(6)
    decks = swapped(count, lambda i, n: rng.integers(i, CARDS, n))
    for above, deck in pairwise(decks):
        if rng.random() < 0.5:
            place = int(np.flatnonzero(deck == above[0])[0])
            deck[[0, place]] = deck[[place, 0]]
    return decks


@pytest.mark.parametrize(
    ("shuffler", "by"),
    [
        (swaps_with_any_card, "places"),
        (never_leaves_a_card_in_place, "places"),
        (takes_the_remainder_of_a_byte, "places"),
        (cuts_once, "hole cards of position 0"),
        (knows_few_seeds, "flops"),
        (leaves_the_top_card, "followers"),
    ],
)
@pytest.mark.scorecard("G1")
def test_faulty_shuffles_are_flagged(shuffler: Callable[[int], Decks], by: str) -> None:
    assert by in faults(shuffler(QUICK))


def test_the_same_code_without_a_fault_is_not_flagged() -> None:
    rng = np.random.default_rng(7)
    assert faults(swapped(QUICK, lambda i, n: rng.integers(i, CARDS, n))) == {}
