"""Words of strangers as they may be shown anywhere: a terminal, a widget, a log.

Names in files, titles of strategies and what engines say may hold what moves the cursor, hides
letters or turns their order round. One place takes that out, for messages and pages alike.
"""

from __future__ import annotations

MOST_NAME = 200
"""Most letters of a name."""
MOST_MESSAGE = 4_000
"""Most letters of a message."""
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


def plain(words: str, most: int | None = None) -> str:
    """One line of letters that can be seen; what cannot be seen becomes a space or a mark.

    Control characters, marks that turn the order of letters, letters without width and such that
    no encoding has are taken out. What is too long is cut and ends in "…".

    Args:
        words: as somebody wrote them.
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
    """The same for words of several lines."""
    return words if words.isprintable() else "\n".join(map(plain, words.split("\n")))
