"""Sanitise untrusted text for display in a terminal, a widget or a log.

Names in files, titles of strategies and words of engines may hold characters that move the cursor,
hide letters or reverse their order. One place removes these, for messages and pages alike.
"""

from __future__ import annotations

MOST_NAME = 200
"""Most letters of a name."""
MOST_MESSAGE = 4_000
"""Most letters of a message."""
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


def plain(words: str, most: int | None = None) -> str:
    """Return one line of visible letters; invisible ones become a space or a mark.

    Control characters, marks that reverse the order of letters, letters without width and those
    that no encoding has are removed. Longer words are cut and end in "…".

    Args:
        words: the words as written.
        most: letters at most; None for any number.
    """
    if most is not None and len(words) > most:
        words = words[: most - 1] + "…"
    if words.isprintable():
        return words
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else _HIDDEN for letter in words
    )


def plain_lines(words: str) -> str:
    """Do the same for words of several lines."""
    return words if words.isprintable() else "\n".join(map(plain, words.split("\n")))
