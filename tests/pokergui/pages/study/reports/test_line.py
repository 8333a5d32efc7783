"""The line of a report as it is clicked together."""

from __future__ import annotations

import pytest

from ai.base import RangeAgent
from ai.reach import RangeReader
from ai.simple import RaiseAgent
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from pokergui.pages.study.reports.scenes.line import LineWay, line_after, line_before, way_of

GAME = get_game("holdem-nolimit@100")


def way(text: str, reader: RangeReader | None = None) -> LineWay:
    found = way_of(GAME, text, reader)
    assert found is not None
    return found


def test_a_line_is_clicked_together_and_taken_back() -> None:
    line = ""
    for key in ("r300", "c", "c"):
        line = line_after(GAME, line, key)
    assert line == "r300c/c"
    found = way(line)
    assert [crumb.text for crumb in found.scene.crumbs if crumb.kind == "action"] == [
        "Button raises to 300",
        "Big blind calls",
        "Big blind checks",
    ]
    called = [crumb.text for crumb in found.scene.crumbs].index("Big blind calls")
    assert line_before(GAME, line, found.counts[called]) == "r300"


def test_what_may_follow_is_what_the_engine_considers() -> None:
    reader = RangeReader(RaiseAgent(GAME))
    for text in ("", "r300c/", "r300c/cc/", "r300c/cc/cc/"):
        menu = way(text, reader).menu
        assert len(menu) == 1 and menu[0].key.startswith("r")
        assert way(line_after(GAME, text, menu[0].key)).text.startswith(text)


@pytest.mark.parametrize("reader", [None, "failing"])
def test_without_an_answer_it_is_what_the_rules_offer(reader: str | None) -> None:
    class Failing(RangeAgent):
        name = "failing"

        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            raise EngineError("not now")

    asked = None if reader is None else RangeReader(Failing())
    assert [action.key for action in way("r300", asked).menu] == ["f", "c", "r500", "r10000"]


def test_nothing_follows_where_the_betting_is_over() -> None:
    assert way("f").menu == ()
    assert way_of(GAME, "x", None) is None
