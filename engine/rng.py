"""Random numbers for kernels: xoshiro256++ state as an argument, one stream per worker.

Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel

RngState = NDArray[np.uint64]

ENTROPY_BITS = 256


def fresh_seed() -> int:
    """A seed of 256 bits from the operating system's entropy."""
    return secrets.randbits(ENTROPY_BITS)


def rng_state(seed: int, stream: int = 0) -> RngState:
    """State (4,) uint64 of stream number ``stream`` of ``seed``; streams are independent."""
    sequence = np.random.SeedSequence(seed, spawn_key=(stream,))
    state = sequence.generate_state(4, np.uint64).astype(np.uint64)
    state[0] |= np.uint64(1)  # the all-zero state is the one forbidden
    return state


@borrowing_kernel
def next_u64(state: RngState) -> Any:
    """Next 64 random bits (uint64); advances ``state`` in place."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    x = s0 + s3
    result = ((x << np.uint64(23)) | (x >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@borrowing_kernel
def next_below(state: RngState, bound: int) -> int:
    """Uniform integer in [0, bound), 1 <= bound <= 2**31, without bias.

    Multiply and shift with rejection: Lemire, "Fast random integer generation in an interval",
    2019.
    """
    n = np.uint64(bound)
    mask = np.uint64(0xFFFFFFFF)
    product = (next_u64(state) >> np.uint64(32)) * n
    low = product & mask
    if low < n:
        threshold = (np.uint64(0x100000000) - n) % n
        while low < threshold:
            product = (next_u64(state) >> np.uint64(32)) * n
            low = product & mask
    return int(product >> np.uint64(32))


@borrowing_kernel
def next_float(state: RngState) -> float:
    """Uniform float64 in [0, 1) with 53 random bits."""
    return float(next_u64(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@borrowing_kernel
def named_bits(key: Any, name: Any) -> Any:
    """64 random bits (uint64) determined by key and name, both uint64; no state is advanced.

    The numbers of a key are SplitMix64's from that state, numbered from 1 and accessible in any
    order: a draw does not depend on earlier draws. Source: Steele, Lea and Flood, "Fast splittable
    pseudorandom number generators", 2014.
    """
    x = key + name * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@borrowing_kernel
def named_float(key: Any, name: Any) -> float:
    """Uniform float64 in [0, 1) determined by key and name: the highest 53 of the bits."""
    # Signed integers become floats in one instruction.
    return float(np.int64(named_bits(key, name) >> np.uint64(11))) * (1.0 / 9007199254740992.0)


@borrowing_kernel
def shuffle(state: RngState, deck: NDArray[np.uint8], count: int) -> None:
    """Draw the first ``count`` cards of ``deck`` at random, in place (Fisher-Yates from the front).

    Every ordered selection of ``count`` cards is equally likely for any initial order of ``deck``.
    """
    size = deck.shape[0]
    for i in range(count):
        j = i + next_below(state, size - i)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
