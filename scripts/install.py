"""Make ``.venv``, install the program or its tests into it and compile the kernels, once.

``play``, ``play.cmd`` and ``check`` run it with ``play`` or ``check``, and with ``kernels`` to
compile alone. It needs nothing but Python 3.11. A stamp in ``.venv`` says from which state of the
project it was made. All output goes to stderr; stdout belongs to the program.
"""

import hashlib
import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
GLIBC = {"x86_64": (2, 34), "aarch64": (2, 39)}
"""Oldest glibc for which the locked wheels are built, those of PySide6 being the most demanding."""
NETWORKS = "from ai.networks.nfsp.solver import compile_kernels; compile_kernels()"
SPOTS = "from ai.solver.run import compile_kernels; compile_kernels()"


def say(text: str) -> None:
    """Tell the user what happens."""
    print(text, file=sys.stderr, flush=True)


def is_inside() -> bool:
    """Return whether this is the interpreter of ``.venv``."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def call(*words: str) -> None:
    """Run the interpreter of ``.venv`` in the project's folder."""
    subprocess.run([PYTHON, *words], cwd=ROOT, stdout=sys.stderr, check=True)


def pip_install(*words: str) -> None:
    """Install into ``.venv``."""
    call("-m", "pip", "--disable-pip-version-check", "install", *words)


def is_locked() -> bool:
    """Return whether the locks have wheels for this Python; ``check_wheels.py`` tells which."""
    if sys.implementation.name != "cpython" or not (3, 11) <= sys.version_info[:2] <= (3, 13):
        return False
    machine = platform.machine().lower()
    if sys.platform != "linux":
        return (sys.platform, machine) in (("win32", "amd64"), ("darwin", "arm64"))
    libc, version = platform.libc_ver()
    found = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return libc == "glibc" and machine in GLIBC and found >= GLIBC[machine]


def compile_kernels() -> None:
    """Compile in two processes: the first begins with what comes last in the second."""
    command: list[str | Path] = [PYTHON, "-c", f"{NETWORKS}; {SPOTS}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=sys.stderr) as other:
        call("-m", "pokergui", "doctor", "--warm")
    if other.returncode:
        raise subprocess.CalledProcessError(other.returncode, other.args)


def install(what: str) -> None:
    """Install the project with what it needs, by the lock where that has wheels."""
    if not is_inside():
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    if is_locked():
        pip_install("--require-hashes", "-r", f"requirements/{what}.lock")
        pip_install("--no-deps", "--no-index", "--no-build-isolation", "-e", ".")
    elif what == "play":
        pip_install("--prefer-binary", "-e", ".")
    else:
        pip_install("pip>=25.1")
        pip_install("--prefer-binary", "-e", ".", "--group", "test")
    say("pokergui: compiling the game kernels (once)")
    compile_kernels()


def wait_for_others() -> None:
    """Wait until no other start installs into the same ``.venv``; held until the process ends."""
    if sys.platform != "win32":
        import fcntl  # not on Windows

        fcntl.flock(os.open(__file__, os.O_RDONLY), fcntl.LOCK_EX)


def project_state(*patterns: str) -> str:
    """Return a digest of what depends on the project's place and files."""
    files = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    parts = [str(ROOT).encode(), *(path.read_bytes() for path in files)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def read(stamp: Path) -> str:
    """Return the state from which ``.venv`` was made; empty if it was not."""
    return stamp.read_text("utf-8") if stamp.exists() else ""


def main() -> int:
    """Bring ``.venv`` up to date; return the exit status."""
    (what,) = sys.argv[1:]
    stamps = {name: VENV / f"{name}.stamp" for name in ("play", "check", "kernels")}
    stamp = stamps[what]
    try:
        if what == "kernels":
            state = project_state("engine/**/*.py", "ai/**/*.py")
            if read(stamp) != state:
                compile_kernels()
                stamp.write_text(state, "utf-8")
            return 0
        state = project_state("pyproject.toml", "scripts/install.py", "requirements/*.lock")
        before = read(stamp)
        if is_inside() and before == state:
            return 0
        wait_for_others()
        if read(stamp) == state != before:
            return 0
        say("pokergui: setting up .venv (once)")
        for one in stamps.values():
            one.unlink(missing_ok=True)
        install(what)
    except (subprocess.CalledProcessError, OSError) as error:
        if isinstance(error, OSError):
            say(str(error))
        say("the installation failed; the reason is above")
        return 2
    except KeyboardInterrupt:
        return 130
    stamp.write_text(state, "utf-8")
    if what == "check":  # a complete set for the tests is one for the program, too
        stamps["play"].write_text(state, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
