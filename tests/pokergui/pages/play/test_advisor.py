"""The advisor: its contents; it never waits, never peeks, costs nothing while off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ai.reach import RangeReader
from ai.registry import build
from ai.simple import CallAgent
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from engine.player import CALL, FOLD, ActionKind, SeatView, Strategy, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.formatting.words import percent, signed
from pokergui.pages.play.presenters import advisor as advisor_module
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.scenes.advice import Advice
from pokergui.pages.play.viewmodel.advisor import AdvisorScene
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject, count_on, read
from pokergui.ranges.worth import range_size
from tests.sync_runner import SyncRunner

HOLDEM = ("holdem-limit", "holdem-nolimit")
TITLES = ("Granite", "Slate", "Basalt", "Marble", "Chalk")


class Asked:
    """An advisor at a table, and the last scene it showed; in hold'em ``equity`` advises."""

    def __init__(self, game: str, tmp_path: Any) -> None:
        self.runner = SyncRunner()
        self.advisor = Advisor(self.runner, tmp_path)
        self.scenes: list[AdvisorScene] = []
        self.advised = 0
        self.advisor.scene.connect(self.scenes.append)
        self.advisor.advised.connect(self._count)
        rules = get_game(game)
        self.advisor.sit(rules, TITLES[: rules.num_players - 1])
        if game.startswith(HOLDEM):
            self.advisor.choose_engine("equity")

    def _count(self) -> None:
        self.advised += 1

    @property
    def scene(self) -> AdvisorScene:
        return self.scenes[-1]

    def look(self, view: SeatView) -> None:
        self.advisor.look(view)
        self.runner.run_all()

    @property
    def figures(self) -> dict[str, str]:
        return {figure.label: figure.value for figure in self.scene.figures}


@pytest.fixture
def asked(tmp_path: Any, qapp: Any) -> Any:
    return lambda game: Asked(game, tmp_path)


def view_at(game: str, line: str, seed: int = 3) -> SeatView:
    """The decision after a line, with cards from a seed."""
    rules = get_game(game)
    hand = HandState.deal(rules, shuffled_deck(rules, rng_state(seed)))
    for action in parse_line(rules, line):
        hand.apply(action)
    return hand.view(hand.to_act)


def on_table(played: Any, game: str, opponent: str = "call") -> Any:
    table = played(game, opponent)
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
    if game.startswith(HOLDEM):
        table.presenter.advisor.choose_engine("equity")
    table.reach_decision()
    table.settle()
    return table


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_probabilities_stand_on_the_buttons(played: Any, game: str) -> None:
    table = on_table(played, game)
    slots = table.page.shown["actions"].slots
    advised = [slot.advice for slot in slots if slot.enabled]
    assert all(slot.advice is None for slot in slots if not slot.enabled)
    assert sum(advice.best for advice in advised) == 1
    best = next(advice for advice in advised if advice.best)
    assert best.share == max(advice.share for advice in advised)
    view = table.presenter.hands.play.view_to_act()
    engine = table.presenter.advisor.engine
    answer = build(engine, view.spot.game).strategy(view.spot)
    row = answer.probabilities[combo_index(view.hole, view.spot.game.deck)]
    kinds = {"fold": ActionKind.FOLD, "call": ActionKind.CALL, "raise": ActionKind.RAISE}
    amount = table.presenter.hands.play.amount
    for slot in slots:
        if slot.enabled:
            (place,) = (
                i
                for i, a in enumerate(answer.actions)
                if a.kind is kinds[slot.kind]
                and (amount is None or a.raise_to in (0, amount.value))
            )
            assert slot.advice.share == pytest.approx(row[place])
            assert slot.advice.percent == percent(slot.advice.share)


