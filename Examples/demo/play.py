"""Shows the demo dApp in a browser with a throwaway profile and wallet, or plays it without anybody watching.

play.py --bin FOLDER --browser chromium|firefox [--headless] [--screenshots FOLDER]
"""

import argparse
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Support"))

from browsers import Surface  # noqa: E402
from local_node import LocalNode  # noqa: E402
from stage import Stage  # noqa: E402
from wallet import Wallet  # noqa: E402


class Play:
    """The demo without a user: one line and one picture a step."""

    def __init__(self, stage: Stage, page: Surface, pictures: Path):
        self.stage = stage
        self.page = page
        self.pictures = pictures
        self.number = 0

    def step(self, text: str, surface: Surface) -> None:
        self.number += 1
        name = text.lower().replace(" ", "-")
        picture = self.pictures / f"{self.stage.browser.name}-{self.number}-{name}.png"
        surface.screenshot(picture)
        print(f"{self.number}. {text}  [{picture}]", flush=True)

    def output(self, identifier: str, beginning: str) -> str:
        """What an output of the page says, once that is an answer; anything but the expected beginning is a failure."""
        script = """(id) => { const output = document.getElementById(id);
            return output.dataset.state && !output.textContent.startsWith("waiting") ? output.textContent : null; }"""
        text = str(self.page.wait_until(script, identifier))
        if not text.startswith(beginning):
            raise AssertionError(f"the page says {text!r}, not {beginning!r}")
        self.page.evaluate("(id) => document.getElementById(id).scrollIntoView({ block: 'end' })", identifier)
        return text

    def ask(self, button: str, name: str) -> None:
        self.page.click("button", button)
        window = self.stage.approval()
        self.step(f"The wallet asks to approve {name}", window)
        self.stage.approve(window)

    def run(self) -> None:
        account = self.stage.wallet.public_key
        self.step("The page has found the wallet", self.page)
        self.ask("Connect", "the connection")
        self.page.wait_until("(account) => document.getElementById('account').textContent === account", account)
        self.step("The page is connected", self.page)
        self.ask("Sign message", "a message")
        print(f"   message     {self.output('message-result', 'verified: ')}")
        self.step("The page has verified the signed message", self.page)
        self.ask("Sign transaction", "a transaction")
        print(f"   transaction {self.output('transaction-result', 'verified: ')}")
        self.step("The page has verified the signed transaction", self.page)
        self.ask("Send", "to send SOL")
        print(f"   sent        {self.output('send-result', 'sent: ')}")
        self.step("The SOL is sent and the balance has moved", self.page)


def show(stage: Stage) -> None:
    """Leaves the browser to its user until it is closed."""
    print(
        f"""
The demo is open in {stage.browser.name}, with a wallet that is deleted when you close the browser.

  1. Press Connect on the page. The wallet opens a window of its own: approve there.
  2. Sign the message, then the transaction. The page checks each signature by itself.
     Then send SOL: a Solana node runs on this machine, for this demo alone.
  3. Or press the wallet's button in the toolbar: what waits can be approved there too.

The wallet locks itself 15 minutes after your last approval. Its passphrase: {stage.wallet.passphrase}
""",
        flush=True,
    )
    try:
        while stage.browser.is_running and stage.browser.surfaces():
            time.sleep(0.5)
    except KeyboardInterrupt:
        pass


def main() -> int:
    parser = argparse.ArgumentParser(description="The demo dApp, a throwaway wallet and a browser.")
    parser.add_argument("--bin", type=Path, required=True, help="the folder of sidekey, sidekey-host and sidekey-agent")
    parser.add_argument("--browser", choices=["chromium", "firefox"], default="chromium")
    parser.add_argument("--headless", action="store_true", help="play it without a display")
    parser.add_argument(
        "--screenshots", type=Path, default=Path("demo-screenshots"), help="where --headless leaves pictures"
    )
    arguments = parser.parse_args()

    print("Making a throwaway wallet", flush=True)
    with Wallet(arguments.bin.resolve(), recorded=False, network="loopback") as wallet:
        wallet.create()
        wallet.unlock()
        print("Starting a Solana node on this machine", flush=True)
        node = LocalNode("--fund", f"{wallet.public_key}:2000000000")
        wallet.use_nodes(node.url)
        print(f"Starting {arguments.browser} with a throwaway profile", flush=True)
        with Stage(arguments.browser, wallet, headless=arguments.headless) as stage:
            page = stage.browser.open(f"{stage.site(HERE).origin}/index.html?node={node.url}")
            if not arguments.headless:
                for empty in stage.browser.at("about:"):
                    empty.close()
                show(stage)
                return 0
            try:
                page.wait_until("document.getElementById('wallet').textContent === 'Sidekey'")
                Play(stage, page, arguments.screenshots.resolve()).run()
            except AssertionError as error:
                stage.save(arguments.screenshots / "failure")
                print(f"play: error: {error}", file=sys.stderr)
                return 1
    print("Both signatures are verified and the SOL was sent; the wallet, the profile and the node's chain are gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
