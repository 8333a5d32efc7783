"""Hands, totals and statistics as the ``hands`` commands print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.cards import parse_cards
from engine.shown import shown_cards
from pokergui.commands.common import num_hands
from pokergui.commands.shares import shares, shares_line
from pokergui.handtext import stakes_text
from pokergui.localtime import local_text
from pokergui.store import YOU, GameStats, PositionStats, StoredHand, Total, total_up
from pokergui.titles import listed_game

LIST_HEADS = ("hand", "time", "game", "players", "hero", "line", "chips", "bb")


def hand_as_json(hand: StoredHand) -> dict[str, Any]:
    """Return one hand; results are after the rake, in Kuhn and Leduc ``result_bb`` counts antes."""
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
        "notes": hand.notes,
    }


def list_row(hand: StoredHand) -> tuple[object, ...]:
    """Return one hand as a row under ``LIST_HEADS``."""
    known = hand.hero >= 0
    return (
        hand.number,
        local_text(hand.time),
        hand.listed_game,
        " v ".join(hand.players),
        hand.players[hand.hero] if known else "-",
        hand.line,
        f"{hand.result:+,}" if known else "-",
        f"{hand.result / hand.big_blind:+,.2f}" if known else "-",
    )


def totals_as_json(hands: Sequence[StoredHand], modes: Sequence[str]) -> list[dict[str, Any]]:
    """Return the person's results in hands of some modes, one entry for each game."""
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
        f"{total['title']}: {total['result_bb']:+,.2f} {total['unit']}"
        f" in {num_hands(total['hands'])}"
        for total in totals
    ]


def stats_as_json(game: GameStats) -> dict[str, Any]:
    """Return one game: the person's result and what each player does."""
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
    found = {"game": game.game, "title": title, **result, "hands": game.hands, "players": players}
    return found | {"positions": positions}


def stats_lines(game: GameStats) -> list[str]:
    """Return the same as text: a heading, then a line for each player."""
    listed = listed_game(game.game)
    total = game.total
    result = "" if total is None else f", {total.big_blinds:+,.2f} {listed.unit}"
    lines = [f"{listed.title}, {num_hands(game.hands)}{result}"]
    for player, stats in game.players.items():
        kind = " (engine)" if player.kind == "engine" else ""
        lines.append(shares_line(f"  {player.name}{kind}, {num_hands(stats.hands)}", stats))
        if player == YOU:
            lines += [_position_line(one, listed.unit) for one in game.positions]
    return lines


def _position_line(one: PositionStats, unit: str) -> str:
    result = "" if one.total is None else f", {one.total.big_blinds:+,.2f} {unit}"
    return shares_line(f"    {one.name}, {num_hands(one.stats.hands)}{result}", one.stats)
