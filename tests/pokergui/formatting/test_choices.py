from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.blueprint.shipped import shipped_path
from ai.networks.agent import ON_MENU
from ai.registry import FILE, build
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.player import CALL, Strategy, raise_to
from pokergui.formatting.choices import PlayChoice, strongest
from pokergui.formatting.players import named, random_line_up, told_apart, with_seat
from pokergui.pages.study.reading.scenes.state import StudyChoice
from pokergui.ranges.worth import answer_note, taken_words


@pytest.mark.parametrize(
    ("game", "study", "play"),
    [
        ("leduc", "cfr", "cfr"),
        ("holdem-limit", "cfr-resolve:rivers", "equity"),
        ("holdem-nolimit", "cfr-resolve:rivers", "equity"),
    ],
)
def test_defaults_are_the_strongest_engine_in_study_and_a_beatable_one_in_play(
    game, study, play, tmp_path
):
    for wanted in ("", "gone"):
        choice = StudyChoice.of(game, 100, wanted, tmp_path)
        assert choice.engine == strongest(choice.game, tmp_path).name == study
    assert PlayChoice(game, opponent="gone").valid(tmp_path).opponent == play


@pytest.mark.parametrize(
    ("note", "told"),
    [
        *((ON_TREE, ""), (ON_MENU, ""), ("es-mccfr", "External sampling"), ("dcfr", "DCFR")),
        (TRANSLATED, "Translated: sizes off the engine’s menu"),
        ("solved to 0.3% of the pot", "Solved to 0.3% of the pot"),
    ],
)
def test_answers_state_their_source(note, told):
    found = answer_note(Strategy((CALL,), np.ones((1326, 1)), note=note))
    assert found.startswith(told) and bool(found) == bool(told)


def test_answers_mark_rarely_trained_hands():
    rare, every = np.arange(1326) < 600, np.eye(1326)
    answer = Strategy((CALL,), np.ones((1326, 1)), note=ON_TREE, rare=rare)
    words = "Hardly trained here, fewer than 100 visits: treat it as a guess."
    for reach in (every[599], np.where(rare, 2.0, 1.0)):
        assert answer_note(answer, reach) == words
    for reach in (every[600], np.zeros(1326), np.ones(1326)):
        assert answer_note(answer, reach) == ""
    translated = answer_note(replace(answer, note=TRANSLATED), 1.0 * rare)
    assert translated.startswith(f"{words} Translated: sizes")


def test_small_bet_is_mapped_to_a_bet_or_no_raise():
    others = ((raise_to(300), 0.62), (CALL, 0.38))
    assert taken_words(raise_to(120), others) == "120 is mapped to 300 (62%) or no raise (38%)"
    assert taken_words(raise_to(120), ((raise_to(300), 1.0),)) == "120 is mapped to 300"


def test_strategy_of_another_depth_is_rejected_with_a_reason():
    path = shipped_path(get_game("holdem-nolimit@20"))
    with pytest.raises(StrategyFileError, match="20 big blinds"):
        build(f"{FILE}{path}", get_game("holdem-nolimit@100"))


def test_line_ups_are_drawn_and_named_distinctly():
    titles = ["Caller", "Raiser", "Mouse", "Caller", "Caller"]
    assert told_apart(titles, "12345") == ("Caller 1", "Raiser", "Mouse", "Caller 4", "Caller 5")
    for seats in (1, 3, 5, 8):  # nobody is drawn twice while there are others
        drawn = random_line_up(("a", "b", "c"), seats)
        assert len(drawn) == seats
        assert {drawn.count(name) for name in "abc"} <= {seats // 3, -(-seats // 3)}
    assert with_seat(("a", "b", "c"), 1, "x") == ("a", "x", "c")
    assert named(["Caller", "Caller", "Raiser"]) == "Caller and Raiser"
    assert named(["a", "b", "c", "d", "a"]) == "5 engines"
