from pathlib import Path

import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver.spot import Spot
from engine.combos import CLASS_NAMES
from engine.player import CALL, FOLD, raise_to
from pokergui.pages.study.solving.presenters import form as form_presenter
from pokergui.pages.study.solving.presenters.form import SpotsPresenter, parse_form
from pokergui.pages.study.solving.scenes import form as form_scene
from pokergui.pages.study.solving.scenes.form import EXAMPLE_TEXTS, SpotDraft, line_in, read_form
from tests.ai.solver.spot_files import write_spot
from tests.pokergui.heard import heard, refuse
from tests.pokergui.pages.study.paged import listen
from tests.pokergui.timers import let_pass
from tests.sync_runner import SyncRunner

RIVER = {**EXAMPLE_TEXTS["river"], "target": "0.5"}
TEXTS = [RIVER[key] for key in ("board", "oop", "ip", "pot", "stack", "bets", "raises")]
SPOT = Spot.parse(*TEXTS)


def parsed(**texts):
    texts = {key.replace("_", "-"): text for key, text in texts.items()}
    return parse_form(SpotDraft({**RIVER, **texts}))[1]


def field(form, key):
    return next(field for field in form.fields if field.key == key)


def at(label):
    return CLASS_NAMES.index(label)


def test_an_empty_form_says_what_is_missing():
    form = parse_form(SpotDraft())[1]
    assert form.warning == "Still missing: the board, both ranges"
    assert {field.error for field in form.fields} == {""} and field(form, "bets").text == "50,100,a"


@pytest.mark.parametrize(
    ("texts", "key", "note"),
    [
        *(({}, "board", "River"), ({}, "oop", "1,081 combos"), ({}, "stack", "9.5 times the pot")),
        ({}, "raises", "50%, 100% of the pot and all-in"),
        ({}, "target", "Exploitable by at most 0.5 chips"),
        ({"pot": "200"}, "target", "Exploitable by at most 1 chip"),
        ({"pot": "200", "big_blind": "10"}, "target", "Exploitable by at most 0.1 bb"),
        ({}, "big-blind", "Not known: EV in chips"),
        ({"big_blind": "10"}, "big-blind", "EV in big blinds"),
        ({"board": "Qs Jh 2h 8c"}, "board", "Turn, and every river after it"),
        (
            {"board": "Qs Jh 2h 8c", "bets": "50;75,a"},
            *("bets", "Turn: 50% of the pot; river: 75% of the pot and all-in"),
        ),
        ({"oop": "QQ:0.25, 76s"}, "oop", "5 combos, the sum of 7 weights"),
        ({"raises": "2.5x,a"}, "raises", "2.5 times the bet, all-in"),
        (
            {"bets": "33,2e,e"},
            *("bets", "33% of the pot, equal bets up to the river, all-in in 2 equal bets"),
        ),
        ({"pot": "5,5", "stack": "97.5"}, "target", "Exploitable by at most 0.0275 chips"),
        ({"pot": "5.5", "stack": "97.5", "big-blind": "1"}, "stack", "17.7 times the pot"),
        *(
            ({"donks": text}, "donks", note)
            for text, note in (("", "as bets"), ("0", "no donk bets"))
        ),
        ({"donks": "33"}, "donks", "33% of the pot"),
        ({"rake": "5", "rake_cap": "30"}, "rake-cap", "of one pot"),
    ],
)
def test_fields_explain_their_values(texts, key, note):
    form = parsed(**texts)
    assert not any(field.error for field in form.fields)
    assert field(form, key).note == note


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        # The wording of each comes from Spot.
        ({"board": "Qs Qs 2h 8c"}, {"board": "named twice"}),
        ({"oop": "AsAd", "ip": "QsJh"}, {"ip": "card of the board"}),
        ({"big_blind": "ten"}, {"big-blind": "not a number of chips"}),
        ({"target": "none"}, {"target": "0.5"}),
        ({"rake_cap": "5", "merge": "x"}, {"rake-cap": "goes with a rake", "merge": "percentage"}),
        ({"donks": "2x", "bets": "2x"}, {"donks": "size of raises", "bets": "size of raises"}),
        (  # an error in one field does not hide others
            {"board": "Qs Qs", "oop": "KQz", "ip": "A", "pot": "-3", "stack": "x", "bets": "x"},
            dict.fromkeys(("board", "oop", "ip", "pot", "stack", "bets"), ""),
        ),
    ],
)
def test_errors_appear_only_at_their_field(texts, words):
    form = parsed(**texts)
    told = {field.key: field.error for field in form.fields if field.error}
    assert told.keys() == words.keys() and not form.solvable
    assert all(words[key] in error for key, error in told.items())


