"""Checks before Qt starts that a window can open: otherwise Qt aborts the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from engine.wording import Wording

_WITHOUT_SCREEN = ("offscreen", "minimal")
_TRY = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
_TRY_S = 60.0


def screen_problem() -> Wording | None:
    """Return why no window can open, in one sentence; None if one can.

    Qt uses the first working platform of those named, or else of Wayland and X.
    """
    named = [one for one in os.environ.get("QT_QPA_PLATFORM", "").split(";") if one]
    if not named:
        if not sys.platform.startswith("linux"):
            return None
        named = [*(["wayland"] if os.environ.get("WAYLAND_DISPLAY") else []), "xcb"]
    problems = []
    for platform in named:
        problem = _problem_of(platform)
        if problem is None:
            return None
        problems.append(problem)
    return problems[0]


def _problem_of(platform: str) -> Wording | None:
    name = platform.partition(":")[0].lower()
    if name in _WITHOUT_SCREEN:
        return None
    if name == "xcb":
        return _x_problem()
    if name == "wayland":
        return _wayland_problem()
    return _tried(platform)


def _tried(platform: str) -> Wording | None:
    """Try an unknown platform in a child process, which Qt may abort."""
    with suppress(subprocess.TimeoutExpired):
        tried = subprocess.run(
            (sys.executable, "-c", _TRY),
            env={**os.environ, "QT_QPA_PLATFORM": platform},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TRY_S,
            check=False,
        )
        if not tried.returncode:
            return None
    return Wording(
        "Qt cannot open a window on the platform '{platform}' of QT_QPA_PLATFORM", platform=platform
    )


def _wayland_problem() -> Wording | None:
    if missing := _missing_library("wayland"):
        return _missing(missing)
    if os.environ.get("WAYLAND_SOCKET"):  # already connected
        return None
    display, folder = (os.environ.get(name, "") for name in ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"))
    display = display or "wayland-0"
    if not folder and not display.startswith("/"):
        return Wording(
            "XDG_RUNTIME_DIR is not set: it is the folder of the Wayland display {display}",
            display=display,
        )
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(wayland.wl_display_connect(None))
    if not connection:
        return Wording("the Wayland display {display} does not answer", display=display)
    wayland.wl_display_disconnect(connection)
    return None


def _x_problem() -> Wording | None:
    display = os.environ.get("DISPLAY", "")
    if not display:
        return Wording(
            "there is no display to open a window on; the commands work without: pokergui --help"
        )
    if missing := _missing_library("xcb"):
        return _missing(missing)
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    # Left open until the program ends: a bare X server resets when its last client disconnects,
    # and Qt would connect during the reset.
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    refused = xcb.xcb_connection_has_error(connection)
    return Wording("the display {display} does not answer", display=display) if refused else None


def _missing(library: str) -> Wording:
    return Wording(
        "{library} is missing; on Debian or Ubuntu: apt-get install {package}",
        library=library,
        package=_package(library),
    )


def _missing_library(plugin: str) -> str:
    package = importlib.util.find_spec("PySide6")
    places = package.submodule_search_locations if package is not None else None
    for place in places or ():
        try:
            ctypes.CDLL(str(Path(place) / "Qt" / "plugins" / "platforms" / f"libq{plugin}.so"))
        except OSError as error:
            return str(error).split(":")[0]
    return ""


def _package(library: str) -> str:
    """Return Debian's package of a library: libxcb-icccm4 for libxcb-icccm.so.4."""
    name, _, version = library.partition(".so.")
    dash = "-" if name[-1:].isdigit() else ""
    return f"{name.lower()}{dash}{version}"
