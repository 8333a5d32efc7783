"""A partner is offered once in a session, where the ladder was measured and enough is known."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ai.registry import find_engine
from ai.review.levels import Standing, standing
from ai.strength_figures import strength
from engine.cards import Card
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.rng import rng_state
from engine.running import Interval
from engine.table import shuffled_deck
from pokergui.links import EngineLink
from pokergui.pages.play.presenters import spar
from pokergui.pages.play.scenes.spar import spar_scene
from pokergui.pages.play.viewmodel.spar import SparScene
from pokergui.pages.play.work import hand_writer
from pokergui.pages.play.work.hand_writer import HandWriter
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.play.work.spar import Erred
from pokergui.reviews.figures import figures_of
from pokergui.reviews.work import HandsReview
from pokergui.store import HandReader

LEDUC = get_game("leduc")


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks and the engine's luck are the same in every run."""
    numbers = count(1)

    def deck(game: Game) -> tuple[Card, ...]:
        return shuffled_deck(game, rng_state(next(numbers)))

    def luck(_: HandWriter, play: PlaySession) -> tuple[int, ...]:
        return play.number, len(play.table.hand.spot.actions)

    monkeypatch.setattr(hand_writer, "live_deck", deck)
    monkeypatch.setattr(HandWriter, "seed", luck)


def play(table: Any, hands: int) -> None:
    """Play hands to their end, calling."""
    for _ in range(hands):
        table.reach_decision()
        table.finish_hand()
        table.settle()
        table.presenter.next_hand()
        table.settle()


def watched(table: Any) -> list[SparScene | None]:
    shown: list[SparScene | None] = []
    table.presenter.spar.scene.connect(shown.append)
    return shown


def leave(table: Any) -> None:
    table.presenter.spar.show_page(False)
    table.settle()


