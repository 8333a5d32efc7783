"""Games and results of hands that were played."""

from __future__ import annotations

from pokergui.formatting.words import game_words, signed
from pokergui.language import tr
from pokergui.titles import listed_game

PLAYED, TRAINING = "play", "training"


def game_title(name: str) -> str:
    """Return a game in few words: "No-limit, 100 bb"; a site's as "No-limit hold’em $0.50/$1"."""
    listed = listed_game(name)
    if listed.game is not None:
        title = game_words(listed.game).removesuffix(tr(" hold’em"))
        words = tr("{game}, {depth} bb")
        return words.format(game=title, depth=listed.depth) if listed.depth else title
    if not listed.stakes:
        return name
    words = tr("Limit hold’em {stakes}") if listed.limit else tr("No-limit hold’em {stakes}")
    title = words.format(stakes=listed.stakes)
    if listed.players == 2:
        return title
    return tr("{game}, {count} players").format(game=title, count=listed.players)


def result_text(big_blinds: float, *, ante: bool) -> tuple[str, str]:
    """Return a result and its unit: big blinds, or antes in games with antes."""
    if ante:
        return signed(big_blinds, 0), tr.plural("ante", "antes", abs(big_blinds))
    return signed(big_blinds, 1), tr("bb")
