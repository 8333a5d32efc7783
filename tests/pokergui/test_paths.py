"""Places of data, settings and logs."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from pokergui import paths


def test_one_folder_holds_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    assert paths.database_path() == tmp_path / "hands.db"
    places = (paths.data_dir(), paths.config_dir(), paths.log_dir(), paths.strategies_dir())
    assert all(place.is_relative_to(tmp_path) for place in places)
    assert not list(tmp_path.iterdir())


def test_without_it_the_platform_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POKERGUI_HOME", raising=False)
    assert paths.data_dir() == Path(platformdirs.user_data_dir("pokergui", appauthor=False))
    assert paths.config_dir() == Path(platformdirs.user_config_dir("pokergui", appauthor=False))
    assert paths.log_dir() == Path(platformdirs.user_log_dir("pokergui", appauthor=False))


def test_a_relative_folder_stays_where_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERGUI_HOME", "here")
    assert paths.data_dir() == tmp_path / "here"
