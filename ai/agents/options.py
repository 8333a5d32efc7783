"""Options behind an engine's name, such as ``simulations=1000,level=.98``."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.errors import EngineError


def read_options(
    text: str, names: Collection[str], unknown: Callable[[str], EngineError]
) -> dict[str, str]:
    """Return options by name; ``unknown`` gives the error of a part that is none of them."""
    said: dict[str, str] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name not in names or not value:
            raise unknown(part[:60])
        if name in said:
            raise EngineError("'{name}' is given twice", name=name)
        said[name] = value
    return said


def whole_number(text: str) -> int:
    """Parse a whole number of up to twelve digits; an EngineError names the text."""
    digits = text.replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise EngineError("'{text}' is not a whole number", text=text[:60])
    return int(digits)
