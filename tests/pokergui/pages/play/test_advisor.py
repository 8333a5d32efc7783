from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.registry import build
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, FOLD, Strategy, raise_to
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.formatting.words import percent
from pokergui.pages.play.presenters import advisor as advisor_module
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.scenes.advice import Advice, Seats, solves_later
from pokergui.pages.play.scenes.decision import action_bar
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading
from tests.pokergui.heard import heard, number_in
from tests.pokergui.pages.play.tables import hand_at
from tests.sync_runner import SyncRunner

slow = pytest.mark.slow
TITLES = ("Granite", "Slate", "Basalt", "Marble", "Chalk")
DEEP = "holdem-nolimit@100"


def view_at(game, line):
    hand = hand_at(game, line)
    return hand.view(hand.to_act)


class Asked:
    def __init__(self, folder, game, engine=""):
        self.runner, self.game = SyncRunner(), get_game(game) if isinstance(game, str) else game
        self.advisor = Advisor(self.runner, folder)
        self.scenes = heard(self.advisor.scene)
        self.advisor.set_table(self.game, TITLES[: self.game.num_players - 1])
        if engine:
            self.advisor.choose_engine(engine)
        self.advisor.set_on(True)

    scene = property(lambda self: self.scenes[-1])

    def look(self, view):
        self.view = view
        self.advisor.look(view)
        self.runner.run_all()
        return self.scene

    def at(self, line):
        return self.look(view_at(self.game, line))

    figures = property(lambda self: {figure.label: figure.value for figure in self.scene.figures})

    def slots(self):
        bar = self.advisor.on_buttons(action_bar(self.view.spot, None, guard=False))
        return {slot.kind: slot.advice for slot in bar.slots if slot.advice is not None}


@pytest.fixture
def asked(tmp_path):
    return lambda game, engine="": Asked(tmp_path, game, engine)


@pytest.fixture
def on_table(played):
    def made(game, engine):
        table = played(game)
        table.drawer = heard(table.presenter.advisor.scene)
        table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
        table.presenter.advisor.choose_engine(engine)
        table.settle()
        table.reach_decision()
        return table

    return made


@slow
def test_table_does_not_wait_for_advice_and_the_last_advice_stays(on_table):
    table = on_table("leduc", "cfr")
    table.presenter.advisor.choose_engine("random")
    assert {slot.advice.percent for slot in table.bar.slots if slot.enabled} == {"…"}
    before = table.actions
    table.hands.act("call", "")
    assert table.actions != before
    table.settle()
    table.reach_decision()
    table.finish_hand()
    assert table.drawer[-1].grid is not None and not table.drawer[-1].thinking
    table.drawer.clear()
    table.next()
    assert table.drawer[0].waiting and table.drawer[0].grid is None  # until there is a decision


@slow
def test_presets_are_the_engines_own_sizes(on_table):
    table = on_table("holdem-nolimit", "equity")
    view = table.play.view_to_act()
    answer, row = build("equity", view.spot.game).strategy(view.spot), combo_index(view.hole)
    raises = [i for i, action in enumerate(answer.actions) if action.raise_to]
    presets, bar = table.bar.sizing.presets, table.hands.bar
    amounts = [f"{answer.actions[i].raise_to:,}" for i in raises]
    assert [preset.amount for preset in presets] == amounts
    most = max(preset.advice.share for preset in presets)
    assert next(one for one in presets if one.selected).advice.share == most
    for index, place in enumerate(raises):  # one key each, with the figures of this size alone
        bar.change("preset", index)
        advice = table.bar.slots[2].advice
        assert advice.share == pytest.approx(answer.probabilities[row, place])
        assert (advice.percent, advice.value) == (
            presets[index].advice.percent,
            presets[index].advice.value,
        )
        assert [one.chosen for one in table.drawer[-1].sizes].index(True) == index
    bar.change("step", -5)
    assert table.bar.sizing.amount == amounts[0]
    bar.change("text", "2.37x")  # none of the engine's
    slot = table.bar.slots[2]
    assert (slot.title, slot.advice.percent, slot.advice.value) == ("Raise to 237", "", "")
    total = percent(sum(preset.advice.share for preset in table.bar.sizing.presets))
    assert slot.advice.other == ("not one of its sizes", f"all raises {total}")
    table.do(table.presenter.advisor.choose_engine, "raise")
    assert table.bar.sizing.amount == "2.37x"  # the user's choice stays


def advised(view, answer):
    place = Place.at(view.spot.game, view.spot.actions, view.spot.board)
    return Advice.of(view, Reading(place, (view.spot,), (answer,), counted=True))


