"""A pseudo-language: plain letters on screen are data, or missing from the catalogue.

Every string of the catalogue gets accents, a third more letters, and brackets.
"""

import gettext
import re

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀçðéƒĝĥíĵķľɱñóþɋŕšťúṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĽṀÑÓÞɊŔŠŤÛṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _ACCENTED)
_OPEN, _CLOSE, _MORE = "⟦", "⟧", "·"
_VALUE = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_LONG = 4


def pseudo(text: str) -> str:
    """Return a string in the pseudo-language; values to fill in stay as they are."""
    parts = _VALUE.split(text)
    said = [part if _VALUE.fullmatch(part) else part.translate(_LETTERS) for part in parts]
    return f"{_OPEN}{''.join(said)}{_MORE * (len(text) // 3)}{_CLOSE}" if text else ""


class Pseudo(gettext.NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def escaped(text: str, data: re.Pattern[str]) -> list[str]:
    """Return plain words of a text, two in a row or one of four letters, without ``data``."""
    found: list[str] = []
    for run in re.split(r"[^A-Za-z'’ -]", data.sub("|", text)):
        words = [word for word in _WORD.findall(run) if len(word) > 1]
        if len(words) > 1 or any(not word.isupper() and len(word) >= _LONG for word in words):
            found.append(" ".join(words))
    return found
