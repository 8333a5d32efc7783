import builtins
import logging
import threading
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

CALLER = """
import numpy as np
from engine.combos import num_combos
from engine.player import CALL, Strategy


class Caller:
    def act(self, view, rng):
        return CALL

    def strategy(self, spot, control=None):
        hands = num_combos(len(spot.game.deck), spot.game.num_hole)
        return Strategy((CALL,), np.ones((hands, 1)))
"""


def caller_file(path: Path, more: str = "") -> str:
    """Write an engine that calls, and return its name."""
    path.write_text(CALLER + more)
    return f"python:{path}"


def log_foreign_classes() -> None:
    """Log an error for each Qt class that a worker creates from now on."""
    build = builtins.__build_class__

    def made(*args: Any, **options: Any) -> Any:
        found = build(*args, **options)
        gui = threading.current_thread() is threading.main_thread()
        if isinstance(found, type(QObject)) and not gui:
            logging.getLogger("pokergui").error("%r was made on a worker", found)
        return found

    builtins.__build_class__ = made
