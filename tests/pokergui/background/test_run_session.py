from functools import partial

import pytest

from ai.training.run import KEEP_SECONDS, Bounds, Run
from engine.errors import EngineError, StrategyFileError
from engine.jobs import JobControl
from pokergui.background.run_session import RunSession
from pokergui.background.run_work import RunWork
from tests.pokergui.heard import refuse
from tests.sync_runner import SyncRunner


class Counter:
    iteration = nodes = 0

    def step(self, count):
        self.iteration += count


class Counting(Run[Counter]):
    def _measure(self):
        return 1 / max(1, self.trainer.iteration), 0.0

    def save(self, path):
        path.write_text(str(self.trainer.iteration))


class CountingWork(RunWork[Counting]):
    def make(self, control):
        control.check()
        return Counting(Counter())

    def go_on(self, goal, halt):
        bounds, run = Bounds(iterations=goal), self.ready(halt)
        run.run(bounds, halt)
        self.save()
        return bounds.met(run.last)


class Told:
    written = property(lambda self: self.work.path.read_text())
    phase = property(lambda self: self.session.phase)

    def __init__(self, folder):
        self.runner = SyncRunner()
        self.work = CountingWork(folder / "run", 0.0)
        self.session = RunSession(self.runner, self.work)
        self.phases, self.said = [], []
        self.session.changed.connect(lambda: self.phases.append(self.session.phase))
        for name in ("rested", "failed", "left"):
            getattr(self.session, name).connect(partial(self._say, name))

    def _say(self, name, error=None):
        self.said.append(name)

    def go_on(self, goal):
        self.session.begin(partial(self.work.go_on, goal))

    def run(self, goal):
        self.go_on(goal)
        self.runner.run_all()


@pytest.fixture
def told(tmp_path):
    return Told(tmp_path)


def test_a_final_pause_ends_the_run_unless_it_is_cancelled(told):
    told.go_on(20)
    told.session.pause()
    told.go_on(20)
    assert told.session.halting == ""
    told.runner.run_all()
    assert told.phase == "done" and told.written == "20"
    told.go_on(10**9)
    told.session.pause()
    assert told.session.halting == "pause"
    told.session.pause(final=True)
    assert told.session.halting == "stop"
    told.runner.run_all()
    assert told.phase == "stopped" and told.said == ["rested", "rested"]


def test_the_file_is_written_every_minute(tmp_path, clock):
    begin = clock.seconds()
    work = CountingWork(tmp_path / "run", 0.0)
    work.ready(JobControl()).trainer.iteration = 1
    work.between(0.0, "")
    for seconds, kept in ((KEEP_SECONDS - 1, 1), (KEEP_SECONDS, 3)):
        clock.advance(begin + seconds - clock.seconds())
        work.run.trainer.iteration += 1
        work.between(0.0, "")
        assert work.kept == kept
    assert work.kept_at == begin + KEEP_SECONDS


def test_unwritable_checkpoint_does_not_stop_the_run(told, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Counting, "save", refuse(StrategyFileError("no space left")))
        told.run(20)
    assert told.phase == "done" and str(told.work.problem) == "no space left"
    told.session.write(told.work.write)
    told.session.write(told.work.write)
    told.go_on(30)  # once its file is written
    assert told.phase == "done" and told.session.busy
    told.runner.run_all()
    assert told.work.problem is None and told.written == "30" and not told.session.busy


def test_a_failed_run_is_reported_and_can_start_again(told, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(CountingWork, "make", refuse(EngineError("too large")))
        told.run(20)
    assert (told.phase, told.said, str(told.session.error)) == ("failed", ["failed"], "too large")
    told.run(20)
    assert told.phase == "done" and told.session.error is None


def test_closed_run_leaves_its_file_and_stops_reporting(told):
    told.run(20)
    told.go_on(10**9)
    said = len(told.phases)
    told.session.close()
    assert told.said == ["rested"]
    told.runner.run_all()
    assert told.said == ["rested", "left"] and len(told.phases) == said
    assert told.work.path.exists()
