import { browser } from "../../../lib/browser.js";
import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { sol } from "../../parts/amounts.js";
import { button, make, text } from "../../parts/dom.js";
import { Listing } from "../../parts/listing.js";
import { wholeAddress } from "../../parts/names.js";
import { lockupText, stakeErrorText, stakeState } from "../../parts/stake-texts.js";
import { AccountsStore } from "../../stores/accounts.js";
import { StakeStore } from "../../stores/stake.js";
import { AccountSwitch } from "../account-switch.js";
import { StakeForm } from "../stake-form.js";

/**
 * The place for SOL that is staked natively: its list, a new stake, and the sites of programs that stake for others. Each change is a
 * transaction, approved like any other.
 *
 * @typedef {import("../../stores/stake.js").Stake} Stake
 */
export class StakeView {
    /** @type {StakeStore} */
    #store;
    /** @type {AccountsStore} */
    #accounts;
    #listing;
    #busy = false;
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #watchOnly = make("p", { class: "muted", text: text("watchOnlyRefused"), hidden: true });
    #form;
    #liquid = make("section", { class: "liquid", "aria-label": text("liquidTitle"), hidden: true });
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = StakeStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#listing = new Listing(this.#store, { label: text("stakesTitle"), empty: text("stakesEmpty"), row: (stake) => this.#row(stake) });
        this.#form = new StakeForm(this.#store, (amount, vote, isTold) => this.#act(async () => {
            const begun = await this.#store.delegate(amount, vote, isTold);
            return text("stakeBegun", sol(begun.amount));
        }));
        this.element = make("section", { class: "view stakes" }, [
            make("h1", { tabindex: -1, text: text("place_stake") }),
            new AccountSwitch(client).element,
            this.#said,
            this.#problem,
            make("p", { class: "muted", text: text("stakeNote") }),
            this.#listing.element,
            this.#watchOnly,
            this.#form.element,
            this.#liquid,
        ]);
        this.#accounts.subscribe(({ selected }) => {
            this.#form.element.hidden = this.#accounts.isWatchOnly;
            this.#watchOnly.hidden = !this.#accounts.isWatchOnly;
            if (this.element.isConnected && selected !== this.#store.account) void this.#load();
        });
    }

    async draw() {
        void this.#load();
        void this.#offer();
        return this.element;
    }

    async #load() {
        if (this.#accounts.state.selected === undefined) await this.#accounts.load();
        await this.#store.show(this.#accounts.state.selected);
    }

    /** Offers the sites of the registry's programs; without an answer there is nothing to offer. */
    async #offer() {
        const { programs } = await this.#store.liquid().catch(() => ({ programs: [] }));
        const safe = programs.filter(({ site }) => site.startsWith("https://"));
        this.#liquid.hidden = safe.length === 0;
        this.#liquid.replaceChildren(
            make("h2", { text: text("liquidTitle") }),
            make("p", { class: "muted", text: text("liquidNote") }),
            make("ul", { class: "lines", "aria-label": text("liquidTitle") }, safe.map(({ name, site }) => make("li", { class: "line" }, [
                make("strong", { text: visible(name) }),
                button(text("liquidOpen", visible(new URL(site).host)), () => void browser.tabs.create({ url: site }), "small"),
            ]))),
        );
    }

    /** @param {Stake} stake */
    #row(stake) {
        const { address, lamports, powers, state, active, delegated = "0", withdrawable, vote, validator, lockup, reward } = stake;
        const isPart = ["activating", "deactivating"].includes(state);
        const ends = `${address.slice(0, 4)}…${address.slice(-4)}`;
        const act = (/** @type {string} */ words, /** @type {string} */ named, /** @type {() => void} */ work) =>
            make("button", { type: "button", class: "small", text: words, "aria-label": named, on: { click: work } });
        const isWatchOnly = this.#accounts.isWatchOnly;
        const canStop = !isWatchOnly && powers.includes("staker") && ["activating", "active"].includes(state);
        const canWithdraw = !isWatchOnly && powers.includes("withdrawer") && withdrawable !== "0";
        return make("li", { class: "line card", "data-row": address }, [
            make("p", {}, [make("strong", { text: sol(lamports) }), " ", make("span", { class: "flag", text: stakeState(state) })]),
            isPart && make("p", { class: "muted", text: text("stakeActive", sol(active)) }),
            wholeAddress(address),
            vote !== undefined && make("dl", { class: "facts" }, [
                make("dt", { text: text("stakeValidator") }),
                make("dd", {}, [
                    wholeAddress(vote), validator && make("span", { class: "muted", text: ` ${text("stakeCommission", validator.commission)}` }),
                ]),
            ]),
            validator?.delinquent && state !== "inactive" && make("p", { class: "warning", text: text("stakeBehind") }),
            reward && make("p", { class: "muted", text: text("stakeReward", sol(reward.lamports), visible(reward.epoch)) }),
            lockup && make("p", { class: "warning", text: lockupText(lockup) }),
            !powers.includes("staker") && make("p", { class: "muted", text: text("stakeForeignStaker") }),
            !powers.includes("withdrawer") && make("p", { class: "muted", text: text("stakeForeignWithdrawer") }),
            (canStop || canWithdraw) && make("div", { class: "actions" }, [
                canStop && act(text("stakeStop"), text("stakeStopNamed", sol(delegated), ends), () => void this.#act(async () => {
                    const { amount } = await this.#store.deactivate(address);
                    return text("stakeEnding", sol(amount));
                })),
                canWithdraw && act(text("stakeWithdraw", sol(withdrawable)), text("stakeWithdrawNamed", sol(withdrawable), ends), () => void this.#act(async () => {
                    const { amount } = await this.#store.withdraw(address);
                    return text("stakeBack", sol(amount));
                })),
            ]),
        ]);
    }

    /**
     * Does one thing at a time, says how it ended, and reads the list anew.
     *
     * @param {() => Promise<string>} work
     * @returns {Promise<boolean>} true if it was done
     */
    async #act(work) {
        if (this.#busy) return false;
        this.#busy = true;
        this.#problem.textContent = "";
        this.#said.textContent = text("sendWaiting");
        let isDone = false;
        try {
            this.#said.textContent = await work();
            isDone = true;
        } catch (thrown) {
            this.#said.textContent = "";
            this.#problem.textContent = stakeErrorText(WalletError.from(thrown));
            this.#problem.scrollIntoView?.({ block: "center" });
        }
        this.#busy = false;
        await this.#load();
        return isDone;
    }
}
