"""An engine that misbehaves in a named way: ``misbehaving.py KIND [FILE]``.

It answers correctly twice after each start. Kinds "says ..." name the lines of its third answer,
kinds "begins by ..." those of its start.
"""

import ctypes
import os
import signal
import sys
import threading

KIND = sys.argv[1]
BEFORE = 2


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def forever(text):
    while True:
        os.write(1, text)


def hang(wait=signal.pause):
    try:
        with open(sys.argv[2], "a") as file:  # noqa: PTH123
            file.write("x")
    except OSError:
        pass  # a mark that is not a file
    wait()


def busy():
    while True:
        pass


def no_signals():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hang()


def in_parts():
    say("info almost")
    os.write(1, b"act")  # and never the rest
    hang()


def more_file():
    with open(sys.argv[2], "wb") as file:  # noqa: PTH123
        os.ftruncate(file.fileno(), 8 << 30)


def more_files():
    return [open(__file__) for _ in range(100_000)]  # noqa: PTH123


def leave_child(then):
    if os.fork() == 0:
        signal.pause()
    then()


def leave_thread():
    threading.Thread(target=threading.Event().wait).start()
    say("act c")


FACING = False
AT_START = {
    "dies at the start": lambda: sys.exit("there is no more"),
    "is killed at the start": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "is never ready": hang,
    "declares options for ever": lambda: forever(b"option a type int default 1\n"),
    "begins by nonsense": lambda: say("\0\x1b[31m\xff", "ready"),
    "never ends its first line": lambda: forever(b"x" * 4096),
}
ASKED = {
    "exits": lambda: os._exit(0),
    "exits with words": lambda: sys.exit("out of ideas"),
    "reads address 0": lambda: ctypes.string_at(0),
    "aborts": os.abort,
    "kills itself": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "sleeps": hang,
    "computes for ever": lambda: hang(busy),
    "minds no signal": no_signals,
    "closes its output": lambda: (os.close(1), signal.pause()),
    "stops in the middle of a line": in_parts,
    "folds for free or raises nothing": lambda: say("act r0" if FACING else "act f"),
    "says an escape": lambda: say("\x1b[2J\x1b]0;owned\x07"),
    "says bytes": lambda: os.write(1, bytes(range(256)) * 40),
    "never ends a line": lambda: forever(b"x" * 65536),
    "floods with lines": lambda: forever(b"act\n" * 4096),
    "floods with information": lambda: forever(b"info still thinking\n" * 4096),
    "wants more memory": lambda: bytearray(64 << 30),
    "writes a huge file": more_file,
    "opens too many files": more_files,
    "leaves a child and dies": lambda: leave_child(lambda: os._exit(1)),
}
HARMLESS = {
    "floods stderr": lambda: (os.write(2, b"hm\n" * 40_000), say("act c")),
    "leaves a child": lambda: leave_child(lambda: say("act c")),
    "leaves a thread": leave_thread,
    "informs a lot": lambda: say(*["info value 1"] * 5000, "act c"),
    "ends lines as in DOS": lambda: say("act c\r"),
}
ONCE = {"dies once": lambda: os._exit(1)}
"""Needs a file that it can make to remember."""
RANGES = {
    "gives no rows": lambda: say("actions c", "done"),
    "gives rows for ever": lambda: (say("actions c"), forever(b"row Qs 1\n" * 4096)),
    "gives rows too long": lambda: (say("actions c"), forever(b"rows " + b"A" * 65536)),
    "never ends a range": lambda: (say("actions c"), hang()),
}


def serve():
    asked = 0
    global FACING
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            if KIND in AT_START:
                AT_START[KIND]()
            elif KIND.startswith("begins by "):
                say(*KIND.removeprefix("begins by ").split("|"))
            say("name Misbehaving", "can range" if KIND in RANGES else "can act", "ready")
        elif word == "END":
            if KIND == "dies at the game":
                os._exit(7)
            say("error it plays chess" if KIND == "plays chess" else "ready")
        elif word == "go":
            asked += 1
            FACING = "legal f" in rest
            if KIND == "hangs at once":
                no_signals()
            elif asked <= BEFORE:
                say("act c")
            elif KIND in ONCE and not os.path.exists(sys.argv[2]):  # noqa: PTH110
                open(sys.argv[2], "w").close()  # noqa: PTH123
                ONCE[KIND]()
            elif KIND.startswith("says ") and KIND not in ASKED:
                say(*KIND.removeprefix("says ").split("|"))
            else:
                (ASKED | HARMLESS).get(KIND, lambda: say("act c"))()
        elif word == "range":
            RANGES[KIND]()
        elif word == "quit" and KIND != "leaves a thread":
            return


serve()
