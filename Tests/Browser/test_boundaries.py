"""The connection decides who is calling: other extensions, and pages that got hold of more than their share."""

import json

import pytest
from browsers import wait_for
from certificate import write_certificate
from dapp import PAGES, DApp
from probe import ATTACH, ROGUE, TABLE_A, TABLE_B, TABLE_C, copied, hello, open_probe, refused
from stage import Stage
from wallet import IDS, Wallet

# `shop.localhost` is a registrable domain to the public suffix list, and every browser looks for it on this machine.
SHOP = [f"{name}.shop.localhost" for name in ("www", "pay", "a.b", "cdn")]
BANK = "www.bank.localhost"
NAMES_OF_OBJECTS = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", ""]


@pytest.fixture(scope="module")
def rogue_stage(browser_name):
    """Both extensions in one browser; the host's manifest lets the other one in, as a careless installation might."""
    with Wallet() as wallet:
        wallet.create()
        lists = {
            "allowed_origins": [f"chrome-extension://{ROGUE.chromium_id}/"],
            "allowed_extensions": [ROGUE.firefox_id],
        }
        with Stage(browser_name, wallet, others=[ROGUE], **lists) as stage:
            yield stage


@pytest.fixture
def rogue(rogue_stage):
    rogue_stage.wallet.unlock()
    yield open_probe(rogue_stage, ROGUE)
    rogue_stage.tidy()


def test_another_extension_cannot_say_that_it_is_the_command_line(rogue, rogue_stage):
    assert refused(rogue.request("hello", hello("cli"))) == -32600
    assert refused(rogue.request("vault.status", {})) == -32600, "hello first"
    assert rogue_stage.wallet.status["vault"] == "unlocked"


def test_another_extension_cannot_attach_as_the_wallets_own(rogue, rogue_stage):
    rogue.call("send", json.dumps([{"jsonrpc": "2.0", "method": "host.attach", "params": ATTACH}]))
    assert refused(rogue.request("host.attach", ATTACH)) in (-32600, -32601)
    rogue.request("hello", hello("extension"))
    assert refused(rogue.request("host.attach", ATTACH)) == -32601
    assert refused(rogue.request("vault.status", {})) == -32601


def test_another_extension_is_refused_every_method(rogue, rogue_stage):
    rogue.request("hello", hello("extension"))
    for method, params in {**TABLE_A, **TABLE_B, **TABLE_C}.items():
        assert refused(rogue.request(method, params)) == -32601, method
    assert rogue_stage.wallet.status["vault"] == "unlocked"
    assert rogue_stage.wallet.pending() == []


def test_another_extension_hears_nothing_of_what_happens(rogue, rogue_stage):
    rogue.request("hello", hello("extension"))
    before = len(rogue.heard()["received"])
    dapp = DApp.connected(rogue_stage)
    call = dapp.sign_message(b"between us")
    rogue_stage.approve()
    call.result()
    rogue_stage.wallet.lock()
    rogue.request("vault.status", {})
    heard = [message.get("method") for message in rogue.heard()["received"][before:] if "method" in message]
    assert heard in ([], ["vault.changed"])


def test_another_extension_gets_no_answer_from_ours(rogue, rogue_stage):
    identifier = IDS[rogue_stage.browser.name]
    asked = {"method": "approvals.list", "id": "1", "params": {}}
    assert "error" in rogue.external(identifier, asked)
    assert "error" in rogue.dial(identifier, asked)


def test_a_host_that_is_not_registered_for_an_extension_is_not_started(browser_name):
    with Wallet() as wallet, Stage(browser_name, wallet, others=[ROGUE]) as stage:
        probe = open_probe(stage, ROGUE)
        wait_for(lambda: probe.heard()["ended"], "the browser refuses")
        # The wallet's own tab, which opens after the installation, has one.
        callers = [" ".join(host["arguments"]) for host in wallet.recording.hosts()]
        assert all(IDS[browser_name] in caller for caller in callers), callers


# A hostile page


@pytest.fixture(scope="module")
def hostile_stage(browser_name):
    """A page that got hold of the provider's port, and a relay in a renderer that was taken over."""
    patches = {
        "page/WalletStandardProvider.js": ("const port = channel.port1;", "const port = window.taken = channel.port1;"),
        "content/relay.js": (
            'window.addEventListener("message", takeOver, true);',
            """window.addEventListener("message", takeOver, true);
            document.addEventListener("hostile", ({ detail }) => {
                const port = api.runtime.connect({ name: "screen" });
                const heard = [];
                port.onMessage.addListener((message) => {
                    heard.push(message);
                    document.documentElement.dataset.heard = JSON.stringify(heard);
                });
                for (const message of JSON.parse(detail)) port.postMessage(message);
            });""",
        ),
    }
    with Wallet() as wallet:
        wallet.create()
        with Stage(browser_name, wallet, extension=copied(wallet, "hostile", patches)) as stage:
            yield stage


