"""Tampered array files."""

import json

from safetensors import safe_open
from safetensors.numpy import load_file, save

from ai.files.arrays import content_hash


def tamper(path, change_record=None, change_arrays=None):
    with safe_open(path, framework="numpy") as file:
        record = json.loads(file.metadata()["record"])
    arrays = load_file(path)
    if change_arrays:
        change_arrays(arrays)
    if change_record:
        change_record(record)
    text = json.dumps(record)
    metadata = {"record": text, "content_hash": content_hash(arrays, text)}
    path.write_bytes(save(arrays, metadata=metadata))


def damage(path, change):
    """Update the record by a dict, or change the arrays by a function."""
    if isinstance(change, dict):
        tamper(path, lambda record: record.update(change))
    else:
        tamper(path, change_arrays=change)


def put(name, make):
    """Return an edit of one array; ``make`` gets a copy or None, and returning None removes it."""

    def change(arrays):
        array = arrays.pop(name, None)
        made = make(None if array is None else array.copy())
        if made is not None:
            arrays[name] = made

    return change
