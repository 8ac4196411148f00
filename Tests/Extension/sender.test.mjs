import assert from "node:assert/strict";
import { test } from "node:test";
import { classify, granteeOf, isPageOrigin } from "../../extension/lib/sender.js";

const own = { id: "wallet@sidekey.app", base: "moz-extension://5a9f0c1e/" };
const page = {
    id: own.id,
    origin: "https://dapp.example",
    url: "https://dapp.example/swap",
    frameId: 0,
    documentId: "d1",
    tab: { id: 7, incognito: false },
};

test("a top frame's origin, tab and document come from the browser", () => {
    const expected = { origin: "https://dapp.example", tab: 7, document: "d1" };
    assert.deepEqual(classify(page, own), { kind: "page", context: expected });
});

test("a container and a private window are part of the context, the default container isn't", () => {
    const tab = { id: 7, incognito: true, cookieStoreId: "firefox-container-2" };
    const { context } = classify({ ...page, tab }, own);
    assert.equal(context.container, "firefox-container-2");
    assert.equal(context.private, true);
    const usual = classify({ ...page, tab: { id: 7, cookieStoreId: "firefox-default" } }, own);
    assert.equal("container" in usual.context, false);
});

test("a frame is no page, and has the origin of the page around it in its name", () => {
    const { kind, context } = classify({ ...page, origin: "https://pay.dapp.example", frameId: 3 }, own);
    assert.deepEqual([kind, context], ["frame", { origin: "https://pay.dapp.example", tab: 7, document: "d1" }]);
    assert.equal(granteeOf(context), "https://pay.dapp.example");
    assert.equal(granteeOf({ ...context, top: "https://dapp.example" }), "https://pay.dapp.example in https://dapp.example");
    assert.equal(granteeOf({ ...context, top: "https://pay.dapp.example" }), "https://pay.dapp.example");
});

for (const [name, change] of Object.entries({
    "another extension": { id: "other@example" },
    "a caller without frame": { frameId: undefined },
    "an opaque origin whose url looks good": { origin: "null" },
    "a missing origin": { origin: undefined },
    "plain http": { origin: "http://dapp.example" },
    "a file": { origin: "file://" },
    "another extension's page": { origin: "moz-extension://0000" },
    "a page without document": { documentId: undefined },
    "a page without tab": { tab: undefined },
    "a prerendered page": { documentLifecycle: "prerender" },
    "no sender": null,
})) {
    test(`${name} is refused`, () => {
        const sender = change === null ? undefined : { ...page, ...change };
        assert.equal(classify(sender, own).kind, "refused");
    });
}

test("a screen is known by origin and address together", () => {
    const screen = { id: own.id, origin: "moz-extension://5a9f0c1e", url: "moz-extension://5a9f0c1e/ui/popup.html" };
    assert.equal(classify(screen, own).kind, "screen");
    assert.equal(classify({ ...screen, frameId: 0, tab: { id: 3 } }, own).kind, "screen");
    assert.equal(classify({ ...screen, frameId: 2, tab: { id: 3 } }, own).kind, "refused");
    assert.equal(classify({ ...screen, url: "moz-extension://5a9f0c1e/content/x.html" }, own).kind, "refused");
    for (const page of ["popup.html", "wallet.html", "approval.html", "passkey.html", "wallet.html?x=1", "wallet.html#receive"]) {
        assert.equal(classify({ ...screen, url: `${own.base}ui/${page}` }, own).kind, "screen", page);
    }
    for (const page of ["", "other.html", "views/home.js", "wallet.html/x", "WALLET.html", "../page/wallet.html", "x/wallet.html"]) {
        assert.equal(classify({ ...screen, url: `${own.base}ui/${page}` }, own).kind, "refused", page);
    }
});

test("a relay can't pass for a screen: not by the port's name, its url or its id", () => {
    const claims = { ...page, name: "screen", url: "moz-extension://5a9f0c1e/ui/popup.html" };
    assert.equal(classify(claims, own).kind, "page");
    const opaque = { ...page, origin: "null", url: "moz-extension://5a9f0c1e/ui/popup.html" };
    assert.equal(classify(opaque, own).kind, "refused");
});

test("origins are taken only as a browser serialises them", () => {
    for (const good of ["https://a.example", "https://a.example:8443", "http://localhost", "http://127.0.0.1:3000", "https://xn--bcher-kva.example"]) {
        assert.equal(isPageOrigin(good), true, good);
    }
    for (const bad of ["https://a.example/", "https://A.example", "https://a.example:443", "http://localhost.evil", "http://127.0.0.2", "http://[::1]", "wss://a.example", "null", "", 7, null]) {
        assert.equal(isPageOrigin(bad), false, String(bad));
    }
});
