"""Untrusted names with control characters and markup, and a search for them in widgets."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as Gui
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from ai.agents.baselines import CallAgent, RandomAgent
from ai.opponent.model import BehaviourModel
from engine.game import get_game
from engine.match import play
from engine.records.record import HandRecord
from pokergui.store import OpponentStore, Store, opponents
from pokergui.store.hands import imported_row
from tests.pokergui.store.players import keep_match
from tests.pokergui.store.random_hands import play_into

MARK = "Zorro"
HOSTILE = f"<b>{MARK}</b><img src='x'>\x1b[31m\u202eevil\u2066\x07\u200b"
PRINTABLE = f"<b>{MARK}</b><img src='x'>&amp;"
_ROLES = {
    role.name: role
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.StatusTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
}


def prepare(home: Path) -> None:
    leduc = get_game("leduc")
    agents = [CallAgent(leduc), RandomAgent(leduc)]
    records: list[HandRecord] = []
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 2, games=("leduc", "holdem-nolimit"))
        play(leduc, agents, 6, 1, on_record=records.append)
        rows = []
        for number, record in enumerate(records):
            named = replace(record, players=(HOSTILE, f"{HOSTILE}2"))
            time = "2026-05-01T00:00:00.000Z"
            row = imported_row(named, session=HOSTILE, hero=-1, key=f"{number:064x}", time=time)
            rows.append({**row, "notes": json.dumps([HOSTILE])})
        store.add_imported(rows).result()
        keep_match(store, leduc, (HOSTILE, "call"), 6, seed=1, duplicate=False, agents=agents)
        model = BehaviourModel(leduc)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opponents, "cleaned_name", str)
            kept = HOSTILE, model.situations.key, 6, model.save_state()
            OpponentStore(store).save(*kept).result()
    hostile_files(home)


def hostile_files(home: Path) -> None:
    for folder in ("strategies/trained", "training", "spots"):
        (home / folder).mkdir(parents=True, exist_ok=True)
        name = HOSTILE.replace("/", "|")
        (home / folder / f"{name}.safetensors").write_bytes(bytes(9))
    told = {"hello": [f"name {PRINTABLE}", "can act"], "games": ["leduc"]}
    engine = {"name": "zorro", "command": PRINTABLE, "seconds": 1.0, "options": {}, "told": told}
    (home / "strategies" / "engines.json").write_text(json.dumps({"engines": [engine]}))


def words(window: QWidget) -> Iterator[tuple[str, str, str]]:
    """Yield each text with its location and the kind of markup Qt may read in it."""
    for widget in (window, *window.findChildren(QWidget)):
        where = f"{type(widget).__name__}"
        yield f"{where} tip", "tip", widget.toolTip()
        yield f"{where} status", "tip", widget.statusTip()
        yield f"{where} name", "", widget.accessibleName()
        yield f"{where} description", "", widget.accessibleDescription()
        if isinstance(widget, QLabel):
            plain = widget.textFormat() == Qt.TextFormat.PlainText
            yield f"{where} text", "" if plain else "label", widget.text()
        elif isinstance(widget, QAbstractButton | QLineEdit):
            yield f"{where} text", "", widget.text()
        elif isinstance(widget, QPlainTextEdit):
            yield f"{where} text", "", widget.toPlainText()
        if isinstance(widget, QComboBox | QAbstractItemView) and widget.model() is not None:
            yield from items(where, widget.model())
    for action in window.findChildren(QAction):
        yield "action", "", action.text()
        yield "action tip", "tip", action.toolTip()


def items(where: str, model: QAbstractItemModel) -> Iterator[tuple[str, str, str]]:
    top = QModelIndex()
    for row in range(min(model.rowCount(top), 200)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(top)):
            for name, role in _ROLES.items():
                found = model.data(model.index(row, column), role)
                tip = "tip" if role == Qt.ItemDataRole.ToolTipRole else ""
                yield f"{where} item {name}", tip, found if isinstance(found, str) else ""


def wrong(where: str, kind: str, text: str) -> str:
    """Return the problem of a text; empty if it is sanitised."""
    if not all(letter.isprintable() or letter == "\n" for letter in text):
        return f"{where}: {text!r}"
    rich = kind and Gui.mightBeRichText(text) and not text.startswith("<span>")
    return f"{where} is rich: {text!r}" if rich or kind == "label" else ""
