"""Exact and sampled equity on one core, the latter compared with eval7."""

from __future__ import annotations

from typing import Any

import eval7
import numpy as np

from bench import best_seconds, figure
from engine.cards import parse_cards
from engine.equity import ALL_COMBOS, add_board_showdowns, combo_equities, equity
from engine.ranges import parse_range

_SAMPLES = 10_000_000
_PEER_SAMPLES = 1_000_000
_BOARDS = 5_000


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds of exact answers, sampled deals per second, microseconds per swept board."""
    aces, kings = parse_range("AcAd"), parse_range("KcKd")
    everything = np.ones(1326)
    flop = parse_cards("Ah7d2c")
    sampled = _SAMPLES / best_seconds(lambda: equity(aces, kings, samples=_SAMPLES))
    hand = [eval7.Card("Ac"), eval7.Card("Ad")]
    peer_range = eval7.HandRange("KK")
    peer = _PEER_SAMPLES / best_seconds(
        lambda: eval7.py_hand_vs_range_monte_carlo(hand, peer_range, [], _PEER_SAMPLES)
    )
    draws = np.random.default_rng(1).random((_BOARDS, 52))
    boards = np.argpartition(draws, 5, axis=1)[:, :5].astype(np.uint8)
    sums = np.zeros((3, 1, 1326))

    def sweep() -> None:
        add_board_showdowns(boards, np.ones(_BOARDS), ALL_COMBOS, everything[None], *sums)

    def milliseconds(seconds: float) -> dict[str, Any]:
        return figure(1e3 * seconds, "ms")

    return {
        "equity-exact-hand": milliseconds(best_seconds(lambda: equity(aces, kings), 20)),
        "equity-exact-hand-random": milliseconds(best_seconds(lambda: equity(aces, everything), 3)),
        "equity-exact-flop": milliseconds(
            best_seconds(lambda: equity(everything, everything, flop))
        ),
        "equity-exact-169": milliseconds(best_seconds(lambda: combo_equities(everything), 3)),
        "equity-sampled": figure(
            sampled, "deals/s", peer="eval7", peer_rate=peer, ratio=sampled / peer
        ),
        "equity-board": figure(1e6 * best_seconds(sweep) / _BOARDS, "us"),
    }
