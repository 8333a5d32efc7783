import re
import sys
import threading
from concurrent.futures import Future

import pytest
from PySide6.QtWidgets import QApplication

from ai.agents.baselines import CallAgent
from ai.external.added import keep_added
from ai.external.program import Added, Told
from ai.external.protocol import Hello
from engine.jobs import JobControl
from engine.lines import line_text, spot_of
from engine.match_chunk import joined
from engine.stopping import LEAST_UNITS, Sprt
from pokergui.background.jobs import Halt
from pokergui.background.runner import TaskRunner
from pokergui.matchjobs import MatchJob, play_match
from pokergui.pages.play.work.play_on import check_link
from pokergui.pages.watch import work as watch_match
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.scenes.controls import start_form
from pokergui.pages.watch.work import AT_ONCE, prepare
from pokergui.paths import strategies_dir
from pokergui.store import HandReader, StoreError, verify
from tests.ai.external.bad import FORFEITS, bad_engine, gone
from tests.engine.matches import same
from tests.pokergui.heard import heard
from tests.pokergui.makers import caller_file
from tests.pokergui.timers import let_pass


@pytest.mark.parametrize(
    "game",
    [
        "kuhn",
        *(
            pytest.param(f"holdem-{kind}", marks=pytest.mark.slow)
            for kind in ("limit", "nolimit@20")
        ),
    ],
)
def test_match_is_played_to_its_end_and_saved(watched, game):
    page = watched(game, ("raise", "random"), hands=30)
    page.start()
    assert page.run.phase == "live" and page.shown["top"].locked
    page.step()  # it pauses a running match
    assert page.run.phase == "paused" and page.controls.can_step
    for _ in range(20):
        page.step()
    page.finish()
    assert page.shown["progress"].share == 1.0
    assert [row.units for row in page.standing.methods] == ["30", "15"]
    assert page.notices == [] and not page.shown["top"].locked
    match, chunk = page.kept()
    assert (match.hands, chunk.hands, match.done, match.mode) == (30, 30, True, "watch")
    assert match.engines == ("raise", "random")
    assert verify(page.store.path).sound


def test_both_hands_are_open_and_each_answer_is_under_its_seat(watched):
    page = watched("holdem-nolimit@100", ("equity", "call"), hands=2, duplicate=False)
    page.start()
    page.presenter.press_main()  # pause
    for _ in page.steps(60):
        scene = page.scene
        for seat in scene.seats:
            assert all(card.face_up for card in seat.cards)
            assert sum(one.share for one in seat.shares) == pytest.approx(float(bool(seat.shares)))
            assert not seat.to_act or (seat.shares and not seat.thinking)
            assert not seat.to_act or f"{seat.name} is to act" in scene.status
    assert page.run.phase == "finished"


def test_user_can_take_a_seat_without_affecting_the_match(watched):
    page = watched("holdem-nolimit@100", ("equity", "call"), hands=4)
    page.start()
    page.step()
    now = page.run.stage.now
    page.presenter.press_main()
    assert page.controls.can_take_seat
    page.presenter.act("seat", None)
    assert page.run.phase == "paused"
    (link,) = page.links
    assert (link.hero, link.actions) == (now.spot.to_act, now.spot.actions)
    assert link.opponent == ("equity", "call")[1 - now.to_act]
    check_link(link)
    page.finish()
    assert page.standing.methods[0].units == "4"


@pytest.mark.parametrize(
    ("game", "engines"),
    [
        ("leduc", ("raise", "random")),
        ("holdem-nolimit-3@20", ("call", "raise", "random")),
    ],
)
def test_every_decision_opens_in_study_with_its_engine(watched, game, engines):
    page, asked = watched(game, engines, hands=6), set()
    page.start()
    page.run.pause()
    for _ in page.steps(40):
        now = page.run.stage.now
        page.run.study()
        link = page.studied[-1]
        spot = spot_of(link.game, line_text(link.game, link.actions), link.board)
        # After a hand ends, this means the last decision.
        assert link.actions == now.spot.actions[: len(now.spot.actions) - now.finished]
        acting = (spot.to_act - now.seat_a) % len(engines)
        second = engines[1 - acting] if len(engines) == 2 else ""
        assert (link.engine, link.second) == (engines[acting], second)
        assert link.hole == now.deck[link.game.num_hole * spot.to_act :][: link.game.num_hole]
        asked.add(link.engine)
    assert len(page.studied) > 10 and asked == {*engines}


