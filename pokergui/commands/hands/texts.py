"""Hands, totals and statistics as the ``hands`` commands print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.card_display import shown_cards
from engine.cards import parse_cards
from pokergui.commands.common import shares, shares_line
from pokergui.formatting.handname import listed_game
from pokergui.formatting.words import hands_text
from pokergui.handtext import remarks, stakes_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import local_text
from pokergui.store import (
    YOU,
    GameStats,
    HandNote,
    PositionStats,
    Refusal,
    StoredHand,
    Total,
    total_up,
)
from pokergui.units import unit_text


def list_heads() -> tuple[str, ...]:
    """Return the heads of the columns of ``list_row``."""
    return (
        *(tr("hand"), tr("time"), tr("game"), tr("players")),
        *(tr("hero"), tr("line"), tr("chips"), tr("result"), tr("tags")),
    )


def detail_title(key: str) -> str:
    """Return the title of a fact about a hand, by its key in JSON."""
    return {
        "number": tr("number"),
        "time": tr("time"),
        "session": tr("session"),
        "mode": tr("mode"),
        "game": tr("game"),
        "title": tr("title"),
        "players": tr("players"),
        "engines": tr("engines"),
        "hero": tr("hero"),
        "seat": tr("seat"),
        "holes": tr("holes"),
        "board": tr("board"),
        "line": tr("line"),
        "payoffs": tr("payoffs"),
        "result_chips": tr("result_chips"),
        "result_bb": tr("result_bb"),
        "stakes": tr("stakes"),
        "currency": tr("currency"),
        "rake_chips": tr("rake_chips"),
        "sit_and_go": tr("sit_and_go"),
        "icm": tr("icm"),
        "notes": tr("notes"),
        "tags": tr("tags"),
        "note": tr("note"),
        "deck": tr("deck"),
        "salt": tr("salt"),
        "deck_hash": tr("deck_hash"),
    }[key]


def hand_as_json(hand: StoredHand, note: HandNote) -> dict[str, Any]:
    """Return one hand and what the user noted on it.

    Results are after the rake; in Kuhn and Leduc ``result_bb`` counts antes.
    """
    game, known = hand.deck_game, hand.hero >= 0
    return {
        "number": hand.number,
        "time": local_text(hand.time),
        "session": hand.session,
        "mode": hand.mode,
        "game": hand.listed_game,
        "title": listed_game(hand.listed_game).title,
        "players": hand.players,
        "engines": hand.engines,
        "hero": hand.players[hand.hero] if known else None,
        "seat": hand.hero if known else None,
        "holes": [
            None if hole is None else shown_cards(game, parse_cards(hole)) for hole in hand.holes
        ],
        "board": shown_cards(game, parse_cards(hand.board)),
        "line": hand.line,
        "payoffs": hand.results,
        "result_chips": hand.result if known else None,
        "result_bb": hand.result / hand.big_blind if known else None,
        "stakes": stakes_text(hand) or None,
        "currency": hand.facts.money.symbol or None,
        "rake_chips": hand.facts.rake,
        "sit_and_go": local_text(hand.entry.began) if hand.entry is not None else None,
        "icm": hand.worth,
        "notes": [*hand.other_notes, *remarks(hand)],
        "tags": note.tags,
        "note": note.text or None,
    }


def list_row(hand: StoredHand, note: HandNote) -> tuple[object, ...]:
    """Return one hand as a row under ``list_heads``."""
    known = hand.hero >= 0
    return (
        hand.number,
        local_text(hand.time),
        hand.listed_game,
        " v ".join(hand.players),
        hand.players[hand.hero] if known else "-",
        hand.line,
        f"{hand.result:+,}" if known else "-",
        _result(hand.result / hand.big_blind, listed_game(hand.listed_game).unit) if known else "-",
        " ".join(f"#{tag}" for tag in note.tags),
    )


def totals_as_json(hands: Sequence[StoredHand], modes: Sequence[str]) -> list[dict[str, Any]]:
    return [_total(total) for total in total_up(hands, modes)]


def _total(total: Total) -> dict[str, Any]:
    listed = listed_game(total.game)
    return {
        "game": total.game,
        "title": listed.title,
        "hands": total.hands,
        "result_chips": total.chips,
        "result_bb": total.big_blinds,
        "unit": listed.unit,
    }


def totals_lines(totals: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each game."""
    return [
        tr("{title}: {result} in {hands}").format(
            title=total["title"],
            result=_result(total["result_bb"], total["unit"]),
            hands=hands_text(total["hands"]),
        )
        for total in totals
    ]


def _result(amount: float, unit: str) -> str:
    """Return a result in a unit of ``ListedGame``."""
    return f"{amount:+,.2f} {unit_text(unit)}"


def refusal_line(refusal: Refusal) -> str:
    """Return where and why a hand was not imported."""
    if not refusal.place:
        return tr("refused: {reason}").format(reason=refusal.reason)
    words = {
        "line": tr("refused: {file}, line {place}: {reason}"),
        "hand": tr("refused: {file}, hand {place}: {reason}"),
    }
    return words[refusal.where].format(
        file=refusal.file, place=refusal.place, reason=refusal.reason
    )


def stats_as_json(game: GameStats) -> dict[str, Any]:
    """Return one game: the user's result and what each player does."""
    result = {} if game.total is None else _total(game.total)
    players = [
        asdict(player) | {"hands": stats.hands} | shares(stats)
        for player, stats in game.players.items()
    ]
    title = listed_game(game.game).title
    positions = [
        {"position": one.name}
        | ({} if one.total is None else _total(one.total))
        | {"hands": one.stats.hands}
        | shares(one.stats)
        for one in game.positions
    ]
    record = {"game": game.game, "title": title, **result, "hands": game.hands, "players": players}
    return record | {"positions": positions}


def stats_lines(game: GameStats) -> list[str]:
    """Return the same as text: a heading, then a line for each player."""
    listed = listed_game(game.game)
    lines = [_counted(listed.title, game.hands, game.total, listed.unit)]
    for player, stats in game.players.items():
        words = tr("{name} (engine), {hands}") if player.kind == "engine" else "{name}, {hands}"
        heading = words.format(name=player.name, hands=hands_text(stats.hands))
        lines.append(shares_line(f"  {heading}", stats))
        if player == YOU:
            lines += [_position_line(one, listed.unit) for one in game.positions]
    return lines


def _position_line(one: PositionStats, unit: str) -> str:
    heading = _counted(one.name, one.stats.hands, one.total, unit)
    return shares_line(f"    {heading}", one.stats)


def _counted(name: str, hands: int, total: Total | None, unit: str) -> str:
    result = () if total is None else (_result(total.big_blinds, unit),)
    return ", ".join((name, hands_text(hands), *result))
