"""What the popup starts and Sidekey's own window does: the passphrase, the phrase, accounts, rules, limits, the network and backups."""

from browsers import Surface, wait_for
from stage import Stage
from wallet import Wallet

KEYS, METHOD = "Keys and backup", "vault.ceremony"
NOTICE = "document.querySelector('.outside.problem')"


def ceremonies(wallet: Wallet) -> list[dict]:
    """The parameters of each ceremony that the browser has asked for."""
    return [message["params"] for message in wallet.recording.messages("to-host") if message.get("method") == METHOD]


def start(stage: Stage, surface: Surface, button: str) -> dict:
    """Presses a button; returns what the browser asked for."""
    before = len(ceremonies(stage.wallet))
    wait_for(lambda: surface.can_click("button", button), f"{button} is there")
    surface.run("document.scrollingElement.scrollTo(0, 1e6)")
    surface.click("button", button)
    return wait_for(lambda: ceremonies(stage.wallet)[before:], f"{button} asks")[0]


# Where no window can be shown


def test_each_button_starts_its_ceremony_and_says_what_to_do_where_no_window_can_be_shown(fresh_stage: Stage):
    wallet = fresh_stage.wallet
    wallet.run("account", "add")
    wallet.run("policy", "limit", "--ceiling", "1")
    second = wallet.status["accounts"][1]["publicKey"]
    popup = fresh_stage.popup()

    def asks(button: str, **params: object) -> None:
        assert start(fresh_stage, popup, button) == params
        # The notice comes into sight, wherever the button stands.
        popup.wait_until(f"{NOTICE}?.innerText.includes('sidekey ') && {NOTICE}.getBoundingClientRect().top >= 0")

    fresh_stage.visit(popup, KEYS)
    fresh_stage.picture(popup, "keys")
    asks("Change passphrase…", kind="passphrase")
    fresh_stage.picture(popup, "keys-no-window")
    asks("Show recovery phrase…", kind="phrase")
    asks("Save a backup…", kind="backup")
    asks("Restore a backup…", kind="restore")
    fresh_stage.visit(popup, "Accounts")
    asks("Import…", kind="import")
    asks("Remove Account 2…", kind="remove", account=second)
    fresh_stage.visit(popup, "Network")
    asks("Change network…", kind="network")
    fresh_stage.visit(popup, "Protection")
    asks("Choose the word…", kind="recognition")
    asks("Add a limit…", kind="limit")
    asks("Remove limit 1…", kind="unlimit", limit=1)
    popup.fill("Allowance, in SOL", "2.5")
    popup.fill("Seconds from your last approval until the wallet locks (10 to 28800)", "1200")
    asks("Confirm in Sidekey's window", kind="protection", allowance="2500000000", session=1_200_000)