@pytest.fixture
def hostile(hostile_stage):
    hostile_stage.ensure_unlocked()
    yield hostile_stage
    hostile_stage.tidy()


@pytest.mark.shared
def test_a_pages_method_name_cannot_leave_the_first_table(hostile):
    dapp = DApp.open(hostile)
    names = [
        *TABLE_B,
        *TABLE_C,
        "hello",
        "host.attach",
        "screen.holds",
        "tab.status",
        "tab.disconnect",
        *NAMES_OF_OBJECTS,
    ]
    # The wallet's own tab, which opens after the installation, has asked for what it shows.
    before = len(hostile.wallet.recording.messages("to-host"))
    for name in names:
        assert dapp.begin("raw", method=name, params={}).result()["error"]["code"] == -32601, name
    sent = {message["method"] for message in hostile.wallet.recording.messages("to-host")[before:]}
    assert sent.isdisjoint(set(names) - {"hello", "approvals.list", "vault.status"})
    assert hostile.wallet.status["vault"] == "unlocked"


@pytest.mark.shared
def test_a_page_cannot_say_where_it_is(hostile):
    dapp = DApp.open(hostile)
    names = ["origin", "tab", "document", "container", "private", "request", "profile", "id", "type", ""]
    for name in names:
        answer = dapp.begin("raw", method="connect", params={name: "https://bank.example"}).result()
        assert answer["error"]["code"] == -32602, name
    assert hostile.wallet.pending() == []


@pytest.mark.shared
@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString"])
def test_a_parameter_that_every_object_has_is_none_of_a_request(hostile, name):
    """In Firefox the relay doesn't see members of such names; where it sees them, they are no parameters of any method."""
    dapp = DApp.open(hostile)
    call = dapp.begin("raw", method="connect", params={name: {"origin": "https://bank.example", "silent": True}})
    wait_for(lambda: call.settled or hostile.wallet.pending(), "it is refused or waits")
    if call.settled:
        assert call.result()["error"]["code"] == -32602
    else:
        (request,) = hostile.wallet.pending()
        assert (request["origin"], request["method"]) == (dapp.origin, "connect")


@pytest.mark.shared
def test_what_a_page_writes_around_a_request_is_left_out_of_it(hostile):
    dapp = DApp.open(hostile)
    around = {"origin": "https://bank.example", "type": "screen", "restore": True, "state": {}, "__proto__": {"method": "vault.lock"}}
    call = dapp.begin("raw", method="connect", params={}, around=around)
    (request,) = wait_for(hostile.wallet.pending, "it waits")
    assert request["origin"] == dapp.origin
    sent = hostile.wallet.recording.messages("to-host")
    assert set(sent[-1]) == {"jsonrpc", "id", "method", "params"}
    assert [message["params"] for message in sent if message["method"] == "connect"][-1].keys() == {
        "origin", "tab", "document", "request",
    }  # fmt: skip
    hostile.wallet.run("reject", request["id"])
    assert call.result()["error"]["code"] == 4001


@pytest.mark.shared
def test_forged_traffic_on_the_port_is_answered_or_dropped_and_harms_nobody(hostile):
    """Everything that structured cloning lets through, and a request beside it that still gets its answer."""
    dapp = DApp.open(hostile)
    assert dapp.begin("forge").result() == {
        "array as id": "no answer", "empty id": "no answer", "long id": "no answer", "no id": "no answer", "number as id": "no answer",
        "array as method": -32600, "missing params": -32600, "params that are null": -32600, "object as method": -32600,
        "array as params": -32602, "bytes as params": -32602, "bytes as value": -32602, "date as value": 4100, "deep params": -32602,
        "half a surrogate pair": -32700, "map as params": -32602, "more than a frame": -32600, "number beyond a double": -32602,
        "params with a cycle": "no answer", "big integer": "no answer", "twice the same id": 1,
    }  # fmt: skip
    assert dapp.begin("connect", silent=True).result() == []
    assert hostile.wallet.pending() == []
    assert hostile.wallet.status["vault"] == "unlocked"


