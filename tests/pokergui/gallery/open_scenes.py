"""Tables of two with both hands open."""

from __future__ import annotations

from engine.game import get_game
from engine.player import CALL, raise_to
from tests.pokergui.gallery.many_scenes import frames_until

_BET = (raise_to(890), CALL, CALL, CALL, raise_to(620))


def _open(game: str, *actions: object, **cards: str) -> object:
    names = ("Tidewater", "Granite")
    frames = frames_until(get_game(game), actions, names=names, answers=True, **cards)  # type: ignore[arg-type]
    return frames[-1].scene


_CARDS = {"holes": "Qh9h AcKd", "board": "AdJh8h4c2s"}
OPEN_TABLE = _open("holdem-nolimit", *_BET, **_CARDS)
OPEN_RESULT = _open("holdem-nolimit", *_BET, CALL, CALL, CALL, **_CARDS)
OPEN_LEDUC = _open("leduc", CALL, CALL, raise_to(4), holes="Ks Qh", board="Jh")
OPEN = {"hand": OPEN_TABLE, "result": OPEN_RESULT, "leduc": OPEN_LEDUC}
