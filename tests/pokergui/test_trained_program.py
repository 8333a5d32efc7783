"""An engine that a command trains while the window is open: listed, played, removed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.pokergui.desktop import START_S, Desktop, Program, log_text, settings

EVERY = ["play", "watch a", "watch b", "study"]
TITLE = "PDCFR+, 50 iterations"


def test_what_a_command_trains_is_on_every_list(tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings(home, auto_next=False)
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        with Program(home, "tests.pokergui.trained_visitor", **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(home) == ""
    told = {entry.pop("step"): entry for entry in map(json.loads, out.splitlines())}
    equilibrium = "Exact equilibrium"
    assert told["before"] == {"listed": [], "seated": equilibrium, "chosen": equilibrium}
    assert told["solved"] == {"listed": EVERY, "seated": equilibrium, "chosen": equilibrium}
    assert told["chosen"] == {"listed": EVERY, "seated": TITLE, "chosen": TITLE}
    # The hand goes on; the list of Play says that its opponent is no longer there.
    assert told["gone"] == {"listed": ["play"], "seated": TITLE, "chosen": "kuhn-run"}
