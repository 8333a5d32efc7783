"""Limit this process, then exec the program of the command line: ``launch.py FD PROGRAM ...``.

So the limits hold from the program's first instruction on, and for all its children. This file is
run by its path and imports only what every Python has loaded. If the program cannot be started, the
error number is written to the file descriptor; else that is closed.
"""

from __future__ import annotations

import os
import sys

GIB = 1 << 30
LIMITS = {"RLIMIT_AS": 8 * GIB, "RLIMIT_FSIZE": GIB, "RLIMIT_NOFILE": 256, "RLIMIT_CORE": 0}
"""Limits of a program: address space, file size, open files; no core dumps."""


def limit() -> None:
    """Set resource limits of this process where supported; lower limits stay."""
    if sys.platform == "win32":
        return
    import resource  # missing on Windows

    for name, most in LIMITS.items():
        try:
            which = getattr(resource, name)
            _, hard = resource.getrlimit(which)
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (bound, bound))
        except (AttributeError, OSError, ValueError):
            continue


def main() -> None:
    """Limit this process and exec the program."""
    report, *command = sys.argv[1:]
    os.set_inheritable(int(report), False)
    limit()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(int(report), str(error.errno).encode())
        os._exit(1)


if __name__ == "__main__":
    main()
