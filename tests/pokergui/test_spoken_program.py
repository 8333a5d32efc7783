"""The words of the real program: in the language of its catalogue, and for a screen reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.pokergui.desktop import START_S, Program, settings
from tests.pokergui.pseudo import Pseudo, escaped, pseudo

NOTHING = re.compile("(?!)")
WALKS = (("play", "history"), ("watch", "train", "lab"), ("study", "settings"))


@pytest.mark.long
@pytest.mark.parametrize("pages", WALKS, ids=lambda pages: pages[0])
def test_no_string_escapes_the_catalogue_and_all_controls_have_names_and_roles(
    pages: tuple[str, ...], tmp_path: Path
) -> None:
    settings(tmp_path / "home", language="en", auto_next=False, misclick_guard=False)
    module = "tests.pokergui.spoken_visitor"
    with Program(tmp_path / "home", module, *pages, QT_QPA_PLATFORM="offscreen") as program:
        out, err = program.process.communicate(timeout=2 * START_S)
        assert (program.process.returncode, err) == (0, "")
    told = [json.loads(line) for line in out.splitlines()]
    assert len(told) > 10
    found = {what: (one["state"], at) for one in told for what, at in one["found"].items()}
    assert found == {}


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
