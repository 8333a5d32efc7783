"""Locations of data, settings and logs.

``POKERGUI_HOME`` puts them under one folder. Without it the platform decides, and a file beside the
settings may name another folder for the data.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from engine.errors import PokerError
from engine.named_file import read_named_text

_NAME = "pokergui"
_LONGEST = 4096


def _home() -> Path | None:
    home = os.environ.get("POKERGUI_HOME")
    return Path(home).expanduser().absolute() if home else None


def data_dir() -> Path:
    """Return the folder of the hand database and of strategies computed here; it may not exist.

    Raises:
        PokerError: if it was moved to a place that does not exist.
    """
    return _home() or moved_dir() or Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def has_home() -> bool:
    return _home() is not None


def pointer_path() -> Path:
    """Return the file that names the data folder once it was moved."""
    return config_dir() / "data-folder"


def moved_dir() -> Path | None:
    """Return the folder the data were moved to, None if they were not; raises as ``data_dir``."""
    pointer = pointer_path()
    if not pointer.is_file():
        return None
    text = read_named_text(pointer, _LONGEST, PokerError).strip()
    if not os.path.isabs(text) or not Path(text).is_dir():  # noqa: PTH117 - also of no path at all
        raise PokerError(
            "the data folder {text} is missing; connect its disk, or remove {pointer} to start "
            "afresh",
            text=text[:200],
            pointer=pointer,
        )
    return Path(text)


def config_dir() -> Path:
    return _home() or Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def log_dir() -> Path:
    home = _home()
    return home / "logs" if home else Path(platformdirs.user_log_dir(_NAME, appauthor=False))


def database_path() -> Path:
    return data_dir() / "hands.db"


def reviews_path() -> Path:
    """Return the review cache, which can be recomputed."""
    return data_dir() / "reviews.db"


def strategies_dir() -> Path:
    return data_dir() / "strategies"


def training_dir() -> Path:
    """Return the folder of the checkpoints of runs of the Train page."""
    return data_dir() / "training"


def spots_dir() -> Path:
    return data_dir() / "spots"


def backups_dir() -> Path:
    return data_dir() / "backups"


def own_folders() -> tuple[Path, ...]:
    """Return the existing folders that only this program writes to."""
    strategies = strategies_dir()
    inside = sorted(strategies.iterdir()) if strategies.is_dir() else []
    known = (data_dir(), config_dir(), strategies, *inside, training_dir(), spots_dir())
    return tuple(folder for folder in (*known, backups_dir()) if folder.is_dir())
