import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from engine.game import get_game
from engine.match_chunk import joined
from engine.stats import NUM_COUNTS, PlayerStats
from pokergui.formatting.handname import game_title
from pokergui.formatting.statistics import stat_cells, statistics_scene
from pokergui.links import PlayLink
from pokergui.pages.history.presenters import history as history_module
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.scenes.rows import match_header, match_rows, match_stats, total_figure
from pokergui.store import YOU, GameStats, HandReader, Player, Total, verify
from tests.naive.random_hands import finished
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.heard import heard, number_in
from tests.pokergui.history_parts import GAMES, Opened, keep_match
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.timers import let_pass
from tests.recorded import text_of

pytestmark = pytest.mark.slow


def damage(path, number):
    change(path, f"UPDATE hands SET payoffs = '[9,-9]' WHERE number = {number}")


@pytest.fixture
def files(opened, store):
    made = HistoryFiles(opened.runner, store, opened.path, opened.history.filter)
    made.notice.connect(opened.notices.append)
    made.changed.connect(opened.history.hands_changed)
    made.noted.connect(opened.history.show_noted)
    made.single.connect(opened.history.open_decision)
    opened.show()
    return made


def test_notes_are_kept_and_hands_copied_as_text(opened, files):
    copied = heard(files.copied)
    opened.select(37)
    files.note(37, "bluff, big  river", "too large")
    opened.settle()
    opened.settle()
    row = next(row for row in opened.rows if row.number == 37)
    assert opened.changes[-1] == "changed" and row.tags == "#bluff #big #river"
    assert (opened.replayed.tags, opened.replayed.note) == ("#bluff #big #river", "too large")
    assert "too large" in row.tip
    opened.narrow(text="#bluff")
    assert opened.numbers == [37]
    files.copy([40, 37])
    notice = opened.told()
    (text,) = copied
    assert len([part for part in text.split("\n\n") if part.strip()]) > 1
    assert notice.title == "2 hands copied as text"
    files.note(37, "x" * 50, "")
    assert "at most 40" in opened.told().text


def test_newest_first_with_the_newest_selected_and_open(opened):
    opened.history.hands_changed()
    assert opened.runner.waiting == 0  # nothing is read before the page is shown
    opened.show()
    assert opened.numbers == list(range(40, 0, -1))
    units = [row.unit.removesuffix("s") for row in opened.rows[:4]]
    assert units == ["bb", "bb", "ante", "ante"]  # no-limit, limit, Leduc, Kuhn
    assert opened.selected == 40 and opened.replayed.dots and opened.notices == []
    opened.history.show_page(False)
    opened.history.hands_changed()
    assert opened.runner.waiting == 0


@pytest.mark.parametrize(
    ("page_rows", "fresh", "changes", "numbers"),
    [(400, 2, ["all", "newer"], [42, 41, 40]), (5, 8, ["all", "all"], [48, 47, 46, 45, 44])],
)
def test_new_hands_appear_on_top_and_keep_the_selection(
    opened, store, monkeypatch, page_rows, fresh, changes, numbers
):
    monkeypatch.setattr(history_module, "PAGE_ROWS", page_rows)
    opened.show()
    opened.select(37)
    play_into(store, fresh, seed=9, games=GAMES)
    opened.more_hands()
    assert opened.changes == changes and opened.numbers[: len(numbers)] == numbers
    assert opened.header.count == str(40 + fresh)
    assert opened.selected == (37 if 37 in opened.numbers else opened.numbers[0])


