from pathlib import Path
from tempfile import TemporaryDirectory

from engine.records.formats import FORMATS, recorded_hands


def read_hands(path, game=None):
    return tuple(hand.read() for hand in recorded_hands(path, game))


def text_of(name, records):
    (form,) = (one for one in FORMATS if one.name == name)
    assert form.write is not None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hands"
        assert form.write(path, records) == ()
        return path.read_text("utf-8")


def many_hands(log, count):
    """A longer ACPC log next to one: its hands again and again, with other numbers."""
    lines = log.read_text().splitlines()
    states = [line.split(":", 2)[2] for line in lines if line.startswith("STATE")]
    heads = [line for line in lines if not line.startswith("STATE")]
    hands = [f"STATE:{number}:{states[number % len(states)]}" for number in range(count)]
    longer = log.with_name("hands.log")
    longer.write_text("\n".join((*heads, *hands)) + "\n")
    return longer
