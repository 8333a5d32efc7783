"""Pictures that tests take of their windows; kept if POKERGUI_ARTEFACTS names a folder."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

SIZES = [(1024, 640), (1440, 900), (1920, 1080)]


def colours(image: QImage) -> int:
    """Distinct colours on a coarse grid of points."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)
    return len(np.unique(pixels[::5, ::5]))


def keep(image: QImage, name: str) -> None:
    """Save a picture if pictures are wanted."""
    if folder := os.environ.get("POKERGUI_ARTEFACTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        image.save(str(Path(folder) / f"{name}.png"))
