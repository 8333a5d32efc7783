"""View model of a page's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.pages.study.comparing.viewmodel import ComparedScene
from pokergui.pages.study.solving.viewmodel import GivenScene, SolutionScene
from pokergui.pages.study.whole.viewmodel import SheetScene
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.controls import ChoiceList

FormName = Literal["png", "csv"]


@dataclass(frozen=True, slots=True)
class ExportOffer:
    """A file about to be written."""

    part: str
    form: FormName
    path: str


@dataclass(frozen=True, slots=True)
class StudyTop:
    """The choices at the top of the page.

    ``depth`` is None if the game has only one, ``second`` while there is nothing to compare with.
    """

    engine: ChoiceList
    game: ChoiceList
    depth: ChoiceList | None
    second: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class StudyScene(ComparedScene):
    """The whole page except the choices and the notice.

    Attributes:
        unsolvable: why no decision of this game can be solved; empty if some can.
        hand: the streets and decisions of a hand being solved, judged so far; None for none.
    """

    sheet: SheetScene | None = None
    solution: SolutionScene | None = None
    unsolvable: str = ""
    hand: LineScene | None = None

    @property
    def given(self) -> GivenScene | None:
        exploit = self.solution.exploit if self.solution is not None else None
        return exploit.given if exploit is not None else None
