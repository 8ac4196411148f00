import { WalletError } from "../../../lib/errors.js";
import { quoted, spellingOut } from "../../../lib/visible.js";
import { sol } from "../../parts/amounts.js";
import { button, make, text } from "../../parts/dom.js";
import { Listing } from "../../parts/listing.js";
import { wholeAddress } from "../../parts/names.js";
import { pictureOf } from "../../parts/picture.js";
import { portfolioErrorText } from "../../parts/portfolio-texts.js";
import { sendErrorText } from "../../parts/send-texts.js";
import { tokenMark } from "../../parts/token-mark.js";
import { AccountsStore } from "../../stores/accounts.js";
import { NFTsStore } from "../../stores/nfts.js";
import { AccountSwitch } from "../account-switch.js";

/**
 * The NFTs of an account, collection by collection. Each has its maker's words in quotes beside its address, which alone tells it from an
 * imitation.
 *
 * @typedef {import("../../stores/nfts.js").NFT} NFT
 * @typedef {import("../../stores/nfts.js").Details} Details
 */

/** The longest name in a sentence. */
const MOST_NAME = 32;

/** The reasons a picture isn't shown. */
const PICTURE_FAULTS = new Map([
    ["picture-none", "pictureNone"],
    ["picture-unread", "pictureUnread"],
    ["picture-kind", "pictureKind"],
    ["picture-too-large", "pictureTooLarge"],
    ["picture-damaged", "pictureDamaged"],
    ["picture-unavailable", "pictureUnavailable"],
]);

