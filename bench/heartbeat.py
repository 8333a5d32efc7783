"""Responsiveness of the window while kernels compile and while an engine thinks.

Gaps between beats of a 5 ms timer on the GUI thread: median, 99% and largest, in ms.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench import figure
from bench._program import run, screen, spread

_SECONDS = 10.0


def figures() -> dict[str, dict[str, Any]]:
    """A first start with an empty kernel cache; then, with all kernels, play against an engine."""
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        first = run(Path(folder), display)
        later = run(Path(folder), display, _SECONDS, think=True, installed=True)
    return {
        name: figure(median(gaps), "ms", **spread(gaps))
        for name, gaps in (
            ("heartbeat-compiling", first.loading),
            ("heartbeat-loading", later.loading),
            ("heartbeat-thinking", later.playing),
        )
    }
