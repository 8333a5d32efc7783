"""Hand filters as SQL conditions on the index table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import parse_cards
from engine.errors import CardError

Result = Literal["", "won", "lost", "even"]

_RESULTS = {"won": "result > 0", "lost": "result < 0", "even": "result = 0"}
_MOST_WORDS = 16


@dataclass(frozen=True)
class HandFilter:
    """A filter of hands; an empty field matches all.

    Attributes:
        game: name of the game with its depth.
        opponent: name of an engine, or of another human in an imported hand.
        session: name of the session.
        modes: modes of the hand, any of them.
        since: earliest time, ISO 8601, such as ``2026-05-01``.
        until: time before which all hands were played.
        result: the user's result; hands without one have none.
        least_bb: won or lost at least this many big blinds.
        text: words that all occur in names, engines, notes or the cards seen (``Kh``, ``cfr``).
        with_hero: only hands with the user in them, or only those without.
        newest: only this many, the newest.
    """

    game: str = ""
    opponent: str = ""
    session: str = ""
    modes: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    result: Result = ""
    least_bb: float = 0.0
    text: str = ""
    with_hero: bool | None = None
    newest: int | None = None

    def where(self, before: int | None = None) -> tuple[str, list[object]]:
        """Return the condition on ``hand_index``, and its parameters.

        Args:
            before: only hands with a smaller number.
        """
        used: list[tuple[str, tuple[object, ...]]] = []
        if before is not None:
            used.append(("number < ?", (before,)))
        for condition, value in (
            ("game = ?", self.game),
            ("instr(opponents, char(10) || ? || char(10))", self.opponent),
            ("session = ?", self.session),
            ("time >= ?", self.since),
            ("time < ?", self.until),
        ):
            if value:
                used.append((condition, (value,)))
        if self.modes:
            used.append((f"mode IN ({', '.join('?' * len(self.modes))})", self.modes))
        if self.result:
            used.append((f"hero >= 0 AND {_RESULTS[self.result]}", ()))
        if self.least_bb > 0:
            used.append(("hero >= 0 AND abs(result) >= ? * big_blind", (self.least_bb,)))
        if self.with_hero is not None:
            used.append(("hero >= 0" if self.with_hero else "hero < 0", ()))
        used += [("instr(text, ?)", (word,)) for word in search_words(self.text)]
        if not used:
            return "", []
        sql = " AND ".join(f"({condition})" for condition, _ in used)
        return f" WHERE {sql}", [value for _, values in used for value in values]


ALL = HandFilter()


def search_words(text: str) -> list[str]:
    """Return a search's words, normalised as in the index; ``KhTd`` is two cards."""
    words: list[str] = []
    for word in text.split()[:_MOST_WORDS]:
        try:
            cards = parse_cards(word)
        except CardError:
            words.append(word.casefold())
        else:
            words += [word[i : i + 2].casefold() for i in range(0, 2 * len(cards), 2)]
    return words
