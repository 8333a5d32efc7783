from engine.game import get_game
from engine.player import CALL, raise_to
from tests.pokergui.gallery.many_scenes import frames_until

OPEN_TABLE = frames_until(
    get_game("holdem-nolimit"),
    (raise_to(890), CALL, CALL, CALL, raise_to(620)),
    names=("Tidewater", "Granite"),
    answers=True,
    holes="Qh9h AcKd",
    board="AdJh8h4c2s",
)[-1].scene
