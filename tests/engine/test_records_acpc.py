import lzma
import random
from collections import deque
from dataclasses import replace

import pytest

from engine.errors import RecordError
from engine.game import Game, get_game
from engine.records.acpc import read_state, write_log, write_state
from engine.records.hand_files import text_lines
from engine.records.replay import replay_log
from tests.engine.sample_files import sample
from tests.naive.random_hands import finished
from tests.recorded import read_hands

LIMIT = get_game("holdem-limit")
LINE = sample("line.log")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("holdem-limit", LINE),
        ("holdem-limit", "STATE:574644:f:6sTh|JhAd:5|-5:Mvb2|Mvb1"),
        ("holdem-nolimit", "STATE:0:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:p1|p2"),
        ("leduc", "STATE:2:rrc/crf:Qs|Ah/As:-5|5:BotA|BotB"),
        ("leduc", "STATE:0:crrc/rc:Ah|As/Qh:0|0:A|B"),
        ("kuhn", "STATE:3:crf:As|Qs:-1|1:BotB|BotA"),
    ],
)
def test_lines_come_out_as_they_went_in(name, line):
    record = read_state(get_game(name), line)
    record.verify()
    assert write_state(record) == line
    assert record.replay().payoffs == record.payoffs


def test_names_cannot_break_a_line():
    record = read_state(LIMIT, LINE.replace("p1|p2", "A b|Ü"))
    assert record.players == ("A b", "Ü")
    assert write_state(replace(record, players=("a:b|c\n", "d\u2028"))).endswith(":a_b_c_|d_")


def test_the_last_line_has_the_score_and_all_but_hands_is_left_out(tmp_path):
    path, rng = tmp_path / "hands.log", random.Random(1)
    records = [finished(rng, LIMIT) for _ in range(30)]
    write_log(path, records)
    score, totals, names = path.read_text().splitlines()[-1].split(":")
    assert score == "SCORE" and sum(map(int, totals.split("|"))) == 0
    assert set(names.split("|")) == {name for record in records for name in record.players}
    path.write_bytes(f"# name\n#--t\r\n\n{LINE}\r\nSCORE:20|-20:p1|p2\n".encode())
    assert [write_state(record) for record in read_hands(path, LIMIT)] == [LINE]


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("a.log", f"{LINE}\nnonsense\n".encode(), "a.log, line 2: 'nonsense'"),
        ("a.log", f"# c\n{LINE[:40]}".encode(), "a.log, line 2"),
        ("a.log", b"# ok\n\xff\xfe\n", "a.log, line 2 is not UTF-8"),
        ("a.log", b"#" * 30_000, "a.log, line 1 is longer than"),
        ("a.log.xz", lzma.compress(f"{LINE}\n".encode() * 5_000)[:150], r"a\.log\.xz is damaged"),
        ("a.log.xz", b"no xz at all", r"a\.log\.xz is damaged"),
        ("a.log.xz", b"", r"a\.log\.xz is damaged"),
    ],
)
def test_damaged_files(tmp_path, name, data, part):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RecordError, match=part):
        raise RecordError(replay_log(tmp_path / name, LIMIT).why_unread)


@pytest.mark.parametrize("line", [b"#" * 10_000 + b"\n", b"\n"])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused(tmp_path, line):
    path = tmp_path / "bomb.log.xz"
    path.write_bytes(lzma.compress(line * (2_500_000 // len(line)), preset=0))
    with pytest.raises(RecordError, match="200 times"):
        deque(text_lines(path), maxlen=0)


def test_the_game_is_looked_for_at_the_top_alone(tmp_path):
    path = tmp_path / "long.log"
    path.write_text("# GAMEDEF\n" + "# x\n" * 5_000 + "# END GAMEDEF\n")
    with pytest.raises(RecordError, match="does not state its game"):
        read_hands(path)


def test_an_odd_chip_is_split_as_the_dealer_splits_it():
    game = Game.from_acpc(sample("three.game"), "three")
    line = "STATE:4:cfc/cc/cc/cc:2c3d|AhQd|AsQc/TdJd7s/2h/2s:-5|{won}|{won}:a|b|c"
    record = read_state(game, line.format(won="2.5"))
    record.verify()
    assert record.payoffs == (-50, 25, 25)
    assert record.game.raise_sizes == (100, 100, 200, 200)
    assert [record.money.text(chips) for chips in record.results] == ["-5", "2.5", "2.5"]
    assert [record.money.text(blind) for blind in record.game.blinds] == ["5", "10", "0"]
    for other in ("2.55", "2.333333", "2.", "x"):
        with pytest.raises(RecordError, match=r"payoffs|tenths"):
            read_state(game, line.format(won=other))
