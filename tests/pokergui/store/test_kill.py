from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pokergui.store import HandReader, verify

ROOT = Path(__file__).resolve().parents[3]


def play_and_kill(path: Path, rng: random.Random, early: bool) -> list[int]:
    """Play in another process, kill it at a random moment; the numbers it called safe.

    ``early`` kills while it starts, makes or opens its database, or plays its first hands.
    """
    command = [sys.executable, "-m", "tests.pokergui.store.random_hands", str(path)]
    with subprocess.Popen(
        [*command, str(rng.getrandbits(30))], cwd=ROOT, stdout=subprocess.PIPE
    ) as player:
        assert player.stdout is not None
        first = b""
        if early:
            time.sleep(rng.uniform(0.3, 2.0))
        else:
            player.stdout.readline()  # "open"
            first = player.stdout.readline() + player.stdout.readline()
            time.sleep(rng.uniform(0, 0.5))
        player.kill()
        lines = (first + player.stdout.read()).decode().split("\n")
    return [int(line) for line in lines[:-1] if line.isdigit()]  # the last one may be cut


def kill_many(path: Path, kills: int) -> None:
    seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)
    safe: set[int] = set()
    for kill in range(kills):
        safe |= set(play_and_kill(path, rng, early=kill % 4 == 3))
        if not path.exists():
            continue
        report = verify(path)
        assert report.problems == (), f"seed {seed}, kill {kill}"
        with HandReader(path) as reader:
            kept = reader.list().hands
            unfinished = reader.open_hands().hands
        # No hand ends in two places, and each kill leaves one in progress at most.
        assert report.unfinished == len(unfinished) <= kill + 1
        assert not {one.deck_number for one in unfinished} & {hand.deck_number for hand in kept}
        numbers = [hand.number for hand in kept]
        assert numbers == list(range(1, len(numbers) + 1)), f"seed {seed}, kill {kill}"
        assert safe <= set(numbers), f"seed {seed}, kill {kill}"
        for hand in kept[-200:]:
            assert hand.record.replay().payoffs == hand.payoffs
    assert len(safe) > kills


def test_three_kills_lose_and_tear_nothing(tmp_path):
    kill_many(tmp_path / "hands.db", 3)


@pytest.mark.long
@pytest.mark.scorecard("D1")
def test_many_kills_lose_and_tear_nothing(tmp_path, release, record_property):
    kills = 120 if release else 20
    kill_many(tmp_path / "hands.db", kills)
    record_property("measured", f"hands: {kills} kills, 0 lost, 0 torn")
