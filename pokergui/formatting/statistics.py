"""Formatted player statistics, each with its denominator."""

from __future__ import annotations

from collections.abc import Sequence

from engine.stats import PlayerStats, Share
from pokergui.formatting.choices import engine_title
from pokergui.formatting.handname import PLAYED, game_title, listed_game, result_text
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.store import IMPORTED, YOU, GameStats, Player, PositionStats
from pokergui.viewmodel import (
    SourceSwitch,
    StatCell,
    StatisticsGroup,
    StatisticsRow,
    StatisticsScene,
)

NOTHING = "–"


def statistics_scene(
    games: Sequence[GameStats], left_out: int, switches: tuple[SourceSwitch, ...] = ()
) -> StatisticsScene:
    """Return the table of statistics, one group for each game."""
    counted = sum(game.hands for game in games)
    if left_out:  # as short as possible: the switches of sources are beside it
        note = tr("over {count} of {all} hands")
    else:
        note = tr.plural("over 1 hand", "over {count} hands", counted)
    note = note.format(count=chips(counted), all=chips(counted + left_out))
    columns, tips = zip(*stat_heads(), strict=True)
    return StatisticsScene(
        columns=columns,
        tips=tips,
        groups=tuple(_group(game) for game in games),
        note=note,
        switches=switches,
    )


def _group(game: GameStats) -> StatisticsGroup:
    titles = [_title(player, game.game) for player in game.players]
    rows = []
    for title, (player, stats) in zip(titles, game.players.items(), strict=True):
        name = title
        if titles.count(title) > 1 and player != YOU:
            mark = player.name if player.kind == "engine" else tr("human")
            name = tr("{title} ({name})").format(title=title, name=mark)
        rows.append(StatisticsRow(name, stat_cells(stats), player == YOU))
        if player == YOU:
            rows += [_position(one, game.game) for one in game.positions]
    return StatisticsGroup(game_title(game.game), _result(game), tuple(rows))


def _position(one: PositionStats, game: str) -> StatisticsRow:
    hands = hands_text(one.stats.hands)
    result = "" if one.total is None else _won(one.total.big_blinds, game)
    tip = phrases((one.name, result, hands))
    return StatisticsRow(one.name, stat_cells(one.stats), inner=True, tip=tip)


def _won(big_blinds: float, game: str) -> str:
    return " ".join(result_text(big_blinds, ante=listed_game(game).unit == "antes"))


def _title(player: Player, game: str) -> str:
    if player.kind != "engine":
        return tr("You") if player == YOU else player.name
    return engine_title(player.name, None, listed_game(game).game)


def _result(game: GameStats) -> str:
    hands = hands_text(game.hands)
    if game.total is None:
        return hands
    result = _won(game.total.big_blinds, game.game)
    return tr("{result} in {hands}").format(result=result, hands=hands_text(game.total.hands))


def source_switches(counted: Sequence[str], mode: str) -> tuple[SourceSwitch, ...]:
    """Return the switches of played and imported hands; a kind that is chosen counts alone."""
    switches = []
    for key, title in ((PLAYED, tr("Played")), (IMPORTED, tr("Imported"))):
        tip = tr("Count hands played here") if key == PLAYED else tr("Count imported hands")
        if mode:
            tip = tr("Only hands of the chosen kind are counted")
        on = key == mode if mode else key in counted
        switches.append(SourceSwitch(key, title, on, not mode, tip))
    return tuple(switches)


def stat_heads() -> tuple[tuple[str, str], ...]:
    """Return each statistic's short name and its definition: what it counts, among which hands."""
    return (
        ("VPIP", tr("hands with chips put in voluntarily in the first round")),
        ("PFR", tr("hands with a bet or raise in the first round")),
        (tr("3-bet"), tr("re-raises of a single raise, where possible")),
        ("AF", tr("bets and raises per call after the first round")),
        ("WTSD", tr("hands that went to showdown, of those played past the first round")),
        ("W$SD", tr("showdowns in which all or part of the pot was won")),
    )


def stat_cells(stats: PlayerStats) -> tuple[StatCell, ...]:
    shares = (stats.vpip, stats.pfr, stats.three_bet, stats.wtsd, stats.wsd)
    vpip, pfr, three_bet, wtsd, wsd = (_percent(share) for share in shares)
    factor = stats.af.value
    af = StatCell(NOTHING if factor is None else f"{factor:.1f}", _parts(stats.af))
    return (vpip, pfr, three_bet, af, wtsd, wsd)


def _percent(share: Share) -> StatCell:
    value = share.value
    return StatCell(NOTHING if value is None else f"{100 * value:.1f}%", _parts(share))


def _parts(share: Share) -> str:
    return f"{_count(share.part)}/{_count(share.whole)}"


def _count(number: int) -> str:
    """Return a count in at most five characters: "8,420", "46.3k", "669k", "1.25M"."""
    if number < 10_000:
        return chips(number)
    if number < 100_000:
        return f"{number // 100 / 10:.1f}k"
    if number < 1_000_000:
        return f"{number // 1000}k"
    millions = number / 1e6
    return f"{millions:.2f}M" if millions < 10 else f"{millions:.1f}M"
