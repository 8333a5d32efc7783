"""The program as a person has it: started, played by keys, closed, killed, started again."""

from __future__ import annotations

import json
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

import pokerkit
import pytest

from engine.game import built_in_games, get_game
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


def play_all_games(desktop: Desktop, home: Path, count: int) -> None:
    settings(home)
    with start(desktop, home) as program:
        for game in GAMES:
            desktop.keys("g", "Home", *["Down"] * LISTED.index(game), "Return")
            play_by_keys(desktop, home, game, count)
        leave(desktop, program)
    kept = hands(home)
    played = Counter(hand["game"].split("@")[0] for hand in kept)
    assert set(played) == set(GAMES)
    assert min(played.values()) >= count
    with start(desktop, home) as program:  # the next hand is on the table when it is closed
        play_by_keys(desktop, home, GAMES[-1], played[GAMES[-1]] + 1)
        desktop.keys("space")
        leave(desktop, program)
    again = hands(home)
    assert again[: len(kept)] == kept
    assert len(again) > len(kept)
    assert verify(home / "hands.db").sound
    read_exports(home, played)


def read_exports(home: Path, played: Counter[str]) -> None:
    """Hold'em as PHH in PokerKit, the small games as ACPC logs."""
    path = home / "all.phhs"
    done = command(home, "hands", "export", "--format", "phh", "--out", str(path))
    assert done.returncode == 0
    with path.open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    assert len(histories) == played["holdem-nolimit"] + played["holdem-limit"]
    for history in histories:
        assert not list(history)[-1].status
    for game in ("kuhn", "leduc"):
        path = home / f"{game}.log"
        done = command(
            home, "hands", "export", "--format", "acpc", "--game", game, "--out", str(path)
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert len(read_hands(path, get_game(game))) >= played[game]


def test_two_hands_of_each_game_with_keys_alone(desktop, tmp_path):
    play_all_games(desktop, tmp_path / "home", 2)


@pytest.mark.long
def test_twenty_hands_of_each_game_with_keys_alone(desktop, tmp_path):
    play_all_games(desktop, tmp_path / "home", 20)


def test_games_of_the_list():
    assert set(LISTED) == {game.name for game in built_in_games()}


def drive(home: Path, task: str, number: int = 0, seed: int = 0) -> Program:
    """The program with a hand on its keys, on no screen."""
    arguments = (task, str(number), str(seed))
    return Program(home, "tests.pokergui.driver", *arguments, QT_QPA_PLATFORM="offscreen")


def wait_until_playable(program: Program) -> None:
    for line in program.out:
        if "playable" in json.loads(line):
            return
    raise AssertionError(program.ended(START_S))


def test_a_second_start_calls_the_window_that_is_open(tmp_path):
    settings(tmp_path)
    with drive(tmp_path, "forever") as program:
        wait_until_playable(program)
        done = command(tmp_path, QT_QPA_PLATFORM="offscreen")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        done = command(tmp_path, "study", "kuhn", "cfr", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert done.stderr.startswith("pokergui: ")
    assert "already open" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("home", "platform", "words"),
    [("home", "", "no display"), ("/proc/pokergui", "offscreen", "cannot be written")],
)
def test_no_place_for_a_window_or_its_data(tmp_path, home, platform, words):
    done = command(tmp_path / home, QT_QPA_PLATFORM=platform)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


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


def kill_in_play(home: Path, rng: random.Random) -> None:
    with drive(home, "forever", 0, rng.getrandbits(30)) as program:
        wait_until_playable(program)
        time.sleep(rng.uniform(0.3, 1.5))
        program.process.kill()
        lines = program.out.read().split("\n")[:-1]
    check_kept(home, last_saved(lines))


def test_killed_in_play_it_starts_again_as_if_nothing_had_been(tmp_path):
    settings(tmp_path)
    kill_in_play(tmp_path, random.Random())
    before = sum(finished(tmp_path).values())
    with drive(tmp_path, "play", 3) as program:
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, "")
    assert "notice" not in out
    assert sum(finished(tmp_path).values()) >= before + 3
    assert log_text(tmp_path) == ""


@pytest.mark.long
@pytest.mark.scorecard("D1")
def test_killed_in_play_again_and_again(tmp_path, release, record_property):
    settings(tmp_path)
    rng, kills = random.Random(), 80 if release else 4
    for _ in range(kills):
        kill_in_play(tmp_path, rng)
    with drive(tmp_path, "play", 1) as program:
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, ""), out
    assert list(tmp_path.rglob(".pokergui-*")) == []
    assert log_text(tmp_path) == ""
    record_property("measured", f"window: {kills} kills, 0 lost, 0 torn, 0 left")


