from pathlib import Path

import platformdirs

from pokergui import paths


def places():
    return paths.data_dir(), paths.config_dir(), paths.log_dir(), paths.strategies_dir()


def test_one_folder_holds_everything_also_a_relative_one(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for home in (str(tmp_path / "here"), "here"):
        monkeypatch.setenv("POKERGUI_HOME", home)
        assert paths.data_dir() == tmp_path / "here"
        assert paths.database_path() == tmp_path / "here" / "hands.db"
        assert all(place.is_relative_to(tmp_path / "here") for place in places())
    assert not list(tmp_path.iterdir())


def test_without_it_the_platform_says_where(monkeypatch):
    monkeypatch.delenv("POKERGUI_HOME", raising=False)
    kinds = (platformdirs.user_data_dir, platformdirs.user_config_dir, platformdirs.user_log_dir)
    assert places()[:3] == tuple(Path(kind("pokergui", appauthor=False)) for kind in kinds)
