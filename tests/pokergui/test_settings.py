import json
import math
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ai.review.classes import STANDARD
from pokergui.files import FolderError
from pokergui.settings import MAX_BYTES, Settings, load_settings, save_settings, settings_path
from tests.pokergui.heard import refuse

NAMES = [spec.name for spec in fields(Settings)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.json"


def write(path, content):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def test_settings_round_trip(path):
    assert load_settings(path) == (Settings(), "")
    assert settings_path().name == "settings.json" and Settings().thresholds == STANDARD
    settings = Settings(deck="solid", animation=0.0, unit="bb", limits=(5, 1, 4, 3))
    settings = settings.playing("leduc", 13, ("cfr",))
    settings = settings.playing("holdem-nolimit-3", 50, ("call", "random"))
    settings = settings.playing("holdem-nolimit", 100, ("file:/a/b c.strategy",))
    save_settings(settings, path)
    assert load_settings(path) == (settings, "")
    chosen = {"leduc": "cfr", "holdem-nolimit-3": "call", "holdem-nolimit": "file:/a/b c.strategy"}
    assert (settings.game, settings.opponents) == ("holdem-nolimit", chosen)
    assert settings.others == {"leduc": (), "holdem-nolimit-3": ("random",), "holdem-nolimit": ()}
    assert settings.depths == {"leduc": 13, "holdem-nolimit-3": 50, "holdem-nolimit": 100}
    assert settings.thresholds.frequency == 0.05
    sizes = Settings(bets_before=("2.2x", "3bb"), bets_after=())
    save_settings(sizes, path)
    assert load_settings(path) == (sizes, "")
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


GARBLED = (b"", b"{", b"[1, 2]", b"null", b"\xff\xfe\x00garbage", b"[" * 60_000)
LARGE = (b'{"animation": ' + b"1" * 5000 + b"}", b'{"theme": "' + b"x" * MAX_BYTES + b'"}')


@pytest.mark.parametrize("content", [*GARBLED, *LARGE])
def test_corrupt_file_gives_defaults_and_a_message(path, content):
    write(path, content)
    settings, message = load_settings(path)
    assert settings == Settings()
    assert "could not be read" in message and str(path) in message


SENSELESS = {
    "theme": ("purple", ["dark"]),
    "deck": (4,),
    "animation": (3, True, math.nan),
    "misclick_guard": (1,),
    "auto_next": ("yes",),
    "game": ("a\nb", None),
    "depths": ({"leduc": 0}, {"leduc": 2.505}, {"leduc": math.nan}, ["leduc"]),
    "opponents": ({"leduc": 1}, {str(n): "x" for n in range(1000)}),
    "others": ({"leduc": "call"}, {"leduc": [1]}),
    "geometry": ("x" * 3000,),
    "bets_before": (["2x"] * 6,),
    "bets_after": (["much"], "33%", [33]),
    "limits": ([3.5, 0.5, 2.0], [3.5, 0.5, 2.0, True], [3.5, 3.0, 2.0, 2.0], [math.nan] * 4, 3.5),
}


@pytest.mark.parametrize("key", SENSELESS)
def test_invalid_values_fall_back_to_defaults(path, key):
    for value in SENSELESS[key]:
        write(path, json.dumps({"deck": "two", key: value, "unknown": 1}).encode())
        settings, message = load_settings(path)
        assert settings == (Settings() if key == "deck" else Settings(deck="two")), value
        assert message.endswith(f"are at their defaults: {key}")
        save_settings(settings, path)
        assert set(json.loads(path.read_text())) == set(NAMES)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@hypothesis_settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_settings_can_be_saved_whatever_the_file_contained(path, entries):
    write(path, json.dumps(entries).encode())
    settings, _ = load_settings(path)
    save_settings(settings, path)
    assert load_settings(path) == (settings, "")


def test_failed_save_keeps_the_old_file(path, monkeypatch):
    save_settings(Settings(deck="two"), path)
    with monkeypatch.context() as patch, pytest.raises(FolderError, match="is full"):
        patch.setattr(Path, "write_text", refuse(OSError(28, "No space left on device")))
        save_settings(Settings(deck="solid"), path)
    assert load_settings(path) == (Settings(deck="two"), "")
    path.unlink()
    path.mkdir()  # a folder in its place is kept
    assert "could not be read" in load_settings(path)[1]
    with pytest.raises(FolderError):
        save_settings(Settings(), path)
    assert path.is_dir() and list(path.parent.iterdir()) == [path]
