from ai.training import run as module
from ai.training.run import Bounds, Run
from engine.jobs import JobControl


class Falling:
    def __init__(self, clock, cost):
        self.clock, self.cost = clock, cost
        self.iteration = self.nodes = 0
        self.calls = []

    def step(self, count):
        self.iteration += count
        self.nodes += 3 * count
        self.calls.append(count)
        self.clock.advance(count * self.cost)


class Kept(Run[Falling]):
    def __init__(self, clock, cost, look=0.0):
        super().__init__(Falling(clock, cost))
        self.saved, self.look = [], look

    def _measure(self):
        self.trainer.clock.advance(self.look)
        return 1.0 / self.trainer.iteration, 0.0

    def save(self, path):
        self.saved.append((path, self.seconds))


def test_steps_are_batched_to_about_a_fiftieth_of_a_second(clock):
    for cost in (1e-5, 1e-3, 1.0):
        run = Kept(clock, cost)
        run.run(Bounds(iterations=20_000))
        assert run.trainer.iteration == sum(run.trainer.calls) == 20_000
        took = [count * cost for count in run.trainer.calls if count]
        assert max(took) <= max(cost, 2 * module.PAUSE_SECONDS)
        assert len(took) <= 2.5 * 20_000 * cost / module.PAUSE_SECONDS + 150


def test_run_ends_at_the_first_evaluation_that_meets_its_target(clock):
    run = Kept(clock, 1e-4)
    run.run(Bounds(exploitability=1e-3))
    assert 1000 <= run.trainer.iteration <= 1020
    before, last = run.curve[-2:]
    assert before.exploitability > 1e-3 >= last.exploitability == run.exploitability
    assert last.nodes == 3 * last.iteration


def test_run_clock_excludes_the_first_iteration_and_pauses(clock, tmp_path):
    run = Kept(clock, 0.5)
    run.run(Bounds(iterations=3))
    assert run.seconds == 1.0
    clock.advance(100.0)
    run.run(Bounds(iterations=5))
    assert run.seconds == 2.0
    run.run(Bounds(seconds=4.0))
    assert run.trainer.iteration == 9
    slow, told = Kept(clock, 0.5, look=13.0), []
    slow.run(Bounds(iterations=3), on_point=told.append, path=tmp_path)
    assert [point.seconds for point in told] == [13.0, 26.5, 40.0]
    assert slow.last.seconds == slow.seconds == slow.saved[-1][1] == 40.0
    clock.advance(100.0)
    slow.run(Bounds(seconds=54.0))
    assert (slow.trainer.iteration, slow.last.seconds, slow.seconds) == (4, 66.5, 66.5)


def test_checkpoint_is_written_early_every_minute_and_at_the_end(clock, tmp_path):
    run, heard = Kept(clock, 7.0), []
    control = JobControl(lambda done, text: heard.append((done, text)))
    run.run(Bounds(iterations=31), control, path=tmp_path)
    assert run.saved == [(tmp_path, time) for time in (7.0, 70.0, 133.0, 196.0, 210.0)]
    assert heard[-1] == (1.0, "exploitability 3.6e-02")
