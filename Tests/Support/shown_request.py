"""A request as its surfaces draw it, from what the agent says of it ("shown" in docs/protocol.md), and what each of them has drawn.

What the approval window and the popup draw is read as facts: their kind, and their texts. The terminal and Sidekey's window know lines and labels alone, so
that there the facts are spelled as that surface spells them.
"""

import re
from collections.abc import Iterator

from browsers import Surface

SIGNS = {"leaving": "−", "arriving": "+", "open": "?"}
# Of a single transaction's details, which have no title of their own.
DETAILS = "Transaction details"


def is_folded(item: dict) -> bool:
    return "title" in item or not item["open"]


# The approval window and the popup


def facts(shown: dict) -> list[tuple[str, ...]]:
    """What an approval window says of it, from the top to the bottom."""
    said = [("asker", shown["asker"]["name"]), *(("note", note) for note in shown["asker"]["notes"]), ("sentence", shown["sentence"])]
    said += [("change", SIGNS[each["direction"]], each["text"], each.get("account", "")) for each in shown["changes"]]
    said += found(shown)
    said += [("consequence", "may" if each["allowed"] else "not", each["text"]) for each in shown["consequences"]]
    said += [("fact", each["name"], each["value"]) for each in [*shown["shares"], *shown["facts"]]]
    for item in shown["items"]:
        said += [("item", item.get("title", DETAILS))] if is_folded(item) else []
        said += [("does", item["sentence"])] if "sentence" in item else []
        said += [*found(item), *inside(item["details"])]
    return said


def found(part: dict) -> list[tuple[str, ...]]:
    return [("finding", each["level"], each["name"], each["text"]) for each in part["findings"]]


def inside(details: list[dict]) -> Iterator[tuple[str, ...]]:
    for detail in details:
        if detail["kind"] == "fact":
            yield ("fact", detail["name"], detail["value"])
        elif detail["kind"] == "group":
            yield ("group", detail["number"], detail["title"])
            yield from inside(detail["details"])
        else:
            yield (detail["kind"], detail["text"])


DRAWN = """() => {
    const said = [];
    const each = (list, say) => [...list].forEach(say);
    const inside = (parent) => each(parent.children, (part) => {
        if (part.matches("ul.findings")) {
            each(part.children, (line) => said.push(["finding", line.className.replace("finding ", ""), line.firstChild.textContent.replace(/:$/, ""), line.lastChild.textContent]));
        } else if (part.matches("dl")) {
            each(part.querySelectorAll(":scope > dt"), (name) => said.push(["fact", name.textContent, name.nextElementSibling.textContent]));
        } else if (part.matches("ol.instructions")) {
            each(part.children, (step) => {
                said.push(["group", step.dataset.number, step.firstChild.textContent]);
                inside({ children: [...step.children].slice(1) });
            });
        } else if (part.matches("pre")) said.push([part.matches(".hex") ? "hex" : "quote", part.textContent]);
        else said.push(["text", part.textContent]);
    });
    const card = document.querySelector(".request .scroll");
    said.push(["asker", card.querySelector(".origin").textContent]);
    each(card.querySelectorAll(".heading > .note"), (note) => said.push(["note", note.textContent]));
    said.push(["sentence", card.querySelector(".does").textContent]);
    each([...card.children].slice(1), (part) => {
        if (part.matches("ul.changes")) {
            each(part.children, ({ children: [sign, amount, account] }) => said.push(["change", sign.textContent.trim(), amount.textContent, account?.textContent ?? ""]));
        } else if (part.matches("article.item")) {
            each(part.querySelectorAll("li"), (line) => said.push(["consequence", line.className, line.textContent]));
        } else if (part.matches("section.review")) {
            each(part.children, (item) => {
                const head = item.querySelector("summary");
                if (head) said.push(["item", head.firstChild.textContent]);
                each(item.querySelectorAll("summary > .sentence"), (line) => said.push(["does", line.textContent]));
                inside(head ? head.nextElementSibling : item.firstChild);
            });
        } else inside({ children: [part] });
    });
    return said;
}"""
# What the browser alone knows: where the request comes from.
BROWSERS_OWN = {("fact", "From")}


def in_browser(surface: Surface) -> list[tuple[str, ...]]:
    surface.wait_until("document.querySelector('.request .does') !== null")
    said = [tuple(fact) for fact in surface.evaluate(f"({DRAWN})()")]
    return [fact for fact in said if fact[:2] not in BROWSERS_OWN]


