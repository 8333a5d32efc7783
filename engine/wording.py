"""Sentences translated where they are shown.

``engine`` and ``ai`` write them in English with named placeholders. The catalogue of the program
collects the texts of ``Wording`` and of all errors of ``engine.errors`` from the sources
(``scripts/catalogue.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_translated: Callable[[str], str] = str


def translate_by(translated: Callable[[str], str]) -> None:
    """Set the translator of English texts for all sentences."""
    global _translated  # noqa: PLW0603  one language at a time
    _translated = translated


class Wording:
    """A sentence, or part of one, translated when shown.

    Args:
        text: in English, with ``{name}`` for each value, as for ``str.format``; without values it
            is shown as it is.
        values: plain values, errors, and wordings.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self._text, self._values = text, values

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same text and values."""
        if not isinstance(other, Wording):
            return NotImplemented
        return (self._text, self._values) == (other._text, other._values)

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        """The text in the user's language."""
        text = _translated(self._text)
        return text.format(**self._values) if self._values else text

    def __format__(self, spec: str) -> str:
        """Format the text as a value of another."""
        return format(str(self), spec)


def either(names: Sequence[object]) -> Wording:
    """Text for a choice of names: "a", "a or b", "a, b or c"."""
    *others, last = names
    if not others:
        return Wording("{last}", last=last)
    return Wording("{others} or {last}", others=", ".join(map(str, others)), last=last)


def any_of(names: Sequence[object]) -> Wording:
    """Text for any of some names: "a", "a or b", "a or b or c"."""
    first, *others = names
    text = Wording("{first}", first=first)
    for name in others:
        text = Wording("{others} or {last}", others=text, last=name)
    return text


def all_of(names: Sequence[object]) -> Wording:
    """Text for all of some names: "a", "a and b", "a and b and c"."""
    first, *others = names
    text = Wording("{first}", first=first)
    for name in others:
        text = Wording("{others} and {last}", others=text, last=name)
    return text