@pytest.mark.parametrize(
    ("field", "value", "keeps"),
    [
        ("game", "leduc", lambda hand: hand.game_name == "leduc"),
        ("result", "lost", lambda hand: hand.result < 0),
        ("result", "bb10", lambda hand: abs(hand.result) >= 10 * hand.game.big_blind),
        ("opponent", "random", lambda hand: True),
        ("date", "7", lambda hand: False),
        ("date", "30", lambda hand: True),
        ("mode", "training", lambda hand: False),
        ("text", "clock", lambda hand: bool(hand.notes)),
    ],
)
def test_hands_are_filtered(opened, clock, field, value, keeps):
    clock.advance(8 * 86_400)
    opened.show()
    opened.narrow(**{field: value})
    with HandReader(opened.path) as reader:
        kept = [hand.number for hand in reversed(reader.list().hands) if keeps(hand)]
    assert opened.numbers == kept
    assert (opened.header.count, opened.header.rest) == (str(len(kept)), "of 40 hands match")
    assert (opened.empty is None) == bool(kept)


def test_empty_list_says_why_and_offers_a_way_out(opened, tmp_path):
    opened.show()
    opened.narrow(text="no such words", opponent="granite")
    assert [button.key for button in opened.empty.buttons] == ["clear"]
    assert "granite" in [choice.key for choice in opened.filters.opponent.choices]
    opened.history.press("clear")
    opened.settle()
    assert opened.empty is None and len(opened.rows) == 40
    opened = Opened(tmp_path / "none.db")  # before the first hand
    asked = heard(opened.history.asked)
    opened.show()
    for button in opened.empty.buttons:
        opened.history.press(button.key)
    assert asked == ["play", "import"]
    assert opened.notices == [] and opened.replayed.message


def test_a_damaged_hand_is_named_and_never_shown(opened, store):
    store.close()
    damage(opened.path, 40)
    opened.show()
    row = opened.rows[0]
    assert (row.number, row.result, row.cards) == (40, "", ()) and "damaged" in row.damaged
    assert opened.selected == 39
    opened.path.write_bytes(b"no database" * 1000)
    opened.more_hands()
    notice = opened.notices[-1]  # reported in place
    assert (notice.kind, notice.buttons[0].key) == ("error", "reload")


def test_totals_and_statistics_are_listed_by_game(opened, store):
    opened.show()
    with HandReader(opened.path) as reader:
        hands = reader.list().hands
        listed = {total.game: total for total in reader.summary().totals}
        counted = {one.game: one.total for one in reader.player_statistics()}
    assert listed == counted  # to the last bit, however they are summed
    assert {group.title for group in opened.statistics.groups} == {game_title(g) for g in GAMES}
    for group in opened.statistics.groups:
        those = [hand for hand in hands if game_title(hand.game_name) == group.title]
        total = sum(hand.result / hand.game.big_blind for hand in those)
        assert number_in(group.result) == pytest.approx(total, abs=0.051)
        you, *others = group.rows
        places = [row for row in others if row.inner]
        assert you.person and bool(places) != bool(those[0].game.ante)
        for at, cell in enumerate(you.cells):  # positions sum to the user's line
            parts = [row.cells[at].parts.split("/") for row in places]
            whole = [sum(map(int, column)) for column in zip(*parts, strict=True)]
            assert not places or "/".join(map(str, whole)) == cell.parts
        part, whole = map(int, you.cells[0].parts.split("/"))
        assert you.cells[0].value == f"{100 * part / whole:.1f}%"
    play_into(store, 8, seed=5, games=("kuhn",), mode="training")  # which counts in no result
    opened.more_hands()
    opened.narrow(game="kuhn")
    (figure,), (group,) = opened.header.figures, opened.statistics.groups
    assert figure.value == group.result.split()[0] and group.result.endswith(" in 10 hands")
    opened.narrow(mode="training")
    assert opened.header.figures == () and opened.statistics.groups[0].result == "8 hands"


