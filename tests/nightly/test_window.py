import random

import pytest

from pokergui.store import HandReader, verify
from tests.nightly.window_tasks import PAGES
from tests.pokergui.desktop import OFFSCREEN, START_S, Program, log_text, settings
from tests.pokergui.untrusted_text import prepare

pytestmark = pytest.mark.nightly
WINDOW_TASKS = "tests.nightly.window_tasks"
UNSAID = (" INFO ", "This plugin does not support", "Unable to detect a launcher")
"""Log lines that are no errors, among them those of the offscreen platform."""


def driven(home, task, *arguments):
    return Program(home, WINDOW_TASKS, task, *map(str, arguments), **OFFSCREEN)


def check_kept(home, told):
    said = [line for line in log_text(home).splitlines() if not any(one in line for one in UNSAID)]
    assert said == []
    saved = max((int(str(entry["saved"])) for entry in told if "saved" in entry), default=0)
    if saved:
        with HandReader(home / "hands.db") as reader:
            assert reader.count() >= saved
        assert verify(home / "hands.db").problems == ()


@pytest.mark.parametrize("task", ["spoken", "untrusted"])
def test_all_pages_and_rooms_are_reachable_by_key(tmp_path, task):
    """Words are in the catalogue, controls have names and roles, untrusted text is plain."""
    settings(tmp_path, game="leduc", opponents={"leduc": "call"}, language="en", auto_next=False)
    if task == "untrusted":
        prepare(tmp_path)
    with driven(tmp_path, task) as program:
        told = program.told(6 * START_S)
    states = [entry for entry in told if "state" in entry]
    assert len(states) > 100
    marks = [entry for entry in states if entry["found"] == ["Zorro"]]
    assert bool(marks) == (task == "untrusted")
    assert [entry for entry in states if entry["found"] and entry not in marks] == []


@pytest.fixture
def pick(request):
    return random.Random(request.config.getoption("seed"))


@pytest.mark.scorecard("U4")
def test_random_input_and_closing_on_each_page(tmp_path, release, pick, record_property):
    rounds = 300 if release else 16
    for number in range(rounds):
        page = (*PAGES, "any")[number % (len(PAGES) + 1)]
        settings(tmp_path, animation=pick.choice((0.0, 0.5, 1.0)))
        pokes = pick.randrange(40 if number % 3 == 0 else 400)
        with driven(tmp_path, "random_input", page, pokes, pick.getrandbits(30)) as program:
            out, err = program.process.communicate(timeout=START_S)
        assert (program.process.returncode, err) == (0, ""), (page, pokes, out)
        check_kept(tmp_path, [])
    record_property("measured", f"{rounds} closes at random moments of all pages, all well")


@pytest.mark.scorecard("D1")
def test_window_survives_repeated_kills_in_play(tmp_path, release, pick, record_property):
    kills = 80 if release else 6
    for number in range(kills):
        settings(tmp_path, game=("kuhn", "leduc", "holdem-limit", "holdem-nolimit")[number % 4])
        with driven(tmp_path, "forever", 0, pick.getrandbits(30)) as program:
            told = program.until("action", pick.randrange(1, 40))
            program.process.kill()
        check_kept(tmp_path, told)
    with driven(tmp_path, "play", 1, 7) as program:
        assert not any("notice" in entry for entry in program.told())
    assert list(tmp_path.rglob(".pokergui-*")) == []
    record_property("measured", f"window: {kills} kills, 0 lost, 0 torn, 0 left")
