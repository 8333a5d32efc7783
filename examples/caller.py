"""Calls, and min-raises as often as its option states; speaks the protocol itself.

pokergui match leduc "process:python3 examples/caller.py" random
"""

import random
import sys

raises = 0.25
for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        print(
            "name Caller",
            f"option raises type float default {raises} min 0 max 1",
            "ready",
            sep="\n",
        )
    elif word == "set":
        raises = float(rest[1])
    elif line.startswith("END GAMEDEF"):
        print("ready")
    elif word == "go":
        asked = dict(zip(rest[::2], rest[1::2], strict=False))
        draw = random.Random(int(asked["seed"]))
        may = "r" in asked["legal"] and draw.random() < raises
        print("act", "r" + asked.get("min", "") if may else "c")
    sys.stdout.flush()
