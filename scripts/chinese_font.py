"""Subset the Chinese font to the characters likely to be shown.

``python -m scripts.chinese_font NotoSansCJKsc-Regular.otf`` keeps the 3,755 common characters of GB
2312, its punctuation, and all characters of the Chinese catalogue, and writes the subset to
``assets/fonts``. It needs the package fonttools.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools import subset

from pokergui.language import CHINESE
from scripts.catalogue import read

OUT = Path(__file__).resolve().parents[1] / "assets/fonts/NotoSansCJKsc-Regular-subset.otf"
_COMMON_ROWS = (*range(0xA1, 0xA4), *range(0xB0, 0xD8))
"""First bytes of the rows of GB 2312 with punctuation and with common characters."""


def characters() -> str:
    """Return all characters to keep."""
    pairs = (bytes((row, cell)) for row in _COMMON_ROWS for cell in range(0xA1, 0xFF))
    common = "".join(pair.decode("gb2312", "ignore") for pair in pairs)
    shown = "".join(str(message.string) for message in read(CHINESE) if message.id)
    return "".join(sorted({*common, *shown}))


def main() -> None:
    """Write the subset."""
    parser = argparse.ArgumentParser(description="Cut the Chinese font down.")
    parser.add_argument("font", type=Path)
    options = subset.Options(layout_features=["kern"], hinting=False, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    font = subset.load_font(parser.parse_args().font, options)
    cutter.populate(text=characters())
    cutter.subset(font)
    subset.save_font(font, OUT, options)
    print(OUT.name, OUT.stat().st_size)


if __name__ == "__main__":
    main()
