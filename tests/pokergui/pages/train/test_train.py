import threading

import numpy as np
import pytest

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.vector import Solver
from ai.files.arrays import write_tensors
from ai.trained import remove_trained
from ai.training.run import CurvePoint
from engine.game import get_game
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.train.scenes.chart import thinned
from pokergui.pages.train.work import SLICE_S, Turns


def between_steps(monkeypatch, do):
    step = Solver.step

    def stepped(solver, count):
        do(solver)
        step(solver, count)

    monkeypatch.setattr(Solver, "step", stepped)


def test_a_run_ends_with_curve_checkpoint_and_engine(page):
    assert page.front is None and page.rows.rows == page.lines == () and page.chart.empty
    told = []
    page.presenter.runs.added.connect(
        lambda run: run.kept.connect(lambda: told.append(page.engines))
    )
    page.begin("1,000", "cfr+", "kuhn")
    assert (page.front.phase, page.front.share, page.front.main) == ("done", 1.0, "")
    (row,), (curve,) = page.rows.rows, page.lines
    assert (row.title, row.detail, row.state) == ("CFR+", "Kuhn, 1,000 iterations", "done")
    assert (curve.x[0], curve.x[-1]) == (1, 1000)
    assert page.milestones.heads == ("10", "100", "1,000")
    assert len(page.files) == 1 and not any(page.notices)
    assert "Kuhn have it as “CFR+, 1,000 iterations”" in page.rows.foot
    page.presenter.play()
    page.presenter.study()
    game, name = get_game("kuhn"), "trained:kuhn-cfr+-1k"
    assert page.links == [EngineLink(game, name), StudyLink(game, (), (), engine=name)]
    assert told == [[name]]


def test_six_runs_train_at_once_and_show_when_pausing_or_stopping(page):
    page.next.choose("game", "kuhn")
    for _ in range(7):
        assert page.top.can_start == (len(page.rows.rows) < 6)
        page.presenter.begin()  # its worker waits its turn here
    assert "6 runs are already" in page.notice.title
    assert sorted(row.series for row in page.rows.rows) == list(range(6))
    assert (page.front.main, page.front.can_stop, page.front.share) == ("pause", True, 0.0)
    page.presenter.press_main()
    assert (page.front.main, page.front.can_stop) == ("pausing", True)
    assert (page.front.figures[0].caption, page.rows.rows[0].state) == ("Pausing", "pausing")
    page.presenter.end()
    assert (page.front.main, page.front.can_stop) == ("stopping", False)
    assert page.rows.rows[0].state == "stopping"
    page.settle()
    assert page.front.main in ("", "resume") and page.rows.rows[0].state in ("stopped", "done")


def test_a_run_is_paused_resumed_saved_and_stopped(page, monkeypatch):
    between_steps(monkeypatch, lambda solver: page.presenter.runs.front.pause())
    page.begin("1e9", "cfr", "kuhn")
    assert (page.front.phase, page.front.main, page.engines) == ("paused", "resume", [])
    between_steps(monkeypatch, lambda solver: page.presenter.save())  # as it goes on
    page.resume()
    assert page.front.phase == "paused" and len(page.engines) == 1
    page.presenter.end()
    page.settle()
    assert page.front.phase == "stopped"


def test_seventh_curve_replaces_the_oldest_finished_one(page):
    page.choose("kuhn", "cfr")
    for count in (*range(10, 16), 1_000):
        assert page.top.can_start
        page.begin(str(count))
    _, *shorter = page.milestones.rows  # finished runs await no figure
    assert {row.cells[1:] for row in shorter} == {("–", "–")}
    assert page.rows.full
    assert [row.series >= 0 for row in page.rows.rows] == [True] * 6 + [False]
    first, last = page.rows.rows[0], page.rows.rows[-1]
    toggle = page.presenter.runs.toggle
    toggle(last.key, True)
    assert page.rows.rows[-1].series == -1
    toggle(first.key, False)
    toggle(last.key, True)
    assert (page.rows.rows[0].series, page.rows.rows[-1].series) == (-1, first.series)
    assert len(page.milestones.rows) == len(page.lines) == 6


def test_long_curves_are_thinned_with_their_ends_kept():
    points = [CurvePoint(n, n / 9, 1 / n, 5 * n) for n in range(1, 20_000)]
    few = thinned(points)
    assert len(few) <= 300 and (few[0], few[-1]) == (points[0], points[-1])
    assert [point.iteration for point in few] == sorted({point.iteration for point in few})
    assert thinned(points[:300]) == points[:300]


def test_run_ends_at_its_target_or_time_limit(page, monkeypatch, clock):
    between_steps(monkeypatch, lambda solver: clock.advance(0.01))
    page.begin("1 mA", "cfr+", "kuhn")
    assert page.front.figures[4].note == "target reached"
    assert page.lines[0].y[-1] <= 1e-3
    assert page.milestones.rows[0].last != "not reached"
    page.begin("1e-30 antes or 0.2 s")
    assert (page.front.phase, page.front.progress) == ("done", "ended before its target")
    time = page.front.figures[4]
    assert (time.caption, time.note) == ("Run time", "time is up")


@pytest.mark.parametrize("method", [algorithm.name for algorithm in ALGORITHMS])
def test_every_method_runs_with_every_option(page, method):
    page.begin("20", method, "kuhn")
    for option in page.top.options:
        for choice in option.choices.choices:
            page.next.choose(option.key, choice.key)
            assert page.top.can_start
            page.presenter.begin()
            page.settle()
            assert page.front.phase == "done"
    assert page.front.phase == "done" and not any(page.notices)


