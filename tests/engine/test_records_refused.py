"""A row of ``hands/refused.jsonl``: a sample, its changes, the error and a part of its message."""

import json

import pytest

from engine import errors
from engine.game import get_game
from engine.records.acpc import read_state
from engine.records.phh import read_phh
from engine.records.pokerstars import read_pokerstars, read_wide_pokerstars
from tests.engine.sample_files import sample

READERS = {
    "line.log": lambda text: read_state(get_game("holdem-limit"), text).verify(),
    "ivey.phh": lambda text: read_phh(text)[0].verify(),
    "money.txt": lambda text: read_pokerstars(text)[0].verify(),
    "nine.txt": read_wide_pokerstars,
}
LONG = [
    ("ivey.phh", [["actions = [", "actions = [" + "'p1 f'," * 2100]], "RecordError", "more than"),
    ("ivey.phh", [["1125600", "9" * 5000]], "RecordError", "not PHH"),
    ("ivey.phh", [["variant", "x = " + "[" * 5000 + "\nvariant"]], "RecordError", "not PHH"),
]


@pytest.mark.parametrize(
    ("name", "changes", "kind", "words"),
    [*map(json.loads, sample("refused.jsonl").splitlines()), *LONG],
)
def test_impossible_input_is_refused(name, changes, kind, words):
    text, error = sample(name), getattr(errors, kind)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(error, match=words) as caught:
        READERS[name](text)
    assert "\n" not in str(caught.value)
    mismatch = isinstance(caught.value, errors.RecordMismatchError)
    assert mismatch == (error is errors.RecordMismatchError)
    if name == "money.txt" and "the payoffs" not in words and "showdown" not in words:
        assert str(caught.value).startswith("line ")
