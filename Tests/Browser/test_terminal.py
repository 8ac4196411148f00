"""The command line on the real agent, `sidekey-rpc` and a node: what it sends moves, and balance, history and activity agree on it."""

import base64
import json

import base58
import pytest
from browsers import wait_for
from local_node import LocalNode
from solders.keypair import Keypair
from wallet import Wallet

SOL = 1_000_000_000


class Terminal:
    """A wallet with 10 SOL and 25 USDX on a node of its own."""

    def __init__(self, wallet: Wallet, node: LocalNode):
        self.wallet, self.node = wallet, node
        self.account = wallet.public_key
        self.carol = node.seeded["accounts"]["carol"]["publicKey"]
        self.usdx = node.seeded["mints"]["USDX"]["address"]

    def send(self, *words: str, check: bool = True):
        files = ["--passphrase-file", str(self.wallet.passphrase_file)]
        return self.wallet.run("send", *words, "--yes", *files, check=check, timeout=120)

    def held(self, address: str) -> int:
        return self.node.ask("getBalance", address, {"commitment": "processed"})["value"]

    def tokens(self, owner: str) -> int:
        query = ({"mint": self.usdx}, {"encoding": "jsonParsed", "commitment": "processed"})
        found = self.node.ask("getTokenAccountsByOwner", owner, *query)["value"]
        return sum(int(each["account"]["data"]["parsed"]["info"]["tokenAmount"]["amount"]) for each in found)


@pytest.fixture(scope="module")
def terminal():
    with LocalNode("--slot-ms", "400") as node, Wallet(network="loopback") as wallet:
        wallet.create()
        wallet.unlock()
        node.control(set=wallet.public_key, lamports=10 * SOL)
        node.control(mint="USDX", to=wallet.public_key, amount=25_000_000)
        node.advance(2)
        wallet.use_nodes(node.url)
        yield Terminal(wallet, node)


@pytest.fixture(autouse=True)
def unlocked(terminal):
    terminal.node.control(clear=True)
    terminal.wallet.unlock()


def test_the_nodes_are_named_for_what_they_are(terminal):
    told = terminal.wallet.json("network", "check")
    assert told["cluster"] == "solana:localnet"
    assert [node["state"] for node in told["nodes"]] == ["reached"]


def test_sol_is_sent_and_balance_history_and_activity_agree(terminal):
    before, others = terminal.held(terminal.account), terminal.held(terminal.carol)
    sent = json.loads(terminal.send("0.25", terminal.carol, "--memo", "rent", "--json").stdout)
    assert terminal.held(terminal.carol) == others + SOL // 4
    assert terminal.held(terminal.account) == before - SOL // 4 - int(sent["fee"])
    terminal.node.advance(2)
    balance = terminal.wallet.json("balance")
    assert int(balance["lamports"]) == terminal.held(terminal.account)
    assert [(token["amount"], token["decimals"]) for token in balance["tokens"]] == [("25000000", 6)]
    newest = terminal.wallet.json("history")["entries"][0]
    assert newest["signature"] == sent["signature"] and newest["status"] == "succeeded"
    assert [(each["direction"], each["amount"], each["to"]) for each in newest["movements"]] == [
        ("out", str(SOL // 4), terminal.carol)
    ]
    assert terminal.wallet.outcomes(sent["signature"]) == ["sent", "confirmed"]
    assert terminal.node.control()["sent"].count(sent["signature"]) >= 1


def test_a_token_goes_to_an_account_that_is_made_for_it(terminal):
    stranger = str(Keypair().pubkey())
    assert terminal.tokens(stranger) == 0
    dry = terminal.wallet.json("send", "1.5", terminal.usdx, stranger, "--dry-run")
    assert int(dry["accountCost"]) > 2_000_000 and dry["amount"] == "1500000"
    terminal.send("1.5", terminal.usdx, stranger)
    assert terminal.tokens(stranger) == 1_500_000
    assert terminal.tokens(terminal.account) == 23_500_000


def test_a_contact_is_sent_to_by_name(terminal):
    terminal.wallet.run("contacts", "add", terminal.carol, "Carol")
    others = terminal.held(terminal.carol)
    terminal.send("0.01", "carol")
    assert terminal.held(terminal.carol) == others + SOL // 100


def test_what_cannot_be_sent_is_named_and_moves_nothing(terminal):
    before = terminal.held(terminal.account)
    refusals = [
        (["1000", terminal.carol], "not enough SOL"),
        (["0.1", terminal.usdx], "mint"),
        (["0.1", terminal.account], "account that sends"),
        (["0.0000000001", terminal.carol], "amount"),
        (["1", "nobody"], "contact"),
    ]
    for words, text in refusals:
        done = terminal.send(*words, check=False)
        assert done.returncode != 0 and text in done.stderr, (words, done.stderr)
    assert terminal.held(terminal.account) == before


def test_the_faucet_gives(terminal):
    before = terminal.held(terminal.account)
    terminal.wallet.run("airdrop", "1")
    terminal.node.advance(2)
    assert terminal.held(terminal.account) == before + SOL


def test_a_delegate_is_listed_and_revoked(terminal):
    (held,) = terminal.wallet.json("balance")["tokens"]
    query = {"encoding": "base64", "commitment": "processed"}
    info = terminal.node.ask("getAccountInfo", held["tokenAccount"], query)["value"]
    # As the account stands after an Approve: delegate at 72 (COption), what it may take at 121.
    data = bytearray(base64.b64decode(info["data"][0]))
    data[72:108] = (1).to_bytes(4, "little") + base58.b58decode(terminal.carol)
    data[121:129] = (7_000_000).to_bytes(8, "little")
    changed = {"owner": info["owner"], "lamports": info["lamports"], "data": base64.b64encode(data).decode()}
    terminal.node.control(set=held["tokenAccount"], **changed)
    terminal.node.advance(2)
    (shared,) = terminal.wallet.json("permissions")
    assert (shared["tokenAccount"], shared["delegate"]) == (held["tokenAccount"], terminal.carol)
    assert shared["delegated"] == "7000000"
    files = ["--passphrase-file", str(terminal.wallet.passphrase_file)]
    terminal.wallet.run("revoke", "--all", "--yes", *files, timeout=120)
    terminal.node.advance(2)
    assert terminal.wallet.json("permissions") == []


def test_a_balance_that_was_looked_at_follows_what_the_node_tells(terminal):
    terminal.wallet.json("balance")
    wait_for(lambda: terminal.node.control()["sockets"] > 0, "the node is listened to")
    before = terminal.wallet.saved_balance(terminal.account)
    terminal.node.control(fill=terminal.account, count=1)

    def follows() -> bool:
        return terminal.wallet.saved_balance(terminal.account) == terminal.held(terminal.account) > before

    wait_for(follows, "the saved balance is the node's")


def test_without_a_node_the_last_balance_is_told_with_its_age(terminal):
    held = terminal.wallet.json("balance")["lamports"]
    terminal.node.fault("drop")
    told = terminal.wallet.json("balance")
    assert told["lamports"] == held and told["cause"] == "node-unreachable"
    assert int(told["age"]) >= 0
    refused = terminal.send("0.1", terminal.carol, check=False)
    assert refused.returncode != 0


def test_everything_is_sent_and_nothing_is_left(terminal):
    terminal.send("--all", terminal.carol)
    assert terminal.held(terminal.account) == 0
