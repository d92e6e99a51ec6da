"""Verifies license files and revocation lists without a network (docs/protocol.md, section 3)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Dict, List, Mapping, Optional

from .ed25519 import is_signed_by
from .messages import sentence_of

TOLERANCE = 5 * 60 * 1000
LOSSES = ("MOVED", "RELEASED", "REVOKED")

Json = Dict[str, Any]
Keys = Mapping[str, str]
"""Public keys by kid, each 32 bytes in base64. Compile them in; never load them from a file or the network."""


@dataclass(frozen=True)
class Check:
    """Times are milliseconds since 1970."""

    keys: Keys
    fingerprint: str
    now: int
    license_key: Optional[str] = None
    nonce: Optional[str] = None
    last_seen: Optional[int] = None
    revocations: Optional[str] = None


@dataclass(frozen=True)
class Warning:
    code: str
    until: Optional[str] = None

    @property
    def detail(self) -> str:
        return sentence_of(self.code)


@dataclass(frozen=True)
class Verdict:
    """`file` is None if the signature is not valid."""

    code: str
    file: Optional[Json] = None
    warnings: List[Warning] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        return self.code == "VALID"


def verify_license_file(text: str, check: Check) -> Verdict:
    content = open_signed("license-file.v1", unwrap(text), check.keys)
    if isinstance(content, str):
        return Verdict(content)
    if not is_license_file(content):
        return Verdict("MALFORMED")
    fault = ownership_fault(content, check) or time_fault(content, check) or status_fault(content, check)
    return Verdict(fault, content) if fault else verdict_of_times(content, check.now)


def normalize_fingerprint(fingerprint: str) -> str:
    bare = trim(fingerprint).lower()
    if bare.startswith("{") and bare.endswith("}"):
        bare = bare[1:-1]
    compact = bare.replace("-", "")
    if not re.fullmatch("[0-9a-f]{32}", compact):
        return bare
    raw = bytes.fromhex(compact)
    return min(compact, (raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]).hex())


def trim(text: str) -> str:
    """Also removes the byte order mark that editors add."""
    return re.sub(r"^[\s\ufeff]+|[\s\ufeff]+$", "", text)


def hash_license_key(key: str) -> str:
    letters = re.sub("[^0-9A-Z]", "", key.upper()).replace("O", "0").replace("I", "1").replace("L", "1")
    return hashlib.sha256(letters.encode()).hexdigest()


def read_revocations(text: str, keys: Keys) -> Optional[Json]:
    """Returns the content of a list that a trusted key has signed."""
    content = open_signed("revocations.v1", parse_object(text), keys)
    return content if isinstance(content, dict) and is_revocation_list(content) else None


def open_signed(kind: str, envelope: Optional[Json], keys: Keys) -> Any:
    """Returns the content, or the code of the fault as text."""
    if envelope is None:
        return "MALFORMED"
    if isinstance(envelope.get("v"), bool) or envelope.get("v") != 1 or envelope.get("alg") != "ed25519":
        return "UNSUPPORTED"
    kid, enc, sig = (envelope.get(name) for name in ("kid", "enc", "sig"))
    if not (isinstance(kid, str) and isinstance(enc, str) and isinstance(sig, str)):
        return "MALFORMED"
    if kid not in keys:
        return "UNKNOWN_KEY"
    signature = decode_base64(sig)
    signed = f"{kind}\n{kid}\n{enc}".encode("utf-8", "replace")
    if signature is None or not is_signed_by(base64.b64decode(keys[kid]), signed, signature):
        return "BAD_SIGNATURE"
    return parse_object(decode_base64(enc)) or "MALFORMED"


ARMOUR = re.compile(r"-----BEGIN LICENSE FILE-----[\s\ufeff]+(.+?)[\s\ufeff]+-----END LICENSE FILE-----", re.DOTALL)


def unwrap(text: str) -> Optional[Json]:
    found = ARMOUR.fullmatch(trim(text))
    return parse_object(decode_base64(re.sub(r"[\s\ufeff]", "", found[1]))) if found else None


def decode_base64(text: str) -> Optional[bytes]:
    if not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return None


def parse_object(text: Any) -> Optional[Json]:
    """Accepts text or bytes. Returns None for anything but a JSON object."""
    try:
        value = json.loads(text.decode() if isinstance(text, bytes) else text.lstrip("\ufeff"))
    except (AttributeError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def parse_time(text: Any) -> Optional[int]:
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text, re.ASCII):
        return None
    try:
        moment = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return int(moment.timestamp()) * 1000 + int(text[20:23])


def format_time(milliseconds: float) -> str:
    seconds, rest = divmod(int(milliseconds), 1000)
    return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%S}.{rest:03}Z"


def time_of(file: Json, name: str) -> int:
    return parse_time(file[name]) or 0


def ownership_fault(file: Json, check: Check) -> Optional[str]:
    if normalize_fingerprint(file["deviceFingerprint"]) != normalize_fingerprint(check.fingerprint):
        return "WRONG_DEVICE"
    is_other = check.license_key is not None and hash_license_key(check.license_key) != file["licenseKeyHash"]
    return "WRONG_LICENSE" if is_other else None


def time_fault(file: Json, check: Check) -> Optional[str]:
    if max(time_of(file, "issuedAt"), check.last_seen or 0) > check.now + TOLERANCE:
        return "CLOCK"
    return "REPLAY" if check.nonce is not None and check.nonce != file["nonce"] else None


def status_fault(file: Json, check: Check) -> Optional[str]:
    revoked = read_revocations(check.revocations, check.keys) if check.revocations is not None else None
    if revoked is not None and is_named(file, revoked):
        return "REVOKED_BY_LIST"
    codes = {"active": None, "revoked": "REVOKED", "inactive": "INACTIVE"}
    return codes.get(file["status"], "NOT_ACTIVATED")


def is_named(file: Json, revoked: Json) -> bool:
    issued = time_of(file, "issuedAt")
    if file["organizationId"] in revoked["organizations"] and issued < time_of(revoked, "issuedAt"):
        return True
    return any(
        one["licenseId"] == file["licenseId"] and issued < time_of(one, "issuedBefore") for one in revoked["licenses"]
    )


def verdict_of_times(file: Json, now: int) -> Verdict:
    if now <= time_of(file, "checkInBy"):
        return Verdict("VALID", file)
    if now <= time_of(file, "expiresAt"):
        return Verdict("VALID", file, [Warning("CHECK_IN_OVERDUE", file["expiresAt"])])
    if now <= time_of(file, "graceUntil"):
        return Verdict("VALID", file, [Warning("GRACE", file["graceUntil"])])
    return Verdict("EXPIRED", file)


def is_license_file(file: Json) -> bool:
    texts = ("licenseId", "organizationId", "licenseKeyHash", "label", "deviceFingerprint")
    return (
        all(isinstance(file.get(name), str) for name in texts)
        and all(name in file and isinstance(file[name], (str, type(None))) for name in ("deviceName", "nonce"))
        and all(parse_time(file.get(name)) is not None for name in ("issuedAt", "checkInBy", "expiresAt", "graceUntil"))
        and file.get("status") in ("active", "inactive", "revoked", "unassigned", "assigned")
        and are_texts(file.get("features", []))
    )


def are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_revocation_list(content: Json) -> bool:
    organizations, licenses = content.get("organizations"), content.get("licenses")
    return (
        parse_time(content.get("issuedAt")) is not None
        and isinstance(organizations, list)
        and isinstance(licenses, list)
        and all(
            isinstance(one, dict) and "licenseId" in one and parse_time(one.get("issuedBefore")) is not None
            for one in licenses
        )
    )


def assert_keys(keys: Keys) -> None:
    """Raises ValueError: otherwise a typing error would lock computers weeks later."""
    if not keys:
        raise ValueError("No public keys. Compile in the current and the next key of your server.")
    for kid, key in keys.items():
        if not re.fullmatch(r"[\w.-]{1,64}", kid, re.ASCII):
            raise ValueError(f"Public key '{kid}' has an invalid id. GET /api/device/keys lists the ids.")
        try:
            length = len(base64.b64decode(key, validate=True))
        except ValueError:
            length = 0
        if length != 32:
            raise ValueError(
                f"Public key '{kid}' isn't 32 bytes in base64. GET /api/device/keys lists the keys of your server."
            )
