"""Manages the license of an application: activates, saves, checks in and works without a network."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from dataclasses import replace
from typing import Any, Callable, Optional, TypeVar

from .client import Answer, Client, Device, make_offline_request
from .license_file import TOLERANCE, Json, Keys, Verdict, Warning, assert_keys, format_time, parse_time, time_of
from .messages import sentence_of
from .rules import (
    Applied,
    Identity,
    Status,
    apply_answer,
    apply_revocations,
    delay_after,
    import_file,
    status_of,
)
from .saved_state import SavedState
from .state import State, Store
from .timekeeper import Clock, Timekeeper

MINUTE_SECONDS = 60
LOCK_ATTEMPTS = 150
LOCK_PAUSE_SECONDS = 0.1
T = TypeVar("T")
NOTHING_TO_ASK = Answer("NOT_ACTIVATED", sentence_of("NOT_ACTIVATED"), conclusive=True)


class Licensing:
    """Only the constructor raises. `report` gets later errors for the log, `changed` each new status."""

    def __init__(
        self,
        client: Client,
        store: Store,
        device: Device,
        keys: Keys,
        channel: str = "stable",
        changed: Callable[[Status], Any] = lambda _: None,
        report: Callable[[Exception], Any] = lambda _: None,
        wall: Clock = time.time,
        monotonic: Clock = time.monotonic,
        jitter: Callable[[], float] = lambda: random.uniform(0.9, 1.1),
    ) -> None:
        """Raises ValueError for a key that can't work."""
        assert_keys(keys)
        self.client, self.device, self.channel = client, device, channel
        self.changed, self.log, self.jitter = changed, report, jitter
        self.identity = Identity(keys, device.fingerprint)
        self.time = Timekeeper(wall, monotonic)
        self.saved = SavedState(store, self.identity, self.report)
        self.was_behind = False
        self.announced: Any = None
        self.turn = threading.RLock()
        self.stopped: Optional[threading.Event] = None
        self.saved.refresh()

    @property
    def state(self) -> State:
        return self.saved.state

    def status(self) -> Status:
        status = self.status_at(self.time.by_wall())
        if not status.may_run:
            status = self.status_at(self.time.now())
        return replace(status, warnings=[*status.warnings, Warning("STORE_FAILED")]) if self.saved.has_failed else status

    def status_at(self, now: int) -> Status:
        return status_of(self.state, self.identity, now, self.device.version)

    def update_feed(self) -> Optional[str]:
        token = self.state.update_token
        return None if token is None else self.client.update_feed(token, self.channel)

    def activate(self, key: str, reason: str = "typed") -> Answer:
        """Pass 'stored' if the key comes from a file or script instead of a person."""
        return self.exclusively(
            lambda: self.save_answer(self.client.activate(key, self.device, reason, self.identity.kids), key).shown
        )

    def enroll(self, key: str, reason: str = "stored") -> Answer:
        return self.exclusively(
            lambda: self.save_answer(self.client.enroll(key, self.device, reason, self.identity.kids), None).shown
        )

    def transfer(self) -> Answer:
        """Moves the license to this computer's new hardware."""
        return self.exclusively(self.transfer_now)

    def transfer_now(self) -> Answer:
        token, key = self.state.device_token, self.state.license_key
        if token is None:
            return NOTHING_TO_ASK
        return self.save_answer(self.client.transfer(token, self.device, self.identity.kids), key, True).shown

    def deactivate(self) -> Optional[Answer]:
        """Returns None on success."""
        return self.exclusively(self.deactivate_now)

    def deactivate_now(self) -> Optional[Answer]:
        token, key = self.state.device_token, self.state.license_key
        if token is None and key is None:
            return None
        body = {"deviceToken": token} if token else {"licenseKey": key, "deviceFingerprint": self.device.fingerprint}
        refusal = self.client.deactivate(body)
        if refusal is None:
            self.saved.save(self.state.without_license())
        return refusal

    def offline_request(self, key: str) -> str:
        return make_offline_request(key, self.device, self.identity.kids)

    def import_file(self, text: str) -> Verdict:
        return self.exclusively(lambda: self.import_now(text), waits=False)

    def import_now(self, text: str) -> Verdict:
        state, verdict = import_file(self.state, self.identity, text, self.time.now())
        if verdict.valid:
            self.saved.save(state)
        return verdict

    def look(self) -> None:
        """Checks in if it is due. Call it every minute."""
        self.time.settle()
        self.exclusively(self.save_time)
        if self.is_due():
            self.check_in()

    def start(self) -> None:
        """Looks now and every minute, in a thread that ends with the application."""
        if self.stopped is None:
            self.stopped = threading.Event()
            threading.Thread(target=self.keep_looking, args=[self.stopped], daemon=True).start()

    def keep_looking(self, stopped: threading.Event) -> None:
        while True:
            try:
                self.look()
            except Exception as error:
                self.report(error)
            if stopped.wait(MINUTE_SECONDS):
                return

    def stop(self) -> None:
        if self.stopped is not None:
            self.stopped.set()
        self.stopped = None

    def is_due(self) -> bool:
        now, last_seen, attempt = self.time.now(), parse_time(self.state.last_seen), self.state.attempt
        is_behind = last_seen is not None and now < last_seen - TOLERANCE
        has_just_fallen, self.was_behind = is_behind and not self.was_behind, is_behind
        if has_just_fallen or attempt is None:
            return True
        return now >= time_of(attempt, "next") or now < time_of(attempt, "at") - TOLERANCE

    def check_in(self) -> Optional[Answer]:
        with self.turn:
            self.saved.refresh()
            token, key = self.state.device_token, self.state.license_key
        if token is None and key is None:
            if self.state.imported_file is not None:
                self.exclusively(lambda: self.save_plan(self.state, 0, None, 0))
                self.read_revocations()
            return None
        answer = None if token is None else self.client.check_in(token, self.device, self.channel)
        applied = self.exclusively(lambda: self.finish_check_in(token, key, answer))
        if applied.file is None and applied.shown.conclusive and not applied.shown.valid:
            self.read_revocations()
        return applied.shown

    def finish_check_in(self, token: Optional[str], key: Optional[str], answer: Optional[Answer]) -> Applied:
        if (self.state.device_token, self.state.license_key) != (token, key):
            return Applied(self.state, answer or NOTHING_TO_ASK, None)
        if key is not None and (answer is None or answer.code == "NOT_ACTIVATED"):
            answer = self.client.activate(key, self.device, "stored", self.identity.kids)
        return self.save_answer(answer or NOTHING_TO_ASK, key, True)

    def read_revocations(self) -> None:
        text = self.client.revocations()
        if text is not None:
            self.exclusively(lambda: self.saved.save(apply_revocations(self.state, self.identity, text)))

    def save_answer(self, answer: Answer, key: Optional[str], is_own: bool = False) -> Applied:
        if answer.update is not None and self.device.version is not None:
            answer = replace(answer, update={**answer.update, "offeredTo": self.device.version})
        applied = apply_answer(self.state, self.identity, answer, key, is_own)
        if applied.shown.error is not None:
            self.report(OSError(applied.shown.error))
        if applied.file is not None:
            self.time.learn(time_of(applied.file, "issuedAt"))
        is_decided = applied.file is not None or answer.conclusive
        failures = 0 if is_decided else (self.state.attempt or {}).get("failures", 0) + 1
        self.save_plan(applied.state, failures, applied.file, answer.retry_after)
        return applied

    def save_plan(self, state: State, failures: int, file: Optional[Json], retry_after: int) -> None:
        now = self.time.now()
        wait = delay_after(failures, file, retry_after, self.jitter())
        plan = {"at": format_time(now), "failures": failures, "next": format_time(now + wait)}
        self.saved.save(state.change(attempt=plan))

    def save_time(self) -> None:
        last_seen = parse_time(self.state.last_seen)
        if last_seen is not None and self.time.now() - last_seen > TOLERANCE:
            self.saved.save(self.state.change(last_seen=format_time(self.time.now())))
        elif self.saved.is_unsaved:
            self.saved.save(self.state)

    def exclusively(self, work: Callable[[], T], waits: bool = True) -> T:
        """One action at a time, with other processes locked out if the store can do it. Waits for them between its turns."""
        attempts = LOCK_ATTEMPTS
        while True:
            attempts -= 1
            with self.turn, contextlib.ExitStack() as after, contextlib.ExitStack() as lock:
                if self.saved.lock(lock, waits, is_last=attempts < 0):
                    after.callback(self.announce)
                    self.saved.refresh()
                    return work()
            time.sleep(LOCK_PAUSE_SECONDS)

    def report(self, error: Exception) -> None:
        """A log that raises must not end the application."""
        with contextlib.suppress(Exception):
            self.log(error)

    def announce(self) -> None:
        status = self.status()
        warnings = [one.code for one in status.warnings]
        summary = (status.code, warnings, (status.update or {}).get("version"), status.features)
        if summary == self.announced:
            return
        self.announced = summary
        try:
            self.changed(status)
        except Exception as error:
            self.report(error)
