"""Check that each package of a lock has a wheel for every promised Python and platform.

``python -m scripts.check_wheels [requirements/play.lock]`` asks pip's configured index, installs
nothing, prints what is missing and exits with 1 if something is. A wheel counts if its hash is in
the lock.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
PLATFORMS = {
    "Linux x86_64": [f"manylinux_2_{minor}_x86_64" for minor in range(17, 37)],
    "Linux aarch64": [f"manylinux_2_{minor}_aarch64" for minor in range(17, 40)],
    "Windows amd64": ["win_amd64"],
    "macOS arm64": [f"macosx_{major}_0_arm64" for major in range(11, 15)],
    "macOS x86_64": [f"macosx_{major}_0_x86_64" for major in range(11, 15)],
}
"""The tags that pip accepts with glibc 2.36 (Debian 12) or 2.39 (Ubuntu 24.04), and on macOS 14."""


def pins_of(lock: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes."""
    lines = lock.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def installs(pins: Sequence[str], python: str, tags: Sequence[str]) -> bool:
    """Return whether pip finds wheels of all pins."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "lock"
        lock.write_text("\n".join(pins), "utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps"]
        command += ["--ignore-installed", "--target", folder, "--only-binary", ":all:"]
        command += ["--require-hashes", "--requirement", str(lock), "--python-version", python]
        command += [word for tag in tags for word in ("--platform", tag)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "No matching distribution" not in done.stderr:
        sys.exit(done.stderr)
    return done.returncode == 0


def main() -> None:
    """Check a lock, the program's by default."""
    path = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "requirements" / "play.lock"
    pins, missing = pins_of(path.read_text("utf-8")), 0
    for platform, tags in PLATFORMS.items():
        for python in PYTHONS:
            lacking: list[str] = []
            if not installs(pins, python, tags):
                lacking = [pin for pin in pins if not installs([pin], python, tags)]
            names = ", ".join(re.split(r"[\s;]", pin)[0] for pin in lacking)
            print(f"{platform}, CPython {python}: {names or 'complete'}")
            missing += len(lacking)
    sys.exit(missing > 0)


if __name__ == "__main__":
    main()
