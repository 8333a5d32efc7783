"""Every format of hands is a row of the table; commands are tested in ``commands``."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.formats import FORMATS
from pokergui.formatting.words import hand_files
from pokergui.pages.history.views import files
from pokergui.pages.history.views.files import ask_export, ask_import

ROOT = Path(__file__).resolve().parents[2]
NAMED = ('"acpc"', '"phh"', '"pokerstars"', ".phh", ".log.xz", "write_log", "write_phh")
OWN = {"formats", "acpc", "phh", "_phh_read", "pokerstars", "_pokerstars_read", "recorded"}


def test_nobody_else_names_a_format() -> None:
    found = [file for name in ("engine", "ai", "pokergui") for file in (ROOT / name).rglob("*.py")]
    others = [file for file in found if file.parent.name != "records" or file.stem not in OWN]
    texts = {file.name: file.read_text("utf-8") for file in others}
    assert [(name, word) for name, text in texts.items() for word in NAMED if word in text] == []


def test_dialogs_offer_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def opening(parent: object, title: str, folder: str, kinds: str) -> tuple[list[str], str]:
        asked.append(kinds)
        return [], ""

    def saving(parent: object, title: str, name: str, kinds: str) -> tuple[str, str]:
        asked.append(kinds)
        return "/x/hands", kinds.split(";;")[len(asked) - 2]

    monkeypatch.setattr(files.QFileDialog, "getOpenFileNames", opening)
    monkeypatch.setattr(files.QFileDialog, "getSaveFileName", saving)
    kinds = hand_files()
    ask_import(None, kinds)
    for form in FORMATS:
        assert ask_export(None, kinds, 0) == (form.name, f"/x/hands{form.suffixes[0]}")
        assert all(f"*{suffix}" in asked[0] for suffix in form.suffixes)