def test_it_is_offered_when_the_person_leaves_and_not_again(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same partner as a review of these hands finds, with the figures of the ladder."""
    monkeypatch.setattr(spar, "LEAST_HANDS", 30)
    table = played("leduc", "cfr")
    kind = type(table.presenter.hands.play.results)
    monkeypatch.setattr(kind, "interval", lambda *_: Interval(-2.0, 2.0))
    shown, links = watched(table), list[EngineLink]()
    table.presenter.spar.chosen.connect(links.append)
    play(table, 10)
    leave(table)
    assert shown == []  # too few hands
    play(table, 40)
    leave(table)
    with HandReader(table.store.path) as reader:
        hands = reader.list().replayable().hands
    review = HandsReview("cfr", tmp_path, None, JobControl())
    error = figures_of(list(review.run(hands))).totals.error
    place = standing(LEDUC, "cfr", error)
    assert place is not None and place.partner.startswith("spar:")
    known = strength(find_engine(place.partner, tmp_path, LEDUC), LEDUC)  # type: ignore[arg-type]
    assert known is not None and known.mbb is not None
    offer = shown[-1]
    assert offer is not None and place.partner.removeprefix("spar:") in offer.text
    assert f"−{-known.mbb:.1f} mA/hand" in offer.note
    assert f"{error.mean:,.0f} ± {error.half_width:,.0f} mA per decision" in offer.note
    assert "better" not in offer.text + offer.note + offer.tip
    table.presenter.spar.dismiss()
    assert shown[-1] is None
    play(table, 60)
    leave(table)
    assert shown[-1] is None and len([one for one in shown if one]) == 1
    table.presenter.spar.accept()
    assert links == []  # it is dismissed


def test_it_begins_a_match_against_the_partner(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spar, "LEAST_HANDS", 30)
    table = played("leduc", "cfr")
    shown = watched(table)
    play(table, 30)
    leave(table)
    assert shown[-1] is not None
    table.presenter.spar.accept()
    table.settle()
    assert shown[-1] is None
    partner = table.presenter.opponents.names[0]
    assert partner.startswith("spar:") and table.page.shown["choice_made"].opponent == partner
    # Against that partner it is not offered again: it is there.
    play(table, 40)
    before = len(shown)
    monkeypatch.setattr(spar, "standing", lambda *_: Standing(("leaky",), partner))
    leave(table)
    assert len(shown) == before


def test_a_result_that_leaves_out_0_is_a_moment_too(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spar, "LEAST_HANDS", 5)
    monkeypatch.setattr(spar, "erred", lambda *_: Erred(Interval(100.0, 10.0), 6))
    table = played("leduc", "cfr")
    shown, result = watched(table), [Interval(-2.0, 2.0)]
    kind = type(table.presenter.hands.play.results)
    monkeypatch.setattr(kind, "interval", lambda *_: result[0])
    play(table, 5)
    assert shown == []  # the interval includes 0
    result[0] = Interval(-2.0, 1.9)
    play(table, 1)
    assert shown and shown[-1] is not None and "spar" not in shown[-1].text


def test_hands_of_other_sessions_and_training_hands_do_not_count(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spar, "LEAST_HANDS", 4)
    asked: list[Any] = []
    found = Erred(Interval(100.0, 10.0), 4)
    monkeypatch.setattr(spar, "erred", lambda sitting, *_: asked.append(sitting) or found)
    table = played("leduc", "cfr")
    play(table, 3)
    table.presenter.choose_opponent("random")
    table.settle()
    play(table, 3)
    leave(table)
    assert asked == []
    table.reach_decision()
    table.act("call")
    table.presenter.hands.undo()
    table.settle()
    table.finish_hand()
    table.settle()
    leave(table)
    assert asked == []  # that one was of training
    table.presenter.next_hand()
    table.settle()
    play(table, 1)
    leave(table)
    (sitting,) = asked
    assert (sitting.opponent, sitting.hands) == ("random", 4)
    with HandReader(table.store.path) as reader:
        hands = reader.list().hands
    counted = [hand for hand in hands if hand.number >= sitting.first and hand.mode == "play"]
    assert len(counted) == 4 and all("random" in hand.engines for hand in counted)


@pytest.mark.parametrize(
    ("game", "opponent", "depth"),
    [("holdem-nolimit", "call", 50), ("kuhn-3", "call", 100)],
)
def test_games_without_a_ladder_offer_nothing(
    played: Any, monkeypatch: pytest.MonkeyPatch, game: str, opponent: str, depth: int
) -> None:
    monkeypatch.setattr(spar, "LEAST_HANDS", 1)
    monkeypatch.setattr(spar, "erred", None)
    table = played(game, opponent, depth)
    shown = watched(table)
    play(table, 2)
    leave(table)
    assert shown == []


def test_nothing_is_offered_where_little_is_known(tmp_path: Path) -> None:
    """An interval over many levels, or none, says nothing; over a few of them it is a guess."""
    for mean, half, words in (
        (60.0, 4.0, ""),
        (60.0, 30.0, "so it is a guess"),
        (60.0, 52.0, None),
        (60.0, 300.0, None),
    ):
        error = Interval(mean, half)
        place = standing(LEDUC, "cfr", error)
        assert place is not None and place.partner == "spar:5"
        scene = spar_scene(LEDUC, "cfr", place, Erred(error, 62), tmp_path)
        assert (scene is None) == (words is None)
        if scene is not None:
            assert bool(words) == ("a guess" in scene.tip) and "62 hands" in scene.tip
    assert standing(LEDUC, "cfr", Interval(60.0, float("inf"))) is None
    sharp = standing(LEDUC, "cfr", Interval(1.0, 0.5))
    assert sharp is not None and sharp.partner == "cfr"
    scene = spar_scene(LEDUC, "cfr", sharp, Erred(Interval(1.0, 0.5), 62), tmp_path)
    assert scene is not None and "the reference" in scene.note


def test_a_review_that_fails_is_silent(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("no")

    monkeypatch.setattr(spar, "LEAST_HANDS", 1)
    monkeypatch.setattr(spar, "erred", fails)
    table = played("leduc", "cfr")
    shown = watched(table)
    play(table, 2)
    leave(table)
    assert shown == []
