from pathlib import Path


def sample(name):
    return (Path(__file__).with_name("hands") / name).read_text("utf-8")
