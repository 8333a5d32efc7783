import random
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest

from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.records.acpc import write_log
from pokergui.store import (
    IMPORTED,
    YOU,
    HandReader,
    HandSelection,
    Player,
    Store,
    StoreError,
    export,
    import_hands,
    imports,
    total_up,
    verify,
)
from tests.naive.random_hands import finished
from tests.pokergui.store.damage import limit_pages
from tests.pokergui.store.random_hands import GAMES, hands_in, played
from tests.recorded import text_of

HANDS = 40
STEAL = """PokerStars Hand #{number}: Hold'em No Limit ({sign}1/{sign}2) - 2024/03/01 12:00:00 ET
Table 'Demo' 6-max Seat #1 is the button
Seat 1: Ann ({sign}200 in chips)
Seat 2: Bob ({sign}200 in chips)
Ann: posts small blind {sign}1
Bob: posts big blind {sign}2
*** HOLE CARDS ***
Dealt to Ann [As Ad]
Ann: raises {sign}{more} to {sign}{total}
Bob: folds
Uncalled bet ({sign}{more}) returned to Ann
Ann collected {sign}4 from pot
*** SUMMARY ***
Total pot {sign}4 | Rake {sign}0

"""


def records(name, count=HANDS, seed=1):
    rng, game = random.Random(seed), get_game(name)
    return [
        replace(finished(rng, game), number=number, players=("You", "Rival"), deck=())
        for number in range(count)
    ]


def write(folder, form, hands):
    path = folder / f"hands.{form}"
    if form.startswith("log"):
        write_log(path, hands)
    else:
        path.write_text(text_of("phh" if form == "phhs" else "pokerstars", hands), "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "form", "back"),
    [
        ("leduc@3", "log.xz", "acpc"),
        ("holdem-limit", "phhs", "phh"),
        ("holdem-nolimit@20", "txt", "pokerstars"),
    ],
)
def test_exported_hands_round_trip(store, tmp_path, name, form, back):
    hands = records(name)
    path = write(tmp_path, form, hands)
    done = import_hands(store, [path])
    assert (done.imported, done.skipped, done.refused) == (HANDS, 0, 0)
    found = hands_in(store.path)
    for hand, record in zip(found, hands, strict=True):
        assert hand.record == replace(record, number=hand.number, holes=hand.record.holes)
        assert [set(hole) for hole in hand.record.holes] == [set(hole) for hole in record.holes]
        assert (hand.game_name, hand.mode, hand.session) == (name, IMPORTED, path.name)
        assert (hand.hero, hand.result, hand.opponents) == (0, record.payoffs[0], ("Rival",))
        assert (hand.engines, hand.cards, hand.notes) == (("", ""), "", (f"#{record.number}",))
    again = import_hands(store, [path])
    assert (again.imported, again.skipped, again.refused) == (0, HANDS, 0)
    assert verify(store.path).sound
    assert export(found, back, tmp_path / f"back.{form}").hands == HANDS
    control = JobControl(lambda fraction, text: control.cancel())
    with pytest.raises(CancelledError):
        export(found * 10, back, tmp_path / f"out.{form}", control)
    assert not (tmp_path / f"out.{form}").exists()


def test_totals_mix_neither_currencies_nor_units(store, tmp_path):
    """A hand without a currency counts cents only if one of its amounts has some."""
    raises = (("$", "2", "4"), ("€", "2", "4"), ("", "2", "4"), ("", "2.50", "4.50"))
    texts = (
        STEAL.format(number=number, sign=sign, more=more, total=total)
        for number, (sign, more, total) in enumerate(raises, 1)
    )
    path = tmp_path / "hands.txt"
    path.write_text("".join(texts), "utf-8")
    assert import_hands(store, [path]).imported == len(raises)
    hands = hands_in(store.path)
    assert [hand.result for hand in hands] == [200, 200, 2, 200]
    assert {(one.game, one.hands, one.chips) for one in total_up(hands, (IMPORTED,))} == {
        ("holdem-nolimit-$1/$2", 1, 200),
        ("holdem-nolimit-€1/€2", 1, 200),
        ("holdem-nolimit-1/2", 2, 400),
    }


