"""The verdict on a match: it names a leader only if the stopping rule allows it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from math import isfinite

import numpy as np

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_estimates import ALL_IN, RAW, Reading
from engine.cards import Card, card_rank, card_suit
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity
from engine.evaluator import Category, describe, showdown_strength
from engine.game import Game
from engine.stopping import ALPHA, LEAST_UNITS, ConfidenceSequence, Sprt
from pokergui.formatting.numbers import ResultUnit
from pokergui.formatting.words import chips, rank_word
from pokergui.language import tr_watch as tr
from pokergui.language.joins import full_sentences, phrases
from pokergui.matches import Counting

_BOUND = math.log((1.0 - ALPHA) / ALPHA)


def verdict_words(
    counting: Counting, unit: ResultUnit, names: tuple[str, ...], hands: int
) -> tuple[str, str]:
    """Return the leader, or that there is none yet, and the note after it.

    A fixed length is decided at its end, the others as soon as their rule decides.
    """
    chosen, rule = counting.chosen, counting.rule
    mean, half = chosen.interval.mean, chosen.interval.half_width
    if not chosen.units:
        double = counting.result.duplicate
        return tr("No pair of hands is complete yet") if double else tr("No hand is over yet"), ""
    if not isfinite(half):
        return tr("Too few hands for an interval"), ""
    by = _by(chosen.method)
    if isinstance(rule, Sprt):
        return _tested(counting, rule, unit, names[0], by)
    if isinstance(rule, ConfidenceSequence):
        return _watched(counting, rule, unit, names, by)
    if mean == half == 0:
        note = tr("{by}: every pair came to 0.") if counting.result.duplicate else tr("{by}.")
        return tr("Exactly even"), note.format(by=by)
    if counting.result.hands < hands:
        words = tr("{name} so far: {figures}")
        note = tr("{by}; no leader is declared before {hands} hands, the length you set.")
        figures = _figures(mean, half, unit)
        return words.format(name=names[0], figures=figures), note.format(by=by, hands=chips(hands))
    if chosen.interval.includes_zero:
        words = tr("Nobody leads: {figures}").format(figures=_figures(mean, half, unit))
        return words, tr("{by}; the interval includes 0.").format(by=by)
    return _leads(mean, half, unit, names), _needed(counting.readings[0], chosen, by)


def _by(method: str) -> str:
    words = {
        RAW: tr("by raw chips"),
        DUPLICATE: tr("by duplicate pairs"),
        ALL_IN: tr("by all-in EV"),
        AIVAT: tr("by AIVAT"),
    }
    return words[method]


def _figures(mean: float, half: float, unit: ResultUnit) -> str:
    words = tr("{mean} ± {half} {unit}")
    return words.format(mean=unit.text(mean), half=unit.half(half), unit=unit.name)


def _leads(mean: float, half: float, unit: ResultUnit, names: tuple[str, ...]) -> str:
    lead = unit.half(abs(mean))
    words = tr("{name} leads by {lead} ± {half} {unit}")
    name = names[0] if mean > 0 else names[1]
    return words.format(name=name, lead=lead, half=unit.half(half), unit=unit.name)


def _needed(raw: Reading, chosen: Reading, by: str) -> str:
    """Name the method, and the hands that raw chips would need."""
    note = tr("{by}.").format(by=by)
    there = chosen.method != RAW and raw.interval.mean and isfinite(raw.interval.half_width)
    if not there or not raw.interval.includes_zero:
        return note
    needed = _rounded(raw.hands * (raw.interval.half_width / chosen.interval.mean) ** 2)
    more = tr("Raw chips would need about {hands} hands.").format(hands=chips(needed))
    return full_sentences((note, more))


def _rounded(value: float) -> int:
    """Round to two leading digits."""
    power: int = 10 ** max(0, len(str(int(value))) - 2)
    return round(value / power) * power


def _watched(
    counting: Counting, rule: ConfidenceSequence, unit: ResultUnit, names: tuple[str, ...], by: str
) -> tuple[str, str]:
    interval = rule.interval(counting.chosen.look)
    if counting.decided:
        note = tr("{by}, valid at any time: the band excluded 0 at hand {hand}.")
        words = _leads(interval.mean, interval.half_width, unit, names)
        return words, note.format(by=by, hand=chips(counting.decided_at))
    if not isfinite(interval.half_width):
        least = tr("{by}; the band begins after {count} pairs of hands.")
        if not counting.result.duplicate:
            least = tr("{by}; the band begins after {count} hands.")
        return tr("Too few hands for a verdict"), least.format(by=by, count=chips(LEAST_UNITS))
    words = tr("Nobody leads yet: {figures}")
    figures = _figures(interval.mean, interval.half_width, unit)
    note = tr("{by}; the band, valid at any time, includes 0.")
    return words.format(figures=figures), note.format(by=by)


def _tested(
    counting: Counting, rule: Sprt, unit: ResultUnit, name: str, by: str
) -> tuple[str, str]:
    null, alternative = unit.text(rule.null), unit.text(rule.alternative)
    if counting.decided:
        accepted, other = null, alternative
        if counting.decided == "alternative":
            accepted, other = alternative, null
        words = tr("{name}: the test accepts {accepted} {unit}, not {other}")
        note = tr("{by}, at hand {hand}; the error probability is at most {share}.")
        said = words.format(name=name, accepted=accepted, unit=unit.name, other=other)
        hand = chips(counting.decided_at)
        return said, note.format(by=by, hand=hand, share=f"{ALPHA:.0%}")
    words = tr("{name}: no decision yet between {null} and {alternative} {unit}")
    ratio = rule.log_ratio(counting.chosen.look)
    note = tr("{by}; the log-likelihood ratio is {ratio} and decides at ±{bound}.")
    said = words.format(name=name, null=null, alternative=alternative, unit=unit.name)
    return said, note.format(by=by, ratio=f"{ratio:+.1f}".replace("-", "−"), bound=f"{_BOUND:.1f}")


_FULL_BOARD = 5
_ACE = 12


def hand_note(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return words such as "king kicker" or "flush draw, gutshot"; empty if there are none."""
    if game.board_sizes[-1] != _FULL_BOARD or not board:
        return ""
    made = describe((*hole, *board))
    notes: list[str] = []
    if len(board) < _FULL_BOARD and made.category < Category.STRAIGHT:
        notes = _draws(hole, board)
    if not notes and made.category is Category.PAIR:
        pair = card_rank(made.cards[0])
        kicker = max((card_rank(c) for c in made.cards if card_rank(c) != pair), default=None)
        if kicker is not None:
            notes.append(tr("{rank} kicker").format(rank=rank_word(game, kicker)))
    return phrases(notes)


