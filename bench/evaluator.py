"""Seven-card evaluations per second on one core, compared with phevaluator and eval7.

The peers are called once per hand, the only way their Python interfaces offer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import numpy as np
import phevaluator

from bench import best_seconds, figure
from engine.cards import card_name
from engine.evaluator import strengths
from engine.evaluator.exhaustive import count_strengths

_HANDS = 100_000
_PEER_HANDS = 50_000


def figures() -> dict[str, dict[str, Any]]:
    """Time for all 133,784,560 hands; random batches of 100,000 hands against the peers."""
    draws = np.random.default_rng(1).random((_HANDS, 52))
    hands = np.argpartition(draws, 7, axis=1)[:, :7].astype(np.uint8)
    names = [[card_name(card) for card in hand] for hand in hands[:_PEER_HANDS].tolist()]
    cards = [[eval7.Card(name) for name in hand] for hand in names]
    all_hands = best_seconds(lambda: count_strengths(7))
    rate = _HANDS / best_seconds(lambda: strengths(hands), 100)
    pheval_rate = _peer_rate(lambda hand: phevaluator.evaluate_cards(*hand), names)
    eval7_rate = _peer_rate(eval7.evaluate, cards)
    return {
        "evaluator-all-hands": figure(all_hands, "s", hands=133_784_560),
        "evaluator-phevaluator": figure(
            rate, "hands/s", peer="phevaluator", peer_rate=pheval_rate, ratio=rate / pheval_rate
        ),
        "evaluator-eval7": figure(
            rate, "hands/s", peer="eval7", peer_rate=eval7_rate, ratio=rate / eval7_rate
        ),
    }


def _peer_rate(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> float:
    start = time.perf_counter()
    for hand in hands:
        evaluate(hand)
    return len(hands) / (time.perf_counter() - start)
