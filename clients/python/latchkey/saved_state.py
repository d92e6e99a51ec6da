"""The state in memory, which a store keeps and other processes change."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Callable

from .license_file import Check, verify_license_file
from .rules import Identity
from .state import DamagedState, State, Store


def text_of(error: Exception) -> str:
    """Without the random part of a draft's name."""
    return re.sub(r"[\w-]{8,}\.part", "", str(error))


class SavedState:
    def __init__(self, store: Store, identity: Identity, report: Callable[[Exception], None]) -> None:
        self.store, self.identity, self.report = store, identity, report
        self.state = self.stored = State()
        self.is_unsaved = self.has_failed = False
        self.reported = self.lock_failure = ""

    def lock(self, stack: ExitStack, waits: bool, is_last: bool) -> bool:
        """Returns False to be called again later. After waiting in vain, only tries until it has had the lock once."""
        try:
            stack.enter_context(self.store.lock())
            self.lock_failure = ""
        except (OSError, ValueError) as error:
            if waits and isinstance(error, BlockingIOError) and not (is_last or self.lock_failure):
                return False
            if waits and text_of(error) != self.lock_failure:
                self.report(error)
                self.lock_failure = text_of(error)
        return True

    def refresh(self) -> None:
        """Loads changes of other processes."""
        try:
            found = self.store.read()
        except DamagedState as error:
            self.state = self.state if self.state != State() else error.previous
            self.is_unsaved = self.state != State()
            self.fail(error)
        except (OSError, ValueError) as error:
            self.fail(error)
        else:
            if found != self.stored:
                self.state, self.stored = self.merge(found) if self.is_unsaved else found, found
                self.is_unsaved = self.state is not found
            self.has_failed = self.is_unsaved

    def merge(self, theirs: State) -> State:
        """Another process saved while this one could not. For the same activation, the later signed answer wins."""
        mine = self.state
        is_same = (mine.device_token, mine.license_key) == (theirs.device_token, theirs.license_key)
        if not is_same or self.issued_at(mine) <= self.issued_at(theirs):
            return theirs
        return mine.change(last_seen=max(mine.last_seen or "", theirs.last_seen or "") or None)

    def issued_at(self, state: State) -> str:
        check = Check(self.identity.keys, self.identity.fingerprint, now=0)
        file = verify_license_file(state.license_file or state.imported_file or "", check).file
        return "" if file is None else str(file["issuedAt"])

    def fail(self, error: Exception) -> None:
        """The store is read every minute, so that a lasting failure is reported once."""
        if not self.has_failed or text_of(error) != self.reported:
            self.report(error)
        self.has_failed, self.reported = True, text_of(error)

    def save(self, state: State) -> None:
        self.state = state
        try:
            self.store.write(state)
            self.stored = state
            self.is_unsaved = self.has_failed = False
        except (OSError, ValueError) as error:
            self.is_unsaved = True
            self.fail(error)
