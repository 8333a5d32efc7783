"""A second engine in Study beside a first one that is old, or that gives no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reading.scenes.choice import StudyChoice
from tests.pokergui.pages.study.test_study import Studied


def test_the_engine_shown_stays_at_hand_however_many_it_is_compared_with(
    tmp_path: Path, qtbot: QtBot
) -> None:
    studied = Studied(tmp_path, StudyChoice.of("kuhn", 100, "random", tmp_path))
    versus = studied.presenter.versus
    for second in ("call", "raise", "passive", "bluffer", "inverse"):
        studied.do(studied.presenter.second.choose, second)
    studied.do(versus.list_differences, True)
    told = studied.scene.versus
    assert told is not None and told.differences is not None and told.differences.rows
    studied.do(studied.presenter.whole.toggle, True)
    assert studied.scene.sheet is not None


@pytest.mark.parametrize("game", ["kuhn", "holdem-limit"])
def test_the_list_does_not_wait_for_an_engine_that_gave_up(
    tmp_path: Path, qtbot: QtBot, game: str
) -> None:
    engine = f"file:{tmp_path / 'gone'}"
    studied = Studied(tmp_path, StudyChoice.of(game, 100, "random", tmp_path))
    studied.do(studied.presenter.second.choose, "call")
    studied.do(studied.presenter.versus.list_differences, True)
    studied.do(studied.presenter.choose_engine, engine)
    told = studied.scene.versus
    assert told is not None and told.differences is not None
    assert not told.differences.waiting and "gone gives no answer" in told.differences.note
    studied.do(studied.presenter.choose_engine, "random")
    told = studied.scene.versus
    assert told is not None and told.differences is not None and told.differences.rows
