"""The tables of the NFSP-PLT paper: files, printed rows, and small matches."""

from __future__ import annotations

import json
import sys

import pytest

from ai.search.effort import RANGES, Effort
from engine.game import get_game
from engine.match import play
from scripts import source_matches, source_several, source_tables
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

DEPTH = "holdem-nolimit@3"
HOLDEM = {
    "won": {
        "nfsp-per": {"random": [6.5, 1.0], "nfsp-uct": [-1.25, 2.0], "deep-cfr": [0.0, 0.5]},
        "deep-cfr": {"random": [5.0, 1.5]},
    },
    "lbr": {"nfsp-per": [1.5, 0.25], "deep-cfr": [0.75, 0.25]},
}
SEVERAL = {
    "won": {
        "nfsp": {"random": [70.0, 2.0], "nfsp-uct": [-3.0, 4.0]},
        "nfsp-plt": {"random": [65.25, 2.5], "nfsp-uct": [-7.5, 3.0]},
    }
}
LEDUC = {
    "won": {"nfsp-plt": {"random": 0.9, "nfsp-uct": -0.05, "deep-cfr": -0.026}},
    "apart": {"nfsp-plt": 0.137},
}


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["source_tables", *words])
    source_tables.main()


def test_each_game_has_its_table_and_seeds_are_computed_once(monkeypatch, tmp_path, capsys):
    asked = []

    def stand_in(found):
        def row(game, seed, seconds):
            asked.append((game.name, seed))
            return {"game": game.name, "seed": seed, "seconds": seconds, **found}

        return row

    monkeypatch.setattr(source_tables, "row", stand_in(LEDUC))
    monkeypatch.setattr(source_tables, "holdem_row", stand_in(HOLDEM))
    kept = tmp_path / "kept.jsonl"
    file = str(kept)
    run(monkeypatch, "--seeds", "2", "--file", file)
    assert asked == [("leduc", 1), ("leduc", 2)]
    assert (
        "| `nfsp-plt` | +0.900 (+0.900 to +0.900) | -0.050 (-0.050 to -0.050) | -0.026 (-0.026 to"
        " -0.026) | 0.137 (0.137 to 0.137) | 1.051 ± 0.05; 0.019 ± 0.09; 0.263 ± 0.07 |"
    ) in capsys.readouterr().out
    run(monkeypatch, "--game", DEPTH, "--seeds", "1", "--file", file)
    run(monkeypatch, "--game", DEPTH, "--seeds", "2", "--file", file)
    assert asked[2:] == [(DEPTH, 1), (DEPTH, 2)]
    once, twice = capsys.readouterr().out.split("| learner")[1:]
    assert (
        "| `nfsp-per` | 6.50 ± 1.00 | -1.25 ± 2.00 | 0.00 ± 0.50 | 1.50 ± 0.25"
        " | 34.06 ± 0.48; 36.71 ± 0.66; 27.99 ± 0.63 |"
    ) in once
    assert "| `deep-cfr` | 5.00 ± 1.50 |  |  | 0.75 ± 0.25 |  |" in once
    assert "| 6.50 (6.50 to 6.50) ± 1.00 |" in twice
    assert len(kept.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "kuhn"], "the paper has Leduc, heads-up hold'em, holdem-nolimit-3, "),
        (["--game", "holdem-nolimit-3@100"], "not No-limit hold'em, three players"),
        (["--game", "chess"], "chess"),
        (["--seeds", "0"], "give some seconds and a seed"),
    ],
)
def test_bad_input_is_one_sentence(monkeypatch, words, said):
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, *words)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_matches_of_a_seed_are_played_by_all_pairs_of_the_paper(monkeypatch):
    trained = random_networks(get_game(DEPTH))
    monkeypatch.setattr(
        source_matches, "learned", lambda *given: (trained.environment, trained.networks)
    )
    monkeypatch.setattr(source_matches, "EFFORT", Effort(20, belief=RANGES))
    monkeypatch.setattr(source_matches, "DEALS", dict.fromkeys(source_matches.DEALS, 2))
    monkeypatch.setattr(source_matches, "LBR_DEALS", 2)
    found = source_matches.holdem_row(get_game(DEPTH), 1, 0.1)
    assert {name: list(rivals) for name, rivals in found["won"].items()} == {
        **{name: ["random", "nfsp-uct", "deep-cfr"] for name in ("nfsp", "nfsp-per", "nfsp-plt")},
        "deep-cfr": ["random"],
    }
    # All have the same networks here, and the same deals.
    assert found["won"]["nfsp"] == found["won"]["nfsp-per"] == found["won"]["nfsp-plt"]
    assert found["won"]["nfsp"]["random"] == found["won"]["deep-cfr"]["random"]
    assert all(found["lbr"]["nfsp"] == other for other in found["lbr"].values())
    assert found["lbr"]["nfsp"][0] <= 3.0
    assert len(source_matches.holdem_lines([json.loads(json.dumps(found))])) == 6


def test_table_five_stands_beside_the_papers(monkeypatch, tmp_path, capsys):
    def row(game, seed, seconds):
        return {"game": game.name, "seed": seed, "seconds": seconds, **SEVERAL}

    monkeypatch.setattr(source_tables, "several_row", row)
    file = str(tmp_path / "kept.jsonl")
    run(monkeypatch, "--game", "holdem-nolimit-6", "--seeds", "1", "--file", file)
    out = capsys.readouterr().out
    assert "| learner | v. random | v. nfsp-uct | the paper: v. random, v. nfsp-uct |" in out
    assert "| `nfsp` | 70.00 ± 2.00 | -3.00 ± 4.00 |  |" in out
    assert "| `nfsp-plt` | 65.25 ± 2.50 | -7.50 ± 3.00 | 85.44; 47.08 ± 0.32 |" in out


def test_a_learner_meets_a_rival_in_all_other_seats(monkeypatch):
    game = get_game("holdem-nolimit-3@3")
    trained = random_networks(game)
    monkeypatch.setattr(
        source_matches, "learned", lambda *given: (trained.environment, trained.networks)
    )
    monkeypatch.setattr(source_matches, "EFFORT", Effort(20, belief=RANGES))
    monkeypatch.setattr(source_several, "DEALS", dict.fromkeys(source_several.DEALS, 12))
    met = []

    def seen(*given, **more):
        met.append([agent.name for agent in given[1]])
        assert more["duplicate"]
        return play(*given, **more)

    monkeypatch.setattr(source_several, "play", seen)
    found = source_several.several_row(game, 1, 0.1)
    assert met[:2] == [["nfsp", "random", "random"], ["nfsp", "nfsp-uct", "nfsp-uct"]]
    won = found["won"]
    assert list(won) == ["nfsp", "nfsp-per", "nfsp-plt"]
    # All have the same networks here, and the same deals.
    assert won["nfsp"] == won["nfsp-per"] == won["nfsp-plt"]
    assert all(abs(mean) <= 6.0 and half > 0.0 for mean, half in won["nfsp"].values())
