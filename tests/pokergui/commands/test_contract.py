import gettext
import io
import json
import re
import shlex
import signal
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click
import pytest
from click.types import FloatParamType
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai.registry import engines
from pokergui import cli as program
from pokergui.cli import COMMANDS, root
from pokergui.commands.common import Number
from pokergui.language import install
from tests import tiny_engine
from tests.pokergui.blinds import blind_words
from tests.pokergui.cli_runner import interrupt_once_it_goes_on
from tests.pokergui.store.random_hands import played

pytestmark = pytest.mark.slow


def every(group=root, path=()):
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield " ".join((*path, name)), command
        if isinstance(command, click.Group):
            yield from every(command, (*path, name))


EVERY = dict(every())
SPOT = (
    "solve-spot --board QsJh2h8c5d --ranges AA,QJs,T9s,76s KK,QTs,88,A5s:0.5 --pot 100 --stack 200"
    " --bets 50,a --raises a"
)
FLOPS = "solve-flops --ranges AA,QJs KK,T9s --pot 100 --stack 100 --bets 50;; --raises ''"
TURN = (
    "solve-spot --board QsJh2h8c --ranges AA,T9s KK,98s --pot 11 --stack 20 --bets 50;100"
    " --raises ''"
)
TRAIN = "train kuhn --method nfsp --hidden 16 --rl-memory 500 --sl-memory 500 --least-memory 100"
FURNISHING = (
    "match leduc cfr random --hands 40 --db hands.db",
    "match holdem-nolimit random call --hands 40 --db hands.db",
    "match leduc cfr call --hands 60 --duplicate --acpc m.log",
    f"{SPOT} --iterations 9 --out s.safetensors",
    f"{TURN} --iterations 9 --out t.safetensors",
    "solve leduc --algorithm cfr+ --iterations 9 --out trained:mine",
    "opponents fit m.log --name call",
    "tournament kuhn call random --hands 40",
    "hands backup",
)