@pytest.mark.ci
@pytest.mark.slow
def test_parallel_import_of_large_files_gives_the_same_rows(tmp_path, monkeypatch):
    path = write(tmp_path, "phhs", records("holdem-nolimit@100", count=700))
    text = path.read_text("utf-8").split("\n")
    path.write_text("\n".join([*text[:-30], "STATE:x", *text[-30:]]), "utf-8")
    found = []
    for large in (imports.LARGE, 0):
        monkeypatch.setattr(imports, "LARGE", large)
        with closing(Store.open(tmp_path / f"{large}.db")) as store:
            done = import_hands(store, [path])
            found.append((done, [replace(hand, time="") for hand in hands_in(store.path)]))
    assert found[0] == found[1]
    assert found[0][0].imported == len(found[0][1]) > 650 and found[0][0].refused == 1


def test_longer_log_imports_only_its_new_hands(store, tmp_path):
    hands = records("kuhn", 200)
    import_hands(store, [write(tmp_path, "log", hands[:150])])
    done = import_hands(store, [write(tmp_path, "log", hands)])
    assert (done.imported, done.skipped) == (50, 150)
    # Another match of the same players has identical-looking hands, and is imported whole.
    done = import_hands(store, [write(tmp_path, "log", records("kuhn", 200, seed=2))])
    assert done.imported >= 195


def test_mismatched_hands_are_rejected_and_the_others_imported(store, tmp_path):
    path = write(tmp_path, "log", records("leduc", 12))
    lines = path.read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("STATE"))
    lines[first + 2] = lines[first + 2].replace("STATE:2:", "STATE:2:r", 1) + "x"
    lines[first + 4] = "anything"
    fields = lines[first + 6].split(":")
    lines[first + 6] = ":".join([*fields[:4], "700|-700", fields[5]])
    path.write_text("\n".join(lines))
    done = import_hands(store, [path])
    assert (done.imported, done.skipped, done.refused) == (9, 0, 3)
    assert [refusal.place for refusal in done.refusals] == [first + 3, first + 5, first + 7]
    assert {(refusal.file, refusal.where) for refusal in done.refusals} == {("hands.log", "line")}
    assert "the payoffs are" in done.refusals[2].reason
    assert len(hands_in(store.path)) == 9


def test_unreadable_files_are_rejected_as_a_whole(store, tmp_path, monkeypatch):
    good = write(tmp_path, "txt", records("holdem-nolimit", 3))
    (tmp_path / "nothing.txt").write_text("once upon a time\n")
    (tmp_path / "which.log").write_text("STATE:0:cc:J|Q:1|-1:a|b\n")
    words = {
        "nothing.txt": "there is no hand",
        "none.phh": "cannot be read",
        "a.doc": "not one of the file types read here",
        "which.log": "does not state its game",
    }
    done = import_hands(store, [*(tmp_path / name for name in words), good])
    assert done.imported == 3
    assert [refusal.place for refusal in done.refusals] == [0] * 4
    for refusal, part in zip(done.refusals, words.values(), strict=True):
        assert part in refusal.reason
    monkeypatch.setattr(imports, "MOST_REASONS", 10)  # the number of reasons kept is bounded
    path = tmp_path / "hands.log"
    path.write_text("nonsense\n" * 50)
    done = import_hands(store, [path], game=get_game("kuhn"))
    assert (done.refused, len(done.refusals)) == (50, 10)


def test_imported_hands_have_a_hero_but_do_not_count_in_statistics(store, tmp_path):
    import_hands(store, [write(tmp_path, "log", records("leduc", 20))], hero="Rival")
    assert [hand.hero for hand in hands_in(store.path)] == [1] * 20
    with HandReader(store.path) as reader:
        assert reader.player_statistics() == ()
        (found,) = reader.player_statistics(HandSelection(modes=(IMPORTED,)))
        assert (found.game, found.hands) == ("leduc", 20)
        counted = {player: stats.hands for player, stats in found.players.items()}
        assert counted == {YOU: 20, Player("other", "You"): 20}
        assert reader.summary().totals == ()
        (total,) = reader.summary(counted=(IMPORTED,)).totals
        assert (total.game, total.hands) == ("leduc", 20)
        assert reader.facets().opponents == ("You",)
    hands = [replace(hand, players=("a", "b")) for hand in records("holdem-nolimit", 5)]
    import_hands(store, [write(tmp_path, "txt", hands)], hero="Nobody")
    assert {hand.hero for hand in hands_in(store.path, HandSelection(session="hands.txt"))} == {-1}


