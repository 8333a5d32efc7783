"""Parse typed numbers: ``1,500``, ``2.5``, and ``2,5`` with a decimal comma."""

from __future__ import annotations

import re

LIST_OR_NUMBER = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+")
"""A text that may be one number with thousands separators, or a list of numbers."""
_SPACES = re.compile(r"[\s_]")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_THOUSANDS_BY_POINTS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]*")
_DECIMALS = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")


def plain_number(text: str) -> str | None:
    """Normalise typed numbers for Python, without spaces and thousands separators.

    Commas before groups of three digits are thousands separators, as in all languages of the
    program; otherwise a comma is a decimal comma. Text without commas is not checked.

    Returns:
        The text; None where its commas are inconsistent.
    """
    packed = _SPACES.sub("", text)
    if "," not in packed or _THOUSANDS.fullmatch(packed):
        return packed.replace(",", "")
    if _THOUSANDS_BY_POINTS.fullmatch(packed):
        return packed.replace(".", "").replace(",", ".")
    return packed.replace(",", ".") if _DECIMALS.fullmatch(packed) else None


def whole_number(text: str, digits: int) -> int | None:
    """Parse an integer of at most that many digits; None if the text is not one."""
    plain = plain_number(text) or ""
    known = plain.isascii() and plain.isdigit() and len(plain) <= digits
    return int(plain) if known else None
