import pytest


@pytest.fixture
def home(home, monkeypatch):
    monkeypatch.chdir(home)
    return home
