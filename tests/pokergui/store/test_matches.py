"""Matches in the database: every hand comes back, whatever stops the writing; damage shows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk, RunningResult
from engine.match_chunk import joined
from pokergui.store import HandReader, Store, StoreError, export_match, verify

GAMES = ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@50"]


def play(game_name: str, hands: int, duplicate: bool, seed: int = 3) -> list[MatchChunk]:
    game = get_game(game_name)
    agents = (RaiseAgent(game), RandomAgent(game))
    chunks: list[MatchChunk] = []
    Match(game, agents, seed, duplicate).run(hands, JobControl(), chunks.append)
    return chunks


def keep(store: Store, chunks: list[MatchChunk], duplicate: bool, hands: int, finish: bool = True):
    ticket = store.begin_match(
        chunks[0].game,
        engines=("raise", "random"),
        players=("Raiser", "Random walker"),
        seed=3,
        duplicate=duplicate,
        hands=hands,
    )
    for chunk in chunks:
        store.append_block(ticket, chunk).result()
    if finish:
        assert store.finish_match(ticket).result() == hands
    return ticket


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_hand_comes_back(tmp_path: Path, game: str, duplicate: bool) -> None:
    path, chunks = tmp_path / "hands.db", play(game, 1_500, duplicate)
    store = Store.open(path)
    ticket = keep(store, chunks, duplicate, 1_500)
    assert ticket.number.result() == 1
    store.close()
    assert verify(path).problems == ()
    played = joined(chunks)
    with HandReader(path) as reader:
        (match,) = reader.matches()
        kept = joined(list(reader.match_hands(match)))
    assert (match.hands, match.wanted, match.done, match.duplicate) == (1500, 1500, True, duplicate)
    assert match.engines == ("raise", "random")
    for name in ("payoffs", "positions", "dealt"):
        assert np.array_equal(getattr(kept, name), getattr(played, name)), name
    for hand in (0, 700, 1499):
        names = ("Raiser", "Random walker")
        assert kept.record(hand, names) == played.record(hand, names)
    running = RunningResult(match.game, match.players, duplicate)
    running.add(played)
    assert match.interval() == running.interval()
    assert match.stats == running.stats


def test_what_is_not_finished_is_written_when_the_store_is_closed(tmp_path: Path) -> None:
    path, chunks = tmp_path / "hands.db", play("leduc", 301, False)
    store = Store.open(path)
    keep(store, chunks, False, 1_000, finish=False)
    store.close()
    with HandReader(path) as reader:
        (match,) = reader.matches()
    assert (match.hands, match.done) == (301, False)
    assert verify(path).sound


def test_hands_beside_matches(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    for _ in range(2):
        store = Store.open(path)
        keep(store, play("kuhn", 10, True), True, 10)
        store.close()
    with HandReader(path) as reader:
        assert [match.number for match in reader.matches()] == [2, 1]
        assert reader.count() == 0
    assert verify(path).sound


def test_a_gap_between_blocks_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "hands.db")
    first, second = (joined(play("kuhn", 20, False)).part(a, a + 10) for a in (0, 10))
    ticket = keep(store, [first], False, 20, finish=False)
    with pytest.raises(ValueError, match="hand 10 comes next"):
        store.append_block(ticket, first)
    store.append_block(ticket, second).result()
    store.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE match_blocks SET data = zeroblob(length(data))", "damaged"),
        ("UPDATE match_blocks SET tally = replace(tally, '1', '2')", "damaged"),
        ("UPDATE matches SET seed = '4'", "damaged"),
        ("DELETE FROM match_blocks WHERE number = 1", "missing"),
        ("DELETE FROM match_blocks", "missing"),
        ("DELETE FROM matches", "missing"),
    ],
)
def test_damage_shows(tmp_path: Path, change: str, words: str) -> None:
    path, chunks = tmp_path / "hands.db", play("leduc", 3_000, True)
    store = Store.open(path)
    keep(store, [joined(chunks).part(a, a + 1000) for a in (0, 1000, 2000)], True, 3_000)
    store.close()
    assert verify(path).sound
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    problems = verify(path).problems
    assert any(words in problem.text for problem in problems), problems


def test_a_damaged_block_is_not_served(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    store = Store.open(path)
    keep(store, play("kuhn", 40, False), False, 40)
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE match_blocks SET data = zeroblob(length(data))")
        db.commit()
    with HandReader(path) as reader:
        assert list(reader.match_hands(reader.matches()[0])) == []
    with pytest.raises(StoreError, match="all of these hands are damaged"):
        export_match(path, 1, tmp_path / "match.log", JobControl())


@pytest.mark.parametrize(
    "change",
    ["tally = replace(tally, '1', '2')", "tally = 'x'", "hands = hands + 1", "digest = 'x'"],
)
def test_sums_of_a_damaged_block_are_not_served(tmp_path: Path, change: str) -> None:
    path = tmp_path / "hands.db"
    store = Store.open(path)
    keep(store, play("kuhn", 40, False), False, 40)
    store.close()
    with HandReader(path) as reader:
        (match,) = reader.matches()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"UPDATE match_blocks SET {change}")
        db.commit()
    with HandReader(path) as reader:
        assert [found.hands for found in reader.matches()] == [0]
        assert list(reader.match_hands(match)) == []


def test_no_match_is_begun_in_a_closed_store(tmp_path: Path) -> None:
    game = get_game("kuhn")
    store = Store.open(tmp_path / "hands.db")
    store.close()
    ticket = store.begin_match(
        game, engines=("", ""), players=("a", "b"), seed=1, duplicate=False, hands=1
    )
    assert isinstance(ticket.number.exception(), StoreError)


@pytest.mark.long
def test_a_million_hands_take_less_than_100_mb(tmp_path: Path) -> None:
    path, chunks = tmp_path / "hands.db", play("leduc", 1_000_000, True)
    store = Store.open(path)
    keep(store, chunks, True, 1_000_000)
    store.close()
    assert path.stat().st_size <= 100e6
