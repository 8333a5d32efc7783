"""Wheels, source archives and installs hold what the program needs, and no more than it may."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("pokergui", "engine", "ai", "assets")


def run(*args: str | Path, cwd: Path = ROOT, **env: str) -> str:
    done = subprocess.run(
        args, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def package_files() -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    # Without isolation: everything the build needs is installed, nothing is fetched.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    return folder


@pytest.mark.long
def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == package_files()


@pytest.mark.long
def test_the_source_archive_can_set_itself_up_and_test_itself(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        modes = {name.partition("/")[2]: tar.getmember(name).mode for name in tar.getnames()}
    wanted = {"play", "check", "scripts/environment.sh", "requirements/play.lock", "README.md"}
    wanted |= {"LICENSE", "CHANGELOG.md", "pyproject.toml", "tests/conftest.py"}
    assert wanted | package_files() <= set(modes)
    assert modes["play"] & modes["check"] & 0o111


@pytest.mark.long
def test_an_installed_wheel_runs_from_any_folder(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # What the project depends on is taken from this interpreter; links of editable installs in
    # its folder are not followed from here.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel
    )
    where = run(python, "-c", "import pokergui; print(pokergui.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(folder)
    program = python.with_name("pokergui")
    kernels = str(tmp_path / "kernels")
    games = json.loads(run(program, "games", "--json", cwd=tmp_path, POKERGUI_KERNELS=kernels))
    assert len(games["games"]) >= 4
    counts = run(program, "tree", "kuhn", "--json", cwd=tmp_path, POKERGUI_KERNELS=kernels)
    assert json.loads(counts)["decision_nodes"] == [4]


def test_locks_name_hashes_and_no_addresses() -> None:
    for lock in (ROOT / "requirements").glob("*.lock"):
        text = lock.read_text("utf-8")
        assert not re.search(r"://|--(extra-)?index|--find-links|@ ", text)
        pinned = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
        assert len(pinned) > 15
        for block in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]:
            assert "--hash=sha256:" in block


def test_locks_cover_what_the_project_asks_for() -> None:
    wanted = re.findall(r'^\s+"([\w-]+)', _section("dependencies"), re.MULTILINE)
    assert len(wanted) >= 8
    for name in ("play", "check"):
        locked = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8").lower()
        missing = [w for w in wanted if f"\n{w.lower().replace('_', '-')}==" not in f"\n{locked}"]
        assert missing == []


def _section(name: str) -> str:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    found = re.search(rf"^{name} = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert found
    return found.group(1)


@pytest.mark.skipif(not shutil.which("ldd"), reason="needs ldd")
def test_the_scripts_know_every_system_library_the_window_needs() -> None:
    import PySide6

    plugins = Path(PySide6.__file__).parent / "Qt" / "plugins"
    linked = run("ldd", plugins / "platforms" / "libqxcb.so")
    outside = set(
        re.findall(r"^\s*(lib(?:xcb|xkb|X11|EGL|GL|dbus|font|glib)[\w-]*\.so\.\d+)", linked, re.M)
    )
    script = (ROOT / "scripts" / "environment.sh").read_text("utf-8")
    # These come with the named ones.
    implied = {
        "libX11.so.6",
        "libxcb.so.1",
        "libxcb-util.so.1",
        "libxcb-render.so.0",
        "libGLX.so.0",
    }
    implied |= {"libGLdispatch.so.0"}
    assert {name for name in outside - implied if name not in script} == set()
