"""Sanitise untrusted text for display in a terminal, a widget or a log.

Names in files, strategy titles and engine output may contain control characters, invisible
characters or bidirectional overrides. This module removes them for messages and pages alike.
"""

from __future__ import annotations

MOST_MESSAGE = 4_000
"""Maximum length of a message."""
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


def plain(words: str, most: int | None = None) -> str:
    """Return one line of visible characters; others become a space or a replacement mark.

    Control characters, bidirectional overrides, zero-width characters and lone surrogates are
    removed. Longer text is truncated and ends in "…".

    Args:
        words: the untrusted text.
        most: maximum number of characters; None for unlimited.
    """
    if most is not None and len(words) > most:
        words = words[: most - 1] + "…"
    if words.isprintable():
        return words
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else _HIDDEN for letter in words
    )


def plain_lines(words: str) -> str:
    """Do the same for multi-line text."""
    return words if words.isprintable() else "\n".join(map(plain, words.split("\n")))
