"""The program as a person has it: started, played by keys, closed, killed, started again."""

from __future__ import annotations

import json
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

import pokerkit
import pytest

from engine import timing
from engine.game import get_game
from pokergui.formatting.choices import table_games
from pokergui.store import HandReader, StoreError, backups_of, verify
from tests.pokergui.desktop import (
    CLOSE_S,
    PROMISED_CLOSE_S,
    START_S,
    Desktop,
    Program,
    command,
    hands,
    log_text,
    settings,
    wait_for,
)
from tests.recorded import read_hands

LISTED = [game.name for game in table_games()]
"""Names of games in the order of the list over the table."""
GAMES = [game.name for game in table_games() if game.is_heads_up]


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


def finished(home: Path) -> Counter[str]:
    """Number of finished hands by game, read beside the running program."""
    with HandReader(home / "hands.db") as reader:
        return Counter(hand.record.game.name.split("@")[0] for hand in reader.list().hands)


def has_tables(home: Path) -> bool:
    """Return whether a program that starts for the first time has made its database."""
    with suppress(StoreError), HandReader(home / "hands.db") as reader:
        return reader.count() >= 0
    return False


def play_by_keys(desktop: Desktop, home: Path, game: str, count: int) -> None:
    """Check or call, and deal, until a number of hands of a game is finished."""
    while finished(home)[game] < count:
        before = finished(home)

        def goes_on(before: Counter[str] = before) -> bool:
            desktop.keys("c", "space")
            return finished(home) != before

        wait_for(goes_on, f"the next hand of {game}")


def start(desktop: Desktop, home: Path) -> Program:
    program = desktop.program(home)
    wait_for(lambda: desktop.focused("Poker"), "the window")
    wait_for(lambda: has_tables(home), "the database")
    return program


def leave(desktop: Desktop, program: Program) -> None:
    """Close the window; the program ends in time, without a word."""
    desktop.close_window()
    assert program.ended(CLOSE_S) == (0, "")
    assert log_text(program.home) == ""


