import pytest

from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD
from engine.rake import Rake
from pokergui.pages.watch.scenes.choices import FIXED, WatchChoice
from pokergui.pages.watch.scenes.controls import start_form
from pokergui.pages.watch.scenes.table import WatchTable
from pokergui.pages.watch.work import prepare
from tests.pokergui.heard import heard

THREE, SIX = "holdem-nolimit-3@20", "holdem-nolimit-6@20"
ENGINES = ("call", "raise", "random")


@pytest.mark.ci
@pytest.mark.parametrize(("game", "engines"), [(THREE, ENGINES), (SIX, ENGINES * 2)])
@pytest.mark.slow
def test_multiway_match_ends_with_a_result_for_each_player(watched, game, engines):
    page, seats = watched(game, engines, 36), len(engines)
    page.start()
    page.step()
    names, dealers = [seat.name for seat in page.scene.seats], set()
    assert page.scene.subtitle == f"deal 1, seating 1 of {seats}"
    page.run.take_seat()
    assert page.links == [] and not page.controls.can_take_seat
    for _ in page.steps(200):  # engines keep their seats while the button moves
        scene = page.scene
        assert all(card.face_up for seat in scene.seats for card in seat.cards)
        if scene.seats[0].cards:
            assert [seat.name for seat in scene.seats] == names
            dealers.add(next(i for i, seat in enumerate(scene.seats) if seat.dealer))
    assert dealers == {*range(seats)}
    page.finish()
    standing = page.standing
    assert [row.name for row in standing.methods] == names
    assert [row.units for row in standing.methods] == [str(36 // seats)] * seats
    match, chunk = page.kept()
    assert (match.hands, match.engines) == (36, engines)
    assert [line.name for line in standing.chart.lines] == names
    for line, chips in zip(standing.chart.lines, chunk.payoffs.sum(axis=0), strict=True):
        assert line.y[-1] == pytest.approx(chips / 100)
    assert not page.shown["panel"].judges and page.notices == []


def test_win_chances_sum_to_one_and_exclude_folded_players(tmp_path):
    choice = WatchChoice(THREE, ("call",) * 3, 3, False).valid(tmp_path)
    match = prepare(choice, tmp_path, JobControl())(3, lambda chunk: None)
    table = WatchTable(choice.build_game(), choice.titles, False)
    table.follow(match.deal(JobControl()))
    outs = []
    for action in (CALL, FOLD, CALL):
        table.follow(match.apply(action))
        parts = table.win().parts
        assert sum(part.share for part in parts) == pytest.approx(1.0)
        assert [part.percent == "folded" for part in parts] == [part.share == 0 for part in parts]
        outs.append(sum(part.share == 0 for part in parts))
    assert outs == [0, 1, 1]


@pytest.mark.slow
def test_small_game_results_are_luck_adjusted_for_each_player(watched):
    page = watched("kuhn-3", ("cfr", "random", "call"), 60)
    assert [one.usable for one in page.form.luck.choices] == [True, True]
    page.presenter.choose("luck", "all")
    page.start()
    page.finish()
    rows, lines = page.standing.methods, page.standing.chart.lines
    assert [row.units for row in rows] == ["20"] * 3
    assert all(row.high - row.low < 1e-3 for row in rows)  # nothing is left
    assert [line.name for line in lines] == [row.name for row in rows]
    page.presenter.choose("engine_b", "opponent-model")
    assert not page.form.luck.choices[1].usable  # it learns


def test_engines_are_chosen_by_seat_all_at_once_or_at_random(watched):
    page = watched(SIX, ("call",) * 6, 60)
    presenter = page.presenter

    def seats():
        return [seat.current for seat in page.form.seats]

    assert [one.usable for one in page.form.stop.choices] == [True, False, False]
    presenter.choose("engine_c", "raise")
    assert seats() == ["call", "call", "raise", "call", "call", "call"]
    presenter.choose("fill", "random")
    assert {*seats(), page.form.fill.current} == {"random"}
    presenter.choose("shuffle", None)
    assert len({*seats()}) > 1


def test_antes_straddles_and_rake_are_chosen_played_and_stored(watched):
    page = watched(THREE, ENGINES, 6)
    remembered = heard(page.presenter.choice_made)
    assert page.form.options.current == "" and len(page.form.options.choices) == 6
    page.presenter.choose("options", "straddle=utg")
    page.presenter.choose("rake", "10:5")
    assert page.form.options.current == "straddle=utg" and page.form.rake.current == "10:5"
    again = WatchChoice.of_table(remembered[-1])
    assert again.build_game() == get_game("holdem-nolimit-3:straddle=utg@20")
    page.start()
    for _ in page.steps(200):
        if (result := page.scene.result) and "rake" in result.note:
            break
    page.finish()
    match, chunk = page.kept()
    assert match.game == chunk.game == again.build_game() and match.rake == Rake(10, 5)
    taken = chunk.taken.sum()
    assert taken > 0 and match.tally.chips.sum() == -taken
    results = [line.y[-1] for line in page.standing.chart.lines]
    assert sum(results) == pytest.approx(-taken / 100)
    page.presenter.choose("game", "holdem-nolimit@20")  # where nobody can straddle
    assert page.form.options.current == "" and len(page.form.options.choices) == 4
    assert page.form.rake is None  # the two results would not be each other's
    page.presenter.choose("game", "leduc")
    assert page.form.options is None and page.form.rake is None


def test_changing_the_number_of_seats_keeps_the_chosen_engines(tmp_path):
    pair = WatchChoice(
        "holdem-nolimit@100", ("opponent-model-literal", "call"), 1_000, stop="sequence"
    )
    six = WatchChoice(SIX, pair.engines, 1_000, stop="sequence").valid(tmp_path)
    assert len(six.engines) == 6 and six.engines[1] == "call"
    assert "opponent-model-literal" not in six.engines  # it only plays heads-up
    assert (six.hands, six.stop, len({*six.titles})) == (1_002, FIXED, 6)
    assert WatchChoice.of_table(six.table()).valid(tmp_path) == six
    assert start_form(pair.valid(tmp_path), tmp_path, ("0", "50"), "").seats == ()