export class NFTsView {
    /** @type {NFTsStore} */
    #store;
    /** @type {AccountsStore} */
    #accounts;
    #go;
    #listing;
    #busy = false;
    #said = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {import("../places.js").Go} go */
    constructor(client, go) {
        this.#store = NFTsStore.of(client);
        this.#accounts = AccountsStore.of(client);
        this.#go = go;
        this.#listing = new Listing(this.#store, { label: text("place_nfts"), empty: text("noNfts"), row: (nft) => this.#row(nft), missing: missingText });
        this.element = make("section", { class: "view nfts" }, [
            make("h1", { tabindex: -1, text: text("place_nfts") }),
            new AccountSwitch(client).element,
            this.#said,
            this.#problem,
            make("p", { class: "muted", text: text("nftsNote") }),
            this.#listing.element,
        ]);
        this.#accounts.subscribe(({ selected }) => {
            if (this.element.isConnected && selected !== this.#store.account) void this.#load();
        });
    }

    async draw() {
        void this.#load();
        return this.element;
    }

    async #load() {
        if (this.#accounts.state.selected === undefined) await this.#accounts.load();
        await this.#store.show(this.#accounts.state.selected);
    }

    /** @param {NFT} nft */
    #row(nft) {
        const { address, kind, hidden, frozen } = nft;
        const name = nameOf(nft);
        const more = make("div", { class: "details", hidden: true });
        const confirm = make("div", { class: "confirm", hidden: true });
        const canMove = (kind === "token" || kind === "token-2022") && !frozen && !this.#accounts.isWatchOnly;
        const act = (/** @type {string} */ key, /** @type {string} */ named, /** @type {() => void} */ work) =>
            make("button", { type: "button", class: "small", text: text(key), "aria-label": text(named, name), on: { click: work } });
        return make("li", { class: "line card", "data-row": address }, [
            make("div", { class: "token" }, [tokenMark({ mint: address }), titleOf(nft)]),
            hidden !== undefined && make("span", { class: "flag", text: text(hidden === "spam" ? "tokenSpam" : "tokenHidden") }),
            wholeAddress(address),
            ...notesOf(nft).map((words) => make("p", { class: "muted", text: words })),
            make("div", { class: "actions" }, [
                act("nftDetails", "nftDetailsNamed", () => void this.#unfold(more, address)),
                canMove && hidden === undefined && act("nftSend", "nftSendNamed", () => this.#go("send", { mint: address })),
                hidden === undefined
                    ? act("hide", "hideAccount", () => void this.#act(() => this.#store.hide(address, "hidden")))
                    : act("show", "showAccount", () => void this.#act(() => this.#store.unhide(address))),
                hidden !== "spam" && act("spamToken", "spamTokenNamed", () => void this.#act(() => this.#store.hide(address, "spam"))),
                canMove && act("burnToken", "burnTokenNamed", () => this.#ask(confirm, nft)),
            ]),
            confirm,
            more,
        ]);
    }

    /**
     * Shows an NFT's traits below it, or folds them.
     *
     * @param {HTMLElement} place
     * @param {string} address
     */
    async #unfold(place, address) {
        const isShown = place.children.length > 0;
        place.hidden = isShown;
        if (isShown) return place.replaceChildren();
        place.replaceChildren(make("p", { class: "muted busy", role: "status", text: text("loading") }));
        const told = await this.#told(address);
        // An answer for a place that was folded meanwhile would make the next press fold it again.
        if (!place.hidden) place.replaceChildren(...told);
    }

    /** @param {string} address */
    async #told(address) {
        try {
            const details = await this.#store.details(address);
            return [...detailsOf(details), ...(details.picture ? [this.#offer(details.nft, details.picture.host)] : [])];
        } catch (thrown) {
            const error = WalletError.from(thrown);
            const words = error.reason === "nft-unknown" ? text("nftUnknown") : portfolioErrorText(error, false);
            return [make("p", { class: "problem", role: "alert", text: words })];
        }
    }

    /**
     * Says who learns of it if the picture is shown, with the button that shows it.
     *
     * @param {NFT} nft
     * @param {string} [host] the server that is asked first
     */
    #offer(nft, host) {
        const name = nameOf(nft);
        const place = make("div", { class: "picture-place" });
        const show = make("button", {
            type: "button", class: "small", text: text("nftPicture"), "aria-label": text("nftPictureNamed", name),
            on: { click: () => void this.#showPicture(place, nft, offer) },
        });
        const offer = [
            make("p", { class: "muted", text: host === undefined ? text("nftPictureHeld") : text("nftPictureAsk", host) }),
            make("div", { class: "actions" }, [show]),
        ];
        place.append(...offer);
        return place;
    }

    /**
     * Puts the picture in the place of its offer; if there is none, the reason goes before the offer.
     *
     * @param {HTMLElement} place
     * @param {NFT} nft
     * @param {Node[]} offer
     */
    async #showPicture(place, nft, offer) {
        place.replaceChildren(make("p", { class: "muted busy", role: "status", tabindex: -1, text: text("loading") }));
        try {
            const { picture, width, height, hosts, attributes } = await this.#store.picture(nft.address);
            const canvas = await pictureOf(picture, width, height, text("nftPictureOf", quoted(nameOf(nft), MOST_NAME)));
            place.replaceChildren(
                canvas,
                ...(hosts.length > 0 ? [make("p", { class: "muted", text: text("nftPictureFrom", hosts.map(spellingOut).join(", ")) })] : []),
                ...(attributes.length > 0 ? [make("p", { class: "muted", text: text("nftTraitsFile") }), traitsOf(attributes)] : []),
            );
        } catch (thrown) {
            const error = WalletError.from(thrown);
            const key = PICTURE_FAULTS.get(error.reason ?? "");
            const words = key === undefined ? portfolioErrorText(error, false) : text(key);
            place.replaceChildren(make("p", { class: "problem", role: "alert", text: words }), ...offer);
        }
    }

    /**
     * Asks whether an NFT is to be burned; the review asks once more.
     *
     * @param {HTMLElement} place
     * @param {NFT} nft
     */
    #ask(place, nft) {
        place.hidden = false;
        place.replaceChildren(
            make("p", { text: text("nftBurnAsk", quoted(nameOf(nft), MOST_NAME)) }),
            make("div", { class: "actions" }, [
                button(text("burnNow"), () => {
                    place.hidden = true;
                    void this.#act(async () => {
                        this.#said.textContent = text("sendWaiting");
                        const { lamports } = await this.#store.burn(nft.address);
                        return text("burnedBack", sol(lamports));
                    });
                }, "small"),
                button(text("burnKeep"), () => (place.hidden = true), "small"),
            ]),
        );
    }

    /**
     * Does one thing at a time, says how it ended, and reads the list anew.
     *
     * @param {() => Promise<string | void>} work
     */
    async #act(work) {
        if (this.#busy) return;
        this.#busy = true;
        this.#problem.textContent = "";
        try {
            this.#said.textContent = (await work()) ?? "";
        } catch (thrown) {
            const error = WalletError.from(thrown);
            this.#said.textContent = "";
            this.#problem.textContent = error.reason === "too-many-hidden" ? text("hiddenMany") : sendErrorText(error, false);
        }
        this.#busy = false;
        await this.#load();
    }
}

/** Returns an NFT's own name with nothing hidden in it; the ends of its address if it has none. */
function nameOf(/** @type {NFT} */ { address, name, symbol }) {
    const claim = name || symbol;
    return claim ? spellingOut(claim) : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

function titleOf(/** @type {NFT} */ { name, symbol }) {
    const claim = name || symbol;
    if (!claim) return make("strong", { class: "muted", text: text("nftUnnamed") });
    return make("strong", {}, [make("q", {}, [make("bdi", { text: spellingOut(claim) })])]);
}

/** Returns what to know about an NFT beside its name. */
function notesOf(/** @type {NFT} */ { kind, collection, more, frozen }) {
    const named = collection && (collection.name ? `${quoted(spellingOut(collection.name), MOST_NAME)} ${collection.address}` : collection.address);
    return [
        ...(named ? [text(collection.verified ? "nftCollection" : "nftCollectionUnverified", named)] : []),
        ...(kind === "compressed" ? [text("nftCompressed")] : []),
        ...(more ? [text("nftMore")] : []),
        ...(frozen ? [text("nftFrozen")] : []),
        ...(kind === "core" || kind === "compressed" ? [text("nftStays")] : []),
    ];
}

/** @param {Details} details */
function detailsOf({ nft, attributes, from }) {
    return [
        make("p", { class: "muted", text: text(attributes.length === 0 ? "nftTraitsNone" : from === "node" ? "nftTraitsNode" : "nftTraitsChain") }),
        ...(attributes.length > 0 ? [traitsOf(attributes)] : []),
        ...(nft.uri ? [make("p", { class: "muted", text: text("nftElsewhere", spellingOut(nft.uri)) })] : []),
    ];
}

/** @param {import("../../stores/nfts.js").Trait[]} traits */
function traitsOf(traits) {
    return make("dl", { class: "facts" }, traits.flatMap(({ name, value }) => [
        make("dt", {}, [make("bdi", { text: spellingOut(name) })]), make("dd", {}, [make("bdi", { text: spellingOut(value) })]),
    ]));
}

/** Returns the words for NFTs that may be missing from a list. */
function missingText(/** @type {import("../../../lib/protocol.js").Params} */ { missing, partial }) {
    const words = [];
    if (Array.isArray(missing) && missing.includes("core")) words.push(text("nftsMissingCore"));
    if (Array.isArray(missing) && missing.includes("compressed")) words.push(text("nftsMissingCompressed"));
    if (Array.isArray(partial) && partial.length > 0) words.push(text("nftsPartial"));
    return words.length > 0 ? words.join(" ") : undefined;
}
