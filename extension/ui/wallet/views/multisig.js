import { readAddress } from "../../../lib/address.js";
import { WalletError } from "../../../lib/errors.js";
import { visible } from "../../../lib/visible.js";
import { detailList } from "../../approval/summary.js";
import { button, make, text } from "../../parts/dom.js";
import { Field, textInput } from "../../parts/fields.js";
import { language } from "../../parts/language.js";
import { Listing } from "../../parts/listing.js";
import { multisigLines, proposalLines, proposalStatus, proposalWarnings, voteErrorText } from "../../parts/multisig-texts.js";
import { wholeAddress } from "../../parts/names.js";
import { addressFault } from "../../parts/send-texts.js";
import { AccountsStore } from "../../stores/accounts.js";
import { MultisigStore, ProposalStore } from "../../stores/multisig.js";
import { AccountSwitch } from "../account-switch.js";

/**
 * The place for the Squads multisigs of an account: their list, the open proposals of one, and votes. A vote is a transaction, approved like
 * any other. Whatever a proposal would do stands above the buttons, in the agent's words.
 *
 * @typedef {import("../../stores/multisig.js").Multisig} Multisig
 * @typedef {import("../../stores/multisig.js").MultisigProposal} MultisigProposal
 * @typedef {import("../../stores/multisig.js").Vote} Vote
 */
export class MultisigView {
    /** @type {MultisigStore} */
    #store;
    /** @type {ProposalStore} */
    #proposals;
    /** @type {AccountsStore} */
    #accounts;
    #listing;
    #open;
    #busy = false;
    /**
     * The multisig whose proposals are shown.
     *
     * @type {string | undefined}
     */
    #shown;
    /**
     * The multisig that was looked up; undefined while all of the account's are listed.
     *
     * @type {string | undefined}
     */
    #sought;
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #title = make("div");
    #section;
    /** @type {Field<HTMLInputElement>} */
    #address = new Field(text("multisigAddress"), textInput(() => this.#address.note()));
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#store = MultisigStore.of(client);
        this.#proposals = ProposalStore.of(client);
        this.#accounts = AccountsStore.of(client);
        const problem = (/** @type {WalletError} */ error) => (error.reason === "vote-refused" ? voteErrorText(error) : undefined);
        this.#listing = new Listing(this.#store, { label: text("place_multisig"), empty: text("multisigNone"), problem, row: (multisig) => this.#row(multisig) });
        this.#open = new Listing(this.#proposals, { label: text("multisigProposals"), empty: text("multisigNoProposals"), problem, row: (proposal) => this.#proposal(proposal) });
        this.#section = make("section", { class: "proposals", "aria-label": text("multisigProposals"), hidden: true }, [
            make("h2", { text: text("multisigProposals") }), this.#title, this.#open.element,
        ]);
        this.element = make("section", { class: "view multisigs" }, [
            make("h1", { tabindex: -1, text: text("place_multisig") }),
            new AccountSwitch(client).element,
            this.#said,
            this.#problem,
            make("p", { class: "muted", text: text("multisigNote") }),
            make("form", { class: "fields card", novalidate: true, on: { submit: (/** @type {Event} */ event) => this.#lookUp(event) } }, [
                this.#address.element,
                make("button", { type: "submit", class: "secondary", text: text("multisigLookUp") }),
            ]),
            this.#listing.element,
            this.#section,
        ]);
        this.#accounts.subscribe(({ selected }) => {
            if (this.element.isConnected && selected !== this.#store.account) void this.#load();
        });
    }

    async draw() {
        void this.#load(this.#sought);
        return this.element;
    }

    /**
     * Reads the list anew. Proposals of a multisig stay in view, unless the account or what is looked for is another.
     *
     * @param {string} [multisig] the one to show
     */
    async #load(multisig) {
        if (this.#accounts.state.selected === undefined) await this.#accounts.load();
        const { selected } = this.#accounts.state;
        if (selected !== this.#store.account || multisig !== this.#sought) {
            this.#shown = undefined;
            this.#section.hidden = true;
        }
        this.#sought = multisig;
        await this.#store.show(selected, multisig);
    }

    /** @param {Event} event */
    #lookUp(event) {
        event.preventDefault();
        const typed = this.#address.control.value.trim();
        if (typed === "") return void this.#load();
        const read = readAddress(typed);
        if (read.address === undefined) return this.#address.refuse(addressFault(read));
        return void this.#load(read.address);
    }

    /** @param {Multisig} multisig */
    #row(multisig) {
        const { address, authority } = multisig;
        return make("li", { class: "line card", "data-row": address }, [
            wholeAddress(address),
            ...multisigLines(multisig).map((words) => make("p", { class: "muted", text: words })),
            authority !== undefined && make("p", { class: "warning", text: text("multisigAuthority", visible(authority)) }),
            make("div", { class: "actions" }, [
                make("button", {
                    type: "button", class: "small", text: text("multisigOpen"), "aria-label": text("multisigOpenNamed", `${address.slice(0, 4)}…${address.slice(-4)}`),
                    on: { click: () => void this.#show(address) },
                }),
            ]),
        ]);
    }

    /** @param {string} multisig */
    async #show(multisig) {
        this.#shown = multisig;
        this.#title.replaceChildren(wholeAddress(multisig));
        this.#section.hidden = false;
        this.#section.scrollIntoView?.({ block: "start" });
        await this.#proposals.show(this.#store.account, multisig, language.name);
    }

    /** @param {MultisigProposal} proposal */
    #proposal(proposal) {
        const { index, status, votes, shown } = proposal;
        const canVote = !this.#accounts.isWatchOnly && votes.length > 0;
        return make("li", { class: "line card", "data-row": index }, [
            make("p", {}, [make("strong", { text: text("multisigProposal", index) }), " ", make("span", { class: "flag", text: proposalStatus(status) })]),
            ...proposalLines(proposal).map((words) => make("p", { class: "muted", text: words })),
            ...proposalWarnings(proposal).map((words) => make("p", { class: "warning", text: words })),
            make("h3", { text: text("multisigDoes") }),
            ...detailList(shown),
            canVote && make("div", { class: "actions" }, votes.map((vote) => button(text(`multisigVote_${vote}`), () => void this.#vote(index, vote), "small")).map((element, place) => {
                element.setAttribute("aria-label", text(`multisigVoteNamed_${votes[place]}`, index));
                return element;
            })),
        ]);
    }

    /**
     * Gives one vote at a time, says how it ended, and reads the proposals anew.
     *
     * @param {string} index @param {Vote} vote
     */
    async #vote(index, vote) {
        const multisig = this.#shown;
        if (this.#busy || multisig === undefined) return;
        this.#busy = true;
        this.#problem.textContent = "";
        this.#said.textContent = text("sendWaiting");
        try {
            await this.#store.vote(multisig, index, vote);
            this.#said.textContent = text(`multisigDone_${vote}`, index);
        } catch (thrown) {
            this.#said.textContent = "";
            this.#problem.textContent = voteErrorText(WalletError.from(thrown));
            this.#problem.scrollIntoView?.({ block: "center" });
        }
        this.#busy = false;
        if (this.#shown === multisig) await this.#show(multisig);
    }
}
