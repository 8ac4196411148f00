"""Sidekey's window as a screen reader meets it, over AT-SPI. Run by the system's Python, which has its bindings.

    accessible.py tree               the window's widgets as JSON: role, name, states, the text that they give, the interfaces that matter
    accessible.py glance             the same, of a window that is there; null where there is none
    accessible.py unfold             opens everything that is folded, and gives the tree then
    accessible.py press ROLE NAME    does what a screen reader's "press" does
    accessible.py write ROLE TEXT    tries to write into a text, as a screen reader can into an open one
"""

import json
import sys
import time

import pyatspi

PATIENCE = 40.0


def window():
    """Sidekey's window, where it is on the bus."""
    applications = (each for each in pyatspi.Registry.getDesktop(0) if each and each.name.startswith("sidekey") and each.childCount)
    return next(applications, None)


def awaited():
    """Sidekey's window, once it is on the bus."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if top := window():
            return top
        time.sleep(0.05)
    sys.exit("no window is on the accessibility bus")


def described(node) -> dict:
    states = node.getState()
    names = ("FOCUSED", "FOCUSABLE", "ENABLED", "SENSITIVE", "EXPANDABLE", "EXPANDED", "SHOWING", "CHECKED")
    found = {
        "role": node.getRoleName(),
        "name": node.name,
        "description": node.description,
        "states": sorted(name.lower() for name in names if states.contains(getattr(pyatspi, f"STATE_{name}"))),
        "interfaces": [name for name in pyatspi.listInterfaces(node) if name in ("Text", "EditableText", "Action", "Hypertext")],
        "children": [described(child) for child in node if child],
    }
    if "Text" in found["interfaces"]:
        text = node.queryText()
        found["text"] = text.getText(0, text.characterCount)
    return found


def steady(top) -> dict:
    """The whole of it; once more where a part was exchanged meanwhile."""
    for _ in range(20):
        try:
            return described(top)
        except Exception:  # GLib's own, of whatever call came too late.
            time.sleep(0.1)
    return described(top)


def folded(node) -> list:
    states = node.getState()
    found = [node] if states.contains(pyatspi.STATE_EXPANDABLE) and not states.contains(pyatspi.STATE_EXPANDED) else []
    return found + [each for child in node if child for each in folded(child)]


def unfold(top) -> None:
    """What is folded within another comes with it."""
    end = time.monotonic() + PATIENCE
    while (closed := folded(top)) and time.monotonic() < end:
        for node in closed:
            node.queryAction().doAction(0)
        time.sleep(0.05)


def find(node, role: str, name: str):
    if node.getRoleName() == role and (not name or node.name == name):
        return node
    for child in node:
        if child and (found := find(child, role, name)):
            return found
    return None


def main(word: str, *arguments: str) -> None:
    if word == "glance":
        try:
            print(json.dumps((top := window()) and described(top)))
        except Exception:  # As above: it went while it was read.
            print("null")
        return
    top = awaited()
    if word == "tree":
        print(json.dumps(steady(top)))
    elif word == "unfold":
        unfold(top)
        print(json.dumps(steady(top)))
    elif word == "press":
        node = find(top, *arguments) or sys.exit(f"nothing to press: {arguments}")
        node.queryAction().doAction(0)
    elif word == "write":
        node = find(top, arguments[0], "") or sys.exit("nothing to write into")
        try:
            node.queryEditableText().insertText(0, arguments[1], len(arguments[1]))
            print("written")
        except NotImplementedError:
            print("closed")


main(*sys.argv[1:])
