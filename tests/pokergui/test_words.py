import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ai.files.arrays import write_tensors
from engine.errors import PokerError, RecordError
from engine.sanitise import MOST_MESSAGE, plain, plain_lines
from pokergui.widgets.laying import label
from pokergui.widgets.spoken import set_description, set_name, set_tip
from tests.pokergui.untrusted_text import HOSTILE, MARK, prepare


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        *(("Zoë 5♠ <b>", "Zoë 5♠ <b>"), ("a\x1b[31mb", "a\ufffd[31mb")),
        ("a\u202eb\u2066c\u200bd\udc80", "a\ufffdb\ufffdc\ufffdd\ufffd"),
        ("a\tb\nc\u2028d\xa0e", "a b c d e"),
    ],
)
def test_invisible_characters_are_removed(words, shown):
    assert plain(words) == shown
    assert plain_lines(f"{words}\n{words}".replace("\t", " ")).count("\n") >= 1


def test_long_text_is_truncated_even_in_errors():
    assert (plain("abcdef", 4), plain("abcd", 4)) == ("abc…", "abcd")
    assert len(str(PokerError("x" * 10**6))) == MOST_MESSAGE
    assert str(RecordError(HOSTILE)) == plain(HOSTILE) == str(PokerError(HOSTILE))


def test_widgets_show_plain_text_not_markup(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    for each in (widget, QAction("x", widget)):
        set_tip(each, f"{HOSTILE}\nsecond")
        assert "&lt;b&gt;" in each.toolTip() and "\x1b" not in each.toolTip()
    set_tip(widget, "no markup & none")
    assert widget.toolTip() == "no markup & none"
    set_name(widget, HOSTILE)
    set_description(widget, HOSTILE)
    assert widget.accessibleName() == widget.accessibleDescription() == plain(HOSTILE)
    made = label(HOSTILE, widget)
    assert made.text() == plain(HOSTILE) and made.textFormat() == Qt.TextFormat.PlainText
    made.setText("\u202ex\ny")
    assert made.text() == "\ufffdx\ny"


COMMANDS = """
hands list
hands show 3
hands stats --mode imported
hands matches
hands verify
hands export --format acpc --mode imported
hands import FOLDER/NAME.phh
hands list --opponent WHO
hands profile WHO
opponents list
opponents show WHO
opponents reset WHO
opponents fit FOLDER/NAME.log
engines
engines list
match leduc trained:WHO call
match leduc python:WHO call
match leduc process:WHO call
match WHO call call
match leduc added:zorro call --hands 2
match leduc file:FOLDER/strategies/trained/NAME.safetensors call
match leduc file:FOLDER/tampered.safetensors call
match leduc python:FOLDER/engine.py call --hands 2
replay FOLDER/NAME.log
replay FOLDER/NAME.phh
solve-spot FOLDER/spots/NAME.safetensors
exploit FOLDER/spots/NAME.safetensors --rival ip --frequencies WHO
lab kuhn --profile FOLDER/NAME.json
doctor
WHO
"""
"""Typed commands; WHO and NAME are untrusted."""


@pytest.mark.ci
def test_no_command_prints_control_characters(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    prepare(tmp_path)
    name, said = HOSTILE.replace("/", "|"), 0
    for suffix in ("log", "phh", "json"):
        (tmp_path / f"{name}.{suffix}").write_text(HOSTILE)
    write_tensors(tmp_path / "tampered.safetensors", {"format_version": HOSTILE}, {})
    engine = f"class Engine:\n    def __init__(self):\n        raise ValueError({HOSTILE!r})\n"
    (tmp_path / "engine.py").write_text(engine)
    places = {"FOLDER": str(tmp_path), "NAME": name, "WHO": HOSTILE}
    commands = COMMANDS.strip().splitlines()
    for command in commands:
        typed = [re.sub("FOLDER|NAME|WHO", lambda m: places[m[0]], one) for one in command.split()]
        _, out, err = cli.run(*typed)
        odd = {letter for letter in out + err if not letter.isprintable()} - {"\n"}
        assert (command, odd) == (command, set())
        said += MARK in out + err
    assert said > 0.7 * len(commands)
