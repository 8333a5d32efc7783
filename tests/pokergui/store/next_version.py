"""A version of tomorrow, with one column more in ``hands`` and in their list, and a new table.

``python -m tests.pokergui.store.next_version DATABASE...`` opens databases with it, plays a
hand, verifies, salvages, and prints what it found as JSON. It is a program of its own, because the
columns are read when modules are imported.
"""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pokergui

_NAME = "pokergui.store.raw.versions"


def add_version() -> None:
    """Add the version, before any other module reads the columns."""
    file = Path(pokergui.__file__).parent / "store" / "raw" / "versions.py"
    spec = importlib.util.spec_from_file_location(_NAME, file)
    assert spec is not None and spec.loader is not None
    versions = sys.modules[_NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(versions)
    hands = versions.tables_of(len(versions.VERSIONS))["hands"]
    tables = {"hands": (*hands, "mood"), "moods": ("number", "words", "checksum")}
    versions.VERSIONS += (versions.Version("next_moods", tables),)


def main() -> None:
    add_version()
    from pokergui.store import Store, StoredHand, _index, mend, verify
    from tests.pokergui.store.damage import lose_definitions
    from tests.pokergui.store.random_hands import play_into

    facts, of_row = _index.facts, StoredHand.of_row

    def with_mood(hand: StoredHand) -> tuple[Any, ...]:
        return (*facts(hand), "calm")

    _index.COLUMNS = (*_index.COLUMNS, "mood")
    _index.facts = with_mood
    StoredHand.of_row = lambda row: of_row(row[:-1])  # type: ignore[method-assign]

    def use(path: Path) -> dict[str, Any]:
        before = verify(path)  # which changes nothing
        with closing(Store.open(path)) as store:
            opened = verify(path)
            play_into(store, 1)
        played = verify(path)
        with closing(sqlite3.connect(path)) as db:
            moods = db.execute("SELECT DISTINCT mood FROM hand_index").fetchall()
        lose_definitions(path)
        mended = mend(path)
        assert mended is not None
        reports = [before, opened, played, verify(path)]
        problems = [problem.text for report in reports for problem in report.problems]
        told = {"hands": [report.hands for report in reports], "moods": moods, "problems": problems}
        return told | {"lost": mended.found.lost.words()}

    print(json.dumps([use(Path(name)) for name in sys.argv[1:]]))


if __name__ == "__main__":
    main()
