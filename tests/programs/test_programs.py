import signal
from collections import Counter
from contextlib import closing, suppress

import pokerkit
import pytest

from ai.external.added import keep_added
from ai.external.log import log_path
from ai.external.program import Added
from engine.game import get_game
from pokergui.formatting.choices import table_games
from pokergui.instance import SOCKET_NAME
from pokergui.store import HandReader, Store, StoreError, make_backup, verify
from tests.ai.external.bad import bad_name, gone
from tests.pokergui.desktop import CLOSE_S, Desktop, command, hands, log_text, settings, wait_for
from tests.pokergui.store.random_hands import play_into
from tests.recorded import read_hands

pytestmark = pytest.mark.ci
LISTED = [game.name for game in table_games()]
PAGE_TASKS = "tests.programs.page_tasks"
DRIVER = "tests.pokergui.driver"
TITLE = "Poker"


@pytest.fixture(scope="module")
def desktop(tmp_path_factory):
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


def finished(home):
    with suppress(StoreError), HandReader(home / "hands.db") as reader:
        return Counter(hand.record.game.name.split("@")[0] for hand in reader.list().hands)
    return Counter()


def start(desktop, home):
    program = desktop.program(home)
    wait_for(lambda: desktop.focused(TITLE), "the window")
    wait_for((home / "hands.db").exists, "the database")
    return program


def leave(desktop, program):
    desktop.close_window()
    assert program.ended(CLOSE_S) == (0, "")
    left_well(program.home)


def left_well(home):
    assert log_text(home) == ""
    assert verify(home / "hands.db").problems == ()
    assert [*home.rglob(".pokergui-*"), *home.glob("*-wal"), *home.glob("*-shm")] == []


def play_by_keys(desktop, home, game, count):
    def goes_on():
        desktop.keys("c", "space")
        return finished(home)[game] >= count

    wait_for(goes_on, f"hands of {game}")


def test_hands_are_played_with_the_keyboard_saved_and_exported(desktop, tmp_path):
    home, games = tmp_path / "home", ("kuhn", "holdem-nolimit")
    settings(home, game=games[0])
    with start(desktop, home) as program:
        play_by_keys(desktop, home, games[0], 2)
        desktop.keys("g", "Home", *["Down"] * LISTED.index(games[1]), "Return")
        play_by_keys(desktop, home, games[1], 2)
        leave(desktop, program)
    kept, played = hands(home), finished(home)
    assert set(played) == set(games) and len(kept) == played.total()
    with start(desktop, home) as program:  # it resumes where it was
        play_by_keys(desktop, home, games[-1], played[games[-1]] + 1)
        leave(desktop, program)
    assert hands(home)[: len(kept)] == kept
    files = {"phh": home / "all.phhs", "acpc": home / "kuhn.log"}
    for form, file in files.items():
        narrowed = ("--game", "kuhn") if form == "acpc" else ()
        done = command(home, "hands", "export", "--format", form, "--out", str(file), *narrowed)
        assert done.returncode == 0
    with files["phh"].open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    assert len(histories) == finished(home)["holdem-nolimit"]
    assert not any(list(history)[-1].status for history in histories)
    assert len(read_hands(files["acpc"], get_game("kuhn"))) == played["kuhn"]


@pytest.mark.scorecard("D3")
def test_second_instance_raises_the_window(desktop, tmp_path):
    home = tmp_path / "home"
    settings(home)
    with start(desktop, home) as first:
        wait_for((home / SOCKET_NAME).exists, "its socket")
        with desktop.program(tmp_path / "other"):
            for hide in (lambda: None, desktop.minimize):  # behind, and then in the task bar
                hide()
                wait_for(lambda: desktop.behind(first), "another window in front")
                with desktop.program(home) as again:
                    assert again.ended(CLOSE_S) == (0, "")
                wait_for(lambda: not desktop.behind(first), "the first window in front")
        done = command(home, "study", "kuhn", "cfr", **desktop.screen)
    assert done.returncode == 2
    assert done.stderr.startswith("pokergui: ") and "already open" in done.stderr


@pytest.mark.parametrize("game", ["leduc", "holdem-nolimit"])
def test_hand_in_progress_survives_a_kill(desktop, tmp_path, game):
    settings(tmp_path, game=game)
    with desktop.program(tmp_path, DRIVER, "rest", "5", "1") as program:
        told = program.until("resting")
        program.process.kill()
    saved = max(entry.get("saved", 0) for entry in told)
    found = verify(tmp_path / "hands.db")
    assert (found.problems, found.unfinished) == ((), 1) and found.hands >= saved
    with HandReader(tmp_path / "hands.db") as reader:
        (left,) = reader.open_hands().hands
    with desktop.program(tmp_path, DRIVER, "play", "1", "7") as program:
        assert not any("notice" in entry for entry in program.told())
    with HandReader(tmp_path / "hands.db") as reader:
        (hand,) = [one for one in reader.list().hands if one.deck_number == left.deck_number]
    assert (hand.cards, hand.salt, hand.hero) == (left.cards, left.salt, left.hero)
    assert (hand.mode, hand.engines, hand.notes) == ("play", left.engines, left.notes)
    assert hand.line.startswith(left.line.rstrip("/"))
    left_well(tmp_path)


def close_window(desktop, program):
    wait_for(lambda: desktop.focused(TITLE), "the window")
    desktop.close_window()


def log_out(desktop, program):
    program.process.send_signal(signal.SIGTERM)


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("end", [close_window, log_out])
def test_closing_a_busy_window_leaves_no_process_behind(desktop, tmp_path, end):
    """An engine hangs, a solver runs and a match is played."""
    home, mark = tmp_path / "home", str(tmp_path / "mark")
    bad = bad_name("hangs at once", mark).removeprefix("process:")
    keep_added(home / "strategies", Added("Bad", bad, 600.0))
    settings(home, game="leduc", opponents={"leduc": "added:Bad"})
    log = log_path(home / "strategies", "added:Bad")
    assert log is not None
    with desktop.program(home, PAGE_TASKS, "busy") as program:
        program.until("busy")
        wait_for(lambda: log.exists() and "> go" in log.read_text(), "the engine's turn")
        end(desktop, program)
        assert program.ended(CLOSE_S) == (0, "")
    gone(mark)
    left_well(home)


@pytest.mark.parametrize("task", ["restore", "speak"])
def test_program_restarts_itself(desktop, tmp_path, task):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 2, games=("kuhn",))
    backup = make_backup(path).path
    with closing(Store.open(path)) as store:
        play_into(store, 1, games=("kuhn",))
    settings(tmp_path, game="kuhn", language="en")
    with desktop.program(tmp_path, PAGE_TASKS, task) as program:
        told = program.told()
    if task == "speak":
        english, chinese = (entry["title"] for entry in told if "title" in entry)
        assert english == "Play" and not chinese.isascii()
        return
    (said,) = [entry["notice"] for entry in told if "notice" in entry]
    assert said.startswith(f"2 hands are restored from {backup.name}")
    (kept,) = tmp_path.glob("hands-before-restore-*.db")
    assert (verify(path).hands, verify(kept).hands) == (2, 3)
