"""The words of the real program: in the language of its catalogue, and for a screen reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.pokergui.desktop import START_S, Program, settings
from tests.pokergui.pseudo import Pseudo, escaped, pseudo

NOTHING = re.compile("(?!)")
WALKS = {
    "play": ("play",),
    "watch": ("watch",),
    "study": ("study",),
    "others": ("play", "history", "train", "lab", "settings"),
}
IN_ENGINES = re.compile(
    r"|".join(
        (
            # what was learned, and how answers came about: notes of engines
            r"(Preflop|Flop|Turn|River|(First|Second) round)\b.*(position|facing|nothing)",
            r"\b(hands learned|learned from|best response|every hand counted|samples)\b",
            r"^(equilibrium|average of CFR|exploitability|by strength|.* iterations)$",
            # verdicts, schedules and claims of the Lab
            r"effective samples|by own decision|decision of (a )?player|games as trained",
            r"(larger|same) probability|actions are drawn",
        )
    ),
    re.IGNORECASE,
)
"""Sentences that ``ai`` words, and errors: they are not the window's."""


def visited(home: Path, language: str, *pages: str) -> dict[str, Any]:
    """Walk through pages; return what was found, with the state in which it was."""
    settings(home, language="en", auto_next=False, misclick_guard=False)
    module = "tests.pokergui.spoken_visitor"
    with Program(home, module, language, *pages, QT_QPA_PLATFORM="offscreen") as program:
        out, err = program.process.communicate(timeout=2 * START_S)
        assert (program.process.returncode, err) == (0, "")
    told = [json.loads(line) for line in out.splitlines()]
    assert len(told) > 10
    return {what: (entry["state"], at) for entry in told for what, at in entry["found"].items()}


@pytest.mark.long
@pytest.mark.parametrize("walk", WALKS)
def test_no_string_of_the_window_escapes_the_catalogue(walk: str, tmp_path: Path) -> None:
    found = visited(tmp_path / "home", "pseudo", *WALKS[walk])
    assert {what: at for what, at in found.items() if not IN_ENGINES.search(what)} == {}


@pytest.mark.long
@pytest.mark.parametrize("walk", WALKS)
def test_a_screen_reader_gets_the_name_and_role_of_every_control(walk: str, tmp_path: Path) -> None:
    assert visited(tmp_path / "home", "en", *WALKS[walk]) == {}


def test_the_pseudo_language_keeps_values_and_has_no_plain_words() -> None:
    text = pseudo("{hands:,} hands against {name}")
    assert text.format(hands=1000, name="X").startswith("⟦1,000 ")
    assert len(text) > 1.25 * len("{hands:,} hands against {name}")
    assert escaped(text.format(hands=1, name="X"), NOTHING) == []
    assert Pseudo().pgettext("Play", "Next hand") == pseudo("Next hand")
    assert pseudo("") == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Next hand", ["Next hand"]),
        ("⟦Ňéẋť⟧ hand", ["hand"]),
        ("UTG 12 bb, AKs", []),
        ("GEA, 3 bb; Name", ["Name"]),
        ("Equilibrium", ["Equilibrium"]),
        ("/home/you/hands: 3", []),
    ],
)
def test_words_that_escaped_are_found(text: str, found: list[str]) -> None:
    assert escaped(text, re.compile(r"/\S+")) == found
