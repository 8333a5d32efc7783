"""The Study page: whose range, where in the game, how it acts there."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.pages.study.comparing.viewmodel.versus import ComparedScene
from pokergui.pages.study.solving.viewmodel.given import GivenScene
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class StudyTop:
    """The choices over the page.

    ``depth`` is None where the game has only one, ``second`` while nothing can be compared with.
    """

    engine: ChoiceList
    game: ChoiceList
    depth: ChoiceList | None
    second: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class StudyScene(ComparedScene):
    """Everything but the choices and the notice.

    Attributes:
        sheet: all of a small game, while it is chosen.
        solution: set while the engine shown is a spot that is being solved, or was.
        unsolvable: why no decision of this game can be solved; empty where some can.
    """

    sheet: SheetScene | None = None
    solution: SolutionScene | None = None
    unsolvable: str = ""

    @property
    def given(self) -> GivenScene | None:
        """What hands of a rival give away, in place of the decision; None while it is not shown."""
        exploit = self.solution.exploit if self.solution is not None else None
        return exploit.given if exploit is not None else None
