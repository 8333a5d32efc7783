import pytest

from ai.reports.flop_set import MANIFEST, begin_set, file_of
from ai.solver.run import SpotRun
from engine.jobs import JobControl
from pokergui.flopjobs import solve_set
from pokergui.workers import threads
from tests.ai.reports.flop_sets import solved_in, tiny


@pytest.mark.ci
@pytest.mark.slow
def test_workers_solve_the_same_flops(tmp_path, monkeypatch):
    monkeypatch.setattr("pokergui.flopjobs.workers", lambda scheduler: threads(2))
    flops, told = tiny(), []
    begin_set(tmp_path / "far", flops)
    control = JobControl(lambda fraction, text: told.append(fraction))
    solve_set(flops, tmp_path / "far", control, "tls://here")
    assert told[-1] == 1.0
    solved_in(tmp_path / "near", flops)
    for board in flops.boards:
        runs = [SpotRun.load(file_of(tmp_path / name, board)) for name in ("far", "near")]
        far, near = (run.trainer.save_state() for run in runs)
        assert all((far[name] == near[name]).all() for name in near)
    assert {path.suffix for path in (tmp_path / "far").iterdir()} == {".safetensors", ".json"}
    stopped = JobControl()
    stopped.cancel()
    begin_set(tmp_path / "none", flops)
    solve_set(flops, tmp_path / "none", stopped, "tls://here")
    assert [path.name for path in (tmp_path / "none").iterdir()] == [MANIFEST]
