"""Parses listed game names: blinds, number of players, stack depth, and unit of results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import GameError
from engine.game import Game, get_game
from pokergui.language import name_text, tr

_SITE = re.compile(
    r"holdem-(limit|nolimit)-([^-]*[0-9][^-]*/[^-]+?|[^-/]*[0-9][^-/]*)(?:-([0-9]+))?"
)


@dataclass(frozen=True)
class ListedGame:
    """A game as shown in lists, see ``StoredHand.listed_game``.

    Attributes:
        game: the built-in game without its depth; None if it is not built in.
        depth: in big blinds as given in the name; empty if it is not.
        limit: whether bets have fixed sizes, for a game that is not built in.
        stakes: its blinds: "$0.50/$1"; empty if the name does not give them.
        players: number of players, 2 unless the name says otherwise.
    """

    game: Game | None
    name: str
    depth: str = ""
    limit: bool = False
    stakes: str = ""
    players: int = 2

    @property
    def title(self) -> str:
        """The text in English: "No-limit hold'em 10/25, 6 players"."""
        if self.game is not None:
            return f"{self.game.title}, {self.depth} bb" if self.depth else self.game.title
        if not self.stakes:
            return self.name
        kind = "Limit" if self.limit else "No-limit"
        count = f", {self.players} players" if self.players > 2 else ""
        return f"{kind} hold'em {self.stakes}{count}"

    @property
    def words(self) -> str:
        if self.game is not None:
            words = tr("{game}, {depth} bb") if self.depth else "{game}"
            return words.format(game=name_text(self.game.title), depth=self.depth)
        if not self.stakes:
            return self.name
        if self.players > 2:
            words = tr("No-limit hold'em {stakes}, {count} players")
            if self.limit:
                words = tr("Limit hold'em {stakes}, {count} players")
        else:
            words = tr("Limit hold'em {stakes}") if self.limit else tr("No-limit hold'em {stakes}")
        return words.format(stakes=self.stakes, count=self.players)

    @property
    def unit(self) -> str:
        """The unit of results: "bb", or "antes" if there are antes."""
        return "antes" if self.game is not None and self.game.ante else "bb"


@lru_cache(maxsize=1024)
def listed_game(name: str) -> ListedGame:
    base, _, depth = name.partition("@")
    try:
        return ListedGame(get_game(base), base, depth)
    except GameError:
        pass
    match = _SITE.fullmatch(name)
    if match is None:
        return ListedGame(None, name)
    return ListedGame(None, name, "", match[1] == "limit", match[2], int(match[3] or 2))
