"""Parse untrusted TOML, bounded first because the standard parser has no limits.

A key of 30,000 parts costs the parser half a minute and 3.7 GB; text accepted here a second at
most.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from itertools import accumulate
from typing import Any

from engine.errors import RecordError
from engine.wording import Wording

MOST_LETTERS = 200_000
"""Maximum length of the text of one hand; real ones have some 2,000."""
MOST_PARTS = 8
"""Most parts of a key such as ``a.b.c``."""
MOST_NESTED = 32
"""Maximum nesting of lists and tables."""
MOST_WORD = 200
"""Maximum length of a number, or of a key without quotes."""
# An unclosed string extends to the end, where the parser stops anyway: nothing is rescanned.
_QUOTED = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:""""{0,2}|\Z)'
    r"|'''.*?(?:''''{0,2}|\Z)"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_WORD = re.compile(r"[\w+-]+")
_BLANK = re.compile(r"[ \t]+")
_TOO_MANY_PARTS = "q." * MOST_PARTS
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_toml(text: str) -> dict[str, Any]:
    """The fields of a TOML text, not validated; numbers with a point are decimals.

    Raises:
        RecordError: if it is not TOML, or exceeds the limits of a hand.
    """
    problem = _excess(text)
    if problem:
        raise RecordError("not PHH: {problem}", problem=problem)
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError) as error:
        raise RecordError("not PHH: {error}", error=str(error)[:160]) from None
    except RecursionError:
        raise RecordError("not PHH: values are nested too deeply") from None


def _excess(text: str) -> Wording | None:
    """Return which limit a text exceeds; None if it exceeds none."""
    if len(text) > MOST_LETTERS:
        return Wording("it is longer than {most:,} characters", most=MOST_LETTERS)
    brackets, points = text.count("[") + text.count("{"), text.count(".")
    longest = max(map(len, text.split()), default=0)
    if brackets <= MOST_NESTED and points < MOST_PARTS and longest <= MOST_WORD:
        return None  # even if all of them were one key or one value
    bare = _QUOTED.sub(lambda found: "" if found[0][0] == "#" else "q", text)
    words = _WORD.findall(bare)
    if max(map(len, words), default=0) > MOST_WORD:
        return Wording("a number or a key is longer than {most} characters", most=MOST_WORD)
    if _TOO_MANY_PARTS in _BLANK.sub("", _WORD.sub("q", bare)):
        return Wording("a key has more than {most} parts", most=MOST_PARTS)
    steps = (_STEPS[letter] for letter in bare if letter in _STEPS)
    if max(accumulate(steps), default=0) > MOST_NESTED:
        return Wording("values are nested too deeply")
    return None