def test_earlier_runs_are_listed_and_unreadable_ones_named(page, train):
    page.begin("100", "cfr+", "kuhn")
    page.begin("200", "pdcfr+", "kuhn")
    (page.folder / "20200101-000000-bad.safetensors").write_bytes(b"{}" * 40)
    record, arrays = {"format_version": 99, "kind": "checkpoint"}, {"curve": np.zeros((1, 4))}
    write_tensors(page.folder / "20200102-000000-new.safetensors", record, arrays)
    again = train()
    assert [row.title for row in again.rows.rows] == ["PDCFR+", "CFR+"] and len(again.lines) == 2
    notice = again.notice
    assert notice.title == "2 runs could not be read"
    assert "bad.safetensors" in notice.text and "format 99" in notice.text
    again.presenter.play()
    assert again.links[0].engine == "trained:kuhn-pdcfr+-200"


def test_run_with_a_damaged_state_fails_but_shows_its_curve(page, train):
    page.begin("100", "cfr+", "kuhn")
    (path,) = page.files
    data = bytearray(path.read_bytes())
    data[-20] ^= 255
    path.write_bytes(data)
    remove_trained(page.home, "kuhn-cfr+-100")
    again = train()
    again.save()
    assert again.front.phase == "failed" and len(again.lines) == 1 and path.exists()
    assert "damaged" in again.notice.text and again.notice.details


def test_a_run_is_removed_with_or_without_its_strategy(page):
    for method in ("cfr", "cfr+", "dcfr"):
        page.begin("50", method, "kuhn")
    for key, titles, engines in (
        ("dismiss", ["DCFR", "CFR+", "CFR"], 3),
        ("remove", ["CFR+", "CFR"], 3),
        ("remove-both", ["CFR"], 2),
        ("remove", [], 2),
    ):
        page.presenter.ask_remove()
        page.press(key)
        assert [row.title for row in page.rows.rows] == titles
        assert len(page.engines) == engines
    assert "trained:kuhn-cfr+-50" not in page.engines
    assert page.front is None and page.lines == () and list(page.folder.iterdir()) == []


def test_failed_checkpoint_write_is_reported_and_retried(page):
    page.folder.write_text("a file where the folder should be")
    page.begin("50", "cfr", "kuhn")
    assert (page.front.phase, page.front.figures[0].note) == ("done", "no checkpoint")
    page.press("again")
    assert page.notice.title == "The checkpoint of CFR cannot be written"
    page.folder.unlink()
    page.press("again")
    assert page.notice is None and len(page.files) == 1


def test_failed_strategy_save_is_reported_and_done_later(page):
    page.home.mkdir(parents=True)
    (page.home / "trained").write_text("a file where the folder should be")
    page.begin("50", "cfr", "kuhn")
    assert page.front.phase == "done" and page.front.can_save
    assert "cannot be saved" in page.notice.title
    (page.home / "trained").unlink()
    page.save()
    assert page.engines == ["trained:kuhn-cfr-50"] and not page.front.can_save
    remove_trained(page.home, "kuhn-cfr-50")  # elsewhere
    page.presenter.refresh_engines()
    assert page.front.can_save


def test_an_exception_in_a_run_is_reported_and_its_curve_kept(page, monkeypatch):
    def fail(solver):
        if solver.iteration >= 30:
            raise ZeroDivisionError("a mistake of ours")

    with monkeypatch.context() as patch:
        between_steps(patch, fail)
        page.begin("1,000", "cfr", "kuhn")
    assert page.front.phase == "failed" and page.lines[0].x[-1] >= 28
    assert page.notice.title == "CFR cannot continue"
    assert "a mistake of ours" in page.notice.details
    page.press("retry")
    assert (page.front.phase, page.front.figures[2].value) == ("done", "1,000")


DEEP = {"hidden": "16", "traversals": "50", "advantage_updates": "100", "average_updates": "300"}


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "numbers", "losses"),
    [
        ("deep-cfr", DEEP, ["Advantages", "Average policy"]),
        ("sd-cfr", DEEP, ["Advantages"]),
        ("ppo", {"hands": "200"}, ["Action values", "Entropy of the policy"]),
    ],
)
def test_iterative_networks_show_their_losses(page, method, numbers, losses):
    page.choose("kuhn", method)
    for key in page.fields().keys() & {*numbers}:
        page.next.choose(f"own.{key}", numbers[key])
    page.begin("12 iterations")
    assert (page.front.phase, page.front.figures[2].value) == ("done", "12")
    page.show.choose_view("losses")
    assert [line.name for line in page.lines] == losses
    assert len(page.engines) == 1


def started(count, work):
    threads = [threading.Thread(target=work, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.slow
def test_concurrency_limit_holds_and_all_runs_advance(clock):
    turns, lock, busy, most = Turns(2), threading.Lock(), 0, 0
    steps = [0] * 6

    def run(place):
        nonlocal busy, most
        turns.take()
        for _ in range(25):
            with lock:
                busy += 1
                most = max(most, busy)
                clock.advance(SLICE_S / 5)
            steps[place] += 1
            with lock:
                busy -= 1
            turns.pass_on()
        turns.give()

    for thread in started(6, run):
        thread.join(120)
    assert steps == [25] * 6
    assert most <= 2


@pytest.mark.slow
def test_longest_waiting_run_goes_next(clock):
    turns, order = Turns(1), []
    turns.take()

    def run(place):
        turns.take()
        order.append(place)
        turns.give()

    threads = []
    for place in range(4):
        threads += started(1, lambda _, place=place: run(place))
        while turns.waiting <= place:
            threading.Event().wait(0.001)
    turns.pass_on()
    assert order == []  # the turn has just started
    clock.advance(SLICE_S)
    turns.pass_on()
    for thread in threads:
        thread.join(120)
    assert order == [0, 1, 2, 3]
    turns.give()
