"""The tables of the NFSP-PLT paper: files, printed rows, and small matches."""

import json
import sys

import pytest

from ai.search.effort import RANGES, Effort
from engine.game import get_game
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


@pytest.mark.ci
def test_matches_of_a_seed_are_played_by_all_pairs_of_the_paper(monkeypatch):
    for game in (get_game(DEPTH), get_game("holdem-nolimit-3@3")):
        trained = random_networks(game)
        found = (trained.environment, trained.networks)
        monkeypatch.setattr(source_matches, "learned", lambda *given, found=found: found)
        monkeypatch.setattr(source_matches, "EFFORT", Effort(20, belief=RANGES))
        for module, deals in ((source_matches, 2), (source_several, 12)):
            monkeypatch.setattr(module, "DEALS", dict.fromkeys(module.DEALS, deals))
        monkeypatch.setattr(source_matches, "LBR_DEALS", 2)
        row = source_matches.holdem_row if game.is_heads_up else source_several.several_row
        found = row(game, 1, 0.1)
        # All have the same networks here, and the same deals.
        won = found["won"]
        assert won["nfsp"] == won["nfsp-per"] == won["nfsp-plt"]
        if game.is_heads_up:
            assert list(won) == ["nfsp", "nfsp-per", "nfsp-plt", "deep-cfr"]
            assert won["nfsp"]["random"] == won["deep-cfr"]["random"]
            assert all(found["lbr"]["nfsp"] == other for other in found["lbr"].values())
            assert len(source_matches.holdem_lines([json.loads(json.dumps(found))])) == 6
        else:
            assert all(abs(mean) <= 6.0 and half > 0.0 for mean, half in won["nfsp"].values())
