"""Runs both files of test vectors. Usage: vectors.py FOLDER [pure]

With `pure`: only those of the verifier, without the cryptography package.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any, ContextManager, Dict, List, Optional, Tuple

from latchkey import ed25519
from latchkey.client import Client, Device, Reply
from latchkey.license_file import Check, Json, Warning, parse_time, verify_license_file
from latchkey.licensing import Licensing
from latchkey.rules import Status
from latchkey.state import State, state_from_json, state_to_json


def run_verifier(vector: Json) -> Tuple[Json, Json]:
    check = Check(
        vector["keys"],
        vector["deviceFingerprint"],
        now=parse_time(vector["now"]) or 0,
        license_key=vector["licenseKey"],
        nonce=vector["nonce"],
        last_seen=parse_time(vector["lastSeen"]),
        revocations=vector["revocations"],
    )
    verdict = verify_license_file(vector["file"], check)
    actual = {"valid": verdict.valid, "code": verdict.code, "warnings": [vars(one) for one in verdict.warnings]}
    expected: Json = vector["expect"]
    content = {"features": [], "lost": None, **(verdict.file or {})}
    return expected, {**actual, **{name: content[name] for name in ("lost", "features") if name in expected}}


class MemoryStore:
    def __init__(self, state: State, fails: bool) -> None:
        self.state, self.fails = state, fails

    def read(self) -> State:
        return self.state

    def write(self, state: State) -> None:
        if self.fails:
            raise OSError("The disk is full.")
        self.state = state

    def lock(self) -> ContextManager[None]:
        return contextlib.nullcontext()


class Network:
    """Answers with the answers of a vector and records the requests."""

    def __init__(self, answers: List[Optional[Json]]) -> None:
        self.answers = list(answers)
        self.requests: List[Json] = []

    def send(self, method: str, address: str, headers: Dict[str, str], body: Optional[bytes]) -> Reply:
        path = address[len("https://portal.example.com") :]
        sent = None if body is None else json.loads(body)
        self.requests.append(
            {"call": f"{method} {path}", "authorization": headers.get("Authorization"), "body": sent}
        )
        answer = self.answers.pop(0) if self.answers else None
        if answer is None:
            raise OSError("no network")
        text = answer["body"] if isinstance(answer["body"], str) else json.dumps(answer["body"])
        return Reply(answer["status"], text, answer.get("retryAfter"))


def act(licensing: Licensing, event: Json) -> Optional[str]:
    if event["do"] == "look":
        licensing.look()
    if event["do"] in ("activate", "enroll"):
        return str(getattr(licensing, event["do"])(event["key"], event["reason"]).code)
    if event["do"] == "transfer":
        return licensing.transfer().code
    if event["do"] == "import":
        return licensing.import_file(event["file"]).code
    refusal = licensing.deactivate() if event["do"] == "deactivate" else None
    return None if refusal is None else refusal.code


def present(warning: Warning) -> Json:
    return {"code": warning.code, "until": warning.until}


def run_rule(vector: Json) -> Tuple[Json, Json]:
    announced: List[Status] = []
    store, network = MemoryStore(state_from_json(vector["state"]), vector["storeFails"]), Network(vector["answers"])
    licensing = Licensing(
        Client("https://portal.example.com", network.send, lambda: "rule-nonce"),
        store,
        Device(vector["deviceFingerprint"], "RECEPTION-01", "Windows 11", "1.4.0"),
        vector["keys"],
        changed=announced.append,
        wall=lambda: (parse_time(vector["now"]) or 0) / 1000,
        monotonic=lambda: 0,
    )
    shown = act(licensing, vector["event"])
    status, expected = licensing.status(), dict(vector["expect"])
    stored = state_to_json(store.state)
    attempt, window = stored.pop("attempt", None), expected.pop("next")
    unlocked = {"features": list(status.features)} if status.features else {}
    return {**expected, "next": "in its window", "announced": True}, {
        "requests": network.requests,
        "shown": shown,
        "status": {
            "mayRun": status.may_run,
            "code": status.code,
            "warnings": [present(one) for one in status.warnings],
            "update": status.update["version"] if status.update else None,
            **unlocked,
        },
        "stored": stored,
        "next": "in its window" if is_within(attempt, window) else attempt,
        "announced": not announced or announced[-1].features == status.features,
    }


def is_within(attempt: Optional[Json], window: Optional[Json]) -> bool:
    if attempt is None or window is None:
        return attempt is window
    is_in_time = window["earliest"] <= attempt["next"] <= window["latest"]
    return bool(is_in_time and attempt["failures"] == window["failures"])


def resolve(value: Any, texts: Json) -> Any:
    """Replaces the names of signed texts by the texts."""
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, list):
        return [resolve(one, texts) for one in value]
    return {name: resolve(one, texts) for name, one in value.items()} if isinstance(value, dict) else value


def main(folder: Path, is_pure: bool) -> int:
    if is_pure:
        ed25519.has_package = False
    verifier = json.loads((folder / "vectors.json").read_text("utf-8"))["vectors"]
    rules = json.loads((folder / "client-rules.json").read_text("utf-8"))
    cases = [(one["name"], *run_verifier(one)) for one in verifier]
    if not is_pure:
        cases += [(one["name"], *run_rule(one)) for one in resolve(rules["vectors"], rules["files"])]
    different = [case for case in cases if case[1] != case[2]]
    for name, expected, actual in different:
        for part in expected:
            if expected[part] != actual.get(part):
                print(f"{name}: {part}: expected {expected[part]}, was {actual.get(part)}")
    print(f"{len(cases)} vectors, {len(different)} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "pure" in sys.argv))
