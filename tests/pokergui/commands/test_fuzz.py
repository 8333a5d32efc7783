"""No text on the command line breaks it: a result, or status 2 and one line."""

from __future__ import annotations

import io
import json
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokergui.cli import main
from tests.pokergui.commands.test_contract import CALLS, furnished, there

__all__ = ["furnished", "there"]
SLOW = ("tournament", "train", "doctor")
WRITING = ("backup", "--out", "import", "fit", "--csv")
SOUND = [words for words in CALLS if not any(one in words for one in (*SLOW, *WRITING))]
COMMANDS = sorted({words.split()[0] for words in SOUND})
# Nothing longer than the sound words: a hand more is one thing, a million hands another.
ODD = ("nan", "0", "-1", "1.5", "1_0", "٣", "9" * 400, "-", "", "random", "Kh", "AhTd7c", "r300c/")
# What a shell can pass: no NUL, but bytes that are not UTF-8, which Python turns into surrogates.
CHARACTERS = st.characters(
    exclude_categories=["Cs", "Nd"], exclude_characters="\0/"
) | st.sampled_from("\udc80\udcff")


@st.composite
def near(draw: st.DrawFn, command: str) -> list[str]:
    """Sound words with up to three of them altered or replaced by any text at all."""
    words = shlex.split(draw(st.sampled_from([one for one in SOUND if one.split()[0] == command])))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(1, len(words))) if len(words) > 1 else 1
        kind = draw(st.integers(0, 5))
        text = words[at] if at < len(words) else ""
        if kind == 0:
            text = draw(st.text(CHARACTERS, max_size=30))
        elif kind <= 2:
            text = draw(st.sampled_from(ODD))
        else:
            place = draw(st.integers(0, len(text)))
            piece = draw(st.sampled_from("rfcAKshd@:+-,. ") | CHARACTERS)
            text = text[:place] + piece + text[place + draw(st.integers(0, 2)) :]
        words[at : at + 1] = [text]
    return words


def check(words: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        main([*words, "--json"])
    if leaving.value.code == 2:
        assert out.getvalue() == ""
        assert err.getvalue().startswith("pokergui: ") and err.getvalue().count("\n") == 1
    else:
        assert leaving.value.code in (0, 1)
        assert isinstance(json.loads(out.getvalue()), dict) and out.getvalue().count("\n") == 1


FIXTURE = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=15, suppress_health_check=FIXTURE)
@given(data=st.data())
def test_no_words_break_a_command(there: Path, command: str, data: st.DataObject) -> None:
    check(data.draw(near(command)))


@pytest.mark.nightly
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=300, suppress_health_check=FIXTURE)
@given(data=st.data())
def test_no_words_at_all_break_a_command(there: Path, command: str, data: st.DataObject) -> None:
    check(data.draw(near(command)))
