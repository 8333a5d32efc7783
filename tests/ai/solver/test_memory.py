import os

from ai.solver.memory import free_bytes, refusal, size_text


def system(folder, available, **limits):
    (folder / "meminfo").write_text(f"MemTotal:  999 kB\n{available}\nBuffers:  5 kB\n")
    for name, text in limits.items():
        (folder / f"memory.{name}").write_text(text + "\n")
    return folder / "meminfo", folder


def test_free_memory_is_the_least_left_by_any_limit(tmp_path):
    said = "MemAvailable:   1000000 kB"
    assert free_bytes(*system(tmp_path, said)) == 921_600_000
    for most, used, free in (
        ("max", "7", 921_600_000),
        ("500000000", "100000000", 360_000_000),
        ("5", "10", 0),
    ):
        assert free_bytes(*system(tmp_path, said, max=most, current=used)) == free


def test_other_systems_use_total_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PHYS_PAGES": 1000}.get(name, 4096))
    assert free_bytes(tmp_path / "none", tmp_path) == 3_686_400
    assert free_bytes(*system(tmp_path, "MemFree: 3 kB")) == 3_686_400
    monkeypatch.setattr("sys.platform", "win32")
    assert free_bytes(tmp_path / "none", tmp_path) is None


def test_oversized_spots_are_rejected_with_a_readable_size():
    known = {3_240_000: "3.2 MB", 9_960_000: "10 MB", 999_600_000: "1.0 GB", 2.5e13: "25,000 GB"}
    assert {size: size_text(size) for size in known} == known
    assert refusal(10, False, 10) is None and refusal(10**18, False, None) is None
    told = str(refusal(27 * 10**9, False, 16 * 10**9))
    assert told.startswith(
        "solving takes 27 GB, but only 16 GB is free: store numbers in 16 bits, leave"
    )
    assert "16 bits" not in str(refusal(27 * 10**9, True, 16 * 10**9))
