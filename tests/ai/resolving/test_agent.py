import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from ai.betting.sizes import parse_menu
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.record import save_blueprint
from ai.blueprint.shipped import shipped_agent
from ai.reading.reach import RangeReader
from ai.registry import build, check_engine, engines, find_engine
from ai.reports import last_street
from ai.reports.last_street import LastStreet
from ai.resolving import street as street_module
from ai.resolving.agent import ResolveAgent
from ai.resolving.engine import ResolverSettings, read_way
from ai.resolving.safe import GadgetChoice
from ai.resolving.street import DEEP, EFFORTS, RIVER, UNIFORM, SolvingEffort, StreetSolver
from ai.solver.solver import SpotSolver
from ai.trained import trained_path
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState, raise_to
from engine.policy import blocked

pytestmark = pytest.mark.slow

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = (0, 17, 34, 51, 8)
CHECKED = (CALL, CALL) * 3
FAST = {
    4: SolvingEffort(parse_menu("100"), parse_menu("a"), iterations=2, chunk=1),
    5: replace(EFFORTS[5], iterations=20),
}


def turn(game, *actions):
    return PublicState(game, CHECKED[:4] + actions, BOARD[:4])


def river(game, *actions):
    return PublicState(game, CHECKED + actions, BOARD)


@pytest.fixture(scope="module", params=[NO_LIMIT, LIMIT], ids=["no-limit", "limit"])
def game(request):
    return request.param


def agent(game, efforts=FAST, **more):
    return ResolveAgent("cfr-resolve", shipped_agent(game), efforts, **more)


def solves(street, iterations):
    return {street: replace(FAST[street], iterations=iterations)}


def same(one, other):
    assert one.actions == other.actions
    assert np.array_equal(one.probabilities, other.probabilities)


def mixed(share, game, board):
    """A range partly spread over all hands, with a maximum weight of 1."""
    free = ~blocked(game, board)
    share = np.where(free, share, 0.0)
    share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * free / free.sum()
    return pytest.approx(share / share.max(), abs=1e-6)


def checked(answer, spot):
    out = blocked(spot.game, spot.board)
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert not answer.probabilities[out].any()


def test_blueprint_plays_until_the_turn(game):
    own, blueprint = agent(game), shipped_agent(game)
    for street, cards in enumerate((0, 3)):
        spot = PublicState(game, (CALL, CALL) * street, BOARD[:cards])
        same(own.strategy(spot), blueprint.strategy(spot))


def test_river_is_solved_from_the_blueprints_ranges(game):
    spot, reader, seen = river(game), RangeReader(shipped_agent(game)), []
    own = agent(game, solves(5, 100))
    answer = own.strategy(spot)
    checked(answer, spot)
    assert answer.note == "solved here, 100 iterations"

    def ranges(start, control):
        seen.append(start.actions)
        return reader.reach(start, control).weights

    solver = StreetSolver(ranges, solves(5, 100)).at(river(game, CALL)).solver
    assert seen == [CHECKED] and solver.exploitability() < 0.05 * spot.pot
    # Out of position means first to act on the river.
    for player, seat in enumerate((spot.to_act, 1 - spot.to_act)):
        assert solver.spot.ranges[player] == mixed(reader.reach(spot).weights[seat], game, BOARD)
    assert np.array_equal(solver.answer((), BOARD)[1], answer.probabilities)
    # The solution is available where it is played.
    assert RangeReader(own).solution(river(game, CALL)) == (own.streets.at(spot).solver, (CALL,))
    assert RangeReader(own).solution(turn(game)) is reader.solution(spot) is None


@pytest.mark.ci
def test_turn_is_solved_to_showdown_from_the_blueprints_ranges(game):
    spot, own = turn(game), agent(game, solves(4, 20))
    answer, solver = own.strategy(spot), own.streets.at(spot).solver
    assert (solver.spot.num_streets, solver.spot.board) == (2, BOARD[:4])
    assert solver.exploitability() < 0.3 * spot.pot
    checked(answer, spot)
    assert np.array_equal(answer.values, np.nan_to_num(solver.view((), spot.board).action_ev))
    share = RangeReader(shipped_agent(game)).reach(spot).weights[spot.to_act]
    assert solver.spot.ranges[0] == mixed(share, game, spot.board)


