"""Runs commands from standard input and prints the status after each. Usage: session.py FOLDER SERVER UUID KEYS"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Optional

from latchkey.client import Client, Device
from latchkey.licensing import Licensing
from latchkey.state import FileStore


def run(licensing: Licensing, command: str, argument: str) -> Optional[str]:
    if command == "activate":
        return licensing.activate(argument).code
    if command == "enroll":
        return licensing.enroll(argument).code
    if command == "validate":
        return licensing.client.validate(argument, licensing.device.fingerprint).code
    if command == "checkIn":
        answer = licensing.check_in()
        return None if answer is None else answer.code
    if command == "tick":
        return licensing.look()
    if command == "move":
        return licensing.transfer().code
    if command == "deactivate":
        refusal = licensing.deactivate()
        return None if refusal is None else refusal.code
    if command == "request":
        return licensing.offline_request(argument)
    if command == "import":
        return licensing.import_file(Path(argument).read_text("utf-8")).code
    raise ValueError(f"Unknown command: {command}")


def main(folder: str, server: str, fingerprint: str, keys: str) -> None:
    errors: Any = lambda error: print(error, file=sys.stderr)
    device = Device(fingerprint, fingerprint, sys.platform, "1.4.0")
    licensing = Licensing(Client(server), FileStore(Path(folder)), device, json.loads(keys), report=errors)
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        shown = run(licensing, command, argument)
        status = licensing.status()
        warnings = [warning.code for warning in status.warnings]
        outcome = {"shown": shown, "mayRun": status.may_run, "code": status.code, "warnings": warnings}
        print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
