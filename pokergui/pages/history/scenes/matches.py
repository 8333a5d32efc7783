"""Stored matches in the list: if one is chosen, its hands are the rows."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from math import isfinite

from engine.records import HandRecord
from pokergui.formatting.dates import time_title
from pokergui.formatting.hand_results import game_title, result_text
from pokergui.formatting.result import Unit
from pokergui.formatting.words import chips, hands_text
from pokergui.judging.hands import find_match
from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.scenes.openhand import OpenHand
from pokergui.pages.history.scenes.rows import cards_of, damaged_row
from pokergui.pages.history.viewmodel.history import HandRow, HistoryHeader
from pokergui.store import GameStats, HandReader, Player, StoreError
from pokergui.store.matches import StoredMatch
from pokergui.viewmodel import Choice, Figure

MOST_MATCHES = 30
"""Maximum number of matches that are offered, the newest ones."""
_KEY = "match:"


def match_number(mode: str) -> int:
    """Parse a choice of kind into a match number; 0 for none."""
    return int(mode.removeprefix(_KEY)) if mode.startswith(_KEY) else 0


def match_key(number: int) -> str:
    """Return the choice of kind for a match."""
    return f"{_KEY}{number}"


def match_choices(matches: Sequence[StoredMatch], now: datetime.datetime) -> tuple[Choice, ...]:
    """Return one choice for each match, the newest first."""
    newest = sorted(matches, key=lambda match: -match.number)[:MOST_MATCHES]
    return tuple(_choice(match, now) for match in newest)


def _choice(match: StoredMatch, now: datetime.datetime) -> Choice:
    title = tr("Match {number}").format(number=chips(match.number))
    count = hands_text(match.hands)
    note = phrases((tr(" v. ").join(match.players), game_title(match.game_name), count))
    return Choice(match_key(match.number), title, note, detail=time_title(match.time, now)[1])


def match_rows(
    reader: HandReader, number: int, first: int, count: int, now: datetime.datetime
) -> tuple[tuple[HandRow, ...], int | None]:
    """Return rows of a match's hands in the order of play, and the start of the next ones."""
    match = find_match(reader, number)
    hands = _hands(reader, match, first, count)
    time = time_title(match.time, now)[0]
    rows: list[HandRow] = []
    end = first
    for hand in hands:
        place = hand[0].number
        if place > end:
            rows.append(damaged_row(end + 1, place))
        rows.append(_row(match, hand, place + 1, time))
        end = place + 1
    return tuple(rows), end if hands and end < match.hands else None


def _hands(
    reader: HandReader, match: StoredMatch, first: int, count: int
) -> list[tuple[HandRecord, int]]:
    """Return some hands of a match, each with the position of the first player."""
    hands: list[tuple[HandRecord, int]] = []
    for chunk in reader.match_hands(match, first):
        for hand in range(max(0, first - chunk.first), chunk.hands):
            hands.append((chunk.record(hand, match.players), int(chunk.positions[hand])))
            if len(hands) == count:
                return hands
    return hands


def _row(match: StoredMatch, hand: tuple[HandRecord, int], number: int, time: str) -> HandRow:
    """Build the row of one hand, seen from the first player's seat."""
    record, own = hand
    game = match.game
    won = record.payoffs[own] / game.big_blind
    result, unit = result_text(won, ante=game.ante > 0)
    return HandRow(
        number=number,
        title=chips(number),
        time=time,
        opponent=tr(" v. ").join(match.players),
        cards=cards_of(match.game, record.holes[own] or ()),
        board=cards_of(match.game, record.board, ordered=True),
        result=result,
        unit=unit,
        words=(("game", game_title(match.game_name)),),
        tip=tr("Hand {number} of match {match}, {name} {result} {unit}").format(
            number=chips(number),
            match=chips(match.number),
            name=match.players[0],
            result=result,
            unit=unit,
        ),
    )


def match_hand(reader: HandReader, match: int, number: int) -> OpenHand:
    """Return a hand of a match to be replayed.

    Raises:
        StoreError: if it does not exist or is damaged.
    """
    stored = find_match(reader, match)
    hands = _hands(reader, stored, number - 1, 1)
    if not hands or hands[0][0].number != number - 1:
        raise StoreError("match {match} has no hand {number}", match=match, number=number)
    record, own = hands[0]
    title = tr("Match {match}, hand {number}").format(match=chips(match), number=chips(number))
    players = len(stored.engines)
    engines = tuple(stored.engines[(seat - own) % players] for seat in range(players))
    return OpenHand(f"match {match} {number}", title, engines, -1, lambda: record, own)


def match_header(match: StoredMatch) -> HistoryHeader:
    """Build the header: the number of hands, and who leads by how much."""
    result, unit = match.interval(), Unit.of(match.game)
    mean = unit.text(result.mean)
    if isfinite(result.half_width):
        mean += f" \u00b1 {unit.half(result.half_width)}"
    rest = tr("hands of match {number}").format(number=chips(match.number))
    figure = Figure(match.players[0], mean, unit.name)
    return HistoryHeader(chips(match.hands), rest, (figure,), tr("Mean with its 95% interval"))


def match_stats(match: StoredMatch) -> GameStats:
    """Return the statistics of each player by name; letters make equal names distinct."""
    names = match.players
    if len(set(names)) < len(names):
        names = tuple(f"{name} {letter}" for name, letter in zip(names, "ABCDEF", strict=False))
    players = (Player("other", name) for name in names)
    counted = dict(zip(players, match.stats, strict=True))
    return GameStats(match.game_name, match.hands, counted)
