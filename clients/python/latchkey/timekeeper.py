"""The true time, estimated from the computer's clock and the signed answers (docs/protocol.md, section 6)."""

from __future__ import annotations

from typing import Callable, Optional

from .license_file import TOLERANCE

Clock = Callable[[], float]
"""Seconds."""


class Timekeeper:
    """All times are milliseconds since 1970."""

    def __init__(self, wall: Clock, monotonic: Clock) -> None:
        self.clocks = wall, monotonic
        self.error = 0
        self.offset: Optional[int] = None

    def wall(self) -> int:
        return int(self.clocks[0]() * 1000)

    def monotonic(self) -> int:
        return int(self.clocks[1]() * 1000)

    def learn(self, issued_at: int) -> None:
        self.offset = issued_at - self.monotonic()
        error = issued_at - self.wall()
        self.error = error if abs(error) > TOLERANCE else 0

    def settle(self) -> None:
        if self.offset is not None and abs(self.wall() - self.earliest()) <= TOLERANCE:
            self.error = 0

    def earliest(self) -> int:
        return self.monotonic() + self.offset if self.offset is not None else 0

    def by_wall(self) -> int:
        return max(self.wall(), self.earliest())

    def now(self) -> int:
        return max(self.wall() + self.error, self.earliest())
