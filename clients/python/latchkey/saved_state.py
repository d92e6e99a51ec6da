"""The state in memory, which a store keeps and other processes change."""

from __future__ import annotations

from typing import Callable

from .state import DamagedState, State, Store


class SavedState:
    def __init__(self, store: Store, report: Callable[[Exception], None]) -> None:
        self.store, self.report = store, report
        self.state = self.stored = State()
        self.is_unsaved = self.has_failed = False
        self.reported = ""

    def refresh(self) -> None:
        """Loads changes of other processes. What this process could not save remains until another saves something."""
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
                self.state = self.stored = found
                self.is_unsaved = False
            self.has_failed = self.is_unsaved

    def fail(self, error: Exception) -> None:
        """The store is read every minute, so that a lasting failure is reported once."""
        if not self.has_failed or str(error) != self.reported:
            self.report(error)
        self.has_failed, self.reported = True, str(error)

    def save(self, state: State) -> None:
        self.state = state
        try:
            self.store.write(state)
            self.stored = state
            self.is_unsaved = self.has_failed = False
        except (OSError, ValueError) as error:
            self.is_unsaved = True
            self.fail(error)