def test_an_ellipsis_until_the_answer_comes_and_the_table_does_not_wait(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    table.finish_hand()
    table.presenter.next_hand()
    while not table.presenter.hands.play.hero_to_act:
        table.runner._queue.popleft()()  # one job after another, as threads would
    table.presenter.hands.table_settled()
    advised = [s.advice for s in table.page.shown["actions"].slots if s.enabled]
    assert {advice.percent for advice in advised} == {"…"}
    assert not any(advice.share or advice.best for advice in advised)
    before = table.presenter.hands.play.table.hand.spot.actions
    table.presenter.hands.act("call", "")  # acting does not wait for it
    assert table.presenter.hands.play.table.hand.spot.actions != before
    table.settle()


def test_an_answer_that_nobody_waits_for_is_dropped(asked: Any) -> None:
    one = asked("leduc")
    one.advisor.set_on(True)
    first, second = view_at("leduc", "c"), view_at("leduc", "r")
    one.advisor.look(first)
    one.advisor.look(second)
    one.runner.run_all()
    assert one.advisor._advice.view == second
    one.advisor.look(first)
    one.advisor.rest()
    one.runner.run_all()
    assert one.advisor._advice is None
    assert one.scene.waiting
    assert not one.scene.thinking


def test_off_it_costs_nothing_and_shows_nothing(asked: Any) -> None:
    one = asked("holdem-nolimit")
    one.advisor.look(view_at("holdem-nolimit", ""))
    assert one.runner.waiting == 0
    assert one.scenes == []
    one.advisor.set_on(True)  # and reads the current decision once it is on
    one.runner.run_all()
    assert one.scene.grid is not None
    assert one.advisor.engine == "equity"
    one.advisor.set_on(False)
    assert one.advisor.engine == ""
    shown = len(one.scenes)
    one.look(view_at("holdem-nolimit", "r200"))
    assert len(one.scenes) == shown


def studied(view: SeatView, engine: str) -> Reading:
    """All that Study comes to know of a decision."""
    spot, control = view.spot, JobControl()
    subject = Subject(engine, RangeReader(build(engine, spot.game)))
    place = Place.at(spot.game, spot.actions, spot.board)
    reading = read(subject, place, control, 60.0)
    while not reading.counted:
        reading = count_on(subject, reading, control)
    return reading


def test_figures_of_a_decision_in_kuhn(asked: Any) -> None:
    one = asked("kuhn")
    one.advisor.set_on(True)
    assert one.scene.waiting
    view = view_at("kuhn", "r")
    queen = replace(view, hole=(view.spot.game.deck[1],))
    one.look(queen)
    # The equilibrium bets every king and a third of the jacks: 1 of 4 bets is a bluff.
    assert one.figures["Equity v. range"] == "25.0%"
    assert one.figures["Pot odds"] == "25.0%"
    assert one.figures["Best EV"] == "0.00"  # a call is worth as much as a fold
    assert one.figures["In the mix"] == "2 of 2"  # an equilibrium mixes here
    assert not any(figure.value == "…" for figure in one.scene.figures)


LINES = {
    "kuhn": ("", "r", "cr"),
    "leduc": ("", "cr", "rc/", "rrc/cr"),
    "holdem-limit": ("", "rc/", "cc/rc/r"),
    "holdem-nolimit@100": ("", "r300", "r300c/", "r300c/cc/r900", "r300c/cc/cc/"),
}


@pytest.mark.parametrize("game", LINES)
def test_every_figure_is_the_one_that_study_shows(asked: Any, game: str) -> None:
    one = asked(game)
    one.advisor.set_on(True)
    one.advisor.choose_engine("cfr")
    rules = get_game(game)
    unit = rules.big_blind
    for seed, line in enumerate(LINES[game]):
        view = view_at(game, line, seed)
        one.look(view)
        reading = studied(view, "cfr")
        boards = [spot.board for spot in reading.spots]
        at = boards.index(view.spot.board) if len(boards) > 1 else 0
        row = combo_index(view.hole, rules.deck)
        answer = reading.valued[at]
        equity = reading.worth.equity[at, view.seat, row]
        label = "Equity v. guess" if one.scene.warning else "Equity v. range"
        assert one.figures[label] == f"{100 * equity:.1f}%"
        advice = one.advisor._advice
        texts = [advice._advice(i).value.removeprefix("EV ") for i in range(len(answer.actions))]
        assert answer.values is not None
        assert texts == [signed(value / unit, 2) for value in answer.values[row]]
        assert [advice._advice(i).percent for i in range(len(answer.actions))] == [
            percent(share) for share in answer.probabilities[row]
        ]
        for side, seat in (("1", 1 - view.seat), ("you", view.seat)):
            one.advisor.choose_side(side)
            size = range_size([reading.spots[at]], [reading.ranges[at][seat]])
            assert one.scene.range_note == size


def test_the_equity_is_not_the_one_against_any_two_cards(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.advisor.choose_engine("cfr")
    game = get_game("holdem-nolimit@100")
    view = SeatView(spot_of(game, "cc/c", parse_cards("KhQcAc")), 1, parse_cards("Td8h"))
    one.look(view)
    equity = studied(view, "cfr").worth.equity[0, 1, combo_index(view.hole)]
    assert one.figures["Equity v. range"] == f"{100 * equity:.1f}%"
    assert equity == pytest.approx(0.477, abs=0.01)  # 0.433 against any two cards


def test_the_equity_says_against_whom(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.advisor.choose_engine("cfr")
    one.look(view_at("holdem-nolimit@100", "r300c/"))
    equity = one.scene.figures[0]
    assert equity.label == "Equity v. range"
    one.advisor.choose_side("1")
    assert one.scene.range_note in equity.tip
    assert "their range" in equity.tip
    one.look(view_at("holdem-nolimit@100", "r777"))
    one.advisor.choose_engine("equity")  # it never raises to 777
    one.runner.run_all()
    assert one.scene.figures[0].label == "Equity v. guess"
    assert "a guess" in one.scene.figures[0].tip
    assert one.scene.figures[0].value.endswith("%")


def test_values_that_need_the_rest_of_the_hand_are_awaited(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.advisor.choose_engine("cfr")
    view = view_at("holdem-nolimit@100", "r300c/cc/cc/")
    one.advisor.look(view)
    shown: list[str] = []
    one.advisor.advised.connect(
        lambda: one.advisor._advice and shown.append(one.advisor._advice._advice(0).value)
    )
    one.runner.run_all()
    assert shown[0] == "EV …"  # never a value that is replaced by another
    assert shown[-1] not in ("EV …", "EV –")
    assert "plays" in one.advisor._advice._advice(0).reason


def test_an_engine_that_states_no_values_says_so(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.advisor.choose_engine("call")
    one.runner.run_all()
    one.look(view_at("holdem-nolimit@100", ""))
    advice = one.advisor._advice._advice(0)
    assert advice.value == "EV –"
    assert advice.reason == "EV: this engine does not value hands"
    assert one.figures["Best EV"] == "–"
    assert one.scene.figures[2].tip == advice.reason


def test_ranges_of_both_sides_and_the_own_hand_framed(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    view = view_at("holdem-nolimit@100", "r200")
    one.look(view)
    theirs = one.scene
    assert theirs.side == "1"
    assert theirs.grid.marked == -1
    assert theirs.grid.actions == ()
    assert max(cell.height for cell in theirs.grid.cells) == 1.0
    assert "Odds counter" in theirs.note
    assert theirs.range_note.endswith("combos")
    one.advisor.choose_side("you")
    mine = one.scene
    assert mine.side == "you"
    high, low = (12 - (card >> 2) for card in sorted(view.hole, reverse=True))
    suited = len({card & 3 for card in view.hole}) == 1
    assert mine.grid.marked == (13 * high + low if suited or high == low else 13 * low + high)
    assert mine.grid.actions
    assert mine.range_note.endswith("combos")


def test_a_line_that_the_engine_never_plays_is_a_guess_and_says_so(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.advisor.choose_side("you")
    one.look(view_at("holdem-nolimit@100", "r300c/"))  # it raises or folds, never just calls
    assert "never plays this" in one.scene.warning
    assert "call" in one.scene.warning
    assert one.scene.range_note.endswith("combos")


def test_a_range_is_the_one_that_everybody_sees(asked: Any) -> None:
    """The person's own card removes nothing from the opponent's range, as in Study."""
    one = asked("kuhn")
    one.advisor.set_on(True)
    one.look(view_at("kuhn", ""))
    assert all(cell.possible for cell in one.scene.grid.cells)
    assert one.scene.range_note == "100% of hands"


def test_an_action_outside_the_engines_menu_is_told(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.set_on(True)
    one.look(view_at("holdem-nolimit@100", "r777"))
    assert "777" in one.scene.warning
    assert "Odds counter never plays this" in one.scene.warning
    one.look(view_at("holdem-nolimit@100", "r300"))
    assert one.scene.warning == ""


def sized(table: Any) -> Any:
    return table.page.shown["actions"].sizing


def test_the_presets_are_the_engines_own_sizes(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    view = table.presenter.hands.play.view_to_act()
    answer = build("equity", view.spot.game).strategy(view.spot)
    row = combo_index(view.hole)
    raises = [i for i, action in enumerate(answer.actions) if action.raise_to]
    presets = sized(table).presets
    assert [preset.amount for preset in presets] == [
        f"{answer.actions[i].raise_to:,}" for i in raises
    ]
    assert [preset.advice.percent for preset in presets] == [
        percent(answer.probabilities[row, i]) for i in raises
    ]
    for index, place in enumerate(raises):  # one key each, with the figures of this size alone
        table.presenter.hands.bar.choose_preset(index)
        slot = table.page.shown["actions"].slots[2]
        assert sized(table).presets[index].selected
        assert slot.advice.share == pytest.approx(answer.probabilities[row, place])
        assert slot.advice.value == f"EV {signed(answer.values[row, place] / 100, 2)}"
        assert slot.advice.value == presets[index].advice.value
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=False)
    assert [preset.label for preset in sized(table).presets] == [
        "2x",
        "2.5x",
        "Pot",
        "4x",
        "All-in",
    ]


def test_one_notch_goes_to_the_next_of_its_sizes(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    amounts = [preset.amount for preset in sized(table).presets]
    table.presenter.hands.bar.choose_preset(0)
    for amount in amounts[1:]:
        table.presenter.hands.bar.step_amount(1)
        assert sized(table).amount == amount
    table.presenter.hands.bar.step_amount(1)
    assert sized(table).amount == amounts[-1]
    table.presenter.hands.bar.step_amount(-5)
    assert sized(table).amount == amounts[0]
    table.presenter.hands.bar.edit_amount("260")  # between two of them
    table.presenter.hands.bar.step_amount(1)
    assert sized(table).amount == next(a for a in amounts if int(a.replace(",", "")) > 260)


def test_a_size_of_ones_own_says_that_it_is_none_of_the_engines(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    table.presenter.hands.bar.edit_amount("2.37x")
    slot = table.page.shown["actions"].slots[2]
    assert slot.title == "Raise to 237"
    assert slot.advice.percent == slot.advice.value == ""
    assert slot.advice.share == 0.0
    total = sum(preset.advice.share for preset in sized(table).presets)
    assert slot.advice.other == ("not one of its sizes", f"all raises {percent(total)}")


def test_the_first_size_is_the_one_that_the_engine_takes_most(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    presets = sized(table).presets
    most = max(preset.advice.share for preset in presets)
    assert next(p for p in presets if p.selected).advice.share == most
    table.presenter.hands.bar.edit_amount("250")  # what a person chose stays
    table.presenter.advisor.choose_engine("raise")
    table.settle()
    assert sized(table).amount == "250"


def test_of_many_sizes_the_most_frequent_are_presets() -> None:
    view = view_at("holdem-nolimit@100", "")
    actions = (CALL, *(raise_to(amount) for amount in range(200, 900, 100)))
    shares = np.tile([0.1, 0.2, 0.0, 0.15, 0.05, 0.3, 0.01, 0.19], (1326, 1))
    advice = advised(view, Strategy(actions, shares))
    assert [offer.amount for offer in advice.offers()] == [200, 400, 500, 600, 800]
    assert [size.preset for size in advice.sizes(0)] == ["1", "", "2", "3", "4", "", "5"]
    amount = Amount(view.spot)
    amount.offer(advice.offers(), OwnSizes())
    assert amount.value == 600


def test_a_hand_that_was_hardly_trained_is_advised_as_a_guess() -> None:
    view = view_at("holdem-nolimit@100", "")
    own = combo_index(view.hole, view.spot.game.deck)
    answer = Strategy((FOLD, CALL), np.full((1326, 2), 0.5), note="blueprint")
    for mark, words in ((own, "Hardly trained here"), (own - 1, "")):
        found = advised(view, replace(answer, rare=np.arange(1326) == mark))
        assert found.note.startswith(words) and bool(found.note) == bool(words)


def advised(view: SeatView, answer: Strategy) -> Advice:
    """An answer that is known without ranges."""
    spot = view.spot
    place = Place.at(spot.game, spot.actions, spot.board)
    return Advice.of(view, Reading(place, (spot,), (answer,), counted=True))


def test_sizes_are_listed_and_the_chosen_one_marked(played: Any) -> None:
    table = on_table(played, "holdem-nolimit")
    scenes: list[AdvisorScene] = []
    table.presenter.advisor.scene.connect(scenes.append)
    table.presenter.hands.bar.choose_preset(3)
    sizes = scenes[-1].sizes
    assert [size.chosen for size in sizes] == [False, False, False, True]
    table.presenter.hands.bar.edit_amount(sizes[0].key)
    assert [size.chosen for size in scenes[-1].sizes] == [True, False, False, False]
    assert [size.preset for size in sizes] == ["1", "2", "3", "4"]


def test_fixed_sizes_are_not_listed(asked: Any) -> None:
    one = asked("holdem-limit")
    one.advisor.set_on(True)
    one.look(view_at("holdem-limit", ""))
    assert one.scene.sizes == ()
    assert one.figures["Best EV"] not in ("…", "–")


def test_another_engine_can_be_asked(asked: Any) -> None:
    one = asked("leduc")
    one.advisor.set_on(True)
    one.look(view_at("leduc", ""))
    one.advisor.choose_engine("call")
    one.runner.run_all()
    assert one.scene.engine.current == "call"
    assert one.figures["In the mix"].startswith("1 of")
    one.advisor.sit(get_game("holdem-limit"), ("Granite",))
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
def test_an_engine_that_fails_says_so_and_offers_others(
    asked: Any, monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    def broken(name: str, game: Any, *rest: Any) -> Any:
        return kind(game) if name == "cfr" else build(name, game, *rest)

    monkeypatch.setattr(advisor_module, "build", broken)
    one = asked("leduc")
    one.advisor.set_on(True)
    one.look(view_at("leduc", "r"))
    problem = one.scene.problem
    assert problem is not None
    assert problem.title == "Exact equilibrium has no answer here"
    assert problem.text.endswith(".")
    offers = [offer.key for offer in problem.offers]
    assert offers == ["nfsp", "nfsp-uct", "opponent-model"]
    assert one.figures["Equity v. range"] == "–"  # there is no range
    assert not one.scene.thinking
    one.advisor.choose_engine(problem.offers[1].key)
    one.runner.run_all()
    assert one.scene.problem is None
    assert one.scene.grid is not None


def test_hidden_cards_change_nothing(asked: Any) -> None:
    """The advisor gets a SeatView: the same view of two different hands, the same scene."""
    game = get_game("holdem-nolimit@100")
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
        one = asked("holdem-nolimit@100")
        one.advisor.set_on(True)
        one.look(hand.view(0))
        scenes.append(one.scene)
    assert scenes[0] == scenes[1]


def test_the_last_word_stays_until_the_next_decision(played: Any) -> None:
    table = on_table(played, "leduc")
    scenes: list[AdvisorScene] = []
    table.presenter.advisor.scene.connect(scenes.append)
    table.presenter.advisor.choose_side("you")
    table.finish_hand()
    assert scenes[-1].grid is not None
    assert not scenes[-1].thinking
    asked: list[Any] = []
    table.presenter.study_requested.connect(asked.append)
    table.presenter.study()
    assert asked[0].engine == ""  # Study keeps its own


def test_values_have_their_standard_errors(played: Any) -> None:
    table = on_table(played, "leduc")
    table.reach_decision()
    view = table.presenter.hands.play.view_to_act()
    bar = table.page.shown["actions"]
    actions = build("cfr", view.spot.game).strategy(view.spot).actions
    shape = (6, len(actions))
    values, error = np.full(shape, 17.236), np.full(shape, 0.104)
    error[:, 0] = 0.0
    error[:, -1] = 0.001
    answer = Strategy(actions, np.full(shape, 1 / len(actions)), values, error)
    slots = {slot.kind: slot.advice for slot in advised(view, answer).on_buttons(bar, 0).slots}
    told = [advice for advice in slots.values() if advice is not None]
    assert {advice.value for advice in told} == {"EV +17.24"}
    assert [advice.error for advice in told] == ["", "± <0.01"]
    exact = advised(view, Strategy(actions, answer.probabilities, values)).on_buttons(bar, 0)
    assert {slot.advice.error for slot in exact.slots if slot.advice is not None} == {""}


def test_sizes_have_their_standard_errors(played: Any) -> None:
    view = view_at("holdem-nolimit@100", "")
    actions = (FOLD, CALL, raise_to(250), raise_to(300))
    shape = (1326, len(actions))
    answer = Strategy(actions, np.full(shape, 0.25), np.full(shape, 120.0), np.full(shape, 11.0))
    sizes = advised(view, answer).sizes(300)
    assert [(size.value, size.error) for size in sizes] == [("+1.20", "± 0.11")] * 2
