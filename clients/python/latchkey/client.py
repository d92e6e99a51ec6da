"""The calls of the device API (docs/protocol.md, sections 1, 2 and 7). They return no decision instead of raising."""

from __future__ import annotations

import base64
import json
import re
import time
import urllib.parse
import uuid
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Callable, List, Optional

from .license_file import Json, parse_object
from .state import is_update
from .transport import Reply, Transport, send

DAY_SECONDS = 24 * 60 * 60


@dataclass(frozen=True)
class Device:
    fingerprint: str
    name: str
    operating_system: str
    version: Optional[str] = None

    def describe(self) -> Json:
        body = {"deviceFingerprint": self.fingerprint, "deviceName": self.name, "deviceOs": self.operating_system}
        return body if self.version is None else {**body, "appVersion": self.version}


@dataclass(frozen=True)
class Answer:
    """Lock or unlock the application only by the license file. `details` is the whole answer, for display."""

    code: str
    detail: str
    conclusive: bool
    warnings: List[str] = field(default_factory=list)
    nonce: Optional[str] = None
    license_file: Optional[str] = None
    device_token: Optional[str] = None
    update_token: Optional[str] = None
    update: Optional[Json] = None
    retry_after: int = 0
    details: Json = field(default_factory=dict)
    error: Optional[str] = None
    """Technical cause of a failed request, for the log."""

    @property
    def valid(self) -> bool:
        return self.code == "VALID"


def no_decision(detail: str, error: Optional[str] = None) -> Answer:
    return Answer("SERVER_ERROR", detail, conclusive=False, error=error)


UNREACHABLE = "Can't reach the license server. Check your internet connection. The application retries automatically."
NOT_THE_SERVER = "Can't reach the license server. Something else answered, such as the sign-in page of your network."
UNAVAILABLE = "The license server can't answer right now. The application retries automatically."


def without_decision(reply: Reply) -> Answer:
    """A proxy before the server answers in its place with 500 or above."""
    return no_decision(UNAVAILABLE if reply.status >= 500 else NOT_THE_SERVER, f"HTTP {reply.status} without a decision")


def has_host(address: urllib.parse.SplitResult) -> bool:
    try:
        return bool(address.hostname) and not re.search(r"\s", address.netloc) and address.port != 0
    except ValueError:
        return False


class Client:
    def __init__(
        self,
        server: str,
        transport: Optional[Transport] = None,
        new_nonce: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        """Raises ValueError if the address of the server can't work."""
        address = urllib.parse.urlsplit(server)
        if address.scheme not in ("http", "https") or not has_host(address):
            raise ValueError(f"'{server}' isn't a valid server address. Use a URL such as https://portal.example.com.")
        self.server = f"{address.scheme}://{address.netloc}{address.path}".rstrip("/")
        self.transport = transport or send
        self.new_nonce = new_nonce

    def activate(self, key: str, device: Device, reason: str, kids: List[str]) -> Answer:
        return self.ask("activate", {"licenseKey": key, **device.describe(), "reason": reason, "kids": kids})

    def enroll(self, key: str, device: Device, reason: str, kids: List[str]) -> Answer:
        return self.ask("enroll", {"enrollmentKey": key, **device.describe(), "reason": reason, "kids": kids})

    def check_in(self, token: str, device: Device, channel: str) -> Answer:
        return self.ask("check-in", {**device.describe(), "channel": channel}, token)

    def transfer(self, token: str, device: Device, kids: List[str]) -> Answer:
        return self.ask("transfer", {**device.describe(), "kids": kids}, token)

    def validate(self, key: str, fingerprint: str) -> Answer:
        return self.ask("validate", {"licenseKey": key, "deviceFingerprint": fingerprint})

    def deactivate(self, body: Json) -> Optional[Answer]:
        """Returns None on success."""
        try:
            reply = self.post("deactivate", body)
        except OSError as error:
            return no_decision(UNREACHABLE, str(error))
        done = parse_object(reply.text)
        refusal = read_answer(done, None)
        if refusal is None and reply.status == 200 and done and isinstance(done.get("message"), str):
            return None
        return refusal or without_decision(reply)

    def revocations(self) -> Optional[str]:
        """Returns the list, not yet verified."""
        try:
            reply = self.transport("GET", f"{self.server}/api/device/revocations", {}, None)
        except OSError:
            return None
        return reply.text if reply.status == 200 else None

    def update_feed(self, update_token: str, channel: str) -> str:
        return f"{self.server}/updates/{urllib.parse.quote(update_token, '', errors='replace')}/{channel}/"

    def ask(self, call: str, body: Json, token: Optional[str] = None) -> Answer:
        nonce = self.new_nonce()
        try:
            reply = self.post(call, {**body, "nonce": nonce}, token)
        except OSError as error:
            return no_decision(UNREACHABLE, str(error))
        answer = read_answer(parse_object(reply.text), nonce) or without_decision(reply)
        return replace(answer, retry_after=parse_retry_after(reply.retry_after))

    def post(self, call: str, body: Json, token: Optional[str] = None) -> Reply:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Device {token}"
        return self.transport("POST", f"{self.server}/api/device/{call}", headers, json.dumps(body).encode())


def read_answer(body: Optional[Json], nonce: Optional[str]) -> Optional[Answer]:
    """Returns None for anything that is not a decision about the request with this nonce."""
    if body is None or (nonce is not None and body.get("nonce") != nonce):
        return None
    code, detail, conclusive = body.get("code"), body.get("detail"), body.get("conclusive")
    if not (isinstance(code, str) and isinstance(detail, str) and isinstance(conclusive, bool)):
        return None
    if body.get("valid") is not (code == "VALID"):
        return None
    warnings, update = body.get("warnings"), body.get("update")
    return Answer(
        code,
        detail,
        conclusive,
        warnings=[one for one in warnings if isinstance(one, str)] if isinstance(warnings, list) else [],
        nonce=nonce,
        license_file=text_in(body, "licenseFile"),
        device_token=text_in(body, "deviceToken"),
        update_token=text_in(body, "updateToken"),
        update=update if is_update(update) else None,
        details=body,
    )


def text_in(body: Json, name: str) -> Optional[str]:
    value = body.get(name)
    return value if isinstance(value, str) else None


def parse_retry_after(header: Optional[str]) -> int:
    """Seconds, at most a day."""
    if header is None:
        return 0
    try:
        seconds = int(header) if header.strip().isdigit() else parsedate_to_datetime(header).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0
    return max(0, min(int(seconds), DAY_SECONDS))


def make_offline_request(key: str, device: Device, kids: List[str]) -> str:
    content = {"v": 1, "licenseKey": key, **device.describe(), "kids": kids, "nonce": str(uuid.uuid4())}
    content.pop("appVersion", None)
    text = base64.b64encode(json.dumps(content).encode()).decode()
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN LICENSE REQUEST-----", *lines, "-----END LICENSE REQUEST-----", ""])
