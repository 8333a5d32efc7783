from collections import Counter
from contextlib import closing
from itertools import islice

import numpy as np
import pytest

from ai.reading.reach import RangeReader, matchups
from ai.registry import build
from ai.reports.aggregate import aggregate, csv_text, means, weight_share
from ai.reports.boardsets import named_boards
from engine.combos import combo_index
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_spot
from engine.player import PublicState
from pokergui.drills.judge import DrillJudge
from pokergui.drills.sources import is_report, read_report

GAME = get_game("holdem-limit")
BETTING = line_spot(GAME, "rc/")
BOARDS = named_boards("AhTd7c KsQs2d 9h8h7h", 3)


@pytest.fixture(scope="module")
def rows():
    found = []
    aggregate(RangeReader(build("cfr", GAME)), BETTING, BOARDS, found.append)
    return found


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "boards.csv"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.mark.ci
@pytest.mark.slow
def test_boards_are_drawn_by_weight_and_hands_by_reach(rows, written, tmp_path):
    path = written(csv_text(BETTING, "cfr", rows))
    assert is_report(path)
    link = read_report(path)
    assert (link.game, link.actions, link.engine) == (GAME, BETTING.actions, "cfr")
    assert link.boards == tuple(board.cards for board in BOARDS)
    assert link.weights == tuple(weight_share(row, means(rows)) for row in rows)
    reader, draws = RangeReader(build("cfr", GAME)), 100
    with closing(DrillJudge("cfr", GAME, tmp_path, JobControl())) as judge:
        asked = list(islice(judge.hands_over(link, np.random.default_rng(3)), draws))
    assert all(not one.trivial and one.source == "report" for one in asked)
    assert all(one.card is not None for one in asked)
    joints = []
    for board in link.boards:
        spot = PublicState(GAME, link.actions, board)
        joint = matchups(GAME, reader.reach(spot).weights, spot.to_act)
        joints.append(np.where(reader.answer(spot).probabilities.max(axis=1) < 0.95, joint, 0.0))

    def check(found, share, count):
        assert found == pytest.approx(share, abs=4.5 * np.sqrt(share * (1 - share) / count))

    counts = np.array([board.count for board in BOARDS])
    totals = counts * np.array([joint.sum() for joint in joints])
    found = Counter(one.dealt.spot.board for one in asked)
    for board, share in zip(link.boards, totals / totals.sum(), strict=True):
        check(found[board] / draws, share, draws)
    likely = np.argsort(-joints[0])[:100]
    held = [combo_index(one.dealt.hole) for one in asked if one.dealt.spot.board == link.boards[0]]
    share = joints[0][likely].sum() / joints[0].sum()
    check(np.isin(held, likely).mean(), share, len(held))


HEAD = "game,engine,line,board,weight"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("game,line\n", "column 'engine'"),
        (HEAD + "\n", "no boards"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c\n", "4 columns instead of 5"),
        (HEAD + "\npoker,cfr,rc/,AhTd7c,1\n", "line 2: "),
        (HEAD + "\nleduc,cfr,rc/,Kh,1\n", "line 2: reports need heads-up hold'em"),
        (HEAD + "\nholdem-limit,cfr,r,AhTd7c,1\n", "before the flop"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd,1\n", "line 2: "),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,nan\n", "not a weight"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,much\n", "'much' is not a weight"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,\n", "reaches none of its boards"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,1\n" * 2, "line 3: "),
        (HEAD + 2 * "\nholdem-limit,cfr,rc/,AhTd7c,1" + "\n", "twice"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,1\nholdem-limit,cfr,cc/,AhTd7c,1\n", "line 3: "),
        (HEAD + "\nholdem-limit,cfr,rc/,all,1\n", "reaches none of its boards"),
        (HEAD + "\n" + "x" * 200_000 + ",cfr,rc/,AhTd7c,1\n", "field larger than"),
        (HEAD + '\n"holdem-limit', "columns instead of 5"),
        (HEAD + "\nholdem-limit,cfr,rc/,AhTd7c,1" * 5_002, "more than 5,000 boards"),
    ],
)
def test_invalid_report_tables_give_one_sentence(body, words, written):
    path = written(body)
    with pytest.raises(PokerError) as wrong:
        read_report(path)
    assert words in str(wrong.value) and str(path) in str(wrong.value)
    assert len(str(wrong.value)) < 400 + len(str(path))


def test_unreadable_files_give_one_sentence(written, tmp_path):
    assert not is_report(written("hand,game\n"))
    with pytest.raises(PokerError, match="a folder"):
        is_report(tmp_path)
    for data, words in ((b"game,\xff\xfe", "not UTF-8"), (b"game," * 2**20, "larger than")):
        path = written("")
        path.write_bytes(data)
        with pytest.raises(PokerError, match=words):
            read_report(path)