def _draws(hole: Sequence[Card], board: Sequence[Card]) -> list[str]:
    """Return the draws that one card completes and that a hole card is part of."""
    cards = (*hole, *board)
    suited = [sum(card_suit(c) == card_suit(mine) for c in cards) for mine in hole]
    draws = [tr("flush draw")] if _FULL_BOARD - 1 in suited else []
    mine, ranks = {card_rank(c) for c in hole}, {card_rank(c) for c in cards}
    outs = [rank for rank in range(13) if rank not in ranks and _straight(ranks | {rank}, mine)]
    if len(outs) > 1:
        draws.append(tr("open-ended"))
    elif outs:
        draws.append(tr("gutshot"))
    return draws


def _straight(ranks: set[int], mine: set[int]) -> bool:
    """Return whether five ranks in a row include a hole card; aces count low, too."""
    for low in range(-1, 9):
        row = {_ACE if rank < 0 else rank for rank in range(low, low + 5)}
        if row <= ranks and row & mine:
            return True
    return False


def win_share(
    game: Game, first: Sequence[Card], second: Sequence[Card], board: Sequence[Card]
) -> float:
    """Return the share of all boards to come on which the first hand wins, ties counted half."""
    if game.is_part_of_holdem:
        weights = np.zeros((2, NUM_HOLDEM_COMBOS))
        for row, hole in enumerate((first, second)):
            weights[row, combo_index(hole)] = 1.0
        return equity(weights[0], weights[1], board).equity
    seen = {*first, *second, *board}
    left = [card for card in game.deck if card not in seen]
    missing = game.board_sizes[-1] - len(board)
    points = total = 0
    for cards in combinations(left, missing):
        mine, other = (
            int(showdown_strength(np.array((*hole, *board, *cards), np.uint8)))
            for hole in (first, second)
        )
        points += 2 if mine > other else int(mine == other)
        total += 2
    return points / total
