"""The advisor: its contents; it never waits, never peeks, costs nothing while off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.equities import live_equities
from ai.reach import RangeReader
from ai.registry import build
from ai.simple import CallAgent
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, ActionKind, SeatView, Strategy, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.formatting.words import percent, signed
from pokergui.pages.play.presenters import advisor as advisor_module
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.scenes.advice import Advice
from pokergui.pages.play.scenes.decision import action_bar
from pokergui.pages.play.scenes.seats import Seats
from pokergui.pages.play.viewmodel.advisor import AdvisorScene
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject, count_on, read
from pokergui.ranges.worth import range_size
from pokergui.viewmodel import SlotAdvice
from tests.pokergui.pages.play.tables import Played, hand_at
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
TITLES = ("Granite", "Slate", "Basalt", "Marble", "Chalk")
KINDS = {ActionKind.FOLD: "fold", ActionKind.CALL: "call", ActionKind.RAISE: "raise"}
DEEP = "holdem-nolimit@100"


class Asked:
    """An advisor at a table, switched on, and what it shows."""

    def __init__(self, folder: Path, game: Game, engine: str = "") -> None:
        self.runner, self.game = SyncRunner(), game
        self.advisor = Advisor(self.runner, folder)
        self.scenes: list[AdvisorScene] = []
        self.advisor.scene.connect(self.scenes.append)
        self.advisor.sit(game, TITLES[: game.num_players - 1])
        if engine:
            self.advisor.choose_engine(engine)
        self.advisor.set_on(True)

    @property
    def scene(self) -> AdvisorScene:
        return self.scenes[-1]

    def look(self, view: SeatView) -> AdvisorScene:
        self.view = view
        self.advisor.look(view)
        self.runner.run_all()
        return self.scene

    def at(self, line: str, seed: int = 3) -> AdvisorScene:
        return self.look(view_at(self.game, line, seed))

    @property
    def figures(self) -> dict[str, str]:
        return {figure.label: figure.value for figure in self.scene.figures}

    def slots(self, size: int = 0) -> dict[str, SlotAdvice]:
        """What stands on each legal button while a size is chosen."""
        self.advisor.choose_amount(0 if self.game.is_limit else size)
        bar = self.advisor.on_buttons(action_bar(self.view.spot, None, guard=False))
        return {slot.kind: slot.advice for slot in bar.slots if slot.advice is not None}


@pytest.fixture
def asked(tmp_path) -> Any:
    def made(game: Game | str, engine: str = "") -> Asked:
        return Asked(tmp_path, get_game(game) if isinstance(game, str) else game, engine)

    return made


def view_at(game: Game | str, line: str, seed: int = 3) -> SeatView:
    hand = hand_at(game, line, seed)
    return hand.view(hand.to_act)


def studied(view: SeatView, engine: str) -> Reading:
    """All that Study comes to know of a decision."""
    spot, control = view.spot, JobControl()
    subject = Subject(engine, RangeReader(build(engine, spot.game)))
    reading = read(subject, Place.at(spot.game, spot.actions, spot.board), control, 60.0)
    while not reading.counted:
        reading = count_on(subject, reading, control)
    return reading


def on_table(played: Any, game: str, engine: str = "equity") -> Played:
    table: Played = played(game)
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
    table.presenter.advisor.choose_engine(engine)
    table.settle()
    table.reach_decision()
    return table


# On the table's buttons


def test_an_ellipsis_until_the_answer_comes_and_the_table_does_not_wait(played):
    table = on_table(played, "leduc", "cfr")
    table.presenter.advisor.choose_engine("random")
    waited = [slot.advice for slot in table.bar.slots if slot.enabled]
    assert {advice.percent for advice in waited} == {"…"}
    assert not any(advice.share or advice.best for advice in waited)
    before = table.actions
    table.hands.act("call", "")
    assert table.actions != before
    table.settle()


def test_the_presets_are_the_engines_own_sizes(played):
    table = on_table(played, "holdem-nolimit")
    view = table.play.view_to_act()
    answer = build("equity", view.spot.game).strategy(view.spot)
    row = combo_index(view.hole)
    raises = [i for i, action in enumerate(answer.actions) if action.raise_to]
    presets, bar = table.bar.sizing.presets, table.hands.bar
    amounts = [f"{answer.actions[i].raise_to:,}" for i in raises]
    assert [preset.amount for preset in presets] == amounts
    most = max(preset.advice.share for preset in presets)
    assert next(one for one in presets if one.selected).advice.share == most
    for index, place in enumerate(raises):  # one key each, with the figures of this size alone
        bar.choose_preset(index)
        advice = table.bar.slots[2].advice
        assert table.bar.sizing.presets[index].selected
        assert advice.share == pytest.approx(answer.probabilities[row, place])
        assert advice.percent == presets[index].advice.percent
        value = f"EV {signed(answer.values[row, place] / 100, 2)}"
        assert advice.value == presets[index].advice.value == value
    bar.choose_preset(0)
    for amount in (*amounts[1:], amounts[-1]):
        bar.step_amount(1)
        assert table.bar.sizing.amount == amount
    bar.step_amount(-5)
    assert table.bar.sizing.amount == amounts[0]
    bar.edit_amount("260")  # between two of them
    bar.step_amount(1)
    larger = (one for one in amounts if int(one.replace(",", "")) > 260)
    assert table.bar.sizing.amount == next(larger)
    bar.edit_amount("250")  # what a person chose stays
    table.do(table.presenter.advisor.choose_engine, "raise")
    assert table.bar.sizing.amount == "250"
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=False)
    labels = [preset.label for preset in table.bar.sizing.presets]
    assert labels == ["2x", "2.5x", "Pot", "4x", "All-in"]


def test_a_size_of_ones_own_says_that_it_is_none_of_the_engines(played):
    table = on_table(played, "holdem-nolimit")
    scenes: list[AdvisorScene] = []
    table.presenter.advisor.scene.connect(scenes.append)
    table.hands.bar.edit_amount("2.37x")
    slot = table.bar.slots[2]
    assert slot.title == "Raise to 237"
    assert (slot.advice.percent, slot.advice.value, slot.advice.share) == ("", "", 0.0)
    total = sum(preset.advice.share for preset in table.bar.sizing.presets)
    assert slot.advice.other == ("not one of its sizes", f"all raises {percent(total)}")
    for chosen in (3, 0):
        table.hands.bar.choose_preset(chosen)
        sizes = scenes[-1].sizes
        assert [size.chosen for size in sizes] == [place == chosen for place in range(4)]
        assert [size.preset for size in sizes] == ["1", "2", "3", "4"]


def test_the_last_word_stays_until_the_next_decision(played):
    table, scenes = on_table(played, "leduc", "cfr"), list[AdvisorScene]()
    table.presenter.advisor.scene.connect(scenes.append)
    table.presenter.advisor.choose_side("you")
    table.finish_hand()
    assert scenes[-1].grid is not None and not scenes[-1].thinking
    asked: list[Any] = []
    table.presenter.study_requested.connect(asked.append)
    table.presenter.study()
    assert asked[0].engine == ""  # Study keeps its own
    scenes.clear()
    table.next()
    assert scenes[0].waiting and scenes[0].grid is None  # until there is a decision


# What an answer says


def advised(view: SeatView, answer: Strategy) -> Advice:
    """An answer that is known without ranges."""
    place = Place.at(view.spot.game, view.spot.actions, view.spot.board)
    return Advice.of(view, Reading(place, (view.spot,), (answer,), counted=True))


def test_of_many_sizes_the_most_frequent_are_presets():
    view = view_at(DEEP, "")
    actions = (CALL, *(raise_to(amount) for amount in range(200, 900, 100)))
    shares = np.tile([0.1, 0.2, 0.0, 0.15, 0.05, 0.3, 0.01, 0.19], (1326, 1))
    advice = advised(view, Strategy(actions, shares))
    assert [offer.amount for offer in advice.offers()] == [200, 400, 500, 600, 800]
    assert [size.preset for size in advice.sizes(0)] == ["1", "", "2", "3", "4", "", "5"]
    amount = Amount(view.spot)
    amount.offer(advice.offers(), OwnSizes())
    assert amount.value == 600


def test_a_hand_that_was_hardly_trained_is_advised_as_a_guess():
    view = view_at(DEEP, "")
    own = combo_index(view.hole, view.spot.game.deck)
    answer = Strategy((FOLD, CALL), np.full((1326, 2), 0.5), note="blueprint")
    for mark, words in ((own, "Hardly trained here"), (own - 1, "")):
        found = advised(view, replace(answer, rare=np.arange(1326) == mark))
        assert found.note.startswith(words) and bool(found.note) == bool(words)


def test_values_have_their_standard_errors():
    view = view_at(DEEP, "")
    actions, shape = (FOLD, CALL, raise_to(250), raise_to(300)), (1326, 4)
    shares, values = np.full(shape, 0.25), np.full(shape, 1723.6)
    error = np.tile([0.0, 10.4, 0.1, 11.0], (1326, 1))
    bar = action_bar(view.spot, None, guard=False)
    for errors, words in ((error, ["", "± 0.10", "± 0.11"]), (None, [""] * 3)):
        advice = advised(view, Strategy(actions, shares, values, errors))
        told = [slot.advice for slot in advice.on_buttons(bar, 300).slots]
        assert [one.error for one in told if one is not None] == words
        assert {one.value for one in told if one is not None} == {"EV +17.24"}
        sizes = [(size.value, size.error) for size in advice.sizes(300)]
        small = "± <0.01" if words[1] else ""
        assert sizes == [("+17.24", small), ("+17.24", words[2])]


# Asking


def test_an_answer_that_nobody_waits_for_is_dropped(asked):
    one, fresh = asked("leduc"), asked("leduc")
    one.advisor.look(view_at("leduc", "c"))
    assert one.at("r") == fresh.at("r")
    one.advisor.look(view_at("leduc", "c"))
    one.advisor.rest()
    one.runner.run_all()
    assert one.scene.waiting and not one.scene.thinking and one.scene.grid is None


def test_off_it_costs_nothing_and_shows_nothing(asked):
    one = asked("leduc")
    assert one.advisor.engine == "cfr"
    one.advisor.set_on(False)
    shown = len(one.scenes)
    one.advisor.look(view_at("leduc", ""))
    assert (one.runner.waiting, len(one.scenes), one.advisor.engine) == (0, shown, "")
    one.advisor.set_on(True)  # and reads the current decision
    one.runner.run_all()
    assert one.scene.grid is not None


def test_figures_of_a_decision_in_kuhn(asked):
    one = asked("kuhn")
    assert one.scene.waiting
    view = view_at("kuhn", "r")
    one.look(replace(view, hole=(view.spot.game.deck[1],)))
    # The equilibrium bets every king and a third of the jacks: 1 of 4 bets is a bluff. So a call
    # is worth as much as a fold, and it mixes here.
    assert one.figures == {
        "Equity v. range": "25.0%",
        "Pot odds": "25.0%",
        "Best EV": "0.00",
        "In the mix": "2 of 2",
    }
    # The person's own card removes nothing from the opponent's range, as in Study.
    one.at("")
    assert all(cell.possible for cell in one.scene.grid.cells)
    assert one.scene.range_note == "100% of hands"


LINES = {
    "kuhn": ("", "r", "cr"),
    "leduc": ("", "cr", "rc/", "rrc/cr"),
    "holdem-limit": ("", "cc/rc/r"),
    DEEP: ("r300", "r300c/", "r300c/cc/cc/"),
}


@pytest.mark.parametrize("game", LINES)
def test_every_figure_is_the_one_that_study_shows(asked, game):
    one, rules = asked(game, "cfr"), get_game(game)
    for seed, line in enumerate(LINES[game]):
        one.at(line, seed)
        view, reading = one.view, studied(one.view, "cfr")
        boards = [spot.board for spot in reading.spots]
        at = boards.index(view.spot.board) if len(boards) > 1 else 0
        row, answer = combo_index(view.hole, rules.deck), reading.valued[at]
        equity = reading.worth.equity[at, view.seat, row]
        label = "Equity v. guess" if one.scene.warning else "Equity v. range"
        assert one.figures[label] == f"{100 * equity:.1f}%"
        shares = answer.probabilities[row]
        for place, action in enumerate(answer.actions):
            advice = one.slots(action.raise_to)[KINDS[action.kind]]
            assert advice.percent == percent(shares[place])
            assert advice.best == (shares[place] >= shares.max() - 1e-9)
            value = signed(answer.values[row, place] / rules.big_blind, 2)
            assert advice.value == f"EV {value}"
        for side, seat in (("you", view.seat), ("1", 1 - view.seat)):
            one.advisor.choose_side(side)
            size = range_size([reading.spots[at]], [reading.ranges[at][seat]])
            assert one.scene.range_note == size
        if label == "Equity v. range":
            tip = one.scene.figures[0].tip
            assert size in tip and "their range" in tip
        assert bool(one.scene.sizes) == (game == DEEP)


def test_values_that_need_the_rest_of_the_hand_are_awaited(asked):
    one, shown = asked(DEEP, "cfr"), list[str]()
    one.view = view_at(DEEP, "r300c/cc/cc/")
    one.advisor.advised.connect(lambda: shown.append(one.slots()["call"].value))
    one.look(one.view)
    assert shown[1] == "EV …"  # never a value that is replaced by another
    assert shown[-1] not in ("EV …", "EV –") and "plays" in one.slots()["call"].reason


def test_ranges_of_both_sides_and_the_own_hand_framed(asked):
    one = asked(DEEP, "equity")
    theirs = one.at("r200")
    assert (theirs.side, theirs.grid.marked, theirs.grid.actions) == ("1", -1, ())
    assert max(cell.height for cell in theirs.grid.cells) == 1.0 and "Odds counter" in theirs.note
    one.advisor.choose_side("you")
    mine = one.scene
    high, low = (12 - (card >> 2) for card in sorted(one.view.hole, reverse=True))
    suited = len({card & 3 for card in one.view.hole}) == 1
    assert mine.grid.marked == (13 * high + low if suited or high == low else 13 * low + high)
    assert mine.side == "you" and mine.grid.actions
    assert theirs.range_note.endswith("combos") and mine.range_note.endswith("combos")


def test_a_line_that_the_engine_never_plays_is_a_guess_and_says_so(asked):
    one = asked(DEEP, "equity")
    one.advisor.choose_side("you")
    one.at("r300c/")  # it raises or folds, never just calls
    assert "never plays this" in one.scene.warning and "call" in one.scene.warning
    one.at("r777")
    assert "777" in one.scene.warning and "Odds counter never plays this" in one.scene.warning
    assert one.scene.figures[0].label == "Equity v. guess"
    assert "a guess" in one.scene.figures[0].tip and one.scene.figures[0].value.endswith("%")
    one.at("r300")
    assert one.scene.warning == "" and one.scene.figures[0].label == "Equity v. range"


def test_another_engine_can_be_asked_and_is_remembered_for_its_game(asked):
    one = asked("leduc")
    one.at("")
    one.advisor.choose_engine("call")
    one.runner.run_all()
    assert one.scene.engine.current == "call" and one.slots()["call"].percent == "100%"
    one.advisor.sit(get_game("kuhn"), ("Granite",))
    assert one.scene.engine.current == one.scene.engine.choices[0].key
    one.advisor.sit(get_game("leduc"), ("Granite",))
    assert one.scene.engine.current == "call"


class Broken(CallAgent):
    """An engine that has no answer."""

    def strategy(self, spot: Any, control: Any = None) -> Any:
        raise EngineError("nothing is known about this")


class Silent(CallAgent):
    """An engine that can only act."""

    has_ranges = False


@pytest.mark.parametrize("kind", [Broken, Silent])
def test_an_engine_that_fails_says_so_and_offers_others(asked, monkeypatch, kind):
    def broken(name: str, game: Any, *rest: Any) -> Any:
        return kind(game) if name == "cfr" else build(name, game, *rest)

    monkeypatch.setattr(advisor_module, "build", broken)
    one = asked("leduc")
    problem = one.at("r").problem
    assert problem.title == "Exact equilibrium has no answer here" and problem.text.endswith(".")
    assert [offer.key for offer in problem.offers] == ["nfsp", "nfsp-uct", "opponent-model"]
    assert one.figures["Equity v. range"] == "–" and not one.scene.thinking
    one.advisor.choose_engine(problem.offers[1].key)
    one.runner.run_all()
    assert one.scene.problem is None and one.scene.grid is not None


def test_hidden_cards_change_nothing(asked):
    """The advisor gets a SeatView: the same view of two different hands, the same scene."""
    game = get_game(DEEP)
    deck = np.array(shuffled_deck(game, rng_state(9)))
    other = deck.copy()
    # Seat 0 acts on the flop: the other's cards, turn, river and the rest of the deck change.
    hidden = np.array([2, 3, *range(7, 52)])
    other[hidden] = deck[np.roll(hidden, 5)]
    scenes = []
    for cards in (deck, other):
        hand = HandState.deal(game, tuple(cards.tolist()))
        for action in parse_line(game, "r300c/"):
            hand.apply(action)
        scenes.append(asked(DEEP, "equity").look(hand.view(0)))
    assert scenes[0] == scenes[1]


# At tables of three and six


def test_those_who_are_still_in_are_named_by_their_positions():
    seats = Seats(view_at("holdem-nolimit-6@100", "r350fcf"), TITLES, "chips")  # the small blind
    sides = [(side.key, side.short) for side in seats.sides()]
    assert sides == [("1", "BB"), ("2", "UTG"), ("4", "CO"), ("you", "You")]
    assert seats.sides()[1].name == "Slate, UTG"


def test_the_row_of_the_hand_and_the_range_of_each(asked):
    one = asked("holdem-nolimit-3@100", "equity")
    scene = one.at("r350c")
    reading, row = studied(one.view, "equity"), combo_index(one.view.hole)
    answer = reading.answers[0]
    for action, share in zip(answer.actions, answer.probabilities[row], strict=True):
        advice = one.slots(action.raise_to)[KINDS[action.kind]]
        assert advice.share == pytest.approx(share)
    expected = live_equities(reading.spots[0], reading.ranges[0])[one.view.seat, row]
    assert one.figures["Equity v. ranges"] == f"{100 * expected:.1f}%"
    tip = scene.figures[0].tip
    assert "Against all their ranges" in tip and "random deals" in tip
    assert scene.problem is None and scene.pots == ()
    assert scene.note.startswith("If all play this line")
    notes = []
    for side in scene.sides:
        one.advisor.choose_side(side.key)
        notes.append(one.scene.range_note)
        assert one.scene.side == side.key and one.scene.grid is not None
    assert len(set(notes)) > 1 and one.scene.grid.marked >= 0  # the person's own hand
    one.advisor.choose_side("3")  # nobody's
    assert one.scene.side == "1"


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "").rstrip("%"))


def test_each_pot_has_its_odds_and_its_equity(asked):
    game = get_game("holdem-nolimit-3").with_stacks((3_000, 20_000, 5_000))
    one = asked(game, "equity")
    pots = one.at("r5000c").pots
    assert [(pot.name, pot.amount, pot.cost, pot.odds) for pot in pots] == [
        ("Main pot", "9,000", "2,900", "32.2%"),
        ("Side pot 1", "4,000", "2,000", "50.0%"),
    ]
    assert pots[0].equity == one.figures["Equity v. ranges"]
    reading, seat = studied(one.view, "equity"), one.view.seat
    side = live_equities(reading.spots[0], reading.ranges[0], None, (1, 2))
    assert pots[1].equity == f"{100 * side[seat, combo_index(one.view.hole)]:.1f}%"
    won = sum(number(pot.amount) * number(pot.equity) / 100.0 for pot in pots)
    slots = one.slots()
    assert slots["fold"].value == "EV 0.00"
    expected = (won - one.view.spot.legal.call) / 100.0
    assert number(slots["call"].value.removeprefix("EV ")) == pytest.approx(expected, abs=0.3)


@pytest.mark.parametrize(
    ("game", "engine", "line", "reason"),
    [
        (DEEP, "call", "", "EV: this engine does not value hands"),
        ("holdem-nolimit-3@100", "nfsp", "r350", "a call ends the betting"),
        ("leduc-3", "random", "crc", ""),  # small games are exact
    ],
)
def test_evs_that_are_not_known_say_why(asked, game, engine, line, reason):
    one = asked(game, engine)
    one.at(line)
    advice = one.slots()["call"]
    assert (advice.value == "EV –") == (one.figures["Best EV"] == "–") == bool(reason)
    assert reason in advice.reason and bool(advice.reason) == bool(reason)


@pytest.mark.parametrize("name", ["holdem-nolimit-6@100", "leduc-3"])
def test_only_engines_that_answer_for_ranges_are_offered(asked, name):
    one = asked(name)
    one.advisor.choose_engine("uct")
    choices = {choice.key: choice for choice in one.scene.engine.choices}
    usable = {key for key, choice in choices.items() if choice.usable}
    slow = set() if name == "leduc-3" else {"uct", "smooth-uct", "opponent-model"} & set(choices)
    assert usable == set(choices) - slow - {"nfsp-uct"} and one.advisor.engine in usable
    assert all(choices[key].note == "takes minutes for a range" for key in slow)
    if slow:
        assert one.advisor.engine == "equity"  # instead of what cannot advise
