"""Matches in the database: every hand round-trips, however writing stops; damage shows."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from engine.game import get_game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk, joined
from engine.rake import NO_RAKE, Rake
from engine.running_result import RunningResult
from pokergui.store import HandReader, MatchTicket, Store, StoreError, export_match, verify
from tests.pokergui.store import damage
from tests.pokergui.store.damage import limit_pages, play_match
from tests.pokergui.store.players import begin_match, check_match, keep_match, new_match

NAMES = ("Raiser", "Random walker")
RAKE = Rake(5, 3)


def begin(store: Store, name: str, hands: int, duplicate: bool = False) -> MatchTicket:
    more = {"players": NAMES, "seed": 3, "duplicate": duplicate}
    return begin_match(store, get_game(name), ("raise", "random"), hands, **more)


def keep(path, chunks: list[MatchChunk], *, duplicate: bool, hands: int, finish: bool = True):
    with closing(Store.open(path)) as store:
        ticket = begin(store, chunks[0].game.name, hands, duplicate)
        for chunk in chunks:
            store.append_block(ticket, chunk).result()
        if finish:
            assert store.finish_match(ticket).result() == hands


def kept_match(path):
    with HandReader(path) as reader:
        match = reader.matches()[0]
        return match, list(reader.match_hands(match))


@pytest.mark.parametrize(
    ("game", "duplicate"),
    [("kuhn", False), ("leduc", True), ("holdem-limit", False), ("holdem-nolimit@50", True)],
)
def test_match_hands_round_trip(path, game, duplicate):
    chunks = play_match(game, 600, duplicate=duplicate)
    keep(path, chunks, duplicate=duplicate, hands=600)
    assert verify(path).problems == ()
    played, (match, blocks) = joined(chunks), kept_match(path)
    kept = joined(blocks)
    assert (match.hands, match.wanted, match.done, match.duplicate) == (600, 600, True, duplicate)
    assert match.engines == ("raise", "random")
    for name in ("payoffs", "positions", "dealt"):
        assert np.array_equal(getattr(kept, name), getattr(played, name)), name
    for hand in (0, 300, 599):
        assert kept.record(hand, NAMES) == played.record(hand, NAMES)
    running = RunningResult(match.game, match.players, duplicate)
    running.add(played)
    assert match.interval() == running.interval()
    assert match.stats == running.stats


def test_unfinished_blocks_are_written_on_close(path):
    chunks = play_match("leduc", 301, duplicate=False)
    keep(path, chunks, duplicate=False, hands=1_000, finish=False)
    match, _ = kept_match(path)
    assert (match.hands, match.done) == (301, False)
    keep(path, play_match("kuhn", 10, duplicate=True), duplicate=True, hands=10)
    with HandReader(path) as reader:
        assert [match.number for match in reader.matches()] == [2, 1]
        assert reader.count() == 0
    assert verify(path).sound


def test_gaps_between_blocks_are_rejected(store):
    whole = joined(play_match("kuhn", 20, duplicate=False))
    first, second = (whole.part(a, a + 10) for a in (0, 10))
    ticket = begin(store, "kuhn", 20)
    assert ticket.number.result() == 1
    store.append_block(ticket, first).result()
    with pytest.raises(ValueError, match="hand 10 comes next"):
        store.append_block(ticket, first)
    store.append_block(ticket, second).result()
    store.close()
    assert isinstance(begin(store, "kuhn", 1).number.exception(), StoreError)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("UPDATE match_blocks SET data = zeroblob(length(data))", "damaged"),
        ("UPDATE match_blocks SET tally = 'x'", "damaged"),
        ("UPDATE match_blocks SET hands = hands + 1", "damaged"),
        ("UPDATE matches SET seed = '4'", "damaged"),
        ("DELETE FROM match_blocks WHERE number = 1", "missing"),
        ("DELETE FROM match_blocks", "missing"),
        ("DELETE FROM matches", "missing"),
    ],
)
def test_damaged_blocks_are_reported_and_not_returned(path, tmp_path, script, words):
    parts = joined(play_match("leduc", 60, duplicate=True))
    keep(path, [parts.part(a, a + 20) for a in (0, 20, 40)], duplicate=True, hands=60)
    match, blocks = kept_match(path)
    assert joined(blocks).hands == 60
    damage.change(path, script)
    assert words in damage.problems(path)
    if "UPDATE match_blocks" in script:
        with HandReader(path) as reader:
            assert list(reader.match_hands(match)) == []
            if "data" not in script:  # sums are available without it
                assert [found.hands for found in reader.matches()] == [0]
        with pytest.raises(StoreError, match=r"all of these hands are damaged|no hands"):
            export_match(path, 1, tmp_path / "match.log", JobControl())


def test_full_disk_keeps_written_hands_and_later_the_rest(path, store):
    match, ticket = new_match(), begin_match(store)
    problems: list[BaseException | None] = []

    def keep(chunk: MatchChunk) -> None:
        problems.append(store.append_block(ticket, chunk).exception())

    match.run(1000, JobControl(), keep)
    assert problems == [None] * len(problems)
    limit_pages(store, 1)
    while problems[-1] is None:
        match.run(20_000, JobControl(), keep)
    assert isinstance(problems[-1], StoreError)
    assert "is full" in str(problems[-1])
    assert store.unsaved > 0
    assert 1000 <= check_match(path) < match.hands
    limit_pages(store, 1_000_000)
    match.run(1000, JobControl(), keep)
    assert problems[-1] is None
    assert store.finish_match(ticket).result() == match.hands == check_match(path)


def test_full_disk_does_not_exhaust_memory(path, monkeypatch):
    monkeypatch.setattr("pokergui.store.matches.MOST_WAITING", 20_000)
    store = Store.open(path)
    match, ticket = new_match(), begin_match(store)
    match.run(1000, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
    limit_pages(store, 1)
    with pytest.raises(StoreError, match=r"no more can be held") as told:
        while True:
            match.run(
                20_000, JobControl(), lambda chunk: store.append_block(ticket, chunk).exception()
            )
    assert f"{ticket.saved:,} hands of the match are stored" in str(told.value)
    with pytest.raises(StoreError, match="could not be saved"):
        store.close()
    assert check_match(path) == ticket.saved >= 1000


@pytest.mark.nightly
def test_a_million_hands_take_less_than_100_mb(path):
    whole = play_match("leduc", 1_000_000, duplicate=True)
    keep(path, whole, duplicate=True, hands=1_000_000)
    assert path.stat().st_size <= 100e6


def test_raked_matches_are_kept_after_the_rake(path):
    game = get_game("holdem-nolimit-3@20")
    names = ("call", "random", "call")
    with closing(Store.open(path)) as store:
        for rake in (RAKE, NO_RAKE):
            played = keep_match(store, game, names, 30, seed=3, rake=rake)
    assert verify(path).sound
    with HandReader(path) as reader:
        free, raked = reader.matches()
        kept, before = joined(list(reader.match_hands(raked))), joined([*reader.match_hands(free)])
    assert (free.rake, raked.rake) == (NO_RAKE, RAKE)
    assert (kept.payoffs == before.payoffs).all() and kept.taken.sum() > 0
    assert (free.tally.chips == played.payoffs.sum(axis=0)).all()
    assert (raked.tally.chips == kept.results.sum(axis=0)).all()
    record = next(kept.record(hand, names) for hand in range(30) if kept.taken[hand].any())
    assert sum(record.results) == -sum(record.taken) == -kept.taken[record.number].sum()
    damage.change(path, "UPDATE matches SET rake = '5:1' WHERE number = 1")
    assert "match 1 is damaged" in damage.problems(path)