def test_most_frequent_sizes_become_presets():
    view = view_at(DEEP, "")
    actions = (CALL, *(raise_to(amount) for amount in range(200, 900, 100)))
    shares = np.tile([0.1, 0.2, 0.0, 0.15, 0.05, 0.3, 0.01, 0.19], (1326, 1))
    advice = advised(view, Strategy(actions, shares))
    assert [offer.amount for offer in advice.offers()] == [200, 400, 500, 600, 800]
    assert [size.preset for size in advice.sizes(0)] == ["1", "", "2", "3", "4", "", "5"]
    amount = Amount(view.spot)
    amount.offer(advice.offers(), OwnSizes())
    assert amount.value == 600


def test_guesses_and_values_show_standard_errors():
    view = view_at(DEEP, "")
    own = combo_index(view.hole, view.spot.game.deck)
    answer = Strategy((FOLD, CALL), np.full((1326, 2), 0.5), note="blueprint")
    for mark, words in ((own, "Hardly trained here"), (own - 1, "")):
        found = advised(view, replace(answer, rare=np.arange(1326) == mark))
        assert found.note.startswith(words) and bool(found.note) == bool(words)
    actions, shape = (FOLD, CALL, raise_to(250), raise_to(300)), (1326, 4)
    shares, values = np.full(shape, 0.25), np.full(shape, 1723.6)
    error = np.tile([0.0, 10.4, 0.1, 11.0], (1326, 1))
    bar = action_bar(view.spot, None, guard=False)
    for errors, words in ((error, ["", "± 0.10", "± 0.11"]), (None, [""] * 3)):
        advice = advised(view, Strategy(actions, shares, values, errors))
        told = [slot.advice for slot in advice.on_buttons(bar, 300).slots]
        assert [(one.error, one.value) for one in told] == [(word, "EV +17.24") for word in words]
        small = "± <0.01" if words[1] else ""
        assert [size.advice.error for size in advice.sizes(300)] == [small, words[2]]


def test_best_ev_is_none_that_is_never_played_or_hardly_trained():
    view = view_at(DEEP, "")
    shares, own = np.array([0.0, 0.7, 0.3, 0.0]), combo_index(view.hole, view.spot.game.deck)
    values = np.array([0.0, 120.0, 150.0, 900.0])
    untrained = np.array([False, False, False, True])
    actions = (FOLD, CALL, raise_to(250), raise_to(300))
    given = view, actions, shares
    for one, best in (
        (Advice(*given, values, np.zeros(4), estimated=True), "+1.50"),
        (Advice(*given, values, np.zeros(4)), "+9.00"),  # exact
    ):
        assert one.best() == (best.removeprefix("+"), "bb"), own
    unknown = np.where(untrained, np.nan, values)
    advice = Advice(*given, unknown, np.zeros(4), untrained=untrained, estimated=True)
    (*_, large) = advice.offers()
    assert (large.advice.value, large.advice.best) == ("EV –", False)
    assert large.advice.reason == "EV: not known, as training hardly visited what follows"


def test_remaining_players_are_named_by_position():
    seats = Seats(view_at("holdem-nolimit-6@100", "r350fcf"), TITLES, "chips")  # the small blind
    sides = [(side.key, side.short) for side in seats.sides()]
    assert sides == [("1", "BB"), ("2", "UTG"), ("4", "CO"), ("you", "You")]
    assert seats.sides()[1].name == "Slate, UTG"


@slow
def test_disabled_advisor_costs_nothing_and_drops_pending_work(asked):
    one, fresh = asked("leduc"), asked("leduc")
    assert one.advisor.engine == "cfr"
    one.advisor.set_on(False)
    shown = len(one.scenes)
    one.advisor.look(view_at("leduc", "c"))
    assert (one.runner.waiting, len(one.scenes), one.advisor.engine) == (0, shown, "")
    one.advisor.set_on(True)  # and reads the current decision
    assert one.at("r") == fresh.at("r")
    one.advisor.look(view_at("leduc", "c"))
    one.advisor.rest()
    one.runner.run_all()
    assert one.scene.waiting and one.scene.grid is None


def test_figures_of_a_decision_in_kuhn(asked):
    one = asked("kuhn")
    view = view_at("kuhn", "r")
    one.look(replace(view, hole=(view.spot.game.deck[1],)))
    # The equilibrium bets every king and a third of the jacks: 1 bet in 4 is a bluff. So a call
    # is worth as much as a fold, and it mixes here.
    assert one.figures == {
        "Equity v. range": "25.0%",
        "Pot odds": "25.0%",
        "Best EV": "0.00",
        "In the mix": "2 of 2",
    }
    # The hero's card does not block the opponent's range, as in Study.
    one.at("")
    assert all(cell.possible for cell in one.scene.grid.cells)
    assert one.scene.range_note == "100% of hands"


