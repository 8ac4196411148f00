"""The recovery sheet: drawn by the real `sidekey-window`, read by PDFium and zxing-cpp as a person's reader and phone would."""

import os
import pty
import re
import time

import pypdfium2
import pytest
import zxingcpp
from wallet import Wallet

WORDS = ("abandon " * 11 + "about").split()
# Letters of many scripts in a label of the user's own.
LABEL = "Ταμείο ğüşİ Жук"
TITLES = {
    "en": "Sidekey recovery sheet",
    "pt_BR": "Folha de recuperação da Sidekey",
    "el": "Φύλλο ανάκτησης του Sidekey",
    "tr": "Sidekey kurtarma sayfası",
}


@pytest.fixture
def wallet():
    with Wallet() as wallet:
        wallet.phrase_file.touch(0o600)
        wallet.phrase_file.write_text(" ".join(WORDS) + "\n")
        wallet.run("restore", "--passphrase-file", str(wallet.passphrase_file), "--phrase-file", str(wallet.phrase_file))
        wallet.unlock()
        wallet.run("account", "add")
        wallet.run("account", "label", "1", LABEL)
        yield wallet


def text_of(path) -> str:
    document = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def flat(text: str) -> str:
    return re.sub(r"\s+", "", text)


def codes_of(path) -> list[str]:
    """What a phone reads: every code on every page."""
    found = []
    for page in pypdfium2.PdfDocument(path):
        picture = page.render(scale=3, grayscale=True)
        pixels = memoryview(bytes(picture.buffer)).cast("B", shape=[picture.height, picture.stride])
        found += [(code.position.top_left.y, code.text) for code in zxingcpp.read_barcodes(pixels)]
    return [text for _, text in sorted(found)]


def speak(wallet: Wallet, monkeypatch, language: str) -> None:
    locale = {"en": "C", "pt_BR": "pt_BR", "el": "el_GR", "tr": "tr_TR"}[language]
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")


@pytest.mark.parametrize("language", TITLES)
def test_it_has_every_account_with_its_address_as_text_and_as_a_code(wallet: Wallet, monkeypatch, language: str):
    speak(wallet, monkeypatch, language)
    accounts = wallet.json("account", "list")
    path = wallet.folder / "sheet.pdf"
    wallet.run("vault", "sheet", str(path), "--backup", "/media/stick/sidekey-backup")
    assert path.stat().st_mode & 0o777 == 0o600
    text = text_of(path)
    assert TITLES[language] in text
    assert LABEL in text and "/media/stick/sidekey-backup" in text and "m/44'/501'/1'/0'" in text
    assert codes_of(path) == [account["publicKey"] for account in accounts]
    for account in accounts:
        assert account["publicKey"] in flat(text)
    # In groups: a person compares them one after the other.
    assert "HAgk 14Jp MQLg" in text
    assert len(pypdfium2.PdfDocument(path)) == 1
    # Lines for the words, and none of them.
    assert "24" in text
    assert "abandon" not in text
    assert wallet.passphrase not in text


def test_the_same_wallet_has_the_same_sheet(wallet: Wallet):
    paths = [wallet.folder / name for name in ("one.pdf", "two.pdf")]
    for path in paths:
        wallet.run("vault", "sheet", str(path))
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_no_file_is_written_over_and_many_accounts_take_more_pages(wallet: Wallet):
    path = wallet.folder / "sheet.pdf"
    path.write_text("mine")
    refused = wallet.run("vault", "sheet", str(path), check=False)
    assert refused.returncode == 1 and path.read_text() == "mine"
    for _ in range(20):
        wallet.run("account", "add")
    many = wallet.folder / "many.pdf"
    wallet.run("vault", "sheet", str(many))
    assert len(pypdfium2.PdfDocument(many)) > 1
    assert sorted(codes_of(many)) == sorted(account["publicKey"] for account in wallet.json("account", "list"))


class Terminal:
    """A terminal of its own, with `sidekey` before it."""

    def __init__(self, wallet: Wallet, *arguments: str):
        self.shown = ""
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.execve(wallet.bin / "sidekey", ["sidekey", *arguments], wallet.environment | {"TERM": "xterm"})

    def expect(self, text: str) -> None:
        end = time.monotonic() + 60
        while text not in self.shown and time.monotonic() < end:
            try:
                self.shown += os.read(self.master, 4096).decode(errors="replace")
            except OSError:
                break
        assert text in self.shown, self.shown

    def type(self, text: str) -> None:
        os.write(self.master, text.encode() + b"\n")

    def end(self) -> int:
        while True:
            try:
                if not (piece := os.read(self.master, 4096)):
                    break
                self.shown += piece.decode(errors="replace")
            except OSError:
                break
        os.close(self.master)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_the_words_are_on_it_after_two_yeses_and_the_passphrase(wallet: Wallet):
    path = wallet.folder / "words.pdf"
    terminal = Terminal(wallet, "vault", "sheet", str(path), "--with-words")
    terminal.expect("not encrypted")
    terminal.expect("[y/N]")
    terminal.type("y")
    terminal.expect("Passphrase: ")
    terminal.type(wallet.passphrase)
    terminal.expect("Write the words into")
    terminal.type("y")
    assert terminal.end() == 0
    assert path.stat().st_mode & 0o777 == 0o600
    words = re.findall(r"\b(abandon|about)\b", text_of(path).split("The words of the recovery phrase")[1])
    assert words == WORDS
    assert "abandon" not in terminal.shown
    kinds = [line["kind"] for line in wallet.json("activity", "list")]
    assert "phrase-shown" in kinds


@pytest.mark.parametrize("answers", [["n"], ["y", "", "n"]])
def test_one_no_is_enough_and_nothing_is_written(wallet: Wallet, answers: list[str]):
    path = wallet.folder / "words.pdf"
    terminal = Terminal(wallet, "vault", "sheet", str(path), "--with-words")
    terminal.expect("[y/N]")
    terminal.type(answers[0])
    if len(answers) > 1:
        terminal.expect("Passphrase: ")
        terminal.type(wallet.passphrase)
        terminal.expect("Write the words into")
        terminal.type(answers[-1])
    assert terminal.end() == 5
    assert not path.exists()


def test_without_a_terminal_no_word_is_written(wallet: Wallet):
    path = wallet.folder / "words.pdf"
    files = ["--passphrase-file", str(wallet.passphrase_file)]
    refused = wallet.run("vault", "sheet", str(path), "--with-words", *files, check=False)
    assert refused.returncode == 9 and not path.exists()
    assert wallet.run("vault", "sheet", str(path), *files, check=False).returncode == 64