# The terminal


def lines(shown: dict) -> list[str]:
    """What `sidekey review` prints of it."""
    said = [shown["asker"]["name"], *(f"  {note}" for note in shown["asker"]["notes"]), shown["sentence"]]
    for each in shown["changes"]:
        account = f" ({each['account']})" if "account" in each else ""
        said.append(f"  {SIGNS[each['direction']].replace('−', '-')} {each['text']}{account}")
    said += [f"  {each['name']}: {each['text']}" for each in shown["findings"]]
    said += [f"  - {each['text']}" for each in shown["consequences"]]
    said += [line(each, "  ") for each in [*shown["shares"], *shown["facts"]]]
    for item in shown["items"]:
        said += [item[name] for name in ("title", "sentence") if name in item]
        said += [f"  {each['name']}: {each['text']}" for each in item["findings"]]
        said += details_lines(item["details"], "  ")
    return said


def line(fact: dict, indent: str) -> str:
    return f"{indent}{fact['name']}: {quoted(fact)}"


def quoted(fact: dict) -> str:
    return f"“{fact['value']}”" if fact["form"] == "quoted" else fact["value"]


def details_lines(details: list[dict], indent: str) -> Iterator[str]:
    for detail in details:
        if detail["kind"] == "fact":
            yield line(detail, indent)
        elif detail["kind"] == "group":
            yield f"{indent}{detail['number']}. {detail['title']}"
            yield from details_lines(detail["details"], indent + "   ")
        elif detail["kind"] == "text":
            yield indent + detail["text"]
        else:
            # A terminal breaks them at its edge, and has one blank where there are several.
            yield f"{indent}| " + "".join(detail["text"].split())


def in_terminal(printed: str) -> list[str]:
    """The lines of a terminal's output; those that were too wide for it are put together again."""
    said: list[str] = []
    for each in printed.splitlines():
        before = said[-1] if said else ""
        if (bar := re.match(" *[|] ", each)) and before.startswith(bar[0]):
            said[-1] += "".join(each.removeprefix(bar[0]).split())
        elif bar:
            said.append(bar[0] + "".join(each.removeprefix(bar[0]).split()))
        # A line with a name of the user's is broken at blanks, and goes on two further in, where no other line begins.
        elif indent_of(before) > 0 and indent_of(each) == indent_of(before) + 2:
            said[-1] += " " + each.strip()
        else:
            said.append(each)
    return said


def indent_of(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


# Sidekey's window


def labels(shown: dict) -> list[str]:
    """The texts of its labels."""
    said = [shown["asker"]["name"], *shown["asker"]["notes"], shown["sentence"]]
    for each in shown["changes"]:
        said += [f"{SIGNS[each['direction']]} {each['text']}", *([each["account"]] if "account" in each else [])]
    said += found_labels(shown)
    said += [f"{'✓' if each['allowed'] else '✕'} {each['text']}" for each in shown["consequences"]]
    said += [text for each in [*shown["shares"], *shown["facts"]] for text in fact_labels(each)]
    for item in shown["items"]:
        said += [item.get("title", DETAILS)] if is_folded(item) else []
        said += [item["sentence"]] if "sentence" in item else []
        said += [*found_labels(item), *details_labels(item["details"])]
    return said


def found_labels(part: dict) -> list[str]:
    return [text for each in part["findings"] for text in (each["name"], each["text"])]


def fact_labels(fact: dict) -> list[str]:
    return [f"{fact['name']}: {fact['value']}"] if fact["form"] == "quoted" else [fact["name"], fact["value"]]


def details_labels(details: list[dict]) -> Iterator[str]:
    for detail in details:
        if detail["kind"] == "fact":
            yield from fact_labels(detail)
        elif detail["kind"] == "group":
            yield f"{detail['number']}. {detail['title']}"
            yield from details_labels(detail["details"])
        else:
            yield detail["text"]


def in_window(tree: dict) -> list[str]:
    """The texts above its buttons, in a tree of the accessibility bus."""

    def texts(node: dict) -> Iterator[str]:
        if node["role"] == "label":
            yield node["text"]
        for child in node["children"]:
            yield from texts(child)

    def scrolled(node: dict) -> Iterator[dict]:
        if node["role"] == "scroll pane":
            yield node
        for child in node["children"]:
            yield from scrolled(child)

    return [text for pane in scrolled(tree) for text in texts(pane)]
