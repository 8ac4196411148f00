/**
 * The first moment of the toolbar popup and of the approval window. It isn't a module: Chromium shows a popup once its document has loaded, and the
 * document waits for its modules with all their imports. What is drawn here appears at once, and imports from here delay nothing.
 */

/** Draws the balance that Home showed last; kept-balance.js has kept it. What can't be had is drawn a moment later by Home itself. */
async function drawKept() {
    const { storage } = globalThis.browser ?? globalThis.chrome;
    const { balance: kept } = await storage.session.get("balance");
    // The popup goes on elsewhere, or its files were quicker.
    // As kept-balance.js: seven days old at most, and not from a time that hasn't come yet.
    const isFresh = kept && kept.read <= Date.now() && kept.read > Date.now() - 604_800_000;
    if (!isFresh || sessionStorage.getItem("place") !== null || document.querySelector("main")) return;
    const { name, address, digits, size, unit, note, language } = kept.said;
    /** @param {string} tag @param {string} className @param {...(Node | string)} children */
    const made = (tag, className, ...children) => {
        const element = document.createElement(tag);
        element.className = className;
        element.append(...children);
        return element;
    };
    const names = made("span", "names", made("strong", "", made("bdi", "", name)), made("span", "address", address));
    const view = made("div", "kept view",
        made("section", "switch", made("div", "switch-row", made("div", "switch-current", names))),
        made("section", "balance", made("p", size, made("span", "", digits), " ", made("span", "unit", unit)), made("p", "note", note)),
    );
    // That of its texts; language.js has the screen's a moment later.
    view.setAttribute("lang", language);
    document.getElementById("screen")?.append(made("main", "", view));
    // The frame in which it is drawn, for whoever measures it: what looks into a popup from outside gets there later.
    requestAnimationFrame(() => performance.mark("kept-balance"));
}

/** Asks for every file of Home, which nearly everyone sees first, at once: one after another they would be found in each other. A test compares them. */
const readHome = () => Promise.all([
    import("../lib/amount.js"),
    import("../lib/browser.js"),
    import("../lib/errors.js"),
    import("../lib/language.js"),
    import("../lib/passkey.js"),
    import("../lib/policy.js"),
    import("../lib/protocol.js"),
    import("../lib/seal.js"),
    import("../lib/sender.js"),
    import("../lib/theme.js"),
    import("../lib/visible.js"),
    import("./approval/expiry.js"),
    import("./approval/facts.js"),
    import("./approval/guard.js"),
    import("./approval/queue.js"),
    import("./approval/request.js"),
    import("./approval/summary.js"),
    import("./approval/unreadable.js"),
    import("./parts/account-mark.js"),
    import("./parts/blocks.js"),
    import("./parts/ceremony.js"),
    import("./parts/choice.js"),
    import("./parts/command.js"),
    import("./parts/copy.js"),
    import("./parts/dom.js"),
    import("./parts/ending.js"),
    import("./parts/fields.js"),
    import("./parts/frame.js"),
    import("./parts/icons.js"),
    import("./parts/language.js"),
    import("./parts/names.js"),
    import("./parts/origin.js"),
    import("./parts/outside.js"),
    import("./parts/passphrase.js"),
    import("./parts/phrase.js"),
    import("./parts/place.js"),
    import("./parts/portfolio-texts.js"),
    import("./parts/problem.js"),
    import("./parts/progress.js"),
    import("./parts/redraw.js"),
    import("./parts/setup.js"),
    import("./parts/spending.js"),
    import("./parts/texts.js"),
    import("./parts/theme.js"),
    import("./parts/token-mark.js"),
    import("./parts/welcome.js"),
    import("./parts/worth.js"),
    import("./stores/accounts.js"),
    import("./stores/blocks.js"),
    import("./stores/client.js"),
    import("./stores/contacts.js"),
    import("./stores/kept-balance.js"),
    import("./stores/list.js"),
    import("./stores/portfolio.js"),
    import("./stores/session.js"),
    import("./stores/store.js"),
    import("./wallet/account-switch.js"),
    import("./wallet/balance.js"),
    import("./wallet/claim.js"),
    import("./wallet/hints.js"),
    import("./wallet/passkeys.js"),
    import("./wallet/places.js"),
    import("./wallet/popup.js"),
    import("./wallet/shell.js"),
    import("./wallet/site.js"),
    import("./wallet/tab.js"),
    import("./wallet/tokens.js"),
    import("./wallet/unknown-copy.js"),
    import("./wallet/unlock.js"),
    import("./wallet/views/home.js"),
    import("./wallet/views/more.js"),
]);

/** The same for the approval window. */
const readApproval = () => Promise.all([
    import("../lib/amount.js"),
    import("../lib/browser.js"),
    import("../lib/errors.js"),
    import("../lib/language.js"),
    import("../lib/passkey.js"),
    import("../lib/protocol.js"),
    import("../lib/seal.js"),
    import("../lib/theme.js"),
    import("../lib/visible.js"),
    import("./approval/approval.js"),
    import("./approval/expiry.js"),
    import("./approval/facts.js"),
    import("./approval/guard.js"),
    import("./approval/queue.js"),
    import("./approval/request.js"),
    import("./approval/summary.js"),
    import("./approval/unreadable.js"),
    import("./parts/blocks.js"),
    import("./parts/ceremony.js"),
    import("./parts/choice.js"),
    import("./parts/command.js"),
    import("./parts/copy.js"),
    import("./parts/dom.js"),
    import("./parts/fields.js"),
    import("./parts/frame.js"),
    import("./parts/icons.js"),
    import("./parts/language.js"),
    import("./parts/origin.js"),
    import("./parts/passphrase.js"),
    import("./parts/phrase.js"),
    import("./parts/place.js"),
    import("./parts/problem.js"),
    import("./parts/progress.js"),
    import("./parts/setup.js"),
    import("./parts/texts.js"),
    import("./parts/theme.js"),
    import("./stores/blocks.js"),
    import("./stores/client.js"),
    import("./stores/store.js"),
]);

/** The first frame. Files that are read before it delay it, twice over in Chromium. A tab in the background draws none, and waits for a quarter of a second. */
const firstFrame = new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 250);
});

if (location.pathname.endsWith("/approval.html")) firstFrame.then(readApproval);
else drawKept().catch(() => {}).then(() => firstFrame).then(readHome);
