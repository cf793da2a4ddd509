"""A browser left alone: told where to go, then asked, once all is quiet, what it saw.

What drives a browser for tests listens to all that it does, and on two processors that holds a page up: five pages of the site, taken in
turn, were painted 88 to 100 ms after they were asked for, and 108 to 136 ms when they were listened to (medians of 7; a page of one word
52 and 60). Here nothing is enabled: two commands of the protocol of Chromium's own tools
(https://chromedevtools.github.io/devtools-protocol/), one before the page, one long after.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from kb.errors import UnusableFileError

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--remote-debugging-port=0",
)
# Where the browser says, in its folder, how to reach it; how long it may take (seconds).
_REACHED, _STARTING = "DevToolsActivePort", 30
_PAINTED = "performance.getEntriesByName('first-paint')[0]?.startTime"


class Window:
    """A window of its own, nothing kept from another."""

    def __init__(self, browser: Browser, address: str) -> None:
        """Open it on a page."""
        self._browser = browser
        self._context = browser.ask("Target.createBrowserContext")["browserContextId"]
        target = browser.ask("Target.createTarget", url=address, browserContextId=self._context)["targetId"]
        self._session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def go(self, address: str) -> None:
        """Ask for a page."""
        self._browser.ask("Page.navigate", self._session, url=address)

    def painted(self) -> float | None:
        """When the page was first painted, in milliseconds after it was asked for; None where it is not yet."""
        told = self._browser.ask("Runtime.evaluate", self._session, expression=_PAINTED)
        found = told["result"].get("value")
        return None if found is None else float(found)

    def close(self) -> None:
        """Close it, and forget what it kept."""
        self._browser.ask("Target.disposeBrowserContext", browserContextId=self._context)


class Browser:
    """A running Chromium, reached by its own protocol."""

    def __init__(self, connection: ClientConnection) -> None:
        """Speak through a connection."""
        self._connection = connection
        self._numbers = itertools.count(1)

    def ask(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        """What a command answers.

        Raises:
            UnusableFileError: the browser refuses it, or is no more.
        """
        number = next(self._numbers)
        sent: dict[str, object] = {"id": number, "method": method, "params": parameters}
        try:
            self._connection.send(json.dumps(sent | {"sessionId": session} if session else sent))
            while (told := json.loads(self._connection.recv())).get("id") != number:
                pass
        except WebSocketException as fault:
            raise UnusableFileError("le navigateur s'est arrêté ; relancez la mesure") from fault
        if "error" in told:
            raise UnusableFileError(f"le navigateur refuse {method} : {told['error'].get('message', '')}")
        found: dict[str, Any] = told["result"]
        return found


@contextmanager
def browsing() -> Iterator[Browser]:
    """Debian's Chromium, or the browser that `ARBITRE_CHROMIUM` names, without a screen, in a folder of its own.

    Raises:
        UnusableFileError: there is none, or it does not start.
    """
    named = os.environ.get("ARBITRE_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if named is None:
        raise UnusableFileError("aucun navigateur : installez « chromium », ou nommez-le dans ARBITRE_CHROMIUM")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [named, *_FLAGS, f"--user-data-dir={folder}", "about:blank"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                with connect(_address(Path(folder), process), max_size=None, compression=None) as connection:
                    yield Browser(connection)
            finally:
                process.terminate()


def _address(folder: Path, process: subprocess.Popen[bytes]) -> str:
    """Where a browser that starts is reached.

    Raises:
        UnusableFileError: it says nothing.
    """
    end = time.monotonic() + _STARTING
    while time.monotonic() < end and process.poll() is None:
        said = folder / _REACHED
        lines = said.read_text(encoding="utf-8").splitlines() if said.is_file() else []
        if len(lines) > 1:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.05)
    raise UnusableFileError("le navigateur ne démarre pas ; nommez-en un autre dans ARBITRE_CHROMIUM")
