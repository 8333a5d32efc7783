"""Start-up time to the painted window and to the first decision, cold and warm.

The first start has an empty kernel cache and no data folder; later starts must find every kernel
compiled (``new_files`` 0), including those for playing hands. Figures of later starts are the best
of several.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from bench import figure
from bench._program import kernel_files, run, screen

_LATER = 4
_SECONDS = 2.0


def figures() -> dict[str, dict[str, Any]]:
    """First and later starts of the real program."""
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        home = Path(folder)
        first = run(home, display)
        compiled = kernel_files(home)
        later = [run(home, display, _SECONDS) for _ in range(_LATER)]
        new = sum(compiled.get(path) != when for path, when in kernel_files(home).items())
    return {
        "start-first-painted": figure(first.painted, "s"),
        "start-first-playable": figure(first.playable, "s", kernels=len(compiled)),
        "start-painted": figure(min(one.painted for one in later), "s"),
        "start-playable": figure(min(one.playable for one in later), "s", new_files=new),
    }
