"""Games, times and results of hands that were played."""

from __future__ import annotations

import datetime

from pokergui.formatting.words import game_words, signed
from pokergui.language import tr
from pokergui.titles import listed_game

PLAYED, TRAINING = "play", "training"


_WEEK = 6


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


def time_title(time: str, now: datetime.datetime) -> tuple[str, str]:
    """Return a stored time as in the list, and in full; in the time zone of ``now``."""
    moment = datetime.datetime.fromisoformat(time).astimezone(now.tzinfo)
    full = f"{moment:%Y-%m-%d %H:%M}"
    age = (now.date() - moment.date()).days
    if age == 0:
        return f"{moment:%H:%M}", full
    if 0 < age <= _WEEK:
        days = (tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun"))
        return f"{days[moment.weekday()]} {moment:%H:%M}", full
    if moment.year == now.year:
        return f"{moment:%m-%d %H:%M}", full
    return f"{moment:%Y-%m-%d}", full


def result_text(big_blinds: float, *, ante: bool) -> tuple[str, str]:
    """Return a result and its unit: big blinds, or antes in games with antes."""
    if ante:
        return signed(big_blinds, 0), tr.plural("ante", "antes", abs(big_blinds))
    return signed(big_blinds, 1), tr("bb")