@pytest.fixture(scope="module")
def home_with_data(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    played(home / "hands.db", 12, games=("leduc",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POKERGUI_HOME", str(home))
        patch.chdir(home)
        for words in FURNISHING:
            with pytest.raises(SystemExit) as leaving:
                program.main(shlex.split(words))
            assert leaving.value.code == 0, words
    return home


@pytest.fixture
def data_home(home_with_data, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(home_with_data))
    monkeypatch.chdir(home_with_data)
    return home_with_data


@pytest.mark.parametrize("path", EVERY)
def test_every_command_has_help_and_names_invalid_or_missing_arguments(cli, path):
    told = cli.text(f"{path} --help")
    assert "--json" in told or "Commands:" in told
    assert "x<=None" not in told  # from an open-ended range
    if path != "bench":
        assert "--wrong" in cli.refused(f"{path} --wrong")
    if any(option.required for option in EVERY[path].params):
        assert "Missing" in cli.refused(path)


def test_unknown_command_lists_the_available_ones(cli):
    assert "no command 'foo'" in (told := cli.refused("foo"))
    assert ", ".join(COMMANDS) in told
    for path, one in EVERY.items():
        if isinstance(one, click.Group):
            names = ", ".join(one.list_commands(click.Context(one)))
            assert f"choose one of {names}" in cli.refused(f"{path} weigh"), path


def test_no_option_takes_nan_or_infinity(cli):
    options = [(path, option) for path, one in EVERY.items() for option in one.params]
    fractions = [(path, one) for path, one in options if isinstance(one.type, FloatParamType)]
    assert len(fractions) > 20
    for path, option in fractions:
        assert isinstance(option.type, Number), (path, option.name)
        for text in ("nan", "-inf", "infinity", "1e999"):
            with pytest.raises(click.BadParameter):
                raise AssertionError((path, option.name, option.type.convert(text, None, None)))
    assert "'--clock': nan" in cli.refused("match kuhn call call --clock nan")


CALLS = json.loads(Path(__file__).with_name("calls.json").read_text("utf-8"))
"""Calls in the home with data, and the names in the two upper levels of their JSON."""


def names_in(found, levels=2):
    if isinstance(found, list):
        return {name for one in found for name in names_in(one, levels)}
    if not isinstance(found, dict) or not levels:
        return set()
    words = {name: one for name, one in found.items() if re.fullmatch("[a-z][a-z0-9_]+", name)}
    inner = {f"{name}.{key}" for name, one in words.items() for key in names_in(one, levels - 1)}
    return {*words} | inner


class Marks(gettext.NullTranslations):
    def pgettext(self, context, message):
        return f"⟦{message}⟧"

    def npgettext(self, context, one, many, number):
        return f"⟦{many}⟧"


MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"(?<![\w:./-])[A-Za-z]{3,}(?![\w:-])")
LINE_OR_CARDS = re.compile("[fcr]+|([2-9TJQKA][shdc])+|[2-9TJQKA]{2}[so]")
NAMES = {engine.name for engine in engines(None)} | {
    *("kuhn", "leduc", "mbb", "hand", "basic", "gea", "raw", "duplicate", "aivat"),
    *("VPIP", "PFR", "WTSD", "rock", "paper", "scissors", "Player", "You", "play", "clock", "cut"),
    *("pokergui", "python", "click", "numpy", "numba", "platformdirs", "pokerkit", "safetensors"),
    "sqlite",
}
"""Words that are the same in every language: names, what players are called, notes."""


def unmarked(text):
    while (fewer := MARKED.sub("", text)) != text:
        text = fewer
    words = set(WORD.findall(text)) - NAMES
    return {word for word in words if not LINE_OR_CARDS.fullmatch(word)}


@pytest.mark.parametrize("words", CALLS)
def test_json_keys_are_documented_and_text_is_translated_in_one_unit(
    cli, data_home, words, monkeypatch, english
):
    monkeypatch.setattr(program, "use_environment", lambda: install(Marks()))
    found = cli.json(words, err=None)
    status, out, err = cli.run(words)
    assert " ".join(sorted(names_in(found))) == CALLS[words]
    assert "⟦" not in str(found)  # the same in every language
    if words != "hands export --format acpc --game leduc":  # it prints hands
        assert status == 0 and "⟦" in out, err
        assert unmarked(out) | unmarked(err) == set()
        assert "leduc" not in words or blind_words(out) == []


MISTAKES = [
    tuple(line.split(" | "))
    for line in Path(__file__).with_name("mistakes.txt").read_text("utf-8").splitlines()
]
"""Words typed in the home with data, and what the error must name."""
STANDS_FOR = {
    "SPOT": SPOT,
    "FLOPS": FLOPS,
    "TURN": TURN,
    "TINY": f"'process:{tiny_engine.command()}'",
    "RANGES": f"'process:{tiny_engine.command('ranges')}'",
    "ACTS": "python:acts.py",
    "PROGRAM": f"'{tiny_engine.command()}'",
}
ACTS = "class Acts:\n    def act(self, view, rng):\n        return None\n"


def files_in(home):
    kept = {"strategies", "logs", "window.lock"}
    return {file for file in home.rglob("*") if not kept & {*file.parts}}


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_errors_take_one_sentence_and_change_nothing(cli, data_home, words, said):
    (data_home / "acts.py").write_text(ACTS)
    before = files_in(data_home)
    for name, text in STANDS_FOR.items():
        words = re.sub(rf"\b{name}\b", lambda _, text=text: text, words)
    assert said in cli.refused(words)
    assert files_in(data_home) == before


MATCH = "match holdem-nolimit random call --hands 1000000"
STOPPED = {
    MATCH: "hands",
    "exploitability holdem-limit call --rounds 4 --hands 1000000": "hands",
    "tournament leduc cfr random call --hands 90000 --threads 1": "hands",
    "sit-and-go random call --count 100000": "tournaments",
    "review leduc call --match 1": "hands",
    "aggregate holdem-limit cfr --line rc/ --boards 40": "done",
    "solve leduc --algorithm cfr --iterations 1000000": "iterations",
    f"{TRAIN} --episodes 100000000": "episodes",
    f"{SPOT} --target 0 --iterations 1000000": "iterations",
}
"""Long calls, and the key of how much was done."""


@pytest.mark.parametrize(
    ("words", "number"), [*((words, signal.SIGINT) for words in STOPPED), (MATCH, signal.SIGTERM)]
)
def test_ctrl_c_or_logout_reports_partial_results(cli, data_home, monkeypatch, words, number):
    with monkeypatch.context() as patch:
        interrupt_once_it_goes_on(patch, number)
        done = cli.json(words, status=130, err=None)[STOPPED[words]]
    assert 0 < done < max(int(word) for word in [*words.split(), "40"] if word.isdigit())


UNSOUND = ("tournament", "train", "doctor", "backup", "--out", "import", "fit", "--csv")
SOUND = [words for words in CALLS if not any(one in words for one in UNSOUND)]
# Numbers stay short: a million hands would take too long.
ODD = ("nan", "0", "-1", "1.5", "1_0", "٣", "9" * 400, "-", "", "random", "Kh", "AhTd7c", "r300c/")
# What a shell can pass: no NUL, but non-UTF-8 bytes, which Python turns into surrogates.
CHARACTERS = st.characters(
    exclude_categories=["Cs", "Nd"], exclude_characters="\0/"
) | st.sampled_from("\udc80\udcff")


@st.composite
def near(draw, command):
    words = shlex.split(draw(st.sampled_from([one for one in SOUND if one.split()[0] == command])))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(1, max(1, len(words) - 1)))
        kind, text = draw(st.integers(0, 5)), words[at] if at < len(words) else ""
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


@pytest.mark.parametrize("examples", [15, pytest.param(300, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("command", sorted({words.split()[0] for words in SOUND}))
def test_commands_survive_arbitrary_arguments(data_home, command, examples):
    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(words=near(command))
    def check(words):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
            program.main([*words, "--json"])
        if leaving.value.code == 2:
            assert out.getvalue() == ""
            assert err.getvalue().startswith("pokergui: ") and err.getvalue().count("\n") == 1
        else:
            assert leaving.value.code in (0, 1)
            if "-h" in words:
                return  # help is no JSON
            assert isinstance(json.loads(out.getvalue()), dict) and out.getvalue().count("\n") == 1

    check()