@pytest.mark.ci
def test_river_ranges_come_from_the_turn_solution(game):
    own = agent(game, {**FAST, **solves(4, 8)})
    line = (CALL, raise_to(turn(game).legal.min_raise + (37 if game is NO_LIMIT else 0)), CALL)
    found = own.streets.at(PublicState(game, CHECKED[:4] + line, BOARD)).solver.spot.ranges
    # The size bet is in the tree from the start of the turn.
    solver = own.streets.at(turn(game, *line[:2])).solver
    for player in range(2):
        share = solver.spot.ranges[player].copy()
        for place in range(player, len(line), 2):
            actions, rows = solver.answer(line[:place], BOARD[:4])
            share *= rows[:, actions.index(line[place])]
        assert found[player] == mixed(share, game, BOARD)


def test_deep_turns_offer_no_all_in():
    game, effort = get_game("holdem-nolimit@20"), replace(EFFORTS[4], iterations=1)
    for first, goes in (((CALL, CALL), False), ((raise_to(2 * game.big_blind), CALL), True)):
        spot = PublicState(game, (*first, CALL, CALL), BOARD[:4])
        found, shove = agent(game, {4: effort}).streets.at(spot), raise_to(spot.legal.max_raise)
        assert (shove in found.solver.answer((), spot.board)[0]) is goes
        assert effort.on(spot).considers(spot, shove) is goes
        assert goes is (spot.stack(0) <= DEEP * spot.pot)


@pytest.mark.parametrize("told", ["it needs", "there is not enough memory"])
def test_turn_too_large_for_memory_still_solves_the_river(monkeypatch, told):
    def solver(spot, *, workers):
        if len(spot.board) == 4:
            raise MemoryError
        return SpotSolver(spot, workers=workers)

    if told == "it needs":
        monkeypatch.setattr(street_module, "MOST_BYTES", 5_000_000)
    else:
        monkeypatch.setattr(street_module, "SpotSolver", solver)
    own, rivers, blueprint = agent(NO_LIMIT), agent(NO_LIMIT, {5: FAST[5]}), shipped_agent(NO_LIMIT)
    spot, bet, even = turn(NO_LIMIT), raise_to(120), np.ones(1326)
    answer, one = own.strategy(spot), own.strategy(river(NO_LIMIT))
    same(answer, blueprint.strategy(spot))
    assert f"this street cannot be solved: {told}" in answer.note
    assert own.taken_for(spot, bet, answer) == blueprint.taken_for(spot, bet, answer)
    found, expected = (each.hand_evs(spot, (1, 2), even) for each in (own, blueprint))
    assert np.array_equal(found, expected)
    assert one.note == "solved here, 20 iterations"
    same(one, rivers.strategy(river(NO_LIMIT)))
    monkeypatch.undo()  # once memory is back, the river comes from the turn
    if told != "it needs":
        same(own.strategy(river(NO_LIMIT)), agent(NO_LIMIT).strategy(river(NO_LIMIT)))


def test_solution_cache_is_bounded_and_freed_without_garbage_collection(monkeypatch):
    own = agent(NO_LIMIT, solves(5, 1))
    size = own.streets.at(river(NO_LIMIT)).solver.num_bytes
    first = weakref.ref(own.streets.at(river(NO_LIMIT)).solver)
    monkeypatch.setattr(street_module, "KEPT_BYTES", int(2.5 * size))
    collects = gc.isenabled()
    gc.disable()
    try:
        for amount in (337, 437, 537):
            last = weakref.ref(own.streets.at(river(NO_LIMIT, raise_to(amount))).solver)
        assert size < own.streets.kept_bytes <= 2.5 * size
        assert first() is None and last() is not None
        del own
        assert last() is None
    finally:
        if collects:
            gc.enable()


class Hastens(JobControl):
    def __init__(self, *parts):
        self.heard = []
        super().__init__(self.listen)
        self.parts = parts

    def listen(self, fraction, text):
        self.heard.append((fraction, text))
        if text == "Solving the turn" and fraction in self.parts:
            self.hasten()