def test_separate_sizes_start_from_the_shared_ones():
    apart = SpotDraft(RIVER).with_apart(True)
    form = parse_form(apart)[1]
    keys = [one.key for one in form.fields]
    assert keys[6:10] == ["bets", "raises", "bets-ip", "raises-ip"]
    assert form.apart and field(form, "bets-ip").text == "50,100,a"
    form = parse_form(apart.with_text("bets-ip", "").with_text("raises-ip", "x"))[1]
    assert field(form, "bets-ip").note == "no bets"
    assert "'x' is not a bet size" in field(form, "raises-ip").error
    both = parse_form(apart.with_apart(False))[1]
    assert [one.key for one in both.fields] == [key for key in keys if not key.endswith("-ip")]


def test_folded_part_is_open_where_something_is_wrong_and_tells_what_is_set():
    draft = SpotDraft(RIVER)
    for changed, more, words in (
        (draft, False, "More"),
        (draft.with_more(True), True, "More"),
        (draft.with_text("rake", "5").with_text("donks", "0"), False, "More (2)"),
        (draft.with_text("rake", "x"), True, "More (1)"),
    ):
        form = parse_form(changed)[1]
        assert (form.more, form.more_words) == (more, words)


def test_named_trees_replace_sizes_and_their_rules_only():
    draft = SpotDraft({**RIVER, "rake": "5", "max-raises": "1"}).with_apart(True)
    for key, texts in form_scene.TREES.items():
        spot = read_form(draft.with_tree(key)).spot
        assert {**spot.texts(), "donks": "", "max-raises": ""}.items() >= texts.items()
        assert spot.bets[0] == spot.bets[1] and spot.rake.percent == 5
    assert spot.rules.max_raises is None


def test_cell_heights_are_weights_and_blocked_hands_have_none():
    form = parsed(board="As Ah Ad Kc 2c", oop="AA, QQ:0.25, AKs, 76s")
    cells = {cell.label: cell for cell in form.oop.cells}
    assert [card.name for card in form.cards] == ["As", "Ah", "Ad", "Kc", "2c"]
    assert not cells["AA"].possible and not cells["AKs"].possible and not cells["AKs"].height
    assert [cells[label].height for label in ("QQ", "76s", "KK")] == [0.25, 1.0, 0.0]
    assert cells["KK"].spoken == "KK, out of 3 combos"


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("Qs Jh 2h 8c", "5d", "Qs Jh 2h 8c 5d"),
        ("Qs Jh 2h 8c 5d", "2h", "Qs Jh 8c 5d"),
        ("Qs Jh 8c 5d Ah", "Ad", "Qs Jh 8c 5d Ad"),  # a full board drops its last card
        *(("Qs Jh", name, "Qs Jh") for name in ("nonsense", "X", "Az", "zs")),
    ],
)
def test_board_cards_are_added_and_removed(before, card, after):
    assert SpotDraft({"board": before}).with_card(card).texts["board"] == after


