"""Setting up a wallet in Sidekey's own window, as a person does who reads it over the accessibility bus and types."""

import time

from browsers import wait_for
from desktop_session import Session

ABANDON = "aban " * 11 + "about"
ADDRESS = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"


class SetupScreens:
    def __init__(self, session: Session):
        self.session = session
        self.texts: list[str] = []
        # How often a button was pressed.
        self.presses = 0

    def wait(self, heading: str) -> None:
        def found() -> bool:
            self.texts = texts(self.session.tree())
            return heading in self.texts

        wait_for(found, f"the screen {heading}")
        self.session.display.ready()

    def press(self, button: str) -> None:
        self.presses += 1
        self.session.press(button)

    def type(self, *lines: str) -> None:
        for line in lines:
            self.session.display.type(line)
            self.session.display.press("Return")

    def prove(self, passphrase: str) -> None:
        """Types the passphrase into its field, and presses Enter when the window takes a press: it takes none that came too soon to be meant."""

        def reached() -> bool:
            focused = [node for node in nodes(self.session.tree()) if "focused" in node["states"]]
            return any(node["role"] == "text" and "assphrase" in node["name"] for node in focused) or self.session.display.press("Tab")

        time.sleep(1)
        wait_for(reached, "the focus reaches the passphrase's field")
        self.type(passphrase)

    def choose_one(self, name: str) -> None:
        """Goes to a choice by Tab, and down to an option of it: the toolkit gives an option no action on the accessibility bus."""

        def options(state: str) -> list[str]:
            return [node["name"] for node in nodes(self.session.tree()) if node["role"] == "radio button" and state in node["states"]]

        wait_for(lambda: options("focused") or self.session.display.press("Tab"), "the focus reaches the choice")
        wait_for(lambda: options("checked") == [name] or self.session.display.press("Down"), f"{name} is chosen")

    def write_down(self) -> list[str]:
        """The words that are shown."""
        self.wait("Write these words down")
        places = {text: index for index, text in enumerate(self.texts) if text.isdigit()}
        return [self.texts[places[f"{number}"] + 1] for number in range(1, 25)]

    def look(self) -> list[str]:
        """What the window says now."""
        self.texts = texts(self.session.tree())
        return self.texts

    def check(self, words: list[str]) -> None:
        self.wait("Check your paper")
        self.type_asked(words)

    def type_asked(self, words: list[str]) -> None:
        """Types the words at the places that are asked for."""
        wait_for(lambda: any(text.startswith("Word ") for text in self.look()), "words are asked for")
        self.session.display.ready()
        asked = [int("".join(filter(str.isdigit, text))) for text in self.texts if text.startswith("Word ")]
        assert len(asked) == 3
        self.type(" ".join(words[number - 1] for number in asked))

    def choose(self, passphrase: str) -> None:
        self.wait("Choose a passphrase")
        self.type(passphrase, passphrase)

    def finish(self) -> None:
        self.wait("Two last questions")
        self.press("Finish")

    def restore(self, words: str, passphrase: str) -> None:
        self.wait("Restore a wallet")
        self.session.display.type(words)
        self.press("Continue")
        self.wait("Choose your accounts")
        self.press("Continue")
        self.choose(passphrase)


def tick(session: Session, name: str) -> None:
    """Goes to a check box by Tab and marks it: the toolkit gives it no action on the accessibility bus."""

    def is_box(state: str) -> bool:
        return any((node["role"], node["name"]) == ("check box", name) and state in node["states"] for node in nodes(session.tree()))

    wait_for(lambda: is_box("focused") or session.display.press("Tab"), f"the focus reaches {name}")
    session.display.press("space")
    wait_for(lambda: is_box("checked"), f"{name} is marked")


def nodes(tree: dict) -> list[dict]:
    return [tree, *(node for child in tree["children"] for node in nodes(child))]


def texts(tree: dict) -> list[str]:
    """What a window says, from the top to the bottom."""
    return [*([tree["text"]] if tree.get("text") else []), *(text for child in tree["children"] for text in texts(child))]