@pytest.mark.ci
@pytest.mark.slow
def test_aivat_confidence_sequence_ends_the_match_and_opens_judging(watched):
    page = watched("leduc", ("cfr", "random"), hands=20_000)
    remembered, judged = heard(page.presenter.choice_made), heard(page.presenter.judge_requested)
    page.presenter.choose("stop", "sequence")
    page.presenter.choose("luck", "both")
    choice = WatchChoice.of_table(remembered[-1])
    assert (choice.stop, choice.luck, choice.hands) == ("sequence", "both", 20_000)
    page.start()
    page.finish()
    *_, pairs, aivat = page.standing.methods
    assert (pairs.name, aivat.name, aivat.units) == ("Duplicate pairs", "AIVAT", pairs.units)
    assert 2 * LEAST_UNITS <= page.run.hands <= 2 * (LEAST_UNITS + AT_ONCE)
    assert page.shown["panel"].title == f"Decided after {page.run.hands} hands"
    assert [line.name for line in page.standing.chart.lines] == ["AIVAT", "Sequence", "Raw"]
    assert float(aivat.cut.rstrip("%")) > 80
    page.runner.run_all()
    page.presenter.judge()
    assert judged == [1]


@pytest.mark.parametrize(
    ("game", "name", "count", "said"),
    [
        ("holdem-nolimit@20", "all.phhs", ("variant", 20), ("plain", "20 hands saved")),
        ("leduc", "all.phhs", None, ("error", "ACPC")),  # PHH cannot express small games
        ("leduc", "/proc/nowhere/all.log", None, ("error", "could not be saved")),
    ],
)
def test_hands_can_be_saved_as_text_after_the_match(watched, tmp_path, game, name, count, said):
    page = watched(game, ("raise", "random"), hands=20)
    assert not page.controls.can_export
    page.start()
    page.finish()
    assert page.controls.can_export
    page.presenter.export(str(tmp_path / name))
    page.settle()
    notice = page.notices[-1]
    assert notice.kind == said[0] and said[1] in f"{notice.title} {notice.text}"
    if count is not None:
        assert (tmp_path / name).read_text().count(count[0]) >= count[1]


def test_sequential_test_needs_ordered_hypotheses(watched):
    page = watched("leduc", hands=10)
    remembered = heard(page.presenter.choice_made)
    page.presenter.choose("stop", "sprt")
    page.presenter.choose("null", "500")
    page.presenter.choose("alternative", "200")
    error = page.form.alternative.error
    page.presenter.press_main()
    assert error and page.notices[-1].title == error
    assert page.run.phase == "ready"
    page.presenter.choose("null", "−500")
    page.presenter.choose("alternative", "500")
    assert WatchChoice.of_table(remembered[-1]).rule == Sprt(-500.0, 500.0)


def test_choices_stay_valid_after_a_change(watched):
    page = watched("leduc", ("cfr", "call"))
    page.presenter.choose("luck", "both")
    page.presenter.choose("engine_a", "opponent-model")  # it learns, so its strategy is not known
    usable = {one.key: one.usable for one in page.form.luck.choices}
    assert usable == {"": True, "A": False, "B": True, "both": False}
    assert page.form.luck.current == ""
    page.presenter.choose("engine_a", "cfr")
    page.presenter.choose("game", "holdem-nolimit@37")
    top = page.shown["top"]
    assert (top.engine_a.current, top.engine_b.current) == ("equity", "call")


@pytest.mark.parametrize(
    ("hello", "known"),
    [
        (Hello("x"), False),
        (Hello("x", has_ranges=True), True),
        (Hello("x", has_ranges=True, observes=True), False),
    ],
)
def test_added_engines_support_aivat_unless_they_observe(tmp_path, hello, known):
    keep_added(tmp_path, Added("Own", sys.executable, told=Told(hello, ("leduc",))))
    choice = WatchChoice("leduc", ("added:Own", "call")).valid(tmp_path)
    found = start_form(choice, tmp_path, ("0", "50"), "").luck.choices
    assert {one.key: one.usable for one in found}["A"] == known


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"game": "chess"},
        {"hands": "x"},
        {"stop": "sprt", "null": "9e9"},
        {"luck": "?"},
        {"options": "x"},
    ],
)
def test_invalid_remembered_choices_are_dropped(table):
    assert WatchChoice.of_table(table) == WatchChoice()