def test_hurried_engine_answers_early_and_keeps_complete_solutions():
    efforts = {**solves(4, 4), **solves(5, 20)}
    for street, part, all_of_it in ((turn, 2, 4), (river, 10, 20)):
        own, control, spot = agent(NO_LIMIT, efforts), Hastens(0.25), street(NO_LIMIT)
        assert own.strategy(spot, control).note == f"solved here, {part} iterations"
        assert control.heard[:2] == [(0.0, "Solving the turn"), (0.25, "Solving the turn")]
        later = own.strategy(spot)
        assert later.note == f"solved here, {all_of_it} iterations"
        same(later, agent(NO_LIMIT, efforts).strategy(spot))
    own = agent(NO_LIMIT, solves(5, 40))
    complete = []

    def listen(fraction, text):
        if not complete:  # another caller queries meanwhile, without hurry
            complete.append(own.streets.at(river(NO_LIMIT)).solver)
        elif fraction:
            control.hasten()

    control = JobControl(listen)
    assert own.strategy(river(NO_LIMIT), control).note == "solved here, 20 iterations"
    assert own.streets.at(river(NO_LIMIT)).solver is complete[0]
    assert own.streets.kept_bytes == complete[0].num_bytes


def test_turn_is_solved_once_for_all_its_river_bets_even_in_parts(monkeypatch):
    monkeypatch.setattr(street_module, "KEPT_BYTES", 1)  # a river evicts its turn
    own, begun = agent(NO_LIMIT, {**solves(4, 4), **solves(5, 20)}), []
    for bets in ((), (), (137,), (151,)):  # solved further at each decision of its river
        control = Hastens(0.25, 0.75)
        own.strategy(river(NO_LIMIT, *map(raise_to, bets)), control)
        begun += [part for part, text in control.heard if text == "Solving the turn"]
    assert begun == [0.0, 0.25, 0.5, 0.75]


@pytest.mark.parametrize("street", [turn, river])
def test_decisions_do_not_depend_on_earlier_queries(street):
    line, first, second = (raise_to(237), raise_to(900)), agent(NO_LIMIT), agent(NO_LIMIT)
    spots = [street(NO_LIMIT, *line[:count]) for count in range(3)]
    found = [first.strategy(spot) for spot in spots]
    for place in (2, 1, 0):
        same(found[place], second.strategy(spots[place]))


def test_off_tree_bet_enters_the_tree_and_unreached_hands_have_a_strategy():
    own = agent(NO_LIMIT)
    assert raise_to(137) not in own.strategy(river(NO_LIMIT)).actions
    known = own.streets.at(river(NO_LIMIT, raise_to(137)), None).solver
    assert raise_to(137) in known.answer((), BOARD)[0]
    for street, size in ((turn, 200), (river, 100)):
        lines = ((), (CALL,), (raise_to(size),), (CALL, raise_to(200)))
        assert len({id(own.streets.at(street(NO_LIMIT, *line)).solver) for line in lines}) == 1
    # After such raises the blueprint just folds most hands.
    raises = [raise_to(amount) for amount in (210, 433, 1001, 2345, 6789)]
    spot = PublicState(NO_LIMIT, (*raises, CALL, *(CALL, CALL) * 2), BOARD)
    checked(agent(NO_LIMIT).strategy(spot), spot)


def test_bets_are_translated_to_adjacent_sizes_without_solving():
    own, solving = agent(NO_LIMIT), agent(NO_LIMIT)
    for spot, bet, sizes in (
        (river(NO_LIMIT), raise_to(137), [100, 200]),
        (turn(NO_LIMIT), CALL, []),
        (turn(NO_LIMIT), raise_to(9_900), []),  # nobody goes all-in at once with deep stacks
        (turn(NO_LIMIT), raise_to(220), [200]),
    ):
        answer = solving.strategy(spot)
        taken = own.taken_for(spot, bet, answer)
        assert [one.raise_to for one, _ in taken] == sizes
        assert sum(share for _, share in taken) == pytest.approx(float(bool(sizes)))
        assert bet == CALL or bet not in answer.actions
    assert own.streets.kept_bytes == 0


@pytest.mark.parametrize("street", [turn, river])
def test_resolving_cancels_at_once(street):
    spot = street(NO_LIMIT)
    own = agent(NO_LIMIT, solves(len(spot.board), 10**6))
    control = JobControl(lambda fraction, text: control.cancel() if fraction else None)
    for _ in range(2):  # first while it solves, then before it starts
        with pytest.raises(CancelledError):
            own.strategy(spot, control)


GAME = get_game("holdem-nolimit@100")


