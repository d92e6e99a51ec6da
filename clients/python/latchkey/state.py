"""The stored state and where it is stored (docs/protocol.md, section 5)."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Callable, ContextManager, Iterator, Optional, Protocol, TypeVar

from .license_file import LOSSES, Json, are_texts, parse_time

T = TypeVar("T")


@dataclass(frozen=True)
class State:
    """The license key and the device token are secrets."""

    license_key: Optional[str] = None
    device_token: Optional[str] = None
    update_token: Optional[str] = None
    license_file: Optional[str] = None
    imported_file: Optional[str] = None
    revocations: Optional[str] = None
    last_seen: Optional[str] = None
    attempt: Optional[Json] = None
    lost: Optional[Json] = None
    notice: Optional[Json] = None
    unreadable: Optional[Json] = None

    def without_license(self) -> State:
        return State(revocations=self.revocations, last_seen=self.last_seen)

    def change(self, **values: Any) -> State:
        return replace(self, **values)

    @property
    def has_no_file(self) -> bool:
        return self.license_file is None and self.imported_file is None


def name_of(attribute: str) -> str:
    """'license_key' → 'licenseKey'"""
    first, *rest = attribute.split("_")
    return first + "".join(word.capitalize() for word in rest)


def state_to_json(state: State) -> Json:
    values = {name_of(one.name): getattr(state, one.name) for one in fields(State)}
    return {name: value for name, value in values.items() if value is not None}


def state_from_json(value: Json) -> State:
    """Drops invalid values, because the file may be damaged or edited."""
    found = {one.name: value.get(name_of(one.name)) for one in fields(State)}
    return State(**{name: one for name, one in found.items() if is_valid(name, one)})


def is_valid(name: str, value: Any) -> bool:
    if name == "last_seen":
        return parse_time(value) is not None
    checks = {"attempt": is_attempt, "lost": is_loss, "notice": is_notice, "unreadable": is_unreadable}
    if name not in checks:
        return isinstance(value, str)
    return isinstance(value, dict) and checks[name](value)


def is_attempt(value: Json) -> bool:
    are_times = all(parse_time(value.get(name)) is not None for name in ("at", "next"))
    return are_times and isinstance(value.get("failures"), int)


def is_loss(value: Json) -> bool:
    is_time = parse_time(value.get("at")) is not None
    return is_time and value.get("code") in LOSSES and isinstance(value.get("licenseId"), str)


def is_update(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("available"), bool)
        and isinstance(value.get("mandatory"), bool)
        and isinstance(value.get("version"), (str, type(None)))
    )


def is_notice(value: Json) -> bool:
    update = value.get("update")
    has_texts = isinstance(value.get("code"), str) and are_texts(value.get("warnings"))
    return has_texts and (update is None or is_update(update))


def is_unreadable(value: Json) -> bool:
    return value.get("code") in ("UNKNOWN_KEY", "UNSUPPORTED") and are_texts(value.get("kids"))


class DamagedState(ValueError):
    """`previous` is used unless the application has a newer state in memory."""

    def __init__(self, message: str, previous: State) -> None:
        super().__init__(message)
        self.previous = previous


class Store(Protocol):
    """All methods may raise OSError or ValueError."""

    def read(self) -> State:
        """Raises DamagedState if an older or empty state remains."""
        ...

    def write(self, state: State) -> None: ...

    def lock(self) -> ContextManager[None]:
        """Locks out other processes. Doesn't wait: raises BlockingIOError while another has locked it."""
        ...


class FileStore:
    """Keeps the state in a folder that all users of the computer can write to. Put nothing else in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "license.json"
        self.previous = folder / "license.previous.json"
        self.was_there = False

    def read(self) -> State:
        state = read_state(self.file)
        self.was_there = self.was_there or state is not None or self.file.exists()
        if state is not None:
            return state
        previous = read_state(self.previous)
        if previous is None and not self.was_there:
            return State()
        raise DamagedState(f"{self.file} is damaged or was deleted.", previous or State())

    def write(self, state: State) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        current = read_state(self.file)
        if current is not None:
            replace_file(self.previous, current)
        replace_file(self.file, state)
        self.was_there = True

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "license.lock", "a+b") as file:
            lock_file(file.fileno())
            yield


def read_state(file: Path) -> Optional[State]:
    """Returns None if it is missing or damaged."""
    try:
        value = json.loads(retry_briefly(lambda: file.read_text("utf-8")))
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return state_from_json(value) if isinstance(value, dict) else None


def replace_file(file: Path, state: State) -> None:
    """Flushes before renaming: after a power failure there is the old file or the new one."""
    handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as output:
            json.dump(state_to_json(state), output)
            output.flush()
            os.fsync(output.fileno())
        retry_briefly(lambda: os.replace(draft, file))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


def retry_briefly(work: Callable[[], T]) -> T:
    """Virus scanners and backups lock files briefly."""
    for _ in range(4):
        try:
            return work()
        except PermissionError:
            time.sleep(0.02)
    return work()


def lock_file(handle: int) -> None:
    """Closing the file unlocks it, and so does the end of the process."""
    try:
        lock_now(handle)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise BlockingIOError("Another process has locked the state.") from None
        raise


def lock_now(handle: int) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