def test_number_of_hands_can_be_typed(watched):
    page = watched()
    page.presenter.choose("length", "custom")
    page.presenter.choose("custom", "many")
    page.start()
    assert (page.run.phase, page.notices[-1].title) == ("ready", page.shown["top"].custom.error)
    page.presenter.choose("custom", "1")
    page.start()
    page.finish()
    assert page.standing.methods[0].units == "2"  # complete duplicate pairs
    assert page.shown["panel"].title == "2 hands played"


@pytest.mark.ci
@pytest.mark.slow
def test_unbuildable_engine_is_reported_and_can_be_retried(watched, tmp_path):
    path = tmp_path / "engine.py"
    path.write_text("nothing = 1\n")
    page = watched()
    page.presenter.choose_file("a", str(path))
    assert page.shown["top"].engine_a.current == f"python:{path}"
    page.start()
    assert (page.run.phase, page.notices[-1].kind) == ("ready", "error")
    caller_file(path)
    page.presenter.press_notice("retry")
    page.settle()
    assert page.run.phase == "live"


class Disk:
    def __init__(self, store, monkeypatch):
        self.full = True
        for name in ("append_block", "finish_match", "retry"):
            write = getattr(store, name)
            monkeypatch.setattr(store, name, lambda *given, write=write: self._write(write, given))

    def _write(self, write, given):
        if not self.full:
            return write(*given)
        failed = Future()
        failed.set_exception(StoreError("no space left on device"))
        return failed


@pytest.mark.parametrize("then", ["waits", "steps", "goes on"])
def test_match_waits_for_writable_storage_unless_the_user_continues(watched, monkeypatch, then):
    page = watched(hands=200)
    page.start()
    disk = Disk(page.store, monkeypatch)

    def later():
        let_pass(page.run, 1_000)
        page.settle()
        return page.run.phase

    assert "paused" in (later() for _ in range(1_000))
    assert later() == "paused"  # still full
    assert page.shown["notice"].title == "Hands cannot be saved"
    if then == "steps":
        page.step()
    disk.full = False
    if then == "goes on":
        page.presenter.press_notice("retry")
        assert page.run.phase == "live"
    assert later() == ("paused" if then == "steps" else "live")
    assert then == "steps" or page.shown["notice"] is None
    disk.full = True
    page.presenter.end()
    page.settle()
    assert page.run.phase == "finished"


def test_slow_engine_notice_disappears_when_it_answers(watched):
    page = watched()
    page.start()
    page.run.stage.tell_late("Raiser")
    assert page.shown["notice"].kind == "warning"
    page.step()
    assert page.shown["notice"] is None


@pytest.mark.slow
def test_fast_match_pauses_resumes_and_stops_at_once(watched, qtbot):
    length = 100_000_000  # longer than all waits here
    page = watched("leduc", ("call", "random"), hands=length, runner=TaskRunner())
    page.run.choose_speed("fast")
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run.phase == "fast" and page.run.hands > 0)
    page.presenter.press_main()
    assert page.run.phase == "paused"
    assert page.controls.halting == "pause"  # until the job has left the match
    qtbot.waitUntil(lambda: page.controls.halting == "")
    assert page.controls.can_step
    hands = page.run.hands
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run.hands > hands)
    page.run.choose_speed("human")
    qtbot.waitUntil(lambda: page.run.stage.now is not None)
    assert page.run.phase == "live"
    page.presenter.end()
    qtbot.waitUntil(lambda: page.run.phase == "finished")
    assert page.run.hands < length
    assert int(page.standing.methods[0].units.replace(",", "")) == page.run.hands // 2 * 2