@pytest.mark.shared
def test_two_pages_of_one_origin_with_the_same_id_each_get_their_own_answer(hostile):
    first = DApp.connected(hostile)
    second = DApp.open(hostile, first.origin)
    calls = {}
    for dapp, text in ((first, "b25l"), (second, "dHdv")):
        calls[text] = dapp.begin("raw", method="signMessage", params={"message": text}, id="the same")
    requests = wait_for(lambda: len(found := hostile.wallet.pending()) == 2 and found, "both wait")
    for request in reversed(requests):
        hostile.wallet.run("approve", request["id"], "--yes")
    for text, call in calls.items():
        assert call.result()["result"]["signedMessage"] == text


def test_the_origin_of_a_request_is_the_browsers_word(hostile):
    dapp = DApp.open(hostile)
    dapp.begin("raw", method="connect", params={})
    (request,) = wait_for(hostile.wallet.pending, "it waits")
    assert request["origin"] == dapp.origin
    frame = [message for message in hostile.wallet.recording.messages("to-host") if message["method"] == "connect"][-1]
    assert frame["params"]["origin"] == dapp.origin
    assert isinstance(frame["id"], str)


@pytest.mark.shared
def test_subdomains_and_tabs_share_one_bound_and_one_block(hostile):
    wallet = hostile.wallet
    site = hostile.site(PAGES, certificate=write_certificate(wallet.folder / "site.pem", *SHOP, BANK))
    bank = DApp.connected(hostile, site.at(BANK))
    shops = [DApp.open(hostile, site.at(name)) for name in SHOP]
    # Eight in each of four tabs, where one tab may have ten and one site twenty.
    calls = [shop.begin("raw", method="connect", params={}) for shop in shops for _ in range(8)]
    wait_for(lambda: sum(call.settled for call in calls) == 12, "twelve are refused")
    assert {call.result()["error"]["data"]["reason"] for call in calls if call.settled} == {"too-many-pending"}
    waiting = [request for request in wallet.pending()]
    assert len(waiting) == 20
    assert len(hostile.approvals()) == 1
    is_signed_for(hostile, bank)

    # Three rejections, of as many subdomains as there are requests of, block them all.
    assert len({request["origin"] for request in waiting}) > 1
    for request in (waiting[0], waiting[-1], waiting[1]):
        wallet.run("reject", request["id"])
    for shop in shops:
        refused = shop.begin("raw", method="connect", params={}).result()["error"]
        assert (refused["code"], refused["data"]["reason"]) == (-32002, "blocked-after-rejections")
    is_signed_for(hostile, bank)
    # Leaving isn't rejecting, and needs nobody.
    for shop in shops:
        shop.tab.close()
    wait_for(lambda: not wallet.pending(), "what they asked is cancelled")


def is_signed_for(stage, dapp: DApp) -> None:
    """Returns whether a site is served while others storm."""
    call = dapp.sign_message(b"still served")
    (request,) = wait_for(
        lambda: [request for request in stage.wallet.pending() if request["origin"] == dapp.origin], "it waits"
    )
    stage.wallet.run("approve", request["id"], "--yes")
    assert call.result()[0]["signature"]


def test_a_relay_cannot_be_a_screen(hostile):
    """The relay has the extension's own id and chooses its port's name; only the origin tells it from a screen."""
    dapp = DApp.open(hostile)
    asked = [
        {"id": "1", "method": "approvals.list", "params": {}},
        {"id": "2", "method": "vault.lock", "params": {}},
        {"id": "3", "method": "vault.status", "params": {}},
        {"id": "4", "method": "screen.holds", "params": {"ids": []}},
        {"id": "5", "method": "vault.ceremony", "params": {"kind": "phrase"}},
        {"id": "6", "method": "vault.setup", "params": {"kind": "restore", "replace": True}},
    ]
    dapp.begin("tell", event="hostile", detail=json.dumps(asked))
    heard = dapp.tab.wait_until(
        "(count) => JSON.parse(document.documentElement.dataset.heard ?? '[]').filter(({ id }) => id).length === count"
        " && document.documentElement.dataset.heard",
        len(asked),
    )
    for message in json.loads(heard):
        assert message["error"]["code"] == -32601
    assert hostile.wallet.status["vault"] == "unlocked"


def test_a_port_that_a_page_hands_over_later_is_not_taken(stage):
    dapp = DApp.open(stage)
    assert dapp.begin("handOver", method="getAccounts").result() == "no answer"


def test_nothing_of_the_extension_is_open_to_pages(stage):
    dapp = DApp.open(stage)
    for path in ("manifest.json", "icons/sidekey.svg", "ui/popup.html", "ui/wallet.html"):
        assert dapp.begin("fetch", url=stage.browser.extension_url(stage.extension, path)).refusal()