def test_statistics_wording():
    players = (YOU, Player("engine", "cfr"), Player("other", "cfr"), Player("other", "You"))
    stats = PlayerStats.of(np.ones(NUM_COUNTS, np.int64))
    (group,) = statistics_scene((GameStats("leduc", 3, dict.fromkeys(players, stats)),), 0).groups
    assert len({row.name for row in group.rows}) == len(players)  # equal titles, told apart
    none = PlayerStats.of(np.zeros(NUM_COUNTS, np.int64))
    # A share of nothing is 0; an ellipsis means a figure is still being computed.
    assert [cell.value for cell in stat_cells(none)] == ["–"] * 6
    for antes, words in ((-1.0, "−1 ante"), (2.0, "+2 antes")):
        figure = total_figure(Total("kuhn", 3, int(antes), antes))
        assert f"{figure.value} {figure.rest}" == words


def test_hand_opens_at_its_end_and_can_be_stepped_through(opened):
    opened.show()
    last, replay = len(opened.replayed.dots) - 1, opened.replay
    at = [opened.replayed.position]
    for move in ("first", "forward", "back", "back"):
        replay.press(move)
        at.append(opened.replayed.position)
    replay.go(last)
    replay.press("forward")
    assert [*at, opened.replayed.position] == [last, 0, 1, 0, 0, last]
    for row in range(len(opened.decisions)):
        replay.go_decision(row)
        assert [r.current for r in opened.decisions].index(True) == row
    replay.go_crumb(0)
    replay.go_crumb(999)
    assert opened.replayed.position == 0
    replay.go(last)
    replay.press("run")  # it plays by itself to the end
    assert opened.replayed.playing and opened.replayed.position == 0
    for _ in range(last):
        replay.table_settled()
        let_pass(replay, 60_000)
    assert (opened.replayed.position, opened.replayed.playing) == (last, False)
    replay.press("run")
    replay.press("forward")  # a move stops it
    assert not opened.replayed.playing
    replay.press("run")
    opened.select(opened.numbers[1])  # so does another hand
    assert not opened.replayed.playing


def test_hands_and_decisions_open_in_study_or_the_solver_without_revealing_cards(opened):
    opened.show()
    seen = Counter()
    for number in range(40, 0, -1):
        opened.select(number)
        hand = opened.hand(number)
        for row, decision in enumerate(opened.decisions):
            opened.replay.study_decision(row)
            link = opened.studies[-1]
            assert (link.game, link.actions) == (hand.game, hand.record.actions[:row])
            assert link.board == hand.record.board[: len(link.board)]
            assert (link.hole == hand.record.holes[hand.hero]) == decision.person
            seen["hidden"] += not decision.person
            opened.replay.go_decision(row)
            # With fixed bets only rivers can be solved, so solving is not offered before.
            cards = {"River": 5, "Turn": 4, "Flop": 3}.get(decision.street, 0)
            cards = 0 if hand.game.is_limit and cards < 5 else cards
            assert opened.replayed.solve.can == bool(cards)
            opened.solves.clear()
            opened.replay.solve()
            source = f"From hand {number}, {decision.street.lower()}"
            found = [(len(link.board), words) for link, words in opened.solves]
            assert found == ([(cards, source)] if cards else [])
            seen["solved"] += bool(cards)
        record, hero, offered = hand.record, hand.hero, opened.replayed.hand.can
        opened.replay.go(0)  # before cards are shown
        opened.whole.clear()
        opened.replay.solve_hand()
        flop = record.game.is_holdem and not record.game.is_limit and len(record.board) >= 3
        assert len(opened.whole) == offered <= flop
        seen[offered] += 1
        for link in opened.whole:
            assert (link.end.actions, link.end.board) == (record.actions, record.board)
            assert link.holes[hero] == record.holes[hero] and link.holes[1 - hero] is None
            assert (link.hero, link.names[hero], link.source) == (hero, "You", f"Hand {number}")
    assert seen["hidden"] and seen["solved"] > 5 and seen[True] and seen[False]