@pytest.mark.parametrize(
    ("text", "strokes", "after"),
    [
        ("KK+", [("QQ", True), ("AA", False), ("72o", True)], "KK-QQ, 72o"),
        (
            "AA, KK:0.42, QQ:0.02",
            [("AA", 0.05), ("AA", -0.05), ("AA", -0.01), ("KK", 0.05), ("QQ", -0.05)],
            "AA:0.94, KK:0.45",
        ),
        ("AA, KK:0.45", [*[("KK", 0.05)] * 25, *[("QQ", 0.01)] * 25], "KK+, QQ:0.25"),
        ("AsAd, AhAc:0.5", [("AA", 0.05)], "AA:0.3"),  # hands of different weights share one
        ("AA, K", [("AA", True), ("AA", -0.05)], "AA, K"),  # unreadable
    ],
)
def test_painting_updates_the_range_text_and_weights_change_in_steps(text, strokes, after):
    draft = SpotDraft({"oop": text, "board": "2c 3c 4d 5h 9s"})
    for label, to in strokes:
        change = draft.with_cell if isinstance(to, bool) else draft.with_weight
        draft = change("oop", at(label), to)
    assert draft.texts["oop"] == after


def test_line_is_followed_as_far_as_the_sizes_allow():
    spot = read_form(SpotDraft(RIVER)).spot
    bet, raised = raise_to(50), raise_to(150)
    for line, known in (
        *(((CALL, bet, raised), 3), ((CALL, raise_to(51), raised), 1), ((CALL, CALL), 1)),
        *(((bet, FOLD), 1), ((FOLD,), 0)),
    ):
        assert line_in(spot, line) == line[:known]


def test_memory_and_time_are_estimated_and_oversized_spots_rejected(monkeypatch):
    told = form_scene.cost_estimate(SPOT, 0.5, half=False, rivers=False)
    figures = {figure.label: figure.value for figure in told.figures}
    assert (figures["Decisions"], figures["Actions"]) == ("60", "176")
    assert figures["Memory"].endswith(" MB") and told.fits and not told.warning
    monkeypatch.setattr(form_scene, "free_bytes", lambda: 200_000)
    told = form_scene.cost_estimate(SPOT, 0.5, half=False, rivers=False)
    assert "only 0.2 MB is free" in told.warning and "16 bits" in told.warning
    assert not told.fits and len(told.figures) == 6
    assert "16 bits" not in form_scene.cost_estimate(SPOT, 0.5, half=True, rivers=False).warning
    monkeypatch.setattr(form_scene, "estimate", refuse(SpotError("the tree is too large")))
    told = form_scene.cost_estimate(SPOT, 0.5, half=False, rivers=False)
    assert told.warning == "The tree is too large" and not told.fits and not told.figures


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0.02, "under 0.1 s"), (0.14, "about 0.1 s"), (1.4, "about 1 s"), (13.4, "about 13 s")),
        *((840, "about 14 min"), (11_500, "about 3 h 20 min")),
    ],
)
def test_solving_time_in_words(seconds, words):
    assert form_scene.time_words(seconds) == words


class Room:
    def __init__(self, folder):
        self.folder, self.runner, self.busy = folder, SyncRunner(), set()
        self.presenter = presenter = SpotsPresenter(self.runner, folder, self.busy.__contains__)
        self.scenes, self.notices = heard(presenter.scene), heard(presenter.notice)
        names = ("solve_asked", "open_asked", "close_asked", "left", "filled")
        self.heard = listen(**{name: getattr(presenter, name) for name in names})
        self.do(presenter.start)

    def do(self, intent, *values):
        intent(*values)
        let_pass(self.presenter, 1000)
        self.runner.run_all()

    def write(self, **texts):
        for key, text in texts.items():
            self.presenter.edit(key, text)
        self.do(lambda: None)

    def field(self, key):
        return field(self.form, key)

    form = property(lambda self: self.scenes[-1].form)

    @property
    def rows(self):
        self.do(self.presenter.refresh)
        return {Path(row.key).stem: row for row in self.scenes[-1].rows}

    def keep(self, name, **changes):
        path = self.folder / f"{name}.safetensors"
        write_spot(path, **changes)
        self.do(self.presenter.refresh)
        return path


@pytest.fixture
def prepared(monkeypatch):
    found = []
    monkeypatch.setattr(form_presenter, "compile_kernels", found.append)
    return found


@pytest.fixture
def room(tmp_path, prepared):
    room = Room(tmp_path / "spots")
    yield room
    room.presenter.stop()


