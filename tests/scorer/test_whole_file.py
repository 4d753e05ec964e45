"""A file is written whole or not at all, and what went wrong names it."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.whole_file import write_whole


def test_a_disk_without_room_is_named_with_the_file(tmp_path: Path) -> None:
    """With a real refusal to write: the largest file that this program may make."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "a.json"
    path.write_bytes(b"before")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(OSError, match="large") as error:
            write_whole(path, [b"x" * 100_000])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (error.value.errno, error.value.filename) == (errno.EFBIG, str(path))
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.json", b"before")]


def test_a_folder_that_is_not_there_is_named_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        write_whole(tmp_path / "no" / "a.json", [b"x"])
    assert error.value.filename == str(tmp_path / "no" / "a.json")


def test_what_the_parts_can_t_read_keeps_its_name(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield (tmp_path / "other").read_bytes()

    with pytest.raises(FileNotFoundError) as error:
        write_whole(tmp_path / "a.json", parts())
    assert error.value.filename == str(tmp_path / "other") and not list(tmp_path.iterdir())


def test_what_need_not_last_is_whole_too_without_a_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def waits(_handle: int) -> None:
        raise AssertionError("nobody waits for the disk")

    monkeypatch.setattr("os.fsync", waits)
    write_whole(tmp_path / "a.json", [b"one", b" two"], lasting=False)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.json", b"one two")]
