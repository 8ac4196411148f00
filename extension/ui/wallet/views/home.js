import { visible } from "../../../lib/visible.js";
import { AccountSwitch } from "../account-switch.js";
import { BalanceSection, balanceTexts } from "../balance.js";
import { BlockedSites } from "../../parts/blocks.js";
import { claimCard } from "../claim.js";
import { button, make, present, shortened, text } from "../../parts/dom.js";
import { HintsSection } from "../hints.js";
import { icon } from "../../parts/icons.js";
import { language } from "../../parts/language.js";
import { PasskeySection } from "../passkeys.js";
import { isToolbarPopup } from "../../parts/place.js";
import { AccountsStore } from "../../stores/accounts.js";
import { forgetBalance, keepBalance } from "../../stores/kept-balance.js";
import { PortfolioStore } from "../../stores/portfolio.js";
import { SessionStore } from "../../stores/session.js";
import { TabSection } from "../tab.js";
import { failureText, recordsText } from "../../parts/texts.js";
import { TokensSection } from "../tokens.js";
import { UnlockSection } from "../unlock.js";

/**
 * The first screen: the shown account with its holdings and actions, the connection of the site under the popup, and the amount that a
 * hijacked extension could take. A locked wallet shows the same and asks for the passphrase: the agent tells a balance to anyone who has
 * the extension open.
 */

/** The milliseconds between two questions; the agent listens to a node for five minutes after each. */
const LISTENED = 240_000;

