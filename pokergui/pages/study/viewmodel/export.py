"""What goes out of a page as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FormName = Literal["png", "svg", "csv"]


@dataclass(frozen=True, slots=True)
class ExportOffer:
    """A file that is about to be written.

    Attributes:
        part: key of what is written.
        form: how.
        path: the name that is suggested, with its folder.
    """

    part: str
    form: FormName
    path: str
