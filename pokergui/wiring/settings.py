"""What the Settings page shows: the settings, and where everything lies."""

from __future__ import annotations

from pathlib import Path

from pokergui.paths import config_dir, data_dir, log_dir
from pokergui.settings import Settings
from pokergui.version import version
from pokergui.viewmodel import Place, SettingsScene


def places() -> dict[str, tuple[str, Path]]:
    """Folders shown in the settings: caption and path by key."""
    return {
        "data": ("Hands and strategies", data_dir()),
        "config": ("Settings", config_dir()),
        "logs": ("Logs", log_dir()),
    }


def settings_scene(settings: Settings) -> SettingsScene:
    """The settings as the window shows them."""
    return SettingsScene(
        theme=settings.theme,
        deck=settings.deck,
        palette=settings.palette,
        animation=settings.animation,
        misclick_guard=settings.misclick_guard,
        auto_next=settings.auto_next,
        advisor=settings.advisor,
        places=tuple(Place(key, text, str(path)) for key, (text, path) in places().items()),
        version=version(),
    )
