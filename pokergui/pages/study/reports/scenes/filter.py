"""The filter of an aggregate report's boards: typed cards, ranks and textures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from ai.reports.aggregate import BoardFigures
from ai.reports.texture import KINDS
from engine.cards import RANKS, card_rank, parse_cards
from engine.errors import CardError
from pokergui.formatting.textures import texture_text
from pokergui.language import tr_study as tr

Matches = Callable[[BoardFigures], bool]
_LEAST_LETTERS = 3
_HIGH = "high"


def parse_filter(text: str) -> Matches:
    """Return a test whether a board has everything named.

    Words are cards (``Ks``, ``AhTd``), ranks that must all be there (``AT``, ``77``), ``A-high``,
    or the beginning of a texture's name, three letters or more (``two-tone``, ``mono``), also in
    the language of the program.

    Raises:
        CardError: naming the word that is not understood.
    """
    shown = tr("{rank} high").format(rank="")
    text = re.sub(
        rf"[\s-]*({_HIGH}|{re.escape(shown.strip())})(?=[\s,，、]|$)",
        f"-{_HIGH}",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(r"\bstraight\s+possible\b", "straight", text, flags=re.IGNORECASE)
    tests = [_word(word) for word in re.split(r"[\s,，、]+", text) if word]
    return lambda row: all(test(row) for test in tests)


def _word(word: str) -> Matches:
    upper, lower = word.upper().replace("10", "T"), word.lower().replace("10", "t")
    if len(upper) > 1 and lower[1:].lstrip("-") == _HIGH and upper[0] in RANKS:
        return lambda row: RANKS[row.texture.high] == upper[0]
    if all(letter in RANKS for letter in upper):
        wanted = Counter(upper)
        return lambda row: wanted <= Counter(RANKS[card_rank(card)] for card in row.board.cards)
    names = {name for kind in KINDS if kind != _HIGH for name in KINDS[kind]}
    found = {name for name in names if len(lower) >= _LEAST_LETTERS and name.startswith(lower)}
    if not lower.isascii():
        found = {name for name in names if texture_text(name).startswith(lower)}
    if found:
        return lambda row: not found.isdisjoint(row.texture.names.values())
    try:
        cards = set(parse_cards(word))
    except CardError:
        words = tr("“{word}” is not a card, rank or texture").format(word=word[:20])
        raise CardError(words) from None
    return lambda row: cards <= set(row.board.cards)
