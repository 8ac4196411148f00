"""One document that a user can look at and click on: a tab, an approval window or the toolbar popup."""

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from .waiting import PATIENCE, TimedOut, wait_for


class SurfaceGone(Exception):
    """The document was closed, or replaced while it was being asked something."""


class ScriptError(Exception):
    """The script threw."""


@dataclass(frozen=True)
class Appearance:
    """What a user has set in system and browser; left out, it is as it comes.

    Width and height are in CSS pixels of the zoomed document, as style sheets see them.
    """

    width: int = 0
    height: int = 0
    zoom: float = 1
    text_zoom: float = 1
    """Firefox only: "zoom text only"."""
    dark: bool = False
    more_contrast: bool = False
    forced_colors: bool = False
    still: bool = False
    """`prefers-reduced-motion`."""


class Surface(ABC):
    """Reads and clicks as a user would: elements are found by accessible role and name, input events are trusted."""

    @property
    @abstractmethod
    def url(self) -> str:
        """The address, or an empty string once the document is gone."""

    @abstractmethod
    def run(self, script: str) -> object:
        """Runs the body of an async function in the document and returns its JSON-able result.

        In Firefox it runs beside the page, not in it: what the page defined is under `window.wrappedJSObject`.
        """

    @abstractmethod
    def click_at(self, marker: str) -> None:
        """Clicks the middle of the element that carries the attribute `data-test-target="{marker}"`."""

    @abstractmethod
    def pointer(self, x: float, y: float, *acts: str, count: int = 1) -> None:
        """Halves of presses of the mouse, `down` and `up`, or a `move`; `count` is 2 for the second press of a double click."""

    @abstractmethod
    def touch(self) -> None:
        """Makes the document one that its user has clicked or typed in."""

    @abstractmethod
    def candidates(self, role: str, name: str, within: str | None) -> list[str]:
        """Markers of the visible elements with that computed role and name, inside the CSS selector `within`."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Presses and releases a key: a character, `Enter`, `Tab`, `Escape`, `Space`."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is drawn, as PNG."""

    @abstractmethod
    def close(self) -> None:
        """Closes it as its user would."""

    @abstractmethod
    def bring_to_front(self) -> None:
        """Gives it the focus."""

    @abstractmethod
    def appear(self, appearance: Appearance) -> None:
        """Shows the document as to a user with these settings, until it is told otherwise."""

    @property
    def is_open(self) -> bool:
        return self.url != ""

    def evaluate(self, expression: str, *arguments: object) -> object:
        """The value of a JavaScript expression; with arguments, it is a function that is called with them."""
        if not arguments:
            return self.run(f"return await ({expression})")
        spelled = ", ".join(json.dumps(argument) for argument in arguments)
        return self.run(f"return await ({expression})({spelled})")

    def wait_until(self, expression: str, *arguments: object, timeout: float = PATIENCE) -> object:
        """Polls an expression until it is true; a document that is being replaced counts as false."""

        def attempt() -> object:
            try:
                return self.evaluate(expression, *arguments)
            except (SurfaceGone, ScriptError):
                return None

        try:
            return wait_for(attempt, f"{expression} at {self.url}", timeout)
        except TimedOut as error:
            raise TimedOut(f"{error}; the document says: {self.words()!r}") from None

    def reload(self) -> None:
        """Reloads the document and waits until the next one is there: what is asked at once is still answered by the one before."""
        try:
            self.run("window.isBefore = true; location.reload();")
        except SurfaceGone:
            pass  # It went before it could answer.
        self.wait_until("window.isBefore === undefined && document.readyState === 'complete'")

    def words(self) -> str:
        """The visible text, or a note that there is none."""
        try:
            return str(self.run("return document.body ? document.body.innerText : ''"))
        except (SurfaceGone, ScriptError) as error:
            return f"({error})"

    def has(self, role: str, name: str, within: str | None = None) -> bool:
        return bool(self.candidates(role, name, within))

    def can_click(self, role: str, name: str, within: str | None = None) -> bool:
        """Returns whether there is one visible element with that role and name, and it is enabled."""
        try:
            found = self.candidates(role, name, within)
            return len(found) == 1 and not self._is_disabled(found[0])
        except (SurfaceGone, ScriptError):
            return False

    def _is_disabled(self, marker: str) -> bool:
        element = f"document.querySelector('[data-test-target=\"{marker}\"]')"
        return bool(self.evaluate(f"{element}.disabled || {element}.ariaDisabled === 'true'"))

    def find(self, role: str, name: str, within: str | None = None, timeout: float = PATIENCE) -> str:
        """The marker of the one visible element with that role and name."""

        def attempt() -> list[str]:
            try:
                return self.candidates(role, name, within)
            except SurfaceGone:
                return []

        try:
            found = wait_for(attempt, f"{role} {name!r} at {self.url}", timeout)
        except TimedOut as error:
            raise TimedOut(f"{error}; the document says: {self.words()!r}") from None
        if len(found) > 1:
            raise AssertionError(f"{len(found)} elements are a {role} called {name!r} at {self.url}")
        return found[0]

    def click(self, role: str, name: str, within: str | None = None, timeout: float = PATIENCE) -> None:
        """Clicks the one element with that role and name, once it is there and enabled."""

        def attempt() -> bool:
            marker = self.find(role, name, within, timeout)
            try:
                if self._is_disabled(marker):
                    return False
                self.click_at(marker)
                return True
            except (SurfaceGone, ScriptError):
                return False  # Drawn anew since it was found.

        wait_for(attempt, f"{role} {name!r} at {self.url} can be clicked", timeout)

    def fill(self, name: str, text: str, within: str | None = None, timeout: float = PATIENCE) -> None:
        """Types into the field with that label, key by key, after emptying it."""

        def attempt() -> bool:
            marker = self.find("textbox", name, within, timeout)
            try:
                self.click_at(marker)
                field = f"document.querySelector('[data-test-target=\"{marker}\"]')"
                self.run(f"const field = {field}; field.focus(); field.select();")
                return True
            except (SurfaceGone, ScriptError):
                return False  # Drawn anew since it was found.

        wait_for(attempt, f"textbox {name!r} at {self.url} has the focus", timeout)
        for character in text:
            self.press(character)

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.picture())