@slow
def test_ranges_of_both_players_and_lines_the_engine_never_plays(asked):
    one = asked(DEEP, "equity")
    theirs = one.at("r200")
    assert (theirs.side, theirs.grid.marked, theirs.grid.actions) == ("1", -1, ())
    one.advisor.choose_side("you")
    mine = one.scene
    high, low = (12 - (card >> 2) for card in sorted(one.view.hole, reverse=True))
    suited = len({card & 3 for card in one.view.hole}) == 1
    assert mine.grid.marked == (13 * high + low if suited or high == low else 13 * low + high)
    assert mine.side == "you" and mine.grid.actions
    # It raises or folds, never just calls.
    for line, words in (("r300c/", "call"), ("r777", "Odds counter never plays"), ("r300", "")):
        warning, figure = one.at(line).warning, one.scene.figures[0]
        assert words in warning and bool(warning) == bool(words)
        if line != "r300c/":
            assert figure.label == ("Equity v. guess" if words else "Equity v. range")


class Broken(CallAgent):
    def strategy(self, spot, control=None):
        raise EngineError("there is no model of this")


class Silent(CallAgent):
    has_ranges = False


@slow
@pytest.mark.parametrize("kind", [Broken, Silent])
def test_an_engine_that_fails_is_reported_with_alternatives(asked, monkeypatch, kind):
    def broken(name, game, *rest):
        return kind(game) if name == "cfr" else build("call", game, *rest)

    monkeypatch.setattr(advisor_module, "build", broken)
    one = asked("leduc")
    problem = one.at("r").problem
    assert problem.title == "Exact equilibrium has no answer here" and problem.text.endswith(".")
    assert [offer.key for offer in problem.offers] == ["nfsp", "nfsp-uct", "opponent-model"]
    assert one.figures["Equity v. range"] == "–" and not one.scene.thinking
    one.advisor.choose_engine(problem.offers[1].key)
    one.runner.run_all()
    assert one.scene.problem is None and one.scene.grid is not None


@pytest.mark.ci
@slow
def test_three_handed_table_shows_odds_by_pot_and_every_range(asked):
    one = asked(get_game("holdem-nolimit-3").with_stacks((3_000, 20_000, 5_000)), "equity")
    scene = one.at("r5000c")
    assert [(pot.name, pot.amount, pot.cost, pot.odds) for pot in scene.pots] == [
        ("Main pot", "9,000", "2,900", "32.2%"),
        ("Side pot 1", "4,000", "2,000", "50.0%"),
    ]
    assert scene.pots[0].equity == one.figures["Equity v. ranges"]
    won = sum(number_in(pot.amount) * number_in(pot.equity) / 100.0 for pot in scene.pots)
    slots = one.slots()
    assert slots["fold"].value == "EV 0.00"
    expected = (won - one.view.spot.legal.call) / 100.0
    assert number_in(slots["call"].value.removeprefix("EV ")) == pytest.approx(expected, abs=0.3)
    for side in scene.sides:
        one.advisor.choose_side(side.key)
        assert one.scene.side == side.key and one.scene.grid is not None
    assert one.scene.grid.marked >= 0  # the user's own hand
    one.advisor.choose_side("9")  # nobody's hand
    assert one.scene.side == "1"


@slow
def test_pending_values_show_an_ellipsis_until_final(asked):
    one, shown = asked(DEEP, "cfr"), []
    one.view = view_at(DEEP, "r300c/cc/cc/")
    one.advisor.advised.connect(lambda: shown.append(one.slots()["call"].value))
    one.look(one.view)
    assert shown[1] == "EV …"  # never a value that gets replaced
    assert shown[-1] not in ("EV …", "EV –")


@slow
def test_only_engines_with_ranges_are_offered_and_the_choice_is_remembered(asked):
    one = asked("holdem-nolimit-6@100")
    one.advisor.choose_engine("call")
    one.advisor.set_table(get_game("kuhn"), TITLES[:1])
    assert one.scene.engine.current == one.scene.engine.choices[0].key
    one.advisor.set_table(one.game, TITLES)
    assert one.scene.engine.current == "call"  # for its game
    one.advisor.choose_engine("uct")
    told = {choice.key: choice.note for choice in one.scene.engine.choices if not choice.usable}
    assert told["uct"] == "takes minutes for a range" and "equity" not in told
    assert one.advisor.engine == "cfr"  # instead of one that cannot advise


def test_engine_that_solves_rivers_says_so_before():
    turn, river = (hand_at("holdem-nolimit@100", line).spot for line in ("cc/cc/", "cc/cc/cc/"))
    assert "rivers only" in solves_later("cfr-resolve:rivers", turn)
    assert not solves_later("cfr-resolve", turn) and not solves_later("cfr-resolve:rivers", river)
