import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from scripts import install

ROOT = Path(__file__).resolve().parent.parent


def run(*args, cwd=ROOT, **env):
    done = subprocess.run(
        args, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def package_files():
    return {
        path.relative_to(ROOT).as_posix()
        for package in ("pokergui", "engine", "ai", "assets")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    # Without isolation: the build needs no download.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    return folder


@pytest.mark.nightly
def test_wheel_contains_exactly_the_package_files(built):
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == package_files()


@pytest.mark.nightly
def test_source_archive_can_install_and_test_itself(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        modes = {name.partition("/")[2]: tar.getmember(name).mode for name in tar.getnames()}
    wanted = {"play", "check", "play.cmd", "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml"}
    wanted |= {"scripts/environment.sh", "scripts/install.py", "requirements/play.lock"}
    wanted.add("tests/conftest.py")
    assert wanted | package_files() <= set(modes)
    assert modes["play"] & modes["check"] & 0o111


@pytest.mark.nightly
def test_installed_wheel_runs_from_any_folder(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # The project's dependencies come from this interpreter; links of editable installs in
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


@pytest.mark.parametrize("name", ["play", "check"])
def test_lock_files_pin_every_requirement(name):
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|@ |python_version", text)
    blocks = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    pinned = {block.partition("==")[0].lower().replace("_", "-") for block in blocks}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [re.match(r"[\w-]+", words) for words in project["dependencies"]]
    assert {found[0].lower().replace("_", "-") for found in wanted if found} <= pinned


@pytest.mark.parametrize(
    ("system", "machine", "libc", "version", "locked"),
    [
        ("linux", "x86_64", ("glibc", "2.36"), (3, 11), True),
        ("linux", "aarch64", ("glibc", "2.39"), (3, 13), True),
        ("linux", "aarch64", ("glibc", "2.36"), (3, 11), False),
        ("linux", "x86_64", ("", ""), (3, 11), False),
        ("linux", "riscv64", ("glibc", "2.41"), (3, 11), False),
        ("win32", "AMD64", ("", ""), (3, 12), True),
        ("darwin", "arm64", ("", ""), (3, 12), True),
        ("darwin", "x86_64", ("", ""), (3, 12), False),
        ("win32", "AMD64", ("", ""), (3, 14), False),
    ],
)
def test_lock_files_are_used_on_supported_platforms(
    monkeypatch, system, machine, libc, version, locked
):
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("platform.libc_ver", lambda: libc)
    monkeypatch.setattr("sys.version_info", version)
    assert install.is_locked() == locked


def _script(folder, body):
    for tool in ("sh", "id", "cat", "env", "ln"):
        link = folder / tool
        if not link.exists():
            link.symlink_to(str(shutil.which(tool)))
    script = f". {ROOT / 'scripts' / 'environment.sh'}; system=${{SYSTEM-}}; {body}"
    return subprocess.run(
        [folder / "sh", "-c", script], env={"PATH": str(folder)}, capture_output=True, text=True
    )


def test_missing_python_is_installed_on_request(tmp_path):
    done = _script(tmp_path, "take_python")
    assert done.returncode == 2 and "apt-get install python3 python3-venv" in done.stderr
    done = _script(tmp_path, "system=yes; take_python")
    assert done.returncode == 2 and "no apt-get" in done.stderr
    for name in ("apt-get", "sudo"):
        (tmp_path / name).write_text(
            f"#!{tmp_path / 'sh'}\ncase $* in *'install -y python3 python3-venv')"
            f" ln -s {sys.executable} {tmp_path / 'python3'};; esac\n"
        )
        (tmp_path / name).chmod(0o755)
    done = _script(tmp_path, "system=yes; take_python && echo $python")
    assert (done.returncode, done.stdout) == (0, "python3\n")


@pytest.mark.skipif(not shutil.which("ldd"), reason="needs ldd")
def test_scripts_list_every_system_library_the_window_needs():
    import PySide6

    plugins = Path(PySide6.__file__).parent / "Qt" / "plugins"
    linked = run("ldd", plugins / "platforms" / "libqxcb.so")
    outside = set(
        re.findall(r"^\s*(lib(?:xcb|xkb|X11|EGL|GL|dbus|font|glib)[\w-]*\.so\.\d+)", linked, re.M)
    )
    script = (ROOT / "scripts" / "environment.sh").read_text("utf-8")
    implied = ["libX11", "libxcb", "libxcb-util", "libxcb-render", "libGLX", "libGLdispatch"]
    named = {name for name in outside if name in script or name.partition(".")[0] in implied}
    assert outside == named
