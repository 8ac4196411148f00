#!/usr/bin/env python3
"""Writes the texts of the catalogue to where they are compiled in: extension/_locales, and Swift in Sources/Wording/Texts.

    .venv-tests/bin/python Locales/generate.py           writes
    .venv-tests/bin/python Locales/generate.py --check   writes nothing and fails where something else stands there
    .venv-tests/bin/python Locales/generate.py --merge   brings what changed in sidekey.pot into each language's file

The catalogue is gettext's. sidekey.pot has the English texts, and each language has a file of its own. A text's context names
the keys that it is said by, `extension:` or `sidekey:` before each; a text stands once, however many keys it has:

    #. Values: number, count
    msgctxt "extension:position"
    msgid "Request {number} of {count}"
    msgstr "Solicitação {number} de {count}"

`Values` is the order in which the extension's code gives them. The forms of a number are those of Unicode CLDR, in its order.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TEMPLATE = HERE / "sidekey.pot"
EXTENSION = ROOT / "extension" / "_locales"
SWIFT = ROOT / "Sources" / "Wording" / "Texts"
# A language here is a case of `Language`.
SWIFT_NAMES = {"en": "english", "pt_BR": "brazilianPortuguese", "el": "greek", "tr": "turkish"}
# CLDR's order, which is the order of gettext's forms.
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
PLACEHOLDER = re.compile(r"\{([A-Za-z]+)\}")
VALUES = "Values: "


class Fault(Exception):
    """What is wrong with the catalogue, in words for whoever changed it."""


class Text:
    """One text of one language: its keys, and its one form or those of a number."""

    def __init__(self, entry: Message, translation: Message, language: str):
        self.language = language
        keys = [key.split(":", 1) for key in entry.context.split()]
        self.extension = [name for side, name in keys if side == "extension"]
        self.sidekey = [name for side, name in keys if side == "sidekey"]
        if len(self.extension) + len(self.sidekey) != len(keys):
            raise Fault(f"{entry.context}: a key begins with extension: or sidekey:")
        self.is_counted = isinstance(entry.id, tuple)
        texts = translation.id if language == "en" else translation.string
        self.forms = list(texts) if self.is_counted else [texts]
        self.values = next((line[len(VALUES):].split(", ") for line in entry.auto_comments if line.startswith(VALUES)), [])
        self.check(entry)

    def check(self, entry: Message) -> None:
        english = entry.id if self.is_counted else (entry.id,)
        wanted = {name for form in english for name in PLACEHOLDER.findall(form)}
        if self.is_counted and len(self.forms) != len(categories(self.language)):
            raise Fault(f"{self.language}: {entry.context}: has {len(self.forms)} forms of {len(categories(self.language))}")
        for form in self.forms:
            if not form:
                raise Fault(f"{self.language}: {entry.context}: has no text")
            names = set(PLACEHOLDER.findall(form))
            # A form of a number may say it in words.
            if names != wanted and not (self.is_counted and names | {"count"} == wanted):
                raise Fault(f"{self.language}: {entry.context}: has the values {sorted(names)} and not {sorted(wanted)}")
        if self.extension and not wanted <= set(self.values):
            raise Fault(f"{entry.context}: the line of values lacks {sorted(wanted - set(self.values))}")

    def in_places(self, form: str) -> str:
        """The form with the places that the browser's messages have for values."""
        return PLACEHOLDER.sub(lambda found: f"${self.values.index(found[1]) + 1}", form)


def categories(language: str) -> list[str]:
    tags = Locale.parse(language).plural_form.tags | {"other"}
    # In digits, no number takes the form of whole millions (`um milhão de`).
    return [each for each in CATEGORIES if each in tags and not (language == "pt_BR" and each == "many")]


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else path.stem, abort_invalid=True)


