"""The rules of the client, without input and output (docs/protocol.md, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Tuple

from .client import NOT_THE_SERVER, Answer, no_decision
from .license_file import (
    LOSSES,
    Check,
    Json,
    Keys,
    Verdict,
    Warning,
    hash_license_key,
    parse_time,
    read_revocations,
    time_of,
    verify_license_file,
)
from .messages import sentence_of
from .state import State

MINUTE = 60_000
HOUR = 60 * MINUTE
SIGNED = ("VALID", "EXPIRED", "REVOKED", "INACTIVE", "NOT_ACTIVATED")
IMPOSSIBLE = ("MALFORMED", "BAD_SIGNATURE", "REPLAY", "CLOCK")


@dataclass(frozen=True)
class Identity:
    keys: Keys
    fingerprint: str

    @property
    def kids(self) -> List[str]:
        return list(self.keys)


@dataclass(frozen=True)
class Applied:
    """`shown` is for the caller. `file` is None unless the answer is signed."""

    state: State
    shown: Answer
    file: Optional[Json]


@dataclass(frozen=True)
class Status:
    code: str
    warnings: List[Warning]
    update: Optional[Json]
    file: Optional[Json]

    @property
    def may_run(self) -> bool:
        return self.code == "VALID"

    @property
    def detail(self) -> str:
        """English sentence to show to the user. Translate by code."""
        return sentence_of(self.code)

    @property
    def features(self) -> Tuple[str, ...]:
        """Features to unlock now, such as cad-export. Empty unless the application may run."""
        return tuple((self.file or {}).get("features", ())) if self.may_run else ()


def apply_answer(state: State, identity: Identity, answer: Answer, key: Optional[str], is_own: bool = False) -> Applied:
    """`key`: the license key of the request. `is_own`: it was sent with the stored token or key."""
    verdict = verify_fresh(identity, answer, key)
    shown = confirm(answer, verdict)
    if verdict is None or verdict.file is None or verdict.code not in SIGNED:
        code = answer.code if verdict is None else verdict.code
        return Applied(mark_unreadable(state, identity, code), shown, None)
    return Applied(apply_file(state, identity, answer, verdict, key, is_own), shown, verdict.file)


def verify_fresh(identity: Identity, answer: Answer, key: Optional[str]) -> Optional[Verdict]:
    """Verifies at the time of issue: the file repeats the nonce, so it was issued now."""
    if answer.license_file is None or answer.nonce is None:
        return None
    check = Check(identity.keys, identity.fingerprint, now=0)
    file = verify_license_file(answer.license_file, check).file
    now = 0 if file is None else time_of(file, "issuedAt")
    return verify_license_file(answer.license_file, replace(check, now=now, nonce=answer.nonce, license_key=key))


def confirm(answer: Answer, verdict: Optional[Verdict]) -> Answer:
    if not answer.valid or (verdict is not None and verdict.valid):
        return answer
    if verdict is None:
        return no_decision(NOT_THE_SERVER, "a valid decision without a license file")
    if verdict.code in IMPOSSIBLE:
        return no_decision(NOT_THE_SERVER, f"a valid decision with a license file that is {verdict.code}")
    return replace(answer, code=verdict.code, detail=sentence_of(verdict.code))


def mark_unreadable(state: State, identity: Identity, code: str) -> State:
    if code not in ("UNKNOWN_KEY", "UNSUPPORTED"):
        return state
    return state.change(unreadable={"code": code, "kids": identity.kids})


def apply_file(
    state: State, identity: Identity, answer: Answer, verdict: Verdict, key: Optional[str], is_own: bool
) -> State:
    file = verdict.file or {}
    own_id = license_id_of(state, identity)
    is_own = is_own or own_id == file["licenseId"]
    issued_at = file["issuedAt"]
    if file.get("lost") in LOSSES and (is_own or own_id is None):
        lost = {"code": file["lost"], "licenseId": file["licenseId"], "at": issued_at}
        return State(revocations=state.revocations, last_seen=issued_at, lost=lost)
    if not verdict.valid and not is_own:
        return state
    kept = state if is_own else state.without_license()
    update = answer.update or (kept.notice or {}).get("update")
    notice = {"code": answer.code, "warnings": answer.warnings, "update": update}
    kept = kept.change(last_seen=issued_at, notice=notice, unreadable=None)
    if answer.code == "HARDWARE_CHANGED":
        return kept
    return kept.change(
        license_file=answer.license_file,
        license_key=(key if verdict.valid else None) or kept.license_key,
        device_token=answer.device_token or kept.device_token,
        update_token=answer.update_token or kept.update_token,
        imported_file=kept.imported_file if verdict.valid else None,
        lost=None,
    )


def license_id_of(state: State, identity: Identity) -> Optional[str]:
    text = state.license_file or state.imported_file
    if text is None:
        return None
    file = verify_license_file(text, Check(identity.keys, identity.fingerprint, now=0)).file
    return None if file is None else str(file["licenseId"])


def delay_after(failures: int, file: Optional[Json], retry_after: int, jitter: float) -> float:
    """Milliseconds until the next check-in. `jitter`: from 0.9 to 1.1."""
    wait: float = HOUR
    if failures > 0:
        wait = min(MINUTE * 2 ** min(failures - 1, 10), HOUR)
    elif file is not None and file["status"] == "active":
        wait = max(0.9 * (time_of(file, "checkInBy") - time_of(file, "issuedAt")), HOUR)
    return max(wait * jitter, retry_after * 1000)


def status_of(state: State, identity: Identity, now: int, running_version: Optional[str]) -> Status:
    verdict = stored_verdict(state, identity, now)
    code = verdict.code if verdict.valid else refusal_code(state, identity, verdict.code)
    warnings = verdict.warnings + (notices(state, identity, verdict) if verdict.valid else [])
    update = (state.notice or {}).get("update")
    is_newer = update is not None and update["available"] and update["version"] != running_version
    is_newer = is_newer and update.get("offeredTo", running_version) == running_version
    return Status(code, warnings, update if is_newer else None, verdict.file)


def stored_verdict(state: State, identity: Identity, now: int) -> Verdict:
    check = Check(
        identity.keys,
        identity.fingerprint,
        now=now,
        last_seen=parse_time(state.last_seen),
        revocations=state.revocations,
    )
    verdict = Verdict("NOT_ACTIVATED")
    if state.license_file is not None:
        verdict = verify_license_file(state.license_file, check)
    is_over = state.license_file is None or verdict.code == "EXPIRED"
    return verify_license_file(state.imported_file, check) if is_over and state.imported_file is not None else verdict


def refusal_code(state: State, identity: Identity, code: str) -> str:
    has_changed = (state.notice or {}).get("code") == "HARDWARE_CHANGED"
    if has_changed and (state.has_no_file or code == "WRONG_DEVICE"):
        return "HARDWARE_CHANGED"
    if state.lost is not None and state.has_no_file:
        return str(state.lost["code"])
    unreadable = unreadable_code(state, identity)
    return unreadable if unreadable and code in ("NOT_ACTIVATED", "EXPIRED") else code


def unreadable_code(state: State, identity: Identity) -> Optional[str]:
    unreadable = state.unreadable
    return unreadable["code"] if unreadable is not None and unreadable["kids"] == identity.kids else None


def notices(state: State, identity: Identity, verdict: Verdict) -> List[Warning]:
    unreadable = unreadable_code(state, identity)
    until = (verdict.file or {}).get("graceUntil")
    first = [Warning(unreadable, until)] if unreadable else []
    return first + [Warning(code) for code in (state.notice or {}).get("warnings", [])]


def import_file(state: State, identity: Identity, text: str, now: int) -> Tuple[State, Verdict]:
    check = Check(
        identity.keys,
        identity.fingerprint,
        now=now,
        last_seen=parse_time(state.last_seen),
        revocations=state.revocations,
    )
    verdict = verify_license_file(text, check)
    file = verdict.file
    if not verdict.valid or file is None:
        return state, verdict
    lost, issued_at = state.lost, file["issuedAt"]
    if lost is not None and lost["licenseId"] == file["licenseId"] and issued_at <= lost["at"]:
        return state, Verdict("REVOKED_BY_LIST", file)
    is_same = state.license_key is not None and hash_license_key(state.license_key) == file["licenseKeyHash"]
    is_running = is_same and stored_verdict(state, identity, now).valid
    kept = state if is_same else state.without_license()
    imported = kept.change(
        imported_file=text,
        license_file=kept.license_file if is_running else None,
        last_seen=max(state.last_seen or "", issued_at),
        lost=None,
    )
    return imported, verdict


def apply_revocations(state: State, identity: Identity, text: str) -> State:
    received = read_revocations(text, identity.keys)
    known = read_revocations(state.revocations, identity.keys) if state.revocations is not None else None
    if received is None or (known is not None and time_of(received, "issuedAt") < time_of(known, "issuedAt")):
        return state
    return state.change(revocations=text)
