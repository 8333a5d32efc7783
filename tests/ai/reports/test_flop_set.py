import json
import shutil

import pytest

from ai.betting.sizes import SpotError
from ai.reports.aggregate import aggregate, sources
from ai.reports.boardsets import NUM_FLOPS, every_flop, flop_subset, named_boards
from ai.reports.flop_agent import reader_of
from ai.reports.flop_set import (
    MANIFEST,
    begin_set,
    checkpoint_of,
    cost_of,
    file_of,
    read_set,
    solve_flop,
    unsolved,
)
from ai.reports.subsets import SUBSETS
from ai.reports.texture import KINDS, texture_of
from ai.solver.run import SpotRun
from ai.values.node_values import EXACT
from engine.cards import card_rank
from engine.errors import EngineError, StrategyFileError
from engine.jobs import JobControl
from engine.player import CALL, PublicState
from tests.ai.reports.flop_sets import BOARDS, locked, solved_in, tiny
from tests.states import same_state


def interrupted():
    control = JobControl(lambda *_: control.cancel())
    return control


def solutions(folder, flops):
    return [SpotRun.load(file_of(folder, board)).trainer.save_state() for board in flops.boards]


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets") / "solved"
    return folder, solved_in(folder)


@pytest.mark.ci
@pytest.mark.parametrize("size", list(SUBSETS))
def test_subsets_have_the_frequencies_of_all_flops(size):
    within = {25: 0.02, 49: 0.005, 95: 0.001, 184: 0.001}[size]
    subset, every = flop_subset(size), every_flop()
    assert len(subset) == size and sum(board.count for board in subset) == NUM_FLOPS
    assert {board.cards for board in subset} <= {board.cards for board in every}

    def share(boards, has):
        return sum(board.count for board in boards if has(board.cards)) / NUM_FLOPS

    tests = [
        lambda cards, kind=kind, name=name: texture_of(cards).names[kind] == name
        for kind in KINDS
        for name in KINDS[kind]
    ]
    tests += [lambda cards, rank=rank: rank in map(card_rank, cards) for rank in range(13)]
    for has in tests:
        assert abs(share(subset, has) - share(every, has)) < within


def test_sets_round_trip_and_other_sets_are_refused(tmp_path):
    flops = tiny()
    begin_set(tmp_path, flops)
    begin_set(tmp_path, tiny())
    again = read_set(tmp_path)
    assert again.record() == flops.record() and (again.ranges == flops.ranges).all()
    assert again.spot_on(BOARDS[1]).record() == flops.spot_on(BOARDS[1]).record()
    for other, named in (
        (tiny(target=1.0), "target"),
        (tiny(bets="75;;"), "bets, bets-ip"),
        (tiny(ranges=("AA", "KK")), "oop, ip"),
        (tiny(boards=BOARDS[:1]), "boards"),
        (tiny(half=False), "storage"),
    ):
        with pytest.raises(StrategyFileError, match=f"differs in {named}$"):
            begin_set(tmp_path, other)


def test_flops_without_hands_are_left_out_and_suits_are_refused():
    boards = named_boards("AsAhAd AsAhKs Qs7s2s", 3)
    kept = tiny(boards=boards, ranges=("AA", "KK")).boards
    assert [board.name for board in kept] == ["AsAhKs", "Qs7s2s"]
    with pytest.raises(SpotError, match="meet on none of the flops"):
        tiny(boards=boards[:1], ranges=("AA", "KK"))
    with pytest.raises(SpotError, match="distinguishes suits") as error:
        tiny(ranges=("AA", "AsKs"))
    assert error.value.field == "ip"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("kind", "spot"), ("format_version", 2), ("more", 1), ("target", "half"), ("target", -1)),
        *(("half", 1), ("iterations", 0), ("algorithm", "magic"), ("spot", {"oop": "AA"})),
        *(("spot", 3), ("boards", []), ("boards", 7), ("boards", [["../../x", 4]])),
        *(("boards", [["Qs7s2s3s", 4]]), ("boards", [["Qs7s2s", None]])),
        ("boards", [["Qs7s2s", 4], ["7s2sQs", 4]]),
        ("locks", 7),
        ("locks", "{}"),
        ("locks", '{"locks": [{"line": "", "hands": {"AsAh": {"c": 1}}}]}'),
    ],
)
def test_tampered_sets_are_rejected(tmp_path, name, value):
    path = tmp_path / MANIFEST
    path.write_text(json.dumps({**tiny().record(), name: value}))
    with pytest.raises(StrategyFileError, match=MANIFEST):
        read_set(tmp_path)
    for text in ("", "[" * 10**5, "\xff"):
        path.write_text(text, "latin-1")
        with pytest.raises(StrategyFileError, match=MANIFEST):
            read_set(tmp_path)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('"line": "", "hands": {"AsAh": {"c": 1}}', "lock 1: 'AsAh' distinguishes suits"),
        ('"line": "cc/", "card": "3d", "hands": {"AA": {"c": 1}}', "lock 1: it names a card"),
        ('"line": "r7", "hands": {"AA": {"c": 1}}', "lock 1:"),
    ],
)
def test_locks_of_a_set_hold_on_all_boards(entry, words):
    with pytest.raises(SpotError, match=words):
        locked(f'{{"locks": [{{{entry}}}]}}')


