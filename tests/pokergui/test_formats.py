"""Every format of hands is offered wherever hands are read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.formats import FORMATS, Format
from pokergui.formatting.words import hand_files
from pokergui.pages.history.views.files import ask_export, ask_import
from tests.pokergui.cli_runner import Cli


def test_nobody_else_names_a_format() -> None:
    root = Path(__file__).resolve().parents[2]
    named = ('"acpc"', '"phh"', '"pokerstars"', ".phh", ".log.xz", "write_log", "write_phh")
    folders = [root / name for name in ("engine", "ai", "pokergui")]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    own = {"formats", "acpc", "phh", "_phh_read", "pokerstars", "_pokerstars_read", "recorded"}
    wrong = [
        (path.name, word)
        for path in files
        if not (path.parent.name == "records" and path.stem in own)
        for word in named
        if word in path.read_text("utf-8")
    ]
    assert wrong == []


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_commands_offer_a_format(cli: Cli, tmp_path: Path, form: Format) -> None:
    for command in ("hands import", "opponents fit", "replay", "hands export-match"):
        _, out, _ = cli.run(*command.split(), "--help")
        assert form.words in " ".join(out.split()), command
    _, out, _ = cli.run("hands", "export", "--help")
    assert form.name in out
    _, out, _ = cli.run("match", "--help")
    assert f"--{form.name} " in out
    file = str(tmp_path / f"hands{form.suffixes[0]}")
    game = "holdem-nolimit@50"
    cli.json("match", game, "random", "call", "--hands", "20", f"--{form.name}", file)
    assert cli.json("replay", file)["hands"] == 20
    assert cli.json("hands", "import", file, "--home", str(tmp_path))["imported"] == 20
    out = str(tmp_path / f"out{form.suffixes[0]}")
    options = ("--format", form.name, "--out", out, "--home", str(tmp_path))
    assert cli.json("hands", "export", *options)["hands"] == 20
    assert cli.json("replay", out)["hands"] == 20


def test_dialogs_offer_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def opening(parent: object, title: str, folder: str, kinds: str) -> tuple[list[str], str]:
        asked.append(kinds)
        return [], ""

    def saving(parent: object, title: str, name: str, kinds: str) -> tuple[str, str]:
        asked.append(kinds)
        return "/x/hands", kinds.split(";;")[len(asked) - 2]

    monkeypatch.setattr("pokergui.pages.history.views.files.QFileDialog.getOpenFileNames", opening)
    monkeypatch.setattr("pokergui.pages.history.views.files.QFileDialog.getSaveFileName", saving)
    kinds = hand_files()
    ask_import(None, kinds)
    for form in FORMATS:
        assert ask_export(None, kinds, 0) == (form.name, f"/x/hands{form.suffixes[0]}")
        assert all(f"*{suffix}" in asked[0] for suffix in form.suffixes)
        assert f"{form.title}, {form.holds} (*{form.suffixes[0]})" in asked[1]