def test_kernels_are_compiled_once_there_is_something_to_solve(room, prepared):
    assert prepared == [] and not room.form.solvable
    room.write(**RIVER)
    room.write(pot="60")
    assert prepared == [False] and room.form.solvable
    for half in (True, False):
        room.do(room.presenter.change, "half", half)
        assert prepared == [False, True]


def test_refreshing_the_list_keeps_text_just_typed(room):
    """A list that is refreshed during typing must not restore the old text."""
    room.write(**RIVER)
    room.presenter.edit("pot", "12")
    room.presenter.follow(room.folder / "one", False)
    assert room.field("pot").text == "12"
    assert room.form.solvable  # the last valid reading stays until the next
    room.write(pot="200")
    room.presenter.edit("pot", "20")
    let_pass(room.presenter, 1000)
    room.presenter.edit("pot", "2000")
    room.runner.run_all()  # the answer to older text is dropped
    assert room.field("stack").note == "4.75 times the pot"
    room.write(pot="2000")
    assert room.field("stack").note == "0.475 times the pot"
    room.write(pot="")
    assert room.form.warning == "Still missing: the pot"


def test_solving_uses_the_form_as_last_typed(room):
    room.presenter.solve()
    room.write(**{**RIVER, "target": "0.25%", "pot": "x"})
    room.do(room.presenter.solve)
    room.write(pot="100")
    assert room.heard == []  # what cannot be solved is not asked for, then or later
    room.do(room.presenter.change, "half", True)
    room.presenter.edit("pot", "250")
    room.presenter.solve()
    assert room.heard == []
    room.runner.run_all()
    left, (name, spot, *rest) = room.heard
    assert left == ("left",) and name == "solve_asked"
    assert (spot.pot, len(spot.board)) == (250, 5) and rest == [(), 0.25, True, False]


def test_rivers_of_a_flop_can_be_kept_once_the_size_is_told(room):
    def figure(label):
        return next(one.value for one in room.form.figures if one.label == label)

    room.write(**RIVER)
    assert room.form.rivers is None
    room.write(**{**RIVER, "board": "Qs Jh 2h", "oop": "AA,KK", "ip": "QQ,JJ", "target": "2"})
    memory, small = figure("Memory"), figure("File")
    assert room.form.rivers is False
    room.do(room.presenter.change, "rivers", True)
    assert room.form.rivers and (figure("Memory"), figure("File")) != (memory, small)
    assert figure("Memory") == memory
    room.do(room.presenter.solve)
    assert room.heard[-1][-1] is True


def test_painting_weights_and_cards_update_the_form_at_once(room):
    room.write(**{**RIVER, "oop": "KK+"})
    room.presenter.change("cell", "oop", at("QQ"), True)
    room.presenter.change("weight", "oop", at("AA"), -0.05)
    room.presenter.change("card", "5d")
    room.presenter.change("apart", True)
    room.runner.run_all()
    assert room.field("oop").text == "AA:0.95, KK-QQ"
    assert room.form.oop.cells[0].height == pytest.approx(0.95)
    assert room.field("board").text == "Qs Jh 2h 8c" and room.form.apart


def test_pasted_range_replaces_the_current_one(room):
    room.write(**{**RIVER, "oop": "AA"})
    room.do(room.presenter.paste, "oop", " KK,\nAsKs:0.25 ")
    assert room.field("oop").text == "KK,\nAsKs:0.25" and not room.field("oop").error
    assert room.form.oop.cells[at("KK")].height == 1.0
    room.write(oop="AA")
    for text, why in (
        *(("AA, KQz", "'kqz' is not a range item"), ("AA:2", "the weight '2'")),
        *(("AA, AsAd:0.5", "different weights"), ("", "names no hand"), ("AA:0", "names no hand")),
        ("A" * 200_000, "more than 100,000 characters"),
    ):
        room.do(room.presenter.paste, "oop", text)
        told = room.field("oop")
        assert told.text == "AA" and told.error.startswith("Not pasted. ")
        assert why in told.error.lower()
    room.do(room.presenter.change, "cell", "oop", at("KK"), True)
    assert room.field("oop").text == "KK+" and not room.field("oop").error