def test_options_are_parsed_or_rejected_in_one_sentence():
    for text, way in (
        ("iterations=1_000", ResolverSettings(iterations=1000)),
        ("from=river,safety=combined", ResolverSettings(first=5, safe=True)),
        ("from=turn,safety=none", ResolverSettings()),
        ("blueprint=trained:night,iterations=5", ResolverSettings(4, 5, False, "trained:night")),
    ):
        assert read_way(text) == way
    assert ResolverSettings().efforts == EFFORTS
    assert ResolverSettings(first=5, iterations=7).efforts == {5: EFFORTS[5].with_iterations(7, 7)}
    one, other = build("cfr-resolve:from=river", GAME), build("cfr-resolve:rivers", GAME)
    assert one.streets.efforts == other.streets.efforts == {5: EFFORTS[5]}
    for options, words in (
        *((f"iterations={count}", "in 1 to 100,000 iterations") for count in (0, 100_001)),
        ("iterations=²", "not a whole number"),
        ("from=flop", "begins on turn or river, not on 'flop'"),
        ("safety=maxmargin", "none or combined"),
        *((text, "a resolver takes iterations=N") for text in ("speed=9", "blueprint=", "much")),
        ("from=turn,from=river", "given twice"),
    ):
        with pytest.raises(EngineError, match=words) as error:
            check_engine(f"cfr-resolve:{options}", GAME)
        assert "\n" not in str(error.value)


@pytest.mark.ci
def test_trained_blueprints_can_be_resolved(tmp_path):
    game, path = get_game("holdem-nolimit@20"), trained_path(tmp_path, "night")
    path.parent.mkdir(parents=True)
    save_blueprint(path, shipped_agent(game).blueprint)
    name = "cfr-resolve:blueprint=trained:night"
    row = find_engine(name, tmp_path, game)
    assert row.title == "Resolver over night"
    assert row in engines(game, tmp_path) and row not in engines(GAME, tmp_path)
    spot, rows = PublicState(game, (CALL, CALL) * 3, (0, 17, 34, 51, 8)), []
    for engine in (f"{name},from=river", "cfr-resolve:from=river"):
        agent = build(f"{engine},iterations=20", game, tmp_path)
        rows.append(agent.strategy(spot).probabilities.tobytes())
    assert isinstance(agent, ResolveAgent) and rows[0] == rows[1]
    for name, played, words in (
        ("blueprint=equity", game, "'equity' is not a blueprint"),
        ("iterations=5", get_game("holdem-nolimit@33"), "no blueprint of holdem-nolimit@33 is"),
        ("blueprint=trained:day", game, "trained:day"),
    ):
        with pytest.raises(PokerError, match=words):
            build(f"cfr-resolve:{name}", played, tmp_path)


START = PublicState(LIMIT, (raise_to(20), CALL, *(CALL, CALL) * 2), (0, 17, 34, 51, 8))
CONTROL = JobControl()
SAFE_EFFORTS = {RIVER: replace(EFFORTS[RIVER], iterations=60)}


@pytest.fixture(scope="module")
def agents():
    blueprint = shipped_agent(LIMIT)
    return {
        safe: ResolveAgent("resolver", blueprint, SAFE_EFFORTS, safe=safe) for safe in (True, False)
    }


def test_unreached_hands_gain_little_over_the_blueprint(agents):
    reader, seat = RangeReader(shipped_agent(LIMIT)), 1 - START.to_act
    ranges = reader.reach(START).weights.copy()
    ranges[seat] = ranges[seat] < 0.05 * ranges[seat].max()
    street = LastStreet(START, ranges)
    before = street.won(seat, reader, reader, CONTROL)

    def more(engine):
        side = RangeReader(engine)
        found = street.best(seat, side, lambda here: side.answer(here, CONTROL).actions, CONTROL)
        return found - before

    assert more(agents[True]) < 0.5 * more(agents[False])


def test_each_seat_has_its_own_solution(agents):
    later = START.after(CALL)
    for safe, engine in agents.items():
        first, second = (engine.streets.at(state).solver for state in (START, later))
        assert (first is second) is not safe
        for solver, state in ((first, START), (second, later)):
            assert solver.iteration == SAFE_EFFORTS[RIVER].iterations
            assert (engine.solution(state) is None) is safe  # safe resolving has no joint spot
            # The opponent is out of position when the player in position is to act.
            player = solver.entry[0] if safe else solver.entry
            assert player == (int(state.to_act == START.to_act) if safe else None)


class Stops(BlueprintAgent):
    stopping = True

    def strategy(self, spot, control=None):
        if self.stopping and len(spot.board) == RIVER:
            raise CancelledError("stopped")
        return super().strategy(spot, control)


