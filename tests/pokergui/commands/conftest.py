import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path
