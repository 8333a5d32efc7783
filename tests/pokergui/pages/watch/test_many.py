"""Matches of three and six engines on the Watch page, with a runner on this thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.player import CALL, FOLD
from pokergui.pages.watch.scenes.choices import FIXED, WatchChoice, top_scene
from pokergui.pages.watch.scenes.starting import start_form
from pokergui.pages.watch.work.match import Moved
from pokergui.store import HandReader
from tests.pokergui.watched import Watched
from tests.sync_runner import SyncRunner

THREE, SIX = "holdem-nolimit-3@20", "holdem-nolimit-6@20"
Make = Callable[..., Watched]


@pytest.fixture
def watched(tmp_path: Path, qtbot: QtBot) -> Iterator[Make]:
    made: list[Watched] = []

    def make(game: str, engines: tuple[str, ...], hands: int, duplicate: bool = True) -> Watched:
        choice = WatchChoice(game, engines, hands, duplicate)
        made.append(Watched(tmp_path, choice, SyncRunner()))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        one.store.close()


@pytest.mark.parametrize(
    ("game", "engines"),
    [(THREE, ("call", "raise", "random")), (SIX, ("call", "raise", "random") * 2)],
)
def test_a_match_is_played_to_its_end_with_a_result_for_each(
    watched: Make, game: str, engines: tuple[str, ...]
) -> None:
    page, seats = watched(game, engines, 36), len(engines)
    page.start()
    page.step()
    names = [seat.name for seat in page.scene.seats]
    assert len(names) == seats
    assert names[0].startswith("Caller")
    assert [seat.mark for seat in page.scene.seats] == list("abcdef"[:seats])
    assert all(card.face_up for seat in page.scene.seats for card in seat.cards)
    assert page.scene.subtitle == f"deal 1, seating 1 of {seats}"
    page.finish()
    standing = page.standing
    assert [row.name for row in standing.methods] == names
    assert [row.units for row in standing.methods] == [str(36 // seats)] * seats
    assert standing.units == "Deals"
    assert sum(page.run._match._counting.result.tally.chips) == 0
    assert [line.name for line in standing.chart.lines] == names
    for line, player in zip(standing.chart.lines, range(seats), strict=True):
        chips = page.run._match._counting.result.tally.chips[player]
        assert line.y[-1] == pytest.approx(chips / 100)
    assert [row.mark for row in standing.stats] == list("abcdef"[:seats])
    assert not page.shown["panel"].judges
    assert page.notices == []
    page.store.retry().result()
    with HandReader(page.store.path) as reader:
        (match,) = reader.matches()
        assert (match.hands, match.engines) == (36, engines)


def test_engines_keep_their_places_while_the_button_goes_round(watched: Make) -> None:
    page = watched(THREE, ("call", "call", "call"), 9)
    page.start()
    page.presenter.press_main()  # pause
    dealers, names = set(), set()
    for _ in range(200):
        if page.run.phase == "finished":
            break
        if page.scene.seats[0].cards:
            names.add(tuple(seat.name for seat in page.scene.seats))
            dealers.add(next(i for i, seat in enumerate(page.scene.seats) if seat.dealer))
        page.step()
    assert names == {("Caller A", "Caller B", "Caller C")}
    assert dealers == {0, 1, 2}
    # The same engine on every seat: each deal comes to exactly 0 for all.
    assert {row.reading for row in page.standing.methods} == {"exactly 0"}
    assert page.standing.verdict == "Every interval includes 0"


def test_chances_add_up_and_those_who_fold_are_out(watched: Make) -> None:
    page = watched(THREE, ("call", "call", "call"), 3, False)
    page.start()
    page.presenter.press_main()
    match, seen = page.run._match, []
    table = page.run.stage.table
    now = page.run.stage.now
    assert match is not None and table is not None and now is not None

    def follow(moved: Moved) -> None:
        table.follow(moved)
        win = table.win()
        assert win is not None
        seen.append([part.share for part in win.parts])
        assert sum(seen[-1]) == pytest.approx(1.0)

    follow(match.apply(CALL))
    assert all(share > 0 for share in seen[-1])
    follow(match.apply(FOLD))
    assert seen[-1].count(0.0) == 1
    assert [part.percent for part in table.win().parts].count("out") == 1
    follow(match.apply(CALL))
    assert table.win().streets == ("Preflop", "Flop")
    assert all(len(part.course) == 2 for part in table.win().parts)


def test_what_is_for_two_engines_alone_says_so(watched: Make, tmp_path: Path) -> None:
    page = watched(SIX, ("call",) * 6, 6)
    form = page.shown["panel"].form
    assert [one.usable for one in form.stop.choices] == [True, False, False]
    assert {one.note for one in form.stop.choices[1:]} == {"only for two engines"}
    assert [one.usable for one in form.luck.choices] == [True, True]  # all answer for ranges
    assert len(form.seats) == 6
    page.start()
    controls = page.shown["controls"]
    assert controls.many
    assert controls.seats == ()
    page.run.take_seat("0")
    assert page.links == []


def test_luck_is_taken_out_of_each_result_in_a_small_game(watched: Make) -> None:
    page = watched("kuhn-3", ("cfr", "random", "call"), 60)
    (none, all_known) = page.shown["panel"].form.luck.choices
    assert (none.usable, all_known.usable, all_known.title) == (True, True, "AIVAT, all known")
    page.presenter.choose_luck("all")
    page.start()
    page.finish()
    standing = page.standing
    assert "AIVAT" in standing.verdict_note
    assert [row.units for row in standing.methods] == ["20"] * 3
    assert all(row.high - row.low < 1e-3 for row in standing.methods)  # nothing is left
    assert [line.name for line in standing.chart.lines] == [row.name for row in standing.methods]
    assert all(len(line.x) > 1 for line in standing.chart.lines)


def test_who_learns_is_known_to_nobody(watched: Make) -> None:
    page = watched("kuhn-3", ("cfr", "opponent-model", "call"), 60)
    found = page.shown["panel"].form.luck.choices[1]
    assert not found.usable
    assert found.note.endswith("learns")


def test_engines_are_chosen_seat_by_seat_all_at_once_or_by_chance(watched: Make) -> None:
    page = watched(SIX, ("call",) * 6, 60)
    presenter = page.presenter
    assert page.shown["top"].engine_a is None
    presenter.choose_engine("c", "raise")
    form = page.shown["panel"].form
    assert [seat.current for seat in form.seats] == [
        "call",
        "call",
        "raise",
        "call",
        "call",
        "call",
    ]
    assert form.fill.title == "6 engines"
    presenter.choose_all("random")
    form = page.shown["panel"].form
    assert {seat.current for seat in form.seats} == {"random"}
    assert form.fill.current == "random"
    presenter.choose_random()
    drawn = [seat.current for seat in page.shown["panel"].form.seats]
    listed = [one.key for one in form.seats[0].choices if one.key != "add"]
    assert {*drawn} <= {*listed}
    assert len({*drawn}) == min(6, len(listed))


def test_another_number_of_seats_keeps_the_engines_there_are(tmp_path: Path) -> None:
    pair = WatchChoice(
        "holdem-nolimit@100", ("opponent-model-literal", "call"), 1_000, stop="sequence"
    )
    six = WatchChoice(SIX, pair.engines, 1_000, stop="sequence").valid(tmp_path)
    assert len(six.engines) == 6
    assert six.engines[1] == "call"
    assert "opponent-model-literal" not in six.engines  # which plays two only
    assert (six.hands, six.stop) == (1_002, FIXED)
    assert len(six.titles) == len({*six.titles}) == 6
    assert WatchChoice.of_table(six.table()).valid(tmp_path) == six
    lengths = top_scene(six, tmp_path, locked=False, custom=None).length
    assert lengths.title == "1,002 hands"
    assert start_form(pair.valid(tmp_path), tmp_path, ("0", "50"), "").seats == ()


def test_the_decision_shown_opens_in_study_with_the_engine_that_decides(watched: Make) -> None:
    engines = ("call", "raise", "random")
    page = watched(THREE, engines, 6)
    page.start()
    page.presenter.press_main()
    asked = set()
    for _ in range(20):
        now = page.run.stage.seen
        if page.run.phase == "finished" or now is None:
            break
        if not now.finished:
            assert page.shown["controls"].can_study
            page.run.study()
            link = page.studied[-1]
            assert (link.actions, link.second) == (now.spot.actions, "")
            assert link.engine == engines[(now.spot.to_act - now.seat_a) % 3]
            asked.add(link.engine)
        page.step()
    assert len(asked) > 1
