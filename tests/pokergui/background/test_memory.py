"""Memory of large arrays goes back to the system."""

import os
import subprocess
import sys

import pytest

_HOLES = """
import resource
import sys
import numpy as np
from pokergui.background.memory import give_large_arrays_back

def held():
    with open("/proc/self/statm") as pages:
        return resource.getpagesize() * int(pages.read().split()[1])

if sys.argv[1] == "give":
    give_large_arrays_back()
before = held()
del (large := [np.ones(3_750_000)])[0]  # 30 MB: from now on smaller ones would be kept
arrays = [np.ones(700_000) for _ in range(10)]
del arrays[:-1]
print((held() - before) / arrays[0].nbytes)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_large_arrays_leave_no_holes():
    chosen = ("MALLOC_", "GLIBC_TUNABLES", "LD_PRELOAD")  # another way to hold memory
    kept_env = {name: text for name, text in os.environ.items() if not name.startswith(chosen)}

    def kept(how):
        command = [sys.executable, "-c", _HOLES, how]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=kept_env)
        return float(done.stdout)

    assert kept("give") < 2.0
    assert kept("leave") > 8.0
