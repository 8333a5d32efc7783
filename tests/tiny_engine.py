"""An engine program of the standard library alone, with errors on demand.

``python -S tiny_engine.py [MODE…]``; it starts in 20 ms, as nothing of the project is imported.
"""

import sys

MODES = (
    "ranges",  # answers for its whole range
    "late",  # hangs at its third decision
    "illegal",  # folds where nobody has bet, or raises to 1
    "crash",  # exits at its third decision
    "random",  # acts on its own randomness, not the seed
    "badrange",  # rows that sum to a half
    "onlyrange",  # draws its actions from its ranges
    "illegalrange",  # ranges with an illegal action
    "raiseace",  # raises whatever is sent as an ace, and nothing else
    "mute",  # says nothing at all
    "picky",  # plays only Kuhn
    "noisy",  # writes to stderr
)


def command(*modes):
    assert set(modes) <= set(MODES)
    return " ".join((sys.executable, "-S", __file__, *modes))


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def combos(definition):
    pairs = (line.split(" = ") for line in definition if " = " in line)
    numbers = {name.strip(): value for name, value in pairs}
    cards = int(numbers["numSuits"]) * int(numbers["numRanks"])
    return cards if int(numbers["numHoleCards"]) == 1 else cards * (cards - 1) // 2


def whole_range(count, chance):
    from base64 import b64encode
    from struct import pack

    return b64encode(pack("<d", chance) * count).decode()


def answer(modes, legal, turn):
    if turn == 3 and "late" in modes:
        sys.stdin.read()
        sys.exit()
    if turn == 3 and "crash" in modes:
        sys.exit("it is broken")
    if "illegal" in modes:
        return "r1" if "f" in legal else "f"
    if "random" in modes:
        import os

        return "c" if "f" not in legal or os.urandom(1)[0] % 2 else "f"
    return "c"


def serve(modes, lines):
    size, turn, ace = 0, 0, False
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "hello" and "mute" not in modes:
            options = (
                "option depth type int default 6 min 1 max 12",
                "option style type choice default solid choices solid loose",
                "option loud type bool default false",
            )
            ranges = modes & {"ranges", "badrange", "illegalrange", "onlyrange"}
            acts = () if "onlyrange" in modes else ("act",)
            abilities = " ".join(("can", *acts, *(["range"] if ranges else [])))
            say("name Tiny", "version 1.2", *options, abilities, "ready")
        elif word == "game":
            size = combos(list(iter(lambda: next(lines).strip(), "END GAMEDEF")))
            plays = "picky" not in modes or rest == "kuhn"
            say("ready" if plays else "error I play Kuhn poker alone")
        elif word == "position":
            ace = rest.split()[1].startswith("A")
        elif word == "go":
            turn += 1
            if "noisy" in modes:
                print(f"decision {turn}", file=sys.stderr, flush=True)
            legal = rest.split(" legal ")[1].split()[0]
            raises = "raiseace" in modes and ace and "r" in legal
            say(f"act {'r' if raises else answer(modes, legal, turn)}")
        elif word == "range":
            chance = 0.5 if "badrange" in modes else 1.0
            action = "r1" if "illegalrange" in modes and " legal fc" in line else "c"
            say(f"actions {action}", f"rows {whole_range(size, chance)}", "done")
        elif word == "quit":
            return


if __name__ == "__main__":
    serve(set(sys.argv[1:]), iter(sys.stdin))