@pytest.mark.ci
@pytest.mark.slow
def test_locked_hands_play_their_lock_on_each_flop(tmp_path):
    flops = locked(boards=named_boards("AsAh4s Qs7s2s", 3))
    solved_in(tmp_path, flops)
    again = read_set(tmp_path)
    assert flops.differences(again) == []
    assert flops.differences(tiny(boards=flops.boards)) == ["locks"]
    reader = reader_of(tmp_path, again)
    for board, count in zip(flops.boards, (1 + 4, 6 + 3), strict=True):
        spot = PublicState(flops.spot.game, (), board.cards)
        answer = reader.answer(spot)
        held = flops.locks[0].combos & answer.probabilities.any(axis=1)
        assert held.sum() == count
        assert (answer.probabilities[held, answer.actions.index(CALL)] == 1.0).all()
    with pytest.raises(StrategyFileError, match="differs in locks"):
        begin_set(tmp_path, tiny(boards=flops.boards))
    (tmp_path / MANIFEST).write_text(json.dumps(tiny(boards=flops.boards).record()))
    with pytest.raises(StrategyFileError, match="another set"):
        reader_of(tmp_path, read_set(tmp_path)).answer(spot)


def test_the_cost_of_a_set_grows_with_its_flops():
    one, both = cost_of(tiny(boards=BOARDS[:1])), cost_of(tiny())
    assert both.memory == one.memory > 0
    assert both.disk > one.disk > 0 and both.seconds > one.seconds > 0


@pytest.mark.ci
@pytest.mark.slow
def test_interrupted_sets_end_with_the_same_solutions(solved, tmp_path):
    whole, flops = solved
    folder = tmp_path / "set"
    for number in range(1, 99):
        begin_set(folder, tiny())
        left = unsolved(folder, flops)
        if not left:
            break
        # A killed writer leaves a temporary file, never a part of a file under its name.
        name = checkpoint_of(folder, left[0]).name
        (folder / f".pokergui-{number:016x}-{name}").write_bytes(b"torn")
        solve_flop(flops, left[0], folder, interrupted())
    assert number > 5
    assert all(map(same_state, solutions(folder, flops), solutions(whole, flops)))
    names = {file_of(folder, board).name for board in flops.boards}
    assert {path.name for path in folder.iterdir()} == {MANIFEST, *names}


@pytest.mark.ci
@pytest.mark.slow
def test_reports_read_the_folder_alone(solved, tmp_path):
    folder, flops = solved
    flops = read_set(folder)
    reader = reader_of(folder, flops)
    for line, boards in ((), flops.boards), ((CALL, CALL), flops.boards_on(4)[::30]):
        betting, rows = PublicState(flops.spot.game, line, ()), []
        aggregate(reader, betting, boards, rows.append)
        assert sources(rows) == [(EXACT, "")]
        for row, board in zip(rows, boards, strict=True):
            flop = flops.boards[0] if set(flops.boards[0].cards) <= set(board.cards) else BOARDS[1]
            view = SpotRun.load(file_of(folder, flop)).trainer.view(line, board.cards)
            assert row.ev == pytest.approx(view.total_ev[view.to_act], rel=1e-5)
            assert row.equity == pytest.approx(view.total_equity[view.to_act], rel=1e-6)
            assert sum(row.shares.values()) == pytest.approx(1.0)
    turns = sum(turn.count for turn in flops.boards_on(4))
    assert turns == pytest.approx(sum(board.count for board in BOARDS))
    with pytest.raises(EngineError, match="rivers are not kept"):
        flops.boards_on(5)
    spot = PublicState(flops.spot.game, (), BOARDS[0].cards)
    begin_set(tmp_path, flops)
    with pytest.raises(EngineError, match="is not solved yet"):
        reader_of(tmp_path, flops).answer(spot)
    shutil.copy(file_of(folder, BOARDS[1]), file_of(tmp_path, BOARDS[0]))
    with pytest.raises(StrategyFileError, match="belongs to another set"):
        reader_of(tmp_path, flops).answer(spot)
    with pytest.raises(EngineError, match="2h2d2c is not one of those"):
        reader.answer(PublicState(flops.spot.game, (), (2, 1, 0)))
