"""A file of card buckets: ``python -m scripts.card_buckets FILE`` made the shipped one."""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

import numpy as np

from ai.abstraction.build import COUNTS, SAMPLE, SEED, build_abstraction
from ai.abstraction.cards import save_abstraction
from engine import timing
from engine.jobs import JobControl


def main() -> None:
    """Build the abstraction and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--buckets", default=",".join(map(str, COUNTS)), help="flop,turn,river")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    counts = [int(count) for count in options.buckets.split(",")]
    begun = timing.seconds()
    last = ""

    def tell(done: float, text: str) -> None:
        nonlocal last
        if text != last:
            print(f"{timing.seconds() - begun:6.1f} s {text}", flush=True)
            last = text

    abstraction = build_abstraction(counts, options.seed, JobControl(tell))
    seconds = round(timing.seconds() - begun, 1)
    record = {
        "command": f"python -m scripts.card_buckets {options.file} "
        f"--buckets {options.buckets} --seed {options.seed}",
        "buckets": list(abstraction.num_rows),
        "seed": options.seed,
        "sample": SAMPLE,
        "seconds": seconds,
        "machine": platform.machine(),
        "numpy": np.__version__,
    }
    save_abstraction(options.file, abstraction, record)
    print(f"{seconds:6.1f} s {abstraction.num_rows} rows, key {abstraction.key[:16]}")


if __name__ == "__main__":
    main()
