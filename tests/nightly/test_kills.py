import random
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.ai.blueprint.coarse import use_coarse_buckets
from tests.pokergui.crash_cases import CRASH_CASES, STEPPED, judged, use_home
from tests.pokergui.desktop import ROOT
from tests.pokergui.steps import kill_at_steps

pytestmark = [pytest.mark.nightly, pytest.mark.scorecard("D1")]
LONGEST_S = 0.4


def killed(kind, folder, pick):
    command = [sys.executable, "-m", "tests.pokergui.crash_cases", kind, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as case:
        assert case.stdout is not None
        said = [case.stdout.readline().rstrip("\n") for _ in range(CRASH_CASES[kind].first)]
        assert "" not in said
        with suppress(subprocess.TimeoutExpired):
            case.wait(pick.uniform(0, LONGEST_S))
        case.kill()
        said += case.stdout.read().split("\n")[:-1]
    return said


@pytest.mark.parametrize("kind", CRASH_CASES)
def test_kills_lose_no_hands_and_leave_no_torn_files(
    kind, tmp_path, monkeypatch, release, request, record_property
):
    case, kills = CRASH_CASES[kind], CRASH_CASES[kind].kills if release else 3
    pick = random.Random(request.config.getoption("seed"))
    monkeypatch.delenv("POKERGUI_HOME")
    use_home(tmp_path, monkeypatch.setenv)
    use_coarse_buckets(monkeypatch.setattr)
    case.prepare(tmp_path)
    for _ in range(kills):
        judged(case, tmp_path, killed(kind, tmp_path, pick))
    record_property("measured", f"{kind}: {kills} kills, 0 lost, 0 torn, 0 left")


@pytest.mark.parametrize("kind", STEPPED)
def test_kill_at_any_step_loses_no_data_and_leaves_no_torn_files(
    kind, tmp_path, release, record_property
):
    kills = kill_at_steps(tmp_path, {kind: 1 if release else 10})[kind]
    record_property("measured", f"{kind}: killed at {kills} steps, all well")
