"""What the Settings page shows: the settings, and where everything lies."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP, MOST_PRESETS, preset_texts, presets_problem
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


_SHARED = {field.name for field in fields(Settings)} & {
    field.name for field in fields(SettingsScene)
} - {"bets_before", "bets_after"}
"""Settings that the page shows as the file has them."""


def _shared(source: Settings | SettingsScene) -> dict[str, Any]:
    return {name: getattr(source, name) for name in _SHARED}


def settings_scene(settings: Settings) -> SettingsScene:
    """The settings as the window shows them."""
    return SettingsScene(
        **_shared(settings),
        bets_before=", ".join(settings.bets_before),
        bets_after=", ".join(settings.bets_after),
        bets_usual=(", ".join(BEFORE_FLOP), ", ".join(AFTER_FLOP)),
        places=tuple(Place(key, text, str(path)) for key, (text, path) in places().items()),
        version=version(),
    )


def take_scene(scene: SettingsScene, settings: Settings) -> Settings:
    """The settings with what a person chose on the page, but for the presets."""
    return replace(settings, **_shared(scene))


def take_bets(scene: SettingsScene, settings: Settings) -> tuple[SettingsScene, Settings]:
    """The scene with what is wrong with its presets, and the settings with those that can be."""
    before, after = preset_texts(scene.bets_before), preset_texts(scene.bets_after)
    errors = (_bets_error(before), _bets_error(after))
    taken = replace(
        settings,
        bets_before=settings.bets_before if errors[0] else before,
        bets_after=settings.bets_after if errors[1] else after,
    )
    return replace(scene, bets_errors=errors), taken


def _bets_error(texts: tuple[str, ...]) -> str:
    problem = presets_problem(texts)
    if not problem:
        return ""
    if len(texts) > MOST_PRESETS:
        words = QCoreApplication.translate("Settings", "At most {count} sizes: one for each key.")
        return words.format(count=MOST_PRESETS)
    words = QCoreApplication.translate(
        "Settings", "“{size}” is no size; write 33%, 2.5x, 3bb, pot or all-in."
    )
    return words.format(size=problem[:20])
