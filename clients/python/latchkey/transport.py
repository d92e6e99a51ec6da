"""Sends the requests of the device API, with the proxy and the certificates of the operating system."""

from __future__ import annotations

import queue
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Callable, Dict, Optional, Union

TIMEOUT_SECONDS: float = 10
MAX_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Reply:
    status: int
    text: str
    retry_after: Optional[str] = None


Transport = Callable[[str, str, Dict[str, str], Optional[bytes]], Reply]
"""Sends method, address, headers and body. Raises OSError without an answer."""


def send(method: str, address: str, headers: Dict[str, str], body: Optional[bytes]) -> Reply:
    """In a thread: the time limits of urllib cover neither names that take long to resolve nor headers that trickle in."""
    outcome: queue.SimpleQueue[Union[Reply, Exception]] = queue.SimpleQueue()
    try:
        threading.Thread(target=lambda: outcome.put(attempt(method, address, headers, body)), daemon=True).start()
        found = outcome.get(timeout=TIMEOUT_SECONDS)
    except queue.Empty:
        raise TimeoutError(f"No answer within {TIMEOUT_SECONDS} seconds.") from None
    except RuntimeError as error:
        raise OSError(f"No thread for the request: {error}") from error
    if isinstance(found, Reply):
        return found
    raise OSError(f"{type(found).__name__}: {found}") from found


def attempt(method: str, address: str, headers: Dict[str, str], body: Optional[bytes]) -> Union[Reply, Exception]:
    """Returns any exception: an answer that is not HTTP, or that breaks off, is no OSError for urllib."""
    try:
        return exchange(urllib.request.Request(address, data=body, headers=headers, method=method))
    except Exception as error:
        return error


class RefuseRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """A redirect could carry the key to another server."""
        return None


OPENER = urllib.request.build_opener(RefuseRedirects)


def exchange(request: urllib.request.Request) -> Reply:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    try:
        response = OPENER.open(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        content = b""
        while chunk := response.read1(65536):
            content += chunk
            if len(content) > MAX_BYTES or time.monotonic() > deadline:
                raise OSError("The answer is too long or too slow.")
    return Reply(response.status, content.decode("utf-8", "replace"), response.headers.get("Retry-After"))