@pytest.mark.slow
@pytest.mark.parametrize("speed", ["fast", "ten"])
@pytest.mark.scorecard("U3")
def test_match_with_a_hung_engine_is_reported_and_stopped(
    watched, qtbot, monkeypatch, tmp_path, speed
):
    awake, stuck = threading.Event(), threading.Event()
    awake.set()

    class Sleeper(CallAgent):
        def table(self):
            return None

        def act(self, view, rng, control=None):
            if not awake.is_set():
                stuck.set()
            awake.wait()
            return super().act(view, rng, control)

    monkeypatch.setattr(watch_match, "build", lambda name, game, *_: Sleeper(game))
    # No duplicate deals: the first hand of a pair is saved, but counts only with the second.
    page = watched("kuhn", ("call", "call"), 1_000_000, duplicate=False, runner=TaskRunner())
    page.run.choose_speed(speed)
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run.phase == {"ten": "live"}.get(speed, speed))
    if speed == "fast":
        qtbot.waitUntil(lambda: page.run.hands > 0)
    awake.clear()
    if speed == "fast":  # hands finished earlier are counted before the run is abandoned
        qtbot.waitUntil(stuck.is_set)
        QApplication.processEvents()

    def told():
        page.run.table_settled()
        let_pass(page.run, 10_000)
        return bool(page.notices)

    qtbot.waitUntil(told)
    assert page.notices[-1].kind == "warning"
    page.presenter.press_notice("stop")
    page.presenter.end()
    let_pass(page.run, 10_000)
    qtbot.waitUntil(lambda: page.run.phase == "finished")
    hands = page.run.hands
    awake.set()
    assert page.runner.shutdown(60.0)
    page.store.close()  # everything is written
    with HandReader(tmp_path / "hands.db") as reader:
        (match,) = reader.matches()
        assert sum(chunk.hands for chunk in reader.match_hands(match)) == hands
    assert verify(tmp_path / "hands.db").sound


@pytest.mark.slow
@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("speed", ["human", "fast"])
def test_forfeit_ends_the_match_and_its_result_stands(watched, monkeypatch, tmp_path, speed):
    mark, kind = str(tmp_path / "mark"), "kills itself"

    def build(name, game, *_):
        return CallAgent(game) if name == "call" else bad_engine(kind, mark, game)

    monkeypatch.setattr(watch_match, "build", build)
    page = watched("holdem-nolimit@20", ("raise", "call"), hands=40)
    page.run.choose_speed(speed)
    page.start()
    for _ in page.steps(300):
        page.settle()
    titles = [notice.title for notice in page.notices]
    assert titles[-1] == "The match cannot continue"
    assert page.notices[-1].text.startswith("Bad forfeits: ")
    assert re.search(FORFEITS[kind], page.notices[-1].text)
    assert speed == "fast" or titles.count("Raiser failed") == 2
    assert 0 < page.run.hands < 40
    gone(mark)
    with HandReader(page.store.path) as reader:
        assert reader.matches()[0].hands == page.run.hands


HANDS, SEED = 12, 7


def stepped(match):
    while match.hands < HANDS:
        moved = match.deal(JobControl())
        while not moved.finished:
            moved = match.apply(match.answer(JobControl()).action)


def run(match):
    match.run(None, Halt(), lambda: None)


def begun_and_run_on(match):
    match.deal(JobControl())
    match.run(match.answer(JobControl()).action, Halt(), lambda: None)


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("game", "engines"),
    [
        ("kuhn", ("cfr", "opponent-model")),
        ("leduc", ("cfr", "random")),
        ("kuhn-3", ("cfr", "random", "opponent-model")),
        ("holdem-nolimit@20", ("equity", "random")),
    ],
)
def test_window_and_command_play_the_same_hands(game, engines, duplicate):
    group = len(engines) if duplicate else 1
    choice = WatchChoice(game, engines, HANDS, duplicate).valid(strategies_dir())
    job = MatchJob.of(choice.build_game(), engines, HANDS // group, SEED, duplicate, 10.0)
    whole = joined(play_match(job).chunks)
    for play in (stepped, run, begun_and_run_on):
        chunks = []
        play(prepare(choice, strategies_dir(), JobControl())(SEED, chunks.append))
        assert same(joined(chunks), whole), play.__name__
