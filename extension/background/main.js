/**
 * The background: routes between pages, screens and the host, by trust.
 *
 * Listeners are registered while this file runs for the first time, since a browser that wakes the background delivers its event only to
 * those. Only the contents of extension storage survive the background.
 *
 * The native port keeps the background alive. It opens when the agent is needed (for a page's request, a page that holds accounts, an open
 * screen). It closes after IDLE_LIMIT without a need, so that a browser that isn't using the wallet runs neither the background nor the
 * host.
 */
import { browser } from "../lib/browser.js";
import { LANGUAGE, LANGUAGES } from "../lib/language.js";
import { HOST_NAME, isOwnOrigin } from "../lib/protocol.js";
import { classify } from "../lib/sender.js";
import { THEME, THEMES } from "../lib/theme.js";
import { Attention } from "./attention.js";
import { ChosenSetting } from "./chosen.js";
import { ENDED, Endings, isOwnSend } from "./endings.js";
import { GrantMarks } from "./grants.js";
import { HostConnection } from "./host.js";
import { identity } from "./identity.js";
import { isAskedOutside, Outside } from "./outside.js";
import { Pages } from "./pages.js";
import { Screens } from "./screens.js";
import { showConnected } from "./toolbar.js";
import { WalletView } from "./wallet.js";
import { welcome } from "./welcome.js";

const IDLE_LIMIT = 20_000;
const SCREEN_RETRY = 2_000;
/** The notifications that the screens get exactly as the agent sends them. */
const TOLD = ["portfolio.changed", "accounts.changed", "com.wallet.review"];
const WALLET_PAGE = "ui/wallet.html";
/** The name under which the session storage holds the id of the wallet that was open last. */
const PRESENT = "wallet";
const own = { id: browser.runtime.id, base: browser.runtime.getURL("") };

const host = new HostConnection({
    open: () => browser.runtime.connectNative(HOST_NAME),
    identity,
    version: browser.runtime.getManifest().version,
    lastError: () => browser.runtime.lastError?.message ?? "",
    changed: (state) => {
        if (state.phase === "ready") meet(state.hello?.wallet?.id ?? "");
        view.hostChanged(state);
        if (state.phase === "ready") {
            pages.refresh();
            language.meet();
            theme.meet();
        }
        if (state.phase === "lost" && needHost()) host.recover().catch(() => {});
        keepOrClose();
    },
    notified: (method, params) => {
        if (method === "com.wallet.request") attention.queued(params.id);
        if (method === "com.wallet.response") {
            screens.show({ ended: params });
            // Only what this browser's pages asked for, and what its popup has shown.
            const summary = view.state.requests.find(({ id, own }) => id === params.id && (own || screens.popup));
            void endings.ended(params.id, params.state, summary);
        }
        if (method === "com.wallet.progress") {
            screens.show({ progress: params });
            endings.progressed(params);
        }
        if (method === "settings.changed") {
            language.meet();
            theme.meet();
        }
        if (TOLD.includes(method)) screens.show({ notified: { method, params } });
        view.notified(method, params);
        if (method === "accounts.changed") pages.accountsChanged(params.origin, params.container, params.accounts);
    },
});

/**
 * The open wallet, by its id; undefined before the first is met.
 *
 * @type {string | undefined}
 */
let present;

/**
 * Forgets what belongs to another wallet than the one that is open now. The background may have been ended in between, so that the session
 * storage also knows the last one.
 *
 * @param {string} wallet
 */
function meet(wallet) {
    const isOther = present !== undefined && present !== wallet;
    present = wallet;
    if (isOther) pages.leave();
    void (async () => {
        const { [PRESENT]: last } = await browser.storage.session.get(PRESENT);
        if (last === wallet) return;
        await browser.storage.session.set({ [PRESENT]: wallet });
        if (last !== undefined) await Promise.all([browser.storage.session.remove("balance"), outside.seen(), endings.forget()]);
    })().catch(() => {});
}

const pages = new Pages(host, new GrantMarks(browser.storage.local), () => keepOrClose(), showConnected);

/** @param {string} method @param {object} [params] */
const ask = (method, params = {}) => host.request(method, params);
const language = new ChosenSetting(browser.storage.local, ask, { name: LANGUAGE, values: LANGUAGES, unset: "" });
const theme = new ChosenSetting(browser.storage.local, ask, { name: THEME, values: THEMES, unset: "system" });

/** The requests that make the agent leave for another wallet. */
const SWITCHING = ["wallets.switch", "wallets.add"];

/** @param {() => Promise<any>} send */
async function switching(send) {
    const answer = await send();
    if (answer.switched !== false) view.switches();
    return answer;
}

const attention = new Attention(async (ids) => {
    await host.recover();
    await view.list();
    // A request that waits to be joined again is rejected once it is joined: rejected before, it would come back as a new one.
    const waiting = ids.filter((id) => view.state.requests.some((request) => request.id === id && request.own));
    if (waiting.length > 0) await host.request("approvals.rejectAll", { ids: waiting });
// The wallet's own requests come from one of its screens.
}, ({ origin, tab }) => isOwnOrigin(origin) || pages.isTouched(tab));

