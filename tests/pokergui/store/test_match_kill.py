"""Matches that end before their time: killed, or on a full disk."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk, RunningResult
from engine.match_chunk import joined
from pokergui.store import HandReader, Store, StoredMatch, StoreError, verify

ROOT = Path(__file__).resolve().parents[3]

ENDLESS = """
import sys
from pathlib import Path
from engine.jobs import JobControl
from pokergui.store import Store
from tests.pokergui.store.test_match_kill import begin, new_match
store = Store.open(Path(sys.argv[1]))
match = new_match()
ticket = begin(store)
print("open", flush=True)
while True:
    match.run(500, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
    print(store.unsaved, match.hands, flush=True)
"""


def new_match() -> Match:
    game = get_game("leduc")
    return Match(game, [RandomAgent(game), RaiseAgent(game)], 7, duplicate=True)


def begin(store: Store):
    return store.begin_match(
        get_game("leduc"),
        engines=("random", "raise"),
        players=("random", "raise"),
        seed=7,
        duplicate=True,
        hands=0,
    )


def hands_of(path: Path) -> tuple[StoredMatch, MatchChunk]:
    with HandReader(path) as reader:
        match = reader.matches()[0]
        return match, joined(list(reader.match_hands(match)))


def is_the_beginning(path: Path) -> int:
    """Check that the store has the beginning of the match, sums and all; return its hands."""
    assert verify(path).problems == ()
    match, kept = hands_of(path)
    chunks: list[MatchChunk] = []
    new_match().run(match.hands, JobControl(), chunks.append)
    played = joined(chunks)
    assert kept.hands == match.hands
    assert np.array_equal(kept.payoffs, played.payoffs)
    assert np.array_equal(kept.dealt, played.dealt)
    running = RunningResult(match.game, match.players, True)
    running.add(kept)
    assert (match.interval(), match.stats) == (running.interval(), running.stats)
    return match.hands


def kill_a_match(path: Path, rng: random.Random) -> None:
    """A match more in a database, killed at a random moment after its first blocks."""
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as player:
        assert player.stdout is not None
        said = [player.stdout.readline() for _ in range(4)]
        time.sleep(rng.uniform(0, 0.3))
        player.kill()
        said += player.stdout.read().split(b"\n")[:-1]
    safe = [line.split() for line in said[1:] if line.count(b" ") == 1]
    least = max(int(hands) - int(unsaved) for unsaved, hands in safe)
    assert is_the_beginning(path) >= least > 0


def test_a_killed_match_keeps_its_whole_blocks(tmp_path: Path) -> None:
    kill_a_match(tmp_path / "hands.db", random.Random())


@pytest.mark.long
@pytest.mark.scorecard("D1")
def test_killed_matches_keep_their_whole_blocks(
    tmp_path: Path, release: bool, record_property: Callable[[str, object], None]
) -> None:
    kills = 100 if release else 4
    for number in range(kills):
        kill_a_match(tmp_path / f"{number // 10}.db", random.Random())
    record_property("measured", f"matches: {kills} kills, 0 lost, 0 torn")


def test_a_full_disk_keeps_what_is_written_and_then_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    store = Store.open(path)
    with closing(store):
        match, ticket = new_match(), begin(store)
        problems: list[BaseException | None] = []

        def keep(chunk: MatchChunk) -> None:
            problems.append(store.append_block(ticket, chunk).exception())

        match.run(1000, JobControl(), keep)
        assert problems[-1] is None
        store._executor.submit(store._db.execute, "PRAGMA max_page_count = 1").result()
        while problems[-1] is None:
            match.run(20_000, JobControl(), keep)
        assert isinstance(problems[-1], StoreError)
        assert "is full" in str(problems[-1])
        assert store.unsaved > 0
        assert 1000 <= is_the_beginning(path) < match.hands
        store._executor.submit(store._db.execute, "PRAGMA max_page_count = 1000000").result()
        match.run(1000, JobControl(), keep)
        assert problems[-1] is None
        assert store.finish_match(ticket).result() == match.hands
    assert is_the_beginning(path) == match.hands


def test_a_disk_that_stays_full_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokergui.store.match_writer.MOST_WAITING", 50_000)
    path = tmp_path / "hands.db"
    store = Store.open(path)
    match, ticket = new_match(), begin(store)
    match.run(1000, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
    store._executor.submit(store._db.execute, "PRAGMA max_page_count = 1").result()

    def refused() -> None:
        while True:
            match.run(20_000, JobControl(), keep)

    def keep(chunk: MatchChunk) -> None:
        store.append_block(ticket, chunk).exception()

    with pytest.raises(StoreError, match=r"no more can be kept") as told:
        refused()
    assert f"{ticket.saved:,} hands of the match are stored" in str(told.value)
    with pytest.raises(StoreError, match="could not be saved"):
        store.close()
    assert is_the_beginning(path) == ticket.saved >= 1000