def test_stopping_early_keeps_later_resolving_safe():
    blueprint = Stops("stops", shipped_agent(LIMIT).blueprint)
    own = ResolveAgent("resolver", blueprint, SAFE_EFFORTS, safe=True)
    with pytest.raises(CancelledError):
        own.strategy(START)
    blueprint.stopping = False
    assert own.streets.at(START).solver.entry is not None


def test_resolving_is_a_play_mode_of_the_engine(agents):
    safe, plain = (
        build(f"cfr-resolve:from=river,iterations=20{more}", LIMIT)
        for more in (",safety=combined", "")
    )
    assert safe.solution(START) is None and plain.solution(START) is not None
    rows = [agents[kind].strategy(START).probabilities for kind in (True, False)]
    assert not np.allclose(*rows, atol=1e-3)


def test_blueprint_answers_when_the_street_has_too_many_lines(monkeypatch):
    monkeypatch.setattr(last_street, "MOST_LINES", 10)
    blueprint = shipped_agent(LIMIT)
    answer = ResolveAgent("resolver", blueprint, SAFE_EFFORTS, safe=True).strategy(START)
    assert np.array_equal(answer.probabilities, blueprint.strategy(START).probabilities)
    assert "the street has more than 10 lines" in answer.note


class Trusted:
    """A range that always enters."""

    def __init__(self, range_):
        self.range = range_

    def reach(self):
        return self.range

    def learn(self, values):
        pass


def answer_to(entry, payoffs, iterations=600):
    """The reply to hands, each a row of payoffs: regret matching+, averaged."""
    regrets, total = np.zeros((2, payoffs.shape[1]))
    strategy = np.full_like(regrets, 1.0 / len(regrets))
    for number in range(1, iterations + 1):
        values = -(entry.reach() @ payoffs)
        regrets = np.maximum(0.0, regrets + values - strategy @ values)
        even = np.full_like(regrets, 1.0 / len(regrets))
        strategy = regrets / regrets.sum() if regrets.any() else even
        total += number**2 * strategy
        entry.learn(payoffs @ strategy)
    return total / total.sum()


def test_resolving_does_not_make_the_coin_toss_game_more_exploitable():
    """The player who sees the coin sells it or plays; then the other guesses, for 1.

    Source: Brown and Sandholm, "Safe and nested subgame solving for imperfect-information games",
    NIPS 2017.
    """
    entry = GadgetChoice(np.array([0.5, -0.5]), np.ones(2))
    found = answer_to(entry, np.array([[-1.0, 1.0], [1.0, -1.0]]), 2000)
    assert found == pytest.approx([0.25, 0.75], abs=4e-3)


@pytest.mark.ci
def test_gadget_keeps_every_hand_near_its_alternative_value():
    """Alternative values come from some strategy, so a safe one exists."""
    worst = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        payoffs, usual = rng.normal(size=(6, 4)), rng.dirichlet(np.ones(4))
        believed = rng.random(6) * (rng.random(6) < 0.5)
        believed[0], elsewhere, met = 1.0, payoffs @ usual, np.ones(6)
        entries = (
            GadgetChoice(elsewhere, met),
            GadgetChoice(elsewhere, met, believed),
            Trusted(believed),
        )
        more = [payoffs @ answer_to(entry, payoffs) - elsewhere for entry in entries]
        worst.append([gained.max() for gained in more])
        assert believed @ more[1] < 0.0  # the believed range wins less than its alternative
    resolved, combined, unsafe = np.array(worst).T
    assert resolved.max() < 0.01 and unsafe.max() > 1.0
    assert (combined < unsafe + 0.01).all() and (unsafe - combined).max() > 0.3


def test_believed_range_always_enters_the_gadget_and_few_others_do():
    met = np.array([1.0, 1.0, 1.0, 1.0, 0.0])
    entry = GadgetChoice(np.zeros(5), met, np.array([0.5, 0.25, 0.0, 0.0, 0.5]))
    # 0.2 of a range of 1.5 goes to hands that would enter, and a tenth of the sum to every hand.
    others = 0.3 * np.array([0.0, 0.5, 1.0, 1.0]) / 2.5
    believed = np.array([1.0, 0.5, 0.0, 0.0])
    even = 0.1 * (believed.sum() + others.sum()) / 4
    assert entry.reach()[4] == 0.0
    assert entry.reach()[1:4] == pytest.approx((believed + others + even)[1:], abs=0.02)
    entry.learn(np.array([-1.0, -1.0, -1.0, 1.0, 0.0]))
    assert entry.reach()[3] > entry.reach()[2] > 0.0
    assert entry.reach()[0] == 1.0