def test_examples_can_be_solved(room):
    room.write(target="1")
    assert [example.key for example in room.scenes[-1].examples] == list(EXAMPLE_TEXTS)
    for key in EXAMPLE_TEXTS:
        room.do(room.presenter.choose_example, key)
        assert room.form.solvable and room.field("target").text == "1"


def test_spots_with_options_are_prefilled_whole(room):
    more = {"donks": "", "all_in_below": "150", "max_raises": "2", "rake": "5", "rake_cap": "0.5"}
    texts = [*TEXTS[:3], "5.5", "97.5", "33,2e", "2.5x"]
    spot = Spot.parse(*texts, big_blind="1", **more)
    room.do(room.presenter.fill, spot, (), "")
    assert room.form.more and room.field("donks").text == "0"
    room.write(target="1")
    room.do(room.presenter.solve)
    found = next(one[1] for one in room.heard if one[0] == "solve_asked")
    assert found.record() == spot.record()


def test_form_can_be_prefilled_from_elsewhere(room):
    room.write(target="2")
    spot = Spot.parse(*TEXTS, bets_ip="33", raises_ip="")
    room.do(room.presenter.fill, spot, (raise_to(50), raise_to(200)), "From hand 7", "Why not.")
    assert room.heard == [("filled",)]
    assert (room.form.source, room.form.doubt) == ("From hand 7", "Why not.")
    assert room.field("board").text == "Qs Jh 2h 8c 5d"
    assert room.form.apart and room.field("bets-ip").text == "33"
    room.do(room.presenter.solve)
    name, filled, _, target, *_ = room.heard[2]
    assert name == "solve_asked" and target == 2.0
    assert np.array_equal(filled.ranges[0], spot.ranges[0])
    for texts, source, doubt in (
        ({"target": "1"}, "From hand 7", "Why not."),
        ({"pot": "120"}, "From hand 7, changed", "Why not."),
        ({"oop": "AA", "ip": "KK"}, "From hand 7, changed", ""),
    ):
        room.write(**texts)
        assert (room.form.source, room.form.doubt) == (source, doubt)


def test_list_shows_the_state_of_each_spot(room):
    assert room.rows == {}
    room.keep("stopped", exploitability=1.2, target=0.5)
    room.keep("solved", exploitability=0.0912, target=0.1)
    room.keep("fresh", exploitability=None)
    (room.folder / "cut.safetensors").write_bytes(b"\0")
    rows = room.rows
    assert {name: row.state for name, row in rows.items()} == {
        "stopped": "stopped at 1.2%",
        "solved": "0.09% of the pot",
        "fresh": "not solved yet",
        "cut": "cannot be read",
    }
    solved, cut = rows["solved"], rows["cut"]
    assert " ".join(card.name for card in solved.cards) == solved.board
    assert solved.title.startswith("River, pot ") and "KB" in solved.note
    assert not cut.cards and not cut.usable and cut.title.startswith("Not a spot file")
    assert cut.board == "cut.safetensors"


def test_open_spot_is_marked_and_another_can_be_opened(room):
    path, other = room.keep("one"), room.keep("two")
    for running in (True, False):
        room.presenter.follow(path, running)
        told = {name: (row.shown, row.running) for name, row in room.rows.items()}
        assert told == {"one": (True, running), "two": (False, False)}
    assert room.rows["one"].state != "solving"
    room.presenter.open_row(str(other))
    assert room.heard == [("left",), ("open_asked", other)]


@pytest.mark.parametrize(
    ("shown", "running", "busy"), [(1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0), (0, 0, 0)]
)
def test_a_spot_is_removed_unless_it_is_being_solved_or_written(room, shown, running, busy):
    path, told = room.keep("one"), []
    room.presenter.removed.connect(lambda: told.append(path.exists()))
    room.busy.update([path] * busy)
    room.presenter.follow(path if shown else None, bool(running))
    room.do(room.presenter.remove_row, str(path))
    if running or busy:
        notice = room.notices[-1]
        assert notice.kind == "warning" and path.exists() and room.heard == told == []
    else:
        assert told == [False] and room.rows == {}
        assert room.heard == [("close_asked",)] * shown