def test_hands_with_different_stacks_import_from_one_file(store, tmp_path):
    game, rng = get_game("holdem-nolimit"), random.Random(1)
    hands = [
        replace(finished(rng, game.with_stacks((stack, 900))), number=stack, players=("a", "b"))
        for stack in (500, 700)
    ]
    assert import_hands(store, [write(tmp_path, "txt", hands)]).imported == 2
    found = hands_in(store.path)
    assert [hand.game.stacks for hand in found] == [(500, 900), (700, 900)]
    with pytest.raises(StoreError, match="the stacks of these holdem-nolimit hands differ"):
        export(found, "acpc", tmp_path / "out.log")


def test_unknown_cards_stay_unknown_and_odd_names_are_sanitised(store, tmp_path):
    hands = [
        replace(record, holes=(record.holes[0], None))
        for record in records("holdem-nolimit@20", 60)
        if not record.spot.showdown
    ]
    import_hands(store, [write(tmp_path, "log", hands)])
    assert [hand.holes[1] for hand in hands_in(store.path)] == [None] * len(hands) != []
    text = text_of("phh", records("holdem-nolimit", 1))
    path = tmp_path / "names.phhs"
    path.write_text(text.replace("'Rival'", '"a\\tb\\nX' + "c" * 190 + '"'))
    import_hands(store, [path])
    (hand,) = hands_in(store.path, HandSelection(session=path.name))
    assert hand.players[1] == "a_b_X" + "c" * 190


def test_hands_imported_before_a_cancellation_or_error_are_kept(store, tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "BATCH", 10)
    path, seen = write(tmp_path, "log", records("leduc")), []

    def listen(fraction, text):
        seen.append(fraction)
        if len(seen) == 25:
            act()

    control = JobControl(listen)
    act = control.cancel
    done = import_hands(store, [path, path], control=control)
    assert done.imported == len(hands_in(store.path)) == 24
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1] < 0.5
    rest = import_hands(store, [path])
    assert (rest.imported, rest.skipped) == (HANDS - 24, 24)
    write(tmp_path, "log", records("leduc", 1000, seed=2))
    seen.clear()
    act = partial(limit_pages, store, 1)
    with pytest.raises(StoreError, match=r"full.*; [0-9,]+ hands were imported before that"):
        import_hands(store, [path], control=JobControl(listen))
    limit_pages(store, 100_000)
    assert len(hands_in(store.path)) > HANDS + 10
    assert verify(store.path).sound


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    return hands_in(played(tmp_path_factory.mktemp("export") / "hands.db", 36, games=GAMES))


def of(hands, *games):
    return [hand for hand in hands if hand.game_name in games]


@pytest.mark.parametrize(
    ("games", "form", "file", "message"),
    [
        ((), "acpc", "out.log", "no hands to export"),
        (GAMES, "csv", "out.log", "choose one of phh, pokerstars, acpc"),
        (GAMES, "acpc", "out.log", "holds one game; choose one of holdem-limit, "),
        (("kuhn",), "phh", "out.phh", "PHH is for hold'em"),
        (("holdem-limit",), "pokerstars", "out.log", "is for no-limit hold'em"),
        (GAMES, "phh", "out.phh", r"one hand, not 24; name the file \.phhs"),
        (("kuhn",), "acpc", "missing/out.log", "cannot be written"),
    ],
)
def test_hands_that_cannot_be_exported_are_reported(hands, tmp_path, games, form, file, message):
    with pytest.raises(StoreError, match=message):
        export(of(hands, *games), form, tmp_path / file)
    assert not list(tmp_path.iterdir())