export class HomeView {
    #client;
    /** @type {SessionStore} */
    #session;
    /** @type {AccountsStore} */
    #accounts;
    /** @type {PortfolioStore} */
    #portfolio;
    #switch;
    #unlock;
    #passkeys;
    #tab;
    #balance;
    #tokens;
    #blocked;
    #hints;
    #update = make("div", { class: "update-place" });
    #drill = make("div", { class: "drill-place" });
    #claim = make("div", { class: "claim-place" });
    #reset = make("p", { class: "warning", role: "alert", hidden: true });
    #locked = make("div", { class: "locked" });
    /** The replacement for the holdings of an account while the accounts are unknown. */
    #unread = make("div", { class: "listing-notice" });
    #actions;
    /** @type {import("../../stores/portfolio.js").Balance | undefined} */
    #kept;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {import("../places.js").Go} go */
    constructor(client, go) {
        this.#client = client;
        this.#session = SessionStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#portfolio = PortfolioStore.of(client);
        this.#switch = new AccountSwitch(client);
        this.#unlock = new UnlockSection(client);
        this.#passkeys = new PasskeySection(client);
        this.#tab = new TabSection(client);
        this.#balance = new BalanceSection(() => this.#portfolio.load());
        this.#hints = new HintsSection(client);
        this.#tokens = new TokensSection(() => this.#portfolio.more(), () => go("tokens"), () => go("nfts"));
        this.#blocked = new BlockedSites(client, true);
        const swap = async () => (await import("./swap.js")).swap(client, go);
        const near = go.bar().filter((place) => place !== "home" && place !== "more");
        this.#actions = make("div", { class: "acts" }, [...near, /** @type {const} */ ("swap")].map((place) =>
            make("button", { type: "button", class: "act", on: { click: place === "swap" ? swap : () => go(place) } }, [
                make("span", { class: "face" }, [icon(place)]), make("span", { text: text(`place_${place}`) }),
            ]),
        ));
        this.element = make("section", { class: "view home" }, [
            make("h1", { class: "hidden", tabindex: -1, text: text("place_home") }),
            this.#reset,
            this.#blocked.element,
            this.#switch.element,
            this.#unread,
            this.#balance.element,
            this.#locked,
            this.#actions,
            this.#update,
            this.#drill,
            this.#hints.element,
            this.#tokens.element,
            isToolbarPopup() && this.#tab.element,
            this.#claim,
        ]);
        this.#portfolio.subscribe(() => this.#fill());
        this.#accounts.subscribe(({ selected }) => {
            if (this.element.isConnected && selected !== this.#portfolio.state.account) this.#portfolio.load(selected);
            this.#showAccounts();
        });
        client.on("accounts.changed", () => this.element.isConnected && this.#tab.draw());
        setInterval(() => this.element.isConnected && !document.hidden && this.#portfolio.load(), LISTENED);
    }

    async draw() {
        const [{ isUnlocked, trust, lost, isUnknownCopy }] = await Promise.all([this.#session.load(), this.#accounts.load()]);
        this.#reset.textContent = recordsText(lost);
        this.#reset.hidden = !isUnlocked || (trust !== "reset" && !lost);
        this.#locked.hidden = isUnlocked;
        this.#locked.replaceChildren(...(isUnlocked ? [] : present(await this.#unlock.draw(), isUnknownCopy ? null : await this.#passkeys.draw(true))));
        this.#actions.hidden = !isUnlocked;
        this.#fill();
        this.#showAccounts();
        // The parts that need a node's or a tab's answer don't keep the rest waiting.
        this.#portfolio.load(this.#accounts.state.selected);
        this.#drawRest();
        return this.element;
    }

    /** Redraws the parts that depend on the wallet's state. */
    changed() {
        this.#drawRest();
    }

    /** Puts the keyboard focus in the passphrase field of a locked wallet. */
    focus() {
        if (this.#session.state.isUnlocked) return false;
        this.#unlock.focus();
        return true;
    }

    async #drawRest() {
        void this.#blocked.load();
        void this.#drawUpdate().catch(() => {});
        void this.#drawDrill().catch(() => {});
        void this.#hints.draw(this.#session.state.isUnlocked);
        const [policy] = await Promise.all([this.#client.request("policy.get").catch(() => undefined), isToolbarPopup() && this.#tab.draw()]);
        if (policy) this.#claim.replaceChildren(claimCard(policy, this.#session.state.lost));
    }

    /** Tells of a newer version, by files that Home's first frame doesn't need. */
    async #drawUpdate() {
        const { UpdateNotice } = await import("../updates.js");
        await UpdateNotice.draw(this.#client, this.#update);
    }

    /** Asks whether the user still has the words; an unknown copy of the extension asks nothing, and neither does a locked wallet. */
    async #drawDrill() {
        const { isUnlocked, isUnknownCopy } = this.#session.state;
        if (!isUnlocked || isUnknownCopy) return this.#drill.replaceChildren();
        const { DrillNotice } = await import("../drill.js");
        await DrillNotice.draw(this.#client, this.#drill);
    }

    #showAccounts() {
        const { selected, error } = this.#accounts.state;
        const isUnread = selected === undefined && error !== undefined;
        // Without an account nobody is asked, and nothing has a balance.
        this.#balance.element.hidden = selected === undefined;
        this.#unread.replaceChildren(...(isUnread ? [
            make("p", { class: "problem", role: "alert", text: failureText(error) }),
            make("p", { class: "muted", text: text("listProblemNext") }),
            button(text("retry"), () => void this.draw(), "small"),
        ] : []));
        if (isUnread) this.#tokens.element.hidden = true;
        if (selected === undefined && !isUnread) void forgetBalance().catch(() => {});
    }

    #fill() {
        const isUnverified = this.#session.state.trust === "unverified";
        this.#balance.show(this.#portfolio.state, isUnverified);
        this.#keep();
        this.#tokens.show(this.#portfolio.state, isUnverified);
    }

    /** Names the wallet where there are several: the popup's first moment can't know yet which of them is open. */
    #wallet() {
        const { name = "", count = 1 } = this.#client.state?.wallet ?? {};
        return count > 1 ? `${visible(name)}: ` : "";
    }

    /** Keeps what a node has just told, for the next popup's first moment. */
    #keep() {
        const { phase, account, balance } = this.#portfolio.state;
        const { selected } = this.#accounts;
        if (phase !== "ready" || !balance || balance === this.#kept || !selected || selected.publicKey !== account) return;
        this.#kept = balance;
        const texts = balanceTexts(balance.lamports);
        const said = (/** @type {number} */ read) => ({
            name: this.#wallet() + visible(selected.label), address: shortened(selected.publicKey).firstElementChild?.textContent ?? "", ...texts, note: text("balanceReadAt", language.hour(read)), language: language.tag,
        });
        void keepBalance(this.#client.state?.wallet?.id ?? "", selected.publicKey, balance, said).catch(() => {});
    }
}
