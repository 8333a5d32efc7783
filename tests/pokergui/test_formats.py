from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from engine.records.formats import FORMATS
from pokergui.formatting.words import hand_files
from pokergui.pages.history.views.files import ask_export, ask_import

ROOT = Path(__file__).resolve().parents[2]
NAMED = ('"acpc"', '"phh"', '"pokerstars"', ".phh", ".log.xz", "write_log", "write_phh")
OWN = {"formats", "acpc", "phh", "_phh_read", "pokerstars", "_pokerstars_read", "recorded"}


def test_formats_are_named_in_the_table_alone():
    found = [file for name in ("engine", "ai", "pokergui") for file in (ROOT / name).rglob("*.py")]
    others = [file for file in found if file.parent.name != "records" or file.stem not in OWN]
    texts = {file.name: file.read_text("utf-8") for file in others}
    assert [(name, word) for name, text in texts.items() for word in NAMED if word in text] == []


def test_dialogs_offer_every_format(monkeypatch):
    kinds, asked = hand_files(), []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *given: asked.append(given) or ([], "")
    )
    ask_import(None, kinds)
    for at, form in enumerate(FORMATS):
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *given, at=at: ("/x/h", given[3].split(";;")[at])
        )
        assert ask_export(None, kinds, 0) == (form.name, f"/x/h{form.suffixes[0]}")
        assert all(f"*{suffix}" in asked[0][3] for suffix in form.suffixes)
