"""View model of a page's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FormName = Literal["png", "svg", "csv"]


@dataclass(frozen=True, slots=True)
class ExportOffer:
    """A file about to be written.

    Attributes:
        part: key of the part to write.
        form: the file format.
        path: the suggested path.
    """

    part: str
    form: FormName
    path: str
