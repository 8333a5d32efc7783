"""States as colours and signs, so that no state is shown by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.pages.settings.viewmodel.engines import Mood
from pokergui.theme import look
from pokergui.theme.fonts import BODY, font
from pokergui.theme.icons import paint_icon
from pokergui.widgets.painting import CENTRE, stroke, text

_TOKENS: dict[Mood, str] = {
    "plain": "t2",
    "quiet": "t3",
    "good": "pos",
    "remark": "unc",
    "bad": "neg",
    "busy": "acc",
}


def mood_token(mood: Mood) -> str:
    """Return the name of a mood's colour."""
    return _TOKENS[mood]


def paint_mood(painter: QPainter, box: QRectF, mood: Mood) -> None:
    """Paint the sign of a mood: a tick, an exclamation mark, a cross, a dash."""
    colour: str = getattr(look.tokens(), _TOKENS[mood])
    if mood in ("good", "bad"):
        paint_icon(painter, "check" if mood == "good" else "close", box, colour, 1.8)
    elif mood == "remark":
        text(painter, box, "!", font(BODY, 700), colour, CENTRE)
    else:
        middle = box.center()
        stroke(painter, middle - QPointF(4, 0), middle + QPointF(4, 0), colour, 1.5)