def test_multiway_hands_are_replayed_and_played_on(opened, store):
    play_into(store, 3, seed=4, games=("holdem-nolimit-6",))
    opened.show()
    hand = opened.hand(opened.rows[0].number)
    for index in range(len(opened.replayed.dots)):
        opened.replay.go(index)
        assert len(opened.frames[-1].scene.seats) == 6
    opened.replay.go_decision(0)
    assert not opened.replayed.solve.can and "from the flop on" in opened.replayed.solve.tip
    opened.replay.play_here()
    first, *others = (*hand.engines[hand.hero + 1 :], *hand.engines[: hand.hero])
    link = PlayLink(hand.game, hand.record.deck, (), hand.hero, first, tuple(others))
    assert opened.plays == [link]


@pytest.mark.parametrize(
    ("kind", "game", "numbers", "told", "words"),
    [
        ("acpc", "leduc", [40], ("plain", "10 hands exported to hands"), ""),
        ("phh", "", [40, 39, 38], ("warning", "2 hands exported to hands"), "1 left out"),
        ("acpc", "", [], ("error", ""), "one game"),
    ],
)
def test_exports_report_skipped_hands(opened, files, tmp_path, kind, game, numbers, told, words):
    opened.narrow(game=game)
    file = tmp_path / "hands"
    files.export_hands(kind, str(file), numbers)
    notice = opened.told()
    assert notice.kind == told[0] and notice.title.startswith(told[1]) and words in notice.text
    assert file.exists() == (told[0] != "error")


def test_backup_and_verification_report_problems(opened, files, store, tmp_path):
    copy = tmp_path / "copy.db"
    files.back_up(str(copy))
    assert opened.told().title == "40 hands saved as copy.db" and verify(copy).hands == 40
    files.verify()
    assert opened.told().title == "40 hands are intact"
    files.verify()
    assert opened.notices[-1].kind == "running"
    files.press("stop")
    opened.settle()
    assert opened.notices[-1] is None
    store.close()
    damage(opened.path, 17)
    files.verify()
    assert opened.told().kind == "error" and "17" in opened.told().details


def test_imports_are_marked_uncounted_and_report_rejected_hands(opened, files, tmp_path):
    file = tmp_path / "leduc.log"
    opened.narrow(game="leduc")
    files.export_hands("acpc", str(file), [40])
    opened.told()
    opened.narrow(game="")
    files.import_files([str(file), str(tmp_path / "missing.phhs")])
    notice = opened.told()
    opened.settle()
    assert (notice.kind, notice.title) == ("warning", "10 hands imported")
    assert notice.text.startswith("1 refused: missing.phhs")
    assert [row.mark for row in opened.rows[:11]] == ["imported"] * 10 + [""]
    assert opened.statistics.note == "over 40 of 50 hands"
    opened.narrow(mode="imported")
    assert len(opened.rows) == 10
    opened.replay.press("first")
    opened.replay.play_here()  # with cards that are drawn
    link = opened.plays[-1]
    assert sorted(link.deck) == list(link.game.deck)


def test_single_pasted_hand_opens_at_the_heros_decision(opened, files):
    rng, game = random.Random(4), get_game("holdem-nolimit@100")
    records = (finished(rng, game) for _ in range(100))
    record = replace(next(one for one in records if len(one.actions) > 4), players=("You", "Z"))
    opened.narrow(game="leduc")
    for title in ("1 hand imported", "0 hands imported"):  # the second time it already exists
        files.import_text(text_of("pokerstars", [record]))
        assert opened.told().title == title
        opened.settle()
        assert opened.selected == opened.numbers[0] == 41 and len(opened.numbers) == 41
        at = [row.current for row in opened.decisions].index(True)
        assert at == [row for row, one in enumerate(opened.decisions) if one.person][-1]
        opened.select(40)
        assert opened.replayed.position == len(opened.replayed.dots) - 1
    files.import_text("x")
    assert opened.told().kind == "error"