@pytest.mark.parametrize(
    "count",
    [pytest.param(2, marks=pytest.mark.ci), pytest.param(20, marks=pytest.mark.nightly)],
)
def test_hands_of_each_game_with_keys_alone(desktop, tmp_path, count):
    home = tmp_path / "home"
    settings(home)
    with start(desktop, home) as program:
        for game in GAMES:
            desktop.keys("g", "Home", *["Down"] * LISTED.index(game), "Return")
            play_by_keys(desktop, home, game, count)
        leave(desktop, program)
    kept = hands(home)
    played = Counter(hand["game"].split("@")[0] for hand in kept)
    assert set(played) == set(GAMES) and min(played.values()) >= count
    with start(desktop, home) as program:  # the next hand is on the table when it is closed
        play_by_keys(desktop, home, GAMES[-1], played[GAMES[-1]] + 1)
        desktop.keys("space")
        leave(desktop, program)
    again = hands(home)
    assert again[: len(kept)] == kept and len(again) > len(kept)
    assert verify(home / "hands.db").sound
    # Hold'em as PHH in PokerKit, the small games as ACPC logs.
    path = home / "all.phhs"
    done = command(home, "hands", "export", "--format", "phh", "--out", str(path))
    assert done.returncode == 0
    with path.open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    assert len(histories) >= played["holdem-nolimit"] + played["holdem-limit"]
    assert not any(list(history)[-1].status for history in histories)
    for game in ("kuhn", "leduc"):
        path = home / f"{game}.log"
        words = ("--format", "acpc", "--game", game, "--out", str(path))
        done = command(home, "hands", "export", *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(read_hands(path, get_game(game))) >= played[game]


def drive(home: Path, task: str, number: int = 0, seed: int = 0) -> Program:
    """The program with a hand on its keys, on no screen."""
    arguments = (task, str(number), str(seed))
    return Program(home, "tests.pokergui.driver", *arguments, QT_QPA_PLATFORM="offscreen")


def wait_until_playable(program: Program) -> None:
    for line in program.out:
        if "playable" in json.loads(line):
            return
    raise AssertionError(program.ended(START_S))


@pytest.mark.ci
def test_a_second_start_calls_the_window_that_is_open(tmp_path):
    settings(tmp_path)
    with drive(tmp_path, "forever") as program:
        wait_until_playable(program)
        done = command(tmp_path, QT_QPA_PLATFORM="offscreen")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        done = command(tmp_path, "study", "kuhn", "cfr", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2 and "already open" in done.stderr
    assert done.stderr.startswith("pokergui: ") and done.stderr.count("\n") == 1


@pytest.mark.ci
def test_no_place_for_its_data():
    done = command(Path("/proc/pokergui"), QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be written" in done.stderr and done.stderr.count("\n") == 1


def last_saved(lines: list[str]) -> int:
    """Return the last number of finished hands on disk that the window gave."""
    saved = [entry["saved"] for line in lines if "saved" in (entry := json.loads(line))]
    return saved[-1] if saved else 0


def check_kept(home: Path, told: int) -> None:
    """Check that nothing the window called safe is missing or torn."""
    if told:
        with HandReader(home / "hands.db") as reader:
            assert reader.count() >= told
        assert verify(home / "hands.db").problems == ()


@pytest.mark.nightly
@pytest.mark.scorecard("D1")
def test_killed_in_play_again_and_again(tmp_path, release, record_property):
    settings(tmp_path)
    rng, kills = random.Random(1), 80 if release else 4
    for _ in range(kills):
        with drive(tmp_path, "forever", 0, rng.getrandbits(30)) as program:
            wait_until_playable(program)
            lines = [program.out.readline() for _ in range(rng.randrange(30))]
            program.process.kill()
            lines += program.out.read().split("\n")[:-1]
        check_kept(tmp_path, last_saved(lines))
    before = sum(finished(tmp_path).values())
    with drive(tmp_path, "play", 3) as program:  # it starts again as if nothing had been
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, ""), out
    assert "notice" not in out and sum(finished(tmp_path).values()) >= before + 3
    assert list(tmp_path.rglob(".pokergui-*")) == []
    assert log_text(tmp_path) == ""
    record_property("measured", f"window: {kills} kills, 0 lost, 0 torn, 0 left")


@pytest.mark.nightly
@pytest.mark.scorecard("U4")
def test_closes_at_random_moments(tmp_path, release, record_property):
    rng, took = random.Random(1), []
    for round_ in range(100 if release else 20):
        moment = rng.randrange(1500 if round_ % 2 else 6000)
        settings(tmp_path, animation=rng.choice((0.0, 0.5, 1.0)))
        with drive(tmp_path, "close", moment, rng.getrandbits(30)) as program:
            out, err = program.process.communicate(timeout=START_S)
            ended = timing.now().timestamp()
        entries = [json.loads(line) for line in out.splitlines()]
        (closing,) = [entry["closing"] for entry in entries if "closing" in entry]
        assert (program.process.returncode, err) == (0, ""), f"closed after {moment} ms"
        assert log_text(tmp_path) == "", f"closed after {moment} ms"
        check_kept(tmp_path, last_saved(out.splitlines()))
        took.append(ended - closing)
    late = sum(one > PROMISED_CLOSE_S for one in took)
    text = f"{len(took)} closes in play: median {median(took):.1f} s, {late} over 3 s"
    record_property("measured", f"{text}, longest {max(took):.1f} s")


@pytest.mark.nightly
def test_hands_are_backed_up_while_the_window_is_open(tmp_path):
    settings(tmp_path, game="kuhn")
    with drive(tmp_path, "play", 3) as program:
        program.process.communicate(timeout=START_S)
    with drive(tmp_path, "forever") as program:
        wait_for(lambda: backups_of(tmp_path / "hands.db") != (), "a backup")
    (made,) = backups_of(tmp_path / "hands.db")
    assert verify(made.path).sound and made.hands
    assert log_text(tmp_path) == ""


@pytest.mark.ci
def test_a_logout_closes_the_window(tmp_path):
    settings(tmp_path)
    with drive(tmp_path, "forever", 0, 3) as program:
        wait_until_playable(program)
        program.process.send_signal(signal.SIGTERM)
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, "")
    assert log_text(tmp_path) == ""
    check_kept(tmp_path, last_saved(out.splitlines()))
    with HandReader(tmp_path / "hands.db") as reader:
        assert reader.open_hands().damaged == ()
    assert not (tmp_path / "hands.db-wal").exists()


@pytest.mark.nightly
@pytest.mark.scorecard("U4")
def test_thousands_of_hands_through_the_window(tmp_path, release, record_property):
    """Memory is measured in the second half: in the first, pages and engines are loaded."""
    count = 100_000 if release else 2_000
    settings(tmp_path)
    with drive(tmp_path, "play", count, 1) as program:
        out, err = program.process.communicate()
    assert (program.process.returncode, err) == (0, "")
    entries = [json.loads(line) for line in out.splitlines()]
    assert not [entry for entry in entries if "notice" in entry]
    assert sum(finished(tmp_path).values()) >= count
    assert verify(tmp_path / "hands.db").sound and log_text(tmp_path) == ""
    sizes = [entry["memory"] for entry in entries if "memory" in entry]
    grown = sizes[-1] - sizes[len(sizes) // 2]
    record_property("measured", f"{count:,} hands: {grown / (1 << 20):+.1f} MB")