def entries(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def texts() -> dict[str, list[Text]]:
    """Every language's texts, in the template's order.

    - Raises: `Fault` where a language lacks a text, has one too many, or says an older English one.
    """
    template = entries(read(TEMPLATE))
    keys = [key for entry in template for key in entry.context.split()]
    if doubled := {key for key in keys if keys.count(key) > 1}:
        raise Fault(f"stand twice: {sorted(doubled)}")
    found = {"en": [Text(entry, entry, "en") for entry in template]}
    for language in list(SWIFT_NAMES)[1:]:
        own = {message.context: message for message in entries(read(HERE / f"{language}.po"))}
        if astray := set(own) ^ {entry.context for entry in template}:
            raise Fault(f"{language}: not the template's texts, run with --merge: {sorted(astray)[:3]}")
        for entry in template:
            translation = own[entry.context]
            if translation.fuzzy or translation.id != entry.id:
                raise Fault(f"{language}: {entry.context}: the English text changed; translate it and take away `fuzzy`")
        found[language] = [Text(entry, own[entry.context], language) for entry in template]
    once(template, found)
    return found


def once(template: list[Message], found: dict[str, list[Text]]) -> None:
    """What is the same in English stands twice only where a language says it in two ways."""
    seen: dict[tuple, str] = {}
    for place, entry in enumerate(template):
        said = tuple(PLACEHOLDER.sub("{}", form) for language in found for form in found[language][place].forms)
        if said in seen:
            raise Fault(f"the same text twice: {seen[said]} and {entry.context}; make it one with both contexts")
        seen[said] = entry.context


# What is written ------------------------------------------------------------------------------------------------------


def messages(language: str, own: list[Text]) -> str:
    """The extension's texts of a language, as browsers read them."""
    found = {}
    for text in own:
        for name in text.extension:
            names = [f"{name}_{each}" for each in categories(language)] if text.is_counted else [name]
            for key, form in zip(names, text.forms, strict=True):
                found[key] = {"message": text.in_places(form)}
    return json.dumps(found, ensure_ascii=False, indent=4) + "\n"


NOTICE = "// swift-format-ignore-file\n// Written by Locales/generate.py: change the catalogue in Locales.\n\n"


def names(own: list[Text], counted: bool) -> list[str]:
    return [name for text in own if text.is_counted == counted for name in text.sidekey]


def cases(own: list[Text], counted: bool) -> str:
    return "".join(f"    case {name}\n" for name in names(own, counted))


def key_types(own: list[Text]) -> str:
    spelled = "".join(f"        {literal(name)},\n" for name in names(own, False))
    return (
        f"{NOTICE}"
        "/// A text that a person reads; a placeholder such as `{account}` is filled where it is used. Its raw value is its place in `names`\n"
        "/// and in each language's list: a `switch` over all texts, for each language, takes the compiler more than a minute.\n"
        f"public enum TextKey: UInt16, CaseIterable, Sendable {{\n{cases(own, False)}\n"
        f"    static let names: [String] = [\n{spelled}    ]\n}}\n\n"
        "/// A text with a number in it, in the form that the number takes.\n"
        f"public enum CountedKey: String, CaseIterable, Sendable {{\n{cases(own, True)}}}\n"
    )


def literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def table(language: str, own: list[Text], order: list[str]) -> str:
    """A language's texts, in the order of the keys, and its texts with numbers."""
    plain = {name: text.forms[0] for text in own if not text.is_counted for name in text.sidekey}
    rows = "".join(f"        /* {name} */ {literal(plain[name])},\n" for name in order)
    counted = ""
    for text in own:
        if text.sidekey and text.is_counted:
            forms = ", ".join(f"{each}: {literal(form)}" for each, form in zip(categories(language), text.forms, strict=True))
            counted += f"        case {', '.join(f'.{name}' for name in text.sidekey)}: PluralForms({forms})\n"
    name = SWIFT_NAMES[language]
    return (
        f"{NOTICE}extension Phrasebook {{\n    static let {name}Texts: [String] = [\n{rows}    ]\n\n"
        f"    static func {name}(_ key: CountedKey) -> PluralForms {{\n        switch key {{\n{counted}        }}\n    }}\n}}\n"
    )


def written() -> dict[Path, str]:
    found = texts()
    files = {EXTENSION / language / "messages.json": messages(language, own) for language, own in found.items()}
    files[SWIFT / "TextKey.swift"] = key_types(found["en"])
    for language, own in found.items():
        name = SWIFT_NAMES[language]
        files[SWIFT / f"Phrasebook+{name[0].upper()}{name[1:]}.swift"] = table(language, own, names(found["en"], False))
    return files


def merge() -> None:
    """Gives each language the template's texts: new ones empty, those whose English changed as fuzzy."""
    template = entries(read(TEMPLATE))
    for language in list(SWIFT_NAMES)[1:]:
        path = HERE / f"{language}.po"
        old = read(path)
        own = {key: message for message in entries(old) for key in message.context.split()}
        new = Catalog(locale=language, fuzzy=False, header_comment=old.header_comment)
        new.mime_headers = old.mime_headers
        for entry in template:
            before = next((own[key] for key in entry.context.split() if key in own), None)
            is_like = before and isinstance(before.id, tuple) == isinstance(entry.id, tuple)
            empty = ("",) * len(categories(language)) if isinstance(entry.id, tuple) else ""
            says = before.string if is_like else empty
            added = new.add(entry.id, says, auto_comments=entry.auto_comments, context=entry.context)
            if before and (before.fuzzy or before.id != entry.id):
                added.flags.add("fuzzy")
        save(path, new)


def save(path: Path, catalog: Catalog) -> None:
    """Writes a file with a head that says no more than what readers need, and no time."""
    head = [("Project-Id-Version", "Sidekey"), ("Language", "en" if path == TEMPLATE else path.stem), ("MIME-Version", "1.0")]
    head += [("Content-Type", "text/plain; charset=utf-8"), ("Content-Transfer-Encoding", "8bit")]
    head += [("Plural-Forms", value) for name, value in catalog.mime_headers if name == "Plural-Forms" and path != TEMPLATE]
    comment = "".join(f"{line}\n" for line in catalog.header_comment.splitlines())
    with path.open("wb") as file:
        file.write((comment + 'msgid ""\nmsgstr ""\n' + "".join(f'"{name}: {value}\\n"\n' for name, value in head) + "\n").encode())
        write_po(file, catalog, width=0, omit_header=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="write nothing, and fail where something else stands there")
    way.add_argument("--merge", action="store_true", help="bring what changed in sidekey.pot into each language's file")
    arguments = parser.parse_args()
    try:
        if arguments.merge:
            merge()
            return 0
        files = written()
    except Fault as fault:
        print(f"Locales: {fault}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if arguments.check:
        for path in stale:
            print(f"Locales: {path.relative_to(ROOT)} is not what the catalogue says: run Locales/generate.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path])
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
