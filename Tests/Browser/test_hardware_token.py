"""A hardware token in both browsers: the real agent and a confined `sidekey-device` with SoftHSM's library; its PIN is typed in Sidekey's window."""

import os
import shutil
import subprocess
from pathlib import Path

import base58
import pytest
from browsers import wait_for
from dapp import DApp, unspell
from desktop_session import X11, Session
from nacl.signing import VerifyKey
from seat import Seat
from setup_screens import SetupScreens
from solders.transaction import VersionedTransaction
from stage import Stage
from transactions import payment
from wallet import Wallet, programs
from wallet_screens import says

LIBRARY = "/usr/lib/softhsm/libsofthsm2.so"
PIN, WRONG = "246813", "000000"
QUESTION = "Type the PIN of your hardware token mine"


class SoftToken:
    """A folder of programs in which `sidekey-device` finds SoftHSM's configuration, and a token with one Ed25519 key."""

    def __init__(self):
        # Linked and not copied, and so on the same disk.
        self.programs = programs() / f"p{os.getpid()}"
        self.folder = self.programs / "softhsm"
        self.programs.mkdir(mode=0o700)
        for name in ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-window"):
            os.link(programs() / name, self.programs / name)
        os.link(programs() / "sidekey-software-device", self.programs / "sidekey-device")
        (self.folder / "tokens").mkdir(parents=True, mode=0o700)
        configuration = self.folder / "softhsm2.conf"
        configuration.write_text(f"directories.tokendir = {self.folder}/tokens\nobjectstore.backend = file\nlog.level = ERROR\n")
        environment = os.environ | {"SOFTHSM2_CONF": str(configuration)}
        making = ["softhsm2-util", "--init-token", "--free", "--label", "mine", "--pin", PIN, "--so-pin", "135724"]
        subprocess.run(making, env=environment, check=True, capture_output=True)
        key = ["--keypairgen", "--key-type", "EC:edwards25519", "--label", "one", "--id", "01"]
        login = ["--token-label", "mine", "--login", "--pin", PIN]
        subprocess.run(["pkcs11-tool", "--module", LIBRARY, *login, *key], env=environment, check=True, capture_output=True)

    def pull(self) -> None:
        (self.folder / "tokens").rename(self.folder / "pulled")
        (self.folder / "tokens").mkdir(mode=0o700)

    def plug(self) -> None:
        (self.folder / "tokens").rmdir()
        (self.folder / "pulled").rename(self.folder / "tokens")

    def close(self) -> None:
        shutil.rmtree(self.programs)


@pytest.fixture
def token():
    made = SoftToken()
    yield made
    made.close()


@pytest.fixture
def desk(seat: Seat, token: SoftToken):
    with X11() as display, Session(display) as session, Wallet(bin_folder=token.programs) as wallet, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display.name)
        wallet.bus = session.address
        wallet.create("popup")
        wallet.unlock()
        with Stage(seat, wallet) as stage:
            yield stage, session


def add(stage: Stage, token: SoftToken) -> str:
    """Adds the token's account and hides the wallet's own, so that a site gets that one."""
    proof = ["--folder", str(token.folder), "--passphrase-file", str(stage.wallet.passphrase_file)]
    (key,) = stage.wallet.json("token", "accounts", LIBRARY, *proof)["keys"]
    stage.wallet.run("token", "add", LIBRARY, key["publicKey"], "--name", "Chip", *proof)
    stage.wallet.run("account", "hide", "1")
    return key["publicKey"]


def wait_to_read(screens: SetupScreens, words: str) -> None:
    wait_for(lambda: any(words in text for text in screens.look()), f"the window says: {words}")


def crossed(wallet: Wallet, secret: str) -> bool:
    """Whether a text stands in any frame between the browser and the agent."""
    return any(secret.encode() in file.read_bytes() for file in Path(wallet.frames).rglob("*") if file.is_file())


def test_a_page_gets_a_signature_of_the_token_once_its_pin_was_typed_in_the_window(desk: tuple[Stage, Session], token: SoftToken):
    stage, session = desk
    screens = SetupScreens(session)
    account = add(stage, token)
    dapp = DApp.connected(stage)
    assert dapp.accounts == [account]
    transaction = payment(account)
    call = dapp.sign_transaction(transaction, chain="solana:devnet")
    # Whatever the policy lets the browser decide: this wallet's lets it decide everything else.
    window = stage.approval()
    says(window, "A hardware token signs it.")
    stage.picture(window, "hardware-token-approval")
    assert not window.can_click("button", "Approve")
    wait_to_read(screens, "your hardware token mine")
    assert any("nothing: what you read here is all there is" in text for text in screens.look())
    session.display.picture(f"hardware-token-window-{stage.browser.name}")
    screens.press("Approve")
    wait_to_read(screens, QUESTION)
    session.display.picture(f"hardware-token-pin-{stage.browser.name}")
    session.display.answer("^Sidekey$", WRONG)
    wait_to_read(screens, "few tries are left")
    session.display.picture(f"hardware-token-wrong-{stage.browser.name}")
    session.display.answer("^Sidekey$", PIN)
    (output,) = call.result(30)
    signed = VersionedTransaction.from_bytes(unspell(output["signedTransaction"]))
    # One signature of 64 bytes stands before the message.
    VerifyKey(base58.b58decode(account)).verify(transaction[1 + 64 :], bytes(signed.signatures[0]))
    assert not crossed(stage.wallet, PIN)


@pytest.mark.shared
def test_a_token_that_is_pulled_out_leaves_the_request_waiting(desk: tuple[Stage, Session], token: SoftToken):
    stage, session = desk
    screens = SetupScreens(session)
    account = add(stage, token)
    dapp = DApp.connected(stage)
    call = dapp.sign_message(b"hello")
    window = stage.approval()
    wait_to_read(screens, "your hardware token mine")
    token.pull()
    screens.press("Approve")
    says(window, "The hardware token of this account isn't there.")
    stage.picture(window, "hardware-token-absent")
    assert len(stage.wallet.pending()) == 1
    token.plug()
    window.click("button", "Open Sidekey's window")
    wait_to_read(screens, "your hardware token mine")
    screens.press("Approve")
    wait_to_read(screens, QUESTION)
    session.display.answer("^Sidekey$", PIN)
    (output,) = call.result(30)
    VerifyKey(base58.b58decode(account)).verify(b"hello", unspell(output["signature"]))


@pytest.mark.shared
def test_the_account_stands_in_the_popup_with_its_token(desk: tuple[Stage, Session], token: SoftToken):
    stage, _ = desk
    add(stage, token)
    popup = stage.popup()
    stage.visit(popup, "Accounts")
    says(popup, "on a hardware token")
    stage.picture(popup, "hardware-token-account")
    stage.visit(popup, "How this wallet opens")
    says(popup, "Accounts on a hardware token")
    stage.picture(popup, "hardware-token-openings")
