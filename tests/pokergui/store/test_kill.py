"""Writers that end before their time, killed or on a full disk: nothing safe is lost or torn."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.jobs import JobControl
from engine.match import MatchChunk, RunningResult
from engine.match_chunk import joined
from pokergui.store import HandReader, NoDatabaseError, Store, StoreError, verify
from tests.pokergui.store.damage import limit_pages
from tests.pokergui.store.players import begin_match, new_match

ROOT = Path(__file__).resolve().parents[3]


def killed(kind: str, path: Path, seed: int, lines: int) -> list[int]:
    """Let a player write in another process, and kill it after so many lines; what was safe.

    It does not wait for its killer: it is killed wherever it is by then.
    """
    command = [sys.executable, "-m", "tests.pokergui.store.players", kind, str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as player:
        said = b"".join(player.stdout.readline() for _ in range(1 + lines))
        player.kill()
        said += player.stdout.read()
    return [int(line) for line in said.decode().split("\n")[:-1] if line.isdigit()]


def check_hands(path: Path, safe: set[int], kills: int) -> None:
    report = verify(path)
    assert report.problems == ()
    with HandReader(path) as reader:
        kept, unfinished = reader.list().hands, reader.open_hands().hands
    # No hand ends in two places, and each kill leaves one in progress at most.
    assert report.unfinished == len(unfinished) <= kills
    assert not {one.deck_number for one in unfinished} & {hand.deck_number for hand in kept}
    numbers = [hand.number for hand in kept]
    assert numbers == list(range(1, len(numbers) + 1))
    assert safe <= set(numbers)
    for hand in kept[-200:]:
        assert hand.record.replay().payoffs == hand.payoffs


def check_match(path: Path) -> int:
    """Check that the store has the beginning of the match, sums and all; return its hands."""
    assert verify(path).problems == ()
    with HandReader(path) as reader:
        match = reader.matches()[0]
        kept = joined(list(reader.match_hands(match)))
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


def kill_many(path: Path, kills: int, seed: int) -> str:
    rng, safe = random.Random(seed), set()
    for kill in range(kills):
        print(f"seed {seed}, kill {kill}")
        lines = 0 if kill % 4 == 3 else rng.randrange(1, 30)
        safe |= set(killed("hands", path, rng.getrandbits(30), lines))
        if path.exists():
            try:
                check_hands(path, safe, kill + 1)
            except NoDatabaseError:
                assert not safe
        match_path = path.with_name(f"{kill // 10}.db")
        least = killed("match", match_path, rng.getrandbits(30), rng.randrange(2, 12))
        assert check_match(match_path) >= least[-1] > 0
    assert len(safe) > kills
    return f"{kills} kills of hands and of matches each, 0 lost, 0 torn"


@pytest.mark.slow
def test_two_kills_lose_and_tear_nothing(path):
    kill_many(path, 2, 1)


@pytest.mark.nightly
@pytest.mark.scorecard("D1")
def test_many_kills_lose_and_tear_nothing(path, release, record_property):
    kills = 120 if release else 20
    record_property("measured", kill_many(path, kills, random.SystemRandom().getrandbits(32)))


def test_a_full_disk_keeps_what_is_written_and_then_the_rest(path, store):
    match, ticket = new_match(), begin_match(store)
    problems: list[BaseException | None] = []

    def keep(chunk: MatchChunk) -> None:
        problems.append(store.append_block(ticket, chunk).exception())

    match.run(1000, JobControl(), keep)
    assert problems[-1] is None
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
    assert store.finish_match(ticket).result() == match.hands
    assert check_match(path) == match.hands


def test_a_disk_that_stays_full_does_not_fill_the_memory(path, monkeypatch):
    monkeypatch.setattr("pokergui.store.match_writer.MOST_WAITING", 20_000)
    store = Store.open(path)
    match, ticket = new_match(), begin_match(store)
    match.run(1000, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
    limit_pages(store, 1)
    with pytest.raises(StoreError, match=r"no more can be kept") as told:
        while True:
            match.run(
                20_000, JobControl(), lambda chunk: store.append_block(ticket, chunk).exception()
            )
    assert f"{ticket.saved:,} hands of the match are stored" in str(told.value)
    with pytest.raises(StoreError, match="could not be saved"):
        store.close()
    assert check_match(path) == ticket.saved >= 1000
