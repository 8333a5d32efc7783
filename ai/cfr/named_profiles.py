"""Named strategies of small games: the lecture's, the uniform one, or from a file."""

from __future__ import annotations

import json
from pathlib import Path

from ai.cfr.exact_game import ExactGame, ExactProfile
from ai.cfr.profiles import LECTURE_PROFILE, read_profile, two_action_profile, uniform
from engine.errors import GameError
from engine.named_file import read_named

_LARGEST_FILE = 1_000_000


def is_profile(name: str) -> bool:
    """Return whether a name denotes a profile, not an engine."""
    return name in ("lecture", "uniform") or name.endswith(".json")


def profile_of(game: ExactGame, name: str) -> ExactProfile:
    """Return a named profile, or one from a JSON file.

    Raises:
        GameError: if there is none of that name, it cannot be read or is for another game.
    """
    if name == "lecture":
        return two_action_profile(game, LECTURE_PROFILE)
    if name == "uniform":
        return uniform(game)
    if not is_profile(name):
        raise GameError(
            "there is no profile '{name}'; choose lecture, uniform or a FILE.json", name=name[:60]
        )
    text = read_named(Path(name), _LARGEST_FILE, GameError)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameError("{name} is not JSON: {error}", name=name, error=error) from None
    return read_profile(game, document)
