"""Numbers as people type them: ``1,500``, ``2.5``, and ``2,5`` as half of the world writes it."""

from __future__ import annotations

import re

_SPACES = re.compile(r"[\s_]")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_THOUSANDS_BY_POINTS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]*")
_DECIMALS = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")


def plain_number(text: str) -> str | None:
    """Return the text of a number as Python reads it, without spaces and marks of thousands.

    Commas before groups of three digits mark thousands, as in all languages of the program; one
    before any other digits is a decimal comma. Text without commas is not looked at any further.

    Returns:
        The text; None where its commas make no sense.
    """
    packed = _SPACES.sub("", text)
    if "," not in packed or _THOUSANDS.fullmatch(packed):
        return packed.replace(",", "")
    if _THOUSANDS_BY_POINTS.fullmatch(packed):
        return packed.replace(".", "").replace(",", ".")
    return packed.replace(",", ".") if _DECIMALS.fullmatch(packed) else None


def whole_number(text: str, digits: int) -> int | None:
    """Return a whole number of at most so many digits; None if a text is none."""
    plain = plain_number(text) or ""
    known = plain.isascii() and plain.isdigit() and len(plain) <= digits
    return int(plain) if known else None