def test_files_dropped_during_an_import_follow_with_one_report(opened, files, tmp_path):
    rng, game = random.Random(9), get_game("holdem-nolimit@100")
    paths = [tmp_path / f"{name}.txt" for name in ("first", "second")]
    for path in paths:
        records = [replace(finished(rng, game), players=("You", path.stem)) for _ in range(3)]
        path.write_text(text_of("pokerstars", records))
        files.import_files([str(path)])
    assert opened.told().title == "6 hands imported" and len(opened.rows) == 46
    for path in paths:
        files.import_files([str(path)])
    files.press("stop")  # nothing is pending any more
    assert opened.told().title == "0 hands imported"
    files.import_files([str(paths[1])])
    assert opened.told().text == "3 were imported before."


def test_raked_hand_shows_the_amount_collected(opened, files):
    rng, shape = random.Random(2), replace(SHAPES[2], players=(2, 2))
    rights = [site_hand(rng, shape, number) for number in range(12)]
    files.import_text("".join(right.text for right in rights))
    opened.settle()
    results = {row.number: row.result for row in opened.rows}
    seen = 0
    for number, right in enumerate(rights, 41):
        own = right.net[right.players.index(HERO)]
        assert number_in(results[number]) == pytest.approx(own / right.big_blind, abs=0.051)
        opened.select(number)
        scene = opened.frames[-1].scene
        assert scene.subtitle.startswith(f"Blinds {right.stakes}")
        assert (", rake $" in scene.subtitle) == bool(right.rake)
        if right.rake and own > 0:
            assert f"{own:,}" in scene.result.text
            assert f"after the rake of {right.rake}" in scene.result.note
            seen += 1
    assert seen > 0


def test_the_hands_of_a_match_are_listed_and_replayed(opened, store, files, tmp_path):
    keep_match(store, 1_400)
    opened.more_hands()
    opened.narrow(game="leduc", mode="match:1")
    assert opened.filters.game.current == "" and opened.header.count == "1,400"
    while opened.more:
        opened.history.fetch_more()
        opened.history.fetch_more()  # requested twice while the first is under way
        opened.settle()
    assert opened.numbers == list(range(1, 1_401))
    with HandReader(opened.path) as reader:
        chunk = joined(list(reader.match_hands(reader.matches()[0])))
    for number in (1, 777, 1_400):
        opened.select(number)
        scene, row = opened.frames[-1].scene, opened.rows[number - 1]
        assert scene.title == f"Match 1, hand {number:,}" and scene.seats[0].name == "Raiser"
        assert [c.name for c in scene.seats[0].cards] == [c.name for c in row.cards]
        assert number_in(row.result) == chunk.payoffs[number - 1][0]
    file = tmp_path / "leduc.log"
    files.export_hands("acpc", str(file), [1, 2, 3])
    assert opened.told().kind == "warning" and not file.exists()
    opened.narrow(text="clock")
    assert opened.filters.mode.current == "" and opened.header.rest == "of 40 hands match"


def test_match_uses_the_unit_of_watch_and_no_interval_for_one_pair(store, clock):
    keep_match(store, 2, game="holdem-limit")
    keep_match(store, 1_400)
    with HandReader(store.path) as reader:
        short, long = sorted(reader.matches(), key=lambda match: match.hands)
        rows, _ = match_rows(reader, short.number, 0, 2, clock.now())
        payoffs = joined(list(reader.match_hands(short))).payoffs[:, 0]
    won = [number_in(row.result) for row in rows]
    assert won == pytest.approx(list(payoffs / 10), abs=0.051) and any(won)
    figures = [match_header(match).figures[0] for match in (short, long)]
    assert [figure.rest for figure in figures] == ["mbb/hand", "mA/hand"]
    assert ["\u00b1" in figure.value for figure in figures] == [False, True]
    itself = replace(short, players=("cfr", "cfr"))
    counted = match_stats(itself).players
    assert [player.name for player in counted] == ["cfr A", "cfr B"]
    assert tuple(counted.values()) == itself.stats
