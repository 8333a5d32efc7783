"""Whether a window can open here, asked before Qt is: Qt ends the process where it cannot."""

from __future__ import annotations

import ctypes
import os
import sys


def screen_problem() -> str:
    """Why no window can open, in one sentence; empty where one can."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if not sys.platform.startswith("linux") or platform not in ("", "xcb"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY") and not platform:
        return ""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "there is no display to open a window on; the commands work without: pokergui --help"
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
        ctypes.CDLL("libxcb-cursor.so.0")
    except OSError as error:
        missing = str(error).split(":")[0]
        return f"{missing} is missing; on Debian or Ubuntu: apt-get install libxcb-cursor0"
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the display {display} does not answer" if refused else ""