const view = new WalletView(host, (state) => {
    screens.show({ state });
    if (state.listed) attention.update(state.requests, screens.popup);
});

/** The questions in Sidekey's own window. They belong to no screen, because the popup closes as that window opens. */
const outside = new Outside(browser.storage.session, (last) => {
    screens.show({ notified: { method: "outside.changed", params: { last } } });
    keepOrClose();
});

/**
 * The end of the latest request, for a screen that is opened later.
 *
 * @type {Endings}
 */
const endings = new Endings(browser.storage.session, (last) => screens.show({ notified: { method: "ending.changed", params: { last } } }), () => screens.count > 0);

const screens = new Screens({
    request: (method, params, isOpen) => {
        const send = () => host.request(method, params);
        if (SWITCHING.includes(method)) return switching(send);
        if (method === "approvals.native") return attention.decidedOutside(params.id, send);
        if (isOwnSend(method)) return endings.send(method, params, send, isOpen);
        return isAskedOutside(method, params) ? outside.run(method, params, send, isOpen) : send();
    },
}, {
    "screen.holds": async ({ ids }, { windowId }) => {
        if (windowId !== undefined) attention.holds(windowId, ids);
    },
    "outside.last": async () => ({ last: await outside.last() }),
    "outside.seen": async () => {
        await outside.seen();
        return {};
    },
    "ending.last": async () => ({ last: await endings.last() }),
    "ending.seen": async ({ id }) => {
        await endings.seen(id);
        return {};
    },
    // Making a wallet takes as long as writing down its phrase: a tab stays open after the popup has closed.
    "setup.begin": async ({ kind, replace }, { tabId }) => {
        if (tabId === undefined) await browser.tabs.create({ url: browser.runtime.getURL(WALLET_PAGE) });
        const params = replace === true ? { kind, replace } : { kind };
        outside.run("vault.setup", params, () => host.request("vault.setup", params)).catch(() => {});
        return {};
    },
    "language.choose": async ({ language: chosen }) => {
        await language.choose(chosen);
        return {};
    },
    "theme.choose": async ({ theme: chosen }) => {
        await theme.choose(chosen);
        return {};
    },
    "tab.status": async ({ tab }) => {
        const context = pages.inTab(tab);
        if (!context) return {};
        const { origin, container = "default" } = context;
        const { profile } = await identity();
        const { accounts } = await host.request("getAccounts", { ...context, request: crypto.randomUUID() });
        return { origin, profile, container, accounts };
    },
    "tab.accounts": async ({ tab, accounts }) => {
        const context = pages.inTab(tab);
        if (!context) return {};
        const { origin, container = "default" } = context;
        const { profile } = await identity();
        // The agent tells the pages, and refuses any added account.
        return host.request("origins.set", { origin, profile, container, accounts });
    },
    "tab.disconnect": async ({ tab }) => {
        const context = pages.inTab(tab);
        if (!context) return {};
        const { origin, container = "default" } = context;
        const { profile } = await identity();
        await host.request("origins.revoke", { origin, profile, container });
        pages.accountsChanged(origin, container, []);
        return {};
    },
}, () => {
    keepOrClose();
    if (view.state.listed) attention.update(view.state.requests, screens.popup);
    if (screens.count > 0) host.ready().catch(retryForScreens);
});

// The caller, by the browser's word. Below this line nothing that a page sent can reach a screen's methods ---------------

browser.runtime.onConnect.addListener((port) => {
    const caller = classify(port.sender, own);
    if (caller.kind === "screen") return screens.add(port, view.state);
    if (caller.kind === "page") return pages.add(port, caller.context);
    if (caller.kind === "frame") return void pages.addFrame(port, caller.context);
    const error = { code: -32000, message: `the wallet doesn't serve ${caller.reason}`, data: { reason: "origin-refused" } };
    port.postMessage({ refused: error });
});

// ----------------------------------------------------------------------------------------------------------------------

browser.runtime.onInstalled.addListener((details) => void welcome(details));
browser.windows.onRemoved.addListener((windowId) => attention.closed(windowId));
browser.windows.onFocusChanged.addListener((windowId) => attention.seen(windowId));
browser.notifications.onClicked.addListener((name) => {
    if (name !== ENDED) return attention.called();
    // The popup opens by a press on its button alone in Firefox.
    void browser.tabs.create({ url: browser.runtime.getURL(WALLET_PAGE) });
    void browser.notifications.clear(ENDED);
});
browser.action.setBadgeBackgroundColor({ color: "#1f9d8b" });

/** @type {any} */
let idle;

function needHost() {
    return pages.needHost || screens.count > 0 || screens.isAsking || outside.isRunning || view.state.requests.some(({ own }) => own);
}

function keepOrClose() {
    clearTimeout(idle);
    if (host.state.phase !== "ready" || needHost()) return;
    idle = setTimeout(() => needHost() || host.close(), IDLE_LIMIT);
}

/** Retries while a screen is open, so that a screen that shows a problem notices its end. */
function retryForScreens() {
    setTimeout(() => {
        if (screens.count > 0 && host.state.phase !== "ready") host.ready().catch(retryForScreens);
    }, SCREEN_RETRY);
}
