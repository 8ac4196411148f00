#!/usr/bin/env python3
"""The pictures that the browser tests take, for the site and for the stores: no picture is older than what it shows.

    packaging/pictures.py GALLERY FOLDER    the stores' pictures, 1280 by 800, as FOLDER/LANGUAGE/NUMBER-NAME.png

GALLERY is the folder that SIDEKEY_GALLERY named for Tests/Browser/test_gallery.py. Its `gallery.json` says which code the pictures show, as
a hash of all that makes a screen, and the hash of each picture. Pictures of other code are refused. ImageMagick puts those of the approval
window side by side.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from release import ROOT, PackagingError, run

LIST = "gallery.json"
# What a screen is made of.
SHOWN = ("extension", "Locales", "Sources", "manifests")
LANGUAGES = ("en", "pt_BR", "el", "tr")
# The stores' pictures in their order: of one page as it is, or of several windows beside each other.
STORE = {"1-home": ("page-home",), "2-requests": ("connect", "transaction", "transaction-danger"), "3-protection": ("page-protection",)}
SIZE = (1280, 800)
# The stores show a picture on white or on dark.
GROUND = "#dfe3ea"


def code() -> str:
    """A hash of the files that make a screen, as they are here."""
    names = run("git", "ls-files", "-z", "--cached", "--", *SHOWN, cwd=ROOT).split("\0")
    total = hashlib.sha256()
    for name in sorted(set(names) - {""}):
        path = ROOT / name
        contents = path.read_bytes() if path.is_file() else b""
        total.update(f"{name}\0{hashlib.sha256(contents).hexdigest()}\n".encode())
    return total.hexdigest()


def write_list(folder: Path) -> None:
    """Says of which code the pictures in a folder are, once all are taken."""
    taken = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("site-*.png"))}
    (folder / LIST).write_text(json.dumps({"code": code(), "pictures": taken}, indent=2) + "\n")


def gallery(folder: Path) -> dict[str, Path]:
    """The pictures by their names, such as `home-en`; none of other code, and none that was changed."""
    try:
        told = json.loads((folder / LIST).read_text())
    except (OSError, ValueError):
        raise PackagingError(f"there are no pictures in {folder}: SIDEKEY_GALLERY={folder} python -m pytest Tests/Browser/test_gallery.py") from None
    if told["code"] != code():
        raise PackagingError(f"the pictures in {folder} are older than the code: take them again with Tests/Browser/test_gallery.py")
    found = {}
    for name, value in told["pictures"].items():
        path = folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != value:
            raise PackagingError(f"{name} isn't the picture that was taken")
        found[name.removeprefix("site-").removesuffix(".png")] = path
    return found


def for_stores(source: Path, folder: Path) -> list[Path]:
    pictures = gallery(source)
    made = []
    for language in LANGUAGES:
        for name, shown in STORE.items():
            missing = [each for each in shown if f"{each}-{language}" not in pictures]
            if missing:
                raise PackagingError(f"there is no picture of {missing[0]} in {language}")
            target = folder / language / f"{name}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            # Without its own times and names: the same pictures give the same bytes.
            beside = ["+append", "-bordercolor", GROUND] if len(shown) > 1 else []
            parts = [part for each in shown for part in ("(", str(pictures[f"{each}-{language}"]), *(["-bordercolor", GROUND, "-border", "20x0"] if beside else []), ")")]
            run("convert", *parts, *beside, "-background", GROUND, "-gravity", "center", "-extent", f"{SIZE[0]}x{SIZE[1]}",
                "-strip", "-define", "png:exclude-chunks=date,time", target)  # fmt: skip
            made.append(target)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gallery", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    try:
        made = for_stores(options.gallery, options.folder)
    except PackagingError as error:
        print(f"pictures: error: {error}", file=sys.stderr)
        return 1
    print("\n".join(map(str, made)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
