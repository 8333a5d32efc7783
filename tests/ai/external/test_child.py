import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.external.child import ChildError, ChildProcess
from ai.external.launch import LIMITS
from ai.external.log import MAX_BYTES, EngineLog, log_path
from engine import timing
from tests.ai.external.bad import gone

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
STARTS = """
import signal, sys
from ai.external.child import ChildProcess
from ai.external.log import EngineLog
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
command = ("/bin/sh", "-c", "trap '' TERM HUP INT; sleep 100", sys.argv[1])
child = ChildProcess(command, EngineLog(None))
print("started", flush=True)
signal.pause()
"""


@pytest.mark.ci
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_program_ends_with_its_parent_process(tmp_path, number):
    command = (sys.executable, "-c", STARTS, mark := str(tmp_path / "mark"))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as parent:
        assert parent.stdout.readline() == b"started\n"
        gone(mark, left=2)  # the shell, and its parent
        parent.send_signal(number)
    gone(mark)


def test_limits_apply_from_the_first_instruction():
    command = ("/bin/sh", "-c", "(ulimit -n; ulimit -v); read -r line")
    for _ in range(3):
        child = ChildProcess(command, EngineLog(None))
        told = [child.line(timing.seconds() + 60.0) for _ in range(2)]
        for name, most in LIMITS.items():
            assert max(resource.prlimit(child.pid, getattr(resource, name))) <= most
        child.close(politely=False)
        assert told == [str(LIMITS["RLIMIT_NOFILE"]), str(LIMITS["RLIMIT_AS"] >> 10)]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/nowhere/engine", "'/nowhere/engine' cannot be started: No such file or directory"),
        (__file__, "cannot be started: Permission denied"),
        ("a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_program_that_cannot_start_is_reported_with_a_reason(command, why):
    with pytest.raises(ChildError, match=why):
        ChildProcess((command,), EngineLog(None))


def test_log_is_bounded_keeps_earlier_output_and_has_a_safe_name(tmp_path):
    path = tmp_path / "logs" / "engine.log"
    log = EngineLog(path)
    for number in range(3 * MAX_BYTES // 300):
        log.write(">", f"{number} " + "x" * 1000)
    log.close()
    sizes = [one.stat().st_size for one in (path, tmp_path / "logs" / "engine.log.1")]
    assert all(0 < size <= MAX_BYTES + 1000 for size in sizes)
    assert " ... 1," in path.read_text().splitlines()[-1]
    assert path.stat().st_mode & 0o077 == 0
    EngineLog(path / "engine.log").write(">", "a log that cannot be written stops nothing")
    names = ["My bot", "My-bot", "python:/a/bot.py", "python:/b/bot.py", "../../etc", "", "é" * 300]
    paths = {log_path(tmp_path / "strategies", name) for name in names}
    assert len(paths) == len(names) and log_path(None, "bot") is None
    assert {path.parent for path in paths} == {tmp_path / "logs" / "engines"}
    assert all(path.name.isascii() and len(path.name) < 60 for path in paths)
