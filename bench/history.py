"""Hand database of 100,000 hands: pages, filters, totals, statistics, integrity check.

The hands are random two-player hands, imported into a database in bulk, in a folder that is then
removed; ``ring`` is another one with as many hands of a player at tables of nine. A page is the
newest 100 hands; some of the filters match few hands and scan all.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from bench import best_seconds, figure
from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, Action, raise_to
from engine.records.record import HandRecord
from pokergui.store import HandReader, HandSelection, Store, time_text, verify
from pokergui.store.hands import imported_row

_HANDS = 100_000
_BATCH = 5_000
_GAMES = ("holdem-nolimit", "holdem-nolimit@100", "holdem-limit", "leduc", "kuhn")
_RIVALS = ("equity", "cfr", "call")
_FILTERS = {
    "game": HandSelection(game="leduc"),
    "opponent": HandSelection(opponent="cfr"),
    "day": HandSelection(since="2026-03-01", until="2026-03-02"),
    "won": HandSelection(result="won", least_bb=50),
    "card": HandSelection(text="Kh"),
    "hole": HandSelection(hole="99+"),
    "traits": HandSelection(text="99+ BTN 3-bet river"),
    "tag": HandSelection(tag="bluff"),
    "nothing": HandSelection(text="AhKh nowhere"),
}


def figures() -> dict[str, dict[str, Any]]:
    """Return times of the History page's queries, each the best of five."""
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.db"
        built = _filled(path, hand_rows(_HANDS))
        size = path.stat().st_size / _HANDS
        found["history_build"] = figure(built, "s", hands=_HANDS, bytes_per_hand=round(size))
        with HandReader(path) as reader:
            found |= _searched(reader, "", HandSelection())
            for name, wanted in _FILTERS.items():
                found |= _searched(reader, f"_{name}", wanted)
            found["history_facets"] = figure(best_seconds(reader.facets) * 1e3, "ms")
            every = HandSelection(modes=("imported",))
            seconds = best_seconds(lambda: reader.player_statistics(every), repeats=2)
            found["history_statistics"] = figure(seconds, "s", hands=_HANDS)
        seconds = best_seconds(lambda: verify(path), repeats=1)
        found["history_verify"] = figure(seconds, "s", hands=_HANDS)
        ring = Path(folder) / "ring.db"
        _filled(ring, hand_rows(_HANDS, ("holdem-nolimit-9:ante=0.1@100",)))
        with HandReader(ring) as reader:
            found |= _searched(reader, "_ring", HandSelection())
            found |= _searched(reader, "_ring_hole", HandSelection(hole="99+"))
    return found


def _searched(reader: HandReader, name: str, wanted: HandSelection) -> dict[str, dict[str, Any]]:
    """Return the times of a page of the list and of its totals."""
    page = best_seconds(lambda: reader.page(wanted))
    total = best_seconds(lambda: reader.summary(wanted))
    hands = reader.summary(wanted).hands
    return {
        f"history_list{name}": figure(page * 1e3, "ms", hands=hands),
        f"history_sum{name}": figure(total * 1e3, "ms"),
    }


def _filled(path: Path, rows: Iterator[dict[str, Any]]) -> float:
    """Import hands into a new database; return the seconds that took, their making included."""
    start = time.perf_counter()
    with closing(Store.open(path)) as store:
        while batch := list(islice(rows, _BATCH)):
            store.add_imported(batch).result()
    return time.perf_counter() - start


def hand_rows(count: int, names: Sequence[str] = _GAMES) -> Iterator[dict[str, Any]]:
    """Rows of random hands of a person in some games, all different."""
    rng = random.Random(1)
    games = [get_game(name) for name in names]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(count):
        record = _hand(games[number % len(games)], number, rng)
        yield imported_row(
            record,
            session=f"session {number // 1_000}",
            hero=record.players.index("You"),
            key=f"{number:064x}",
            time=time_text(start + timedelta(minutes=2 * number)),
        )


def _hand(game: Game, number: int, rng: random.Random) -> HandRecord:
    hand = HandState.deal(game, rng.sample(game.deck, len(game.deck)))
    while not hand.finished:
        hand.apply(_action(hand, rng))
    hero, others = (number + 1) % game.num_players, range(game.num_players - 1)
    rivals = [f"{_RIVALS[(number + seat) % len(_RIVALS)]}{seat or ''}" for seat in others]
    return HandRecord.of(hand, number, (*rivals[:hero], "You", *rivals[hero:]))


def _action(hand: HandState, rng: random.Random) -> Action:
    """Mostly calls, so that hands have several rounds as real ones do."""
    legal, draw = hand.spot.legal, rng.random()
    if draw < 0.15 and legal.fold:
        return FOLD
    if draw > 0.7 and legal.max_raise:
        return raise_to(rng.randint(legal.min_raise, min(legal.max_raise, 4 * legal.min_raise)))
    return CALL
