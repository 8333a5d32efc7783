import json
from pathlib import Path

import pytest

from engine.game import built_in_games

pytestmark = pytest.mark.slow
NUMBERS = {}
"""Of words what JSON has at a place, or what a person reads (``text``) or does not (``never``)."""
for _line in Path(__file__).with_name("numbers.txt").read_text("utf-8").splitlines():
    _words, _place, _value = _line.split(" | ")
    NUMBERS.setdefault(_words, []).append((_place, _value))


def found_at(found, place):
    for step in place.split("/"):
        if "=" in step:
            wanted = [one.split("=") for one in step.split(",")]
            (found, *_) = (row for row in found if all(str(row[k]) == v for k, v in wanted))
        else:
            found = found[int(step) if isinstance(found, list) else step]
    return found


def near(right):
    match right:
        case float():
            return pytest.approx(right, abs=1e-9)
        case list():
            return [near(one) for one in right]
        case dict():
            return {name: near(one) for name, one in right.items()}
        case _:
            return right


@pytest.mark.parametrize("words", NUMBERS)
def test_known_numbers(cli, home, words):
    read = [place in ("text", "never") for place, _ in NUMBERS[words]]
    text = cli.text(words) if any(read) else ""
    found = None if all(read) else cli.json(words, err=None)
    for place, value in NUMBERS[words]:
        if place in ("text", "never"):
            assert (value in text) == (place == "text"), value
        else:
            assert found_at(found, place) == near(json.loads(value)), place


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("equity QQ+,AKs random --board AhTd7c --samples 9000", "equity"),
        ("exploitability holdem-limit random --hands 8", "exploitability"),
        ("match leduc random call --hands 300", "mean_mbb"),
        ("aggregate holdem-limit cfr --line rc/ --boards 3", "mean"),
        ("solve leduc --algorithm es-mccfr --iterations 300", "exploitability"),
    ],
)
def test_seed_determines_the_result(cli, home, words, key):
    first, same, other = (cli.json(f"{words} --seed {n}", err=None)[key] for n in (1, 1, 2))
    assert first == same != other


def test_all_games_are_listed(cli):
    names = [game["name"] for game in cli.json("games")["games"]]
    assert names == [game.name for game in built_in_games()]