def close_at(home: Path, moment: int, seed: int, speed: float) -> float:
    """Seconds from closing the window to the end of the program."""
    settings(home, animation=speed)
    with drive(home, "close", moment, seed) as program:
        out, err = program.process.communicate(timeout=START_S)
        ended = time.time()
    lines = out.splitlines()
    (closing,) = [entry["closing"] for entry in map(json.loads, lines) if "closing" in entry]
    assert (program.process.returncode, err) == (0, ""), f"closed after {moment} ms"
    assert ended - closing <= CLOSE_S, f"closed after {moment} ms"
    assert log_text(home) == "", f"closed after {moment} ms"
    check_kept(home, last_saved(lines))
    took: float = ended - closing
    return took


@pytest.mark.parametrize(
    "moment",
    [pytest.param(0, marks=pytest.mark.long), 400, pytest.param(2500, marks=pytest.mark.long)],
)
def test_closing_at_any_moment(tmp_path, moment):
    close_at(tmp_path, moment, seed=moment, speed=1.0)


@pytest.mark.long
def test_hands_are_backed_up_while_the_window_is_open(tmp_path):
    settings(tmp_path, game="kuhn")
    with drive(tmp_path, "play", 3) as program:
        program.process.communicate(timeout=START_S)
    with drive(tmp_path, "forever") as program:
        wait_for(lambda: backups_of(tmp_path / "hands.db") != (), "a backup")
    (made,) = backups_of(tmp_path / "hands.db")
    assert verify(made.path).sound and made.hands
    assert log_text(tmp_path) == ""


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_a_logout_closes_the_window(tmp_path, number):
    settings(tmp_path)
    with drive(tmp_path, "forever", 0, 3) as program:
        wait_until_playable(program)
        program.process.send_signal(number)
        out, err = program.process.communicate(timeout=CLOSE_S)
    assert (program.process.returncode, err) == (0, "")
    assert log_text(tmp_path) == ""
    check_kept(tmp_path, last_saved(out.splitlines()))
    with HandReader(tmp_path / "hands.db") as reader:
        assert reader.open_hands().damaged == ()
    assert not (tmp_path / "hands.db-wal").exists()


@pytest.mark.long
@pytest.mark.scorecard("U4")
def test_closes_at_random_moments(tmp_path, release, record_property):
    rng = random.Random()
    took = []
    for round_ in range(100 if release else 20):
        longest = 1500 if round_ % 2 else 6000
        moment, seed, speed = (
            rng.randrange(longest),
            rng.getrandbits(30),
            rng.choice((0.0, 0.5, 1.0)),
        )
        took.append(close_at(tmp_path, moment, seed, speed))
    assert median(took) <= PROMISED_CLOSE_S, took
    late = sum(one > PROMISED_CLOSE_S for one in took)
    text = f"{len(took)} closes in play: median {median(took):.1f} s, {late} over 3 s"
    record_property("measured", f"{text}, longest {max(took):.1f} s")
    assert late == 0 or not release, took  # a machine that does other work too may be late


def soak(home: Path, count: int, growth: int) -> int:
    """Play many hands; by how many bytes memory grows in the second half of them.

    In the first half engines, pages and the judge of the session's review are loaded.
    """
    settings(home)
    with drive(home, "play", count, 1) as program:
        out, err = program.process.communicate()
    assert (program.process.returncode, err) == (0, "")
    entries = [json.loads(line) for line in out.splitlines()]
    assert not [entry for entry in entries if "notice" in entry]
    sizes = [entry["memory"] for entry in entries if "memory" in entry]
    settled = sizes[len(sizes) // 2 :]
    assert settled[-1] - settled[0] <= growth, [size >> 20 for size in sizes]
    assert sum(finished(home).values()) >= count
    assert verify(home / "hands.db").sound
    assert log_text(home) == ""
    return settled[-1] - settled[0]


@pytest.mark.long
@pytest.mark.scorecard("U4")
def test_thousands_of_hands_through_the_window(tmp_path, release, record_property):
    hands = 100_000 if release else 2_000
    grown = soak(tmp_path, hands, growth=20 << 20)
    record_property("measured", f"{hands:,} hands: {grown / (1 << 20):+.1f} MB")
