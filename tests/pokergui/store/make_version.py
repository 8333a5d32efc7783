"""Write ``versionN.sql``: a small database of the present version with rows in every table.

Run as ``python -m tests.pokergui.store.make_version FILE`` when a version is added, before anything
later is. Files of older versions are never rewritten.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from pokergui.store import Store
from tests.naive.site_files import SHAPES
from tests.pokergui.store.damage import fill
from tests.pokergui.store.random_hands import play_into


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "hands.db"
        with closing(Store.open(path)) as store:
            play_into(store, 3, games=("kuhn", "leduc", "holdem-limit"))
            fill(store, Path(name), 8, SHAPES[:1])
        with closing(sqlite3.connect(path)) as db:
            ((number,),) = db.execute("PRAGMA user_version")
            text = "\n".join((*db.iterdump(), f"PRAGMA user_version = {number};"))
    Path(sys.argv[1]).write_text(f"-- A database of version {number}.\n{text}\n", "utf-8")


if __name__ == "__main__":
    main()
