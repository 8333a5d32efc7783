"""A check, before Qt starts, that a window can open here: otherwise Qt ends the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

from engine.wording import Wording


def screen_problem() -> Wording | None:
    """Return why no window can open, in one sentence; None if one can."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if not sys.platform.startswith("linux") or platform not in ("", "xcb"):
        return None
    if os.environ.get("WAYLAND_DISPLAY") and not platform:
        return None
    display = os.environ.get("DISPLAY", "")
    if not display:
        return Wording(
            "there is no display to open a window on; the commands work without: pokergui --help"
        )
    missing = _missing_library()
    if missing:
        return Wording(
            "{library} is missing; on Debian or Ubuntu: apt-get install {package}",
            library=missing,
            package=_package(missing),
        )
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    # Left open until the program ends: a bare X server restarts when its last client leaves, and Qt
    # would meet it restarting.
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    refused = xcb.xcb_connection_has_error(connection)
    return Wording("the display {display} does not answer", display=display) if refused else None


def _missing_library() -> str:
    """Return a library that Qt's window plugin needs and this system lacks; empty if none."""
    package = importlib.util.find_spec("PySide6")
    places = package.submodule_search_locations if package is not None else None
    for place in places or ():
        try:
            ctypes.CDLL(str(Path(place) / "Qt" / "plugins" / "platforms" / "libqxcb.so"))
        except OSError as error:
            return str(error).split(":")[0]
    return ""


def _package(library: str) -> str:
    """Return Debian's package of a library: libxcb-icccm4 for libxcb-icccm.so.4."""
    name, _, version = library.partition(".so.")
    dash = "-" if name[-1:].isdigit() else ""
    return f"{name.lower()}{dash}{version}"
