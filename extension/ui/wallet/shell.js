import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { button, clock, make, present, text } from "../parts/dom.js";
import { EndingNotice } from "../parts/ending.js";
import { brand, marks } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { OutsideNotice } from "../parts/outside.js";
import { isToolbarPopup, remembered } from "../parts/place.js";
import { problemSection } from "../parts/problem.js";
import { welcomeCard } from "../parts/welcome.js";
import { ApprovalQueue } from "../approval/queue.js";
import { SessionStore } from "../stores/session.js";
import { failureText } from "../parts/texts.js";
import { UnknownCopyNotice } from "./unknown-copy.js";
import { UnlockSection } from "./unlock.js";
import { openInTab } from "./views/more.js";

/**
 * The wallet's own screen, in the toolbar popup and in a tab. It shows a problem first, then the requests that wait, then the user's
 * current place.
 *
 * @typedef {import("../stores/client.js").BackgroundClient} BackgroundClient
 * @typedef {import("../stores/client.js").WalletState} WalletState
 * @typedef {import("./places.js").Place} Place
 * @typedef {import("./places.js").View} View
 */
export class Shell {
    #places;
    #client;
    #queue;
    /** @type {SessionStore} */
    #session;
    #unlock;
    #outside;
    #ending;
    /** @type {Map<Place, View>} */
    #views = new Map();
    /** @type {Place} */
    #place = "home";
    /** @type {any} */
    #detail;
    /**
     * The places that the user came from, the latest last.
     *
     * @type {{ place: Place, detail: any }[]}
     */
    #past = [];
    /** The view that is drawn or being drawn, so that it isn't drawn again while the user acts in it. */
    #shown = "";
    /** @type {Place | undefined} */
    #open;
    #isReadAhead = false;
    /** @type {import("./sought.js").Sought | undefined} */
    #sought;
    #header = make("div", { class: "head" });
    #marks = make("div", { class: "marks-place" });
    #left = make("span", { class: "left", "aria-hidden": true });
    #leftSaid = make("span", { class: "hidden" });
    /** The name of the open wallet, and the way to the others; hidden where there is one. */
    #wallet = make("button", { type: "button", class: "plain wallet-shown", hidden: true, on: { click: () => this.#go("wallets", undefined) } });
    /** @type {string | undefined} */
    #present;
    #lock = make("div", { class: "session", hidden: true });
    #back = make("button", { type: "button", class: "plain icon-only back", "aria-label": text("back"), title: text("back"), on: { click: () => this.#return() } }, [icon("back")]);
    #main = make("main", {});
    #bar = make("nav", { class: "bar", "aria-label": text("places") });
    go;

    /**
     * @param {HTMLElement} screen
     * @param {(shown: (state: WalletState) => void) => BackgroundClient} connect
     * @param {Map<Place, import("./places.js").PlaceEntry>} places
     */
    constructor(screen, connect, places) {
        this.#places = places;
        const inBar = () => [...places].filter(([, { isInBar }]) => isInBar).map(([place]) => place);
        const others = () => [...places].filter(([, { isInBar }]) => !isInBar).map(([place]) => place);
        this.go = Object.assign((/** @type {Place} */ place, /** @type {any} */ detail) => this.#go(place, detail), { bar: inBar, others });
        this.#lock.append(this.#leftSaid, this.#left, button(text("lock"), () => this.#session.lock(), "small"));
        this.#header.append(this.#back, brand(), this.#wallet, this.#lock);
        if (isToolbarPopup()) {
            this.#header.append(make("button", { type: "button", class: "plain icon-only", "aria-label": text("openInTab"), title: text("openInTab"), on: { click: openInTab } }, [icon("tab")]));
        }
        // What start.js has drawn from memory stays until there is more.
        this.#main.append(screen.querySelector(".kept") ?? waiting());
        this.#back.hidden = true;
        this.#bar.hidden = true;
        const asked = make("div", { class: "asked-place" });
        screen.replaceChildren(make("header", {}, [this.#header, this.#marks, asked]), this.#main, this.#bar);
        document.addEventListener("keydown", (event) => this.#pressed(event));
        setInterval(() => this.#tick(), 500);
        this.#client = connect((state) => this.#draw(state));
        this.#queue = new ApprovalQueue(this.#client);
        this.#session = SessionStore.of(this.#client);
        this.#unlock = new UnlockSection(this.#client);
        this.#outside = new OutsideNotice(this.#client);
        this.#ending = new EndingNotice(this.#client);
        asked.append(...present(new UnknownCopyNotice(this.#session).element, welcomeCard(), this.#outside.element, this.#ending.element));
        this.#session.subscribe(() => this.#tick());
        const place = /** @type {Place | null} */ (remembered());
        if (place !== null && places.has(place)) this.#place = place;
        this.#drawBar();
    }

    /** @param {Place} place @param {any} detail */
    #go(place, detail) {
        // A repeated click goes there once.
        if (!this.#places.has(place) || (place === this.#place && detail === this.#detail)) return;
        const isTop = this.#places.get(place)?.isInBar === true && detail === undefined;
        this.#past = isTop ? [] : [...this.#past, { place: this.#place, detail: this.#detail }];
        this.#enter(place, detail);
    }

    #return() {
        const { place, detail } = this.#past.pop() ?? { place: /** @type {const} */ ("home"), detail: undefined };
        if (place !== this.#place || detail !== this.#detail) this.#enter(place, detail);
    }

    /** @param {Place} place @param {any} detail */
    #enter(place, detail) {
        this.#sought?.leave();
        this.#place = place;
        this.#detail = detail;
        this.#shown = "";
        this.#drawBar();
        if (this.#client.state) this.#draw(this.#client.state, true);
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (event.key !== "Escape" || event.repeat || event.isComposing || event.defaultPrevented || this.#back.hidden) return;
        // In the toolbar popup, the browser would close it.
        event.preventDefault();
        this.#return();
    }

    /** @param {WalletState} state @param {boolean} [isMoving] true if the user asked for another place */
    async #draw(state, isMoving = false) {
        if (this.#isOther(state)) return location.reload();
        this.#queue.update(state);
        this.#outside.update(state);
        this.#ending.update(state, this.#queue.count > 0);
        this.#marks.replaceChildren(...present(marks(state)));
        if (state.phase === "ready") this.#session.load();
        const view = this.#viewOf(state);
        // A retry in the background doesn't remove the text that the user reads.
        if (view === "waiting" && this.#shown !== "") return;
        if (view === this.#shown) return this.#views.get(this.#place)?.changed?.(state);
        this.#shown = view;
        const isPlace = view.startsWith("place ");
        this.#bar.hidden = !isPlace;
        this.#back.hidden = !isPlace || (this.#places.get(this.#place)?.isInBar === true && this.#past.length === 0);
        if (this.#open !== undefined && (!isPlace || this.#open !== this.#place)) this.#views.get(this.#open)?.leave?.();
        this.#open = isPlace ? this.#place : undefined;
        const parts = await this.#partsOf(view, state).catch((thrown) => [this.#failed(thrown)]);
        if (this.#shown !== view) return;
        const drawn = present(...parts);
        // An element that is there already stays: put there again, it would lose the focus, and the user their next key.
        if (drawn.length !== this.#main.childElementCount || drawn.some((part, index) => part !== this.#main.children[index])) this.#main.replaceChildren(...drawn);
        document.title = isPlace && this.#place !== "home" ? text("titled", text(`place_${this.#place}`), text("name")) : text("name");
        window.scrollTo(0, 0);
        this.#focus(isMoving);
        if (isPlace && this.#detail?.part !== undefined) void this.#seek(this.#detail.part);
        if (isPlace) this.#readAhead();
    }

    /**
     * Marks the part of the place that the user came for.
     *
     * @param {string} part
     */
    async #seek(part) {
        const shown = this.#shown;
        const { Sought } = await import("./sought.js");
        this.#sought ??= new Sought();
        if (this.#shown === shown) this.#sought.show(this.#main, part);
    }

    /**
     * Names the open wallet where there are several. Returns true if it is another one than this screen has shown: lists, drafts and forms are
     * the other's then, and the screen is loaded anew.
     *
     * @param {WalletState} state
     */
    #isOther({ phase, wallet }) {
        if (phase !== "ready" || !wallet) return false;
        if (this.#present !== undefined && this.#present !== wallet.id) return true;
        this.#present = wallet.id;
        this.#wallet.hidden = wallet.count < 2;
        const name = visible(wallet.name);
        this.#wallet.replaceChildren(make("bdi", { text: name }));
        this.#wallet.setAttribute("aria-label", text("walletShown", name));
        this.#wallet.title = name;
        return false;
    }

    /** Reads the files of the other places while the user looks at the first. */
    #readAhead() {
        if (this.#isReadAhead) return;
        this.#isReadAhead = true;
        requestIdleCallback(async () => {
            // If one can't be read, the user hears of it on going there.
            for (const { read } of this.#places.values()) await read().catch(() => {});
        });
    }

    /** @param {WalletState} state */
    #viewOf(state) {
        if (problemSection(state, this.#client)) return `problem ${state.phase} ${state.reason} ${state.vault} ${state.update}`;
        if (state.phase !== "ready" || !state.listed) return "waiting";
        if (this.#queue.count > 0) return "queue";
        // Content that a lock removes or an unlock adds is drawn anew; content that is only filled in stays.
        const isTold = this.#place === "home" || this.#places.get(this.#place)?.needsSession;
        return `place ${this.#place} ${isTold ? state.vault : ""}`;
    }

    /** @param {string} view @param {WalletState} state @returns {Promise<(HTMLElement | null)[]>} */
    async #partsOf(view, state) {
        if (view === "waiting") return [waiting()];
        if (view === "queue") return [this.#queue.element];
        const entry = this.#places.get(this.#place);
        if (!view.startsWith("place ") || !entry) return [problemSection(state, this.#client)];
        if (entry.needsSession && state.vault === "locked") {
            return [make("section", { class: "view" }, [make("h1", { text: text(`place_${this.#place}`) }), await this.#unlock.draw()])];
        }
        const made = await this.#made(this.#place, entry);
        return [await made.draw(this.#detail)];
    }

    /** @param {Place} place @param {import("./places.js").PlaceEntry} entry */
    async #made(place, entry) {
        const ViewType = await entry.read();
        // Another call may have requested it while its files were read.
        const view = this.#views.get(place) ?? new ViewType(this.#client, this.go);
        this.#views.set(place, view);
        return view;
    }

    /** @param {unknown} thrown */
    #failed(thrown) {
        const again = () => this.#enter(this.#place, this.#detail);
        return make("section", { class: "view" }, [
            make("h1", { tabindex: -1, text: text(`place_${this.#place}`) }),
            make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) }),
            button(text("retry"), again, "secondary"),
        ]);
    }

    /**
     * Puts the keyboard focus at the beginning of the place, or in the passphrase field of a locked wallet.
     *
     * @param {boolean} isMoving
     */
    #focus(isMoving) {
        if (!this.#shown.startsWith("place ")) return;
        if (this.#places.get(this.#place)?.needsSession && this.#client.state?.vault === "locked") return this.#unlock.focus();
        if (this.#views.get(this.#place)?.focus?.()) return;
        const heading = this.#main.querySelector("h1");
        if (!isMoving || !heading) return;
        heading.setAttribute("tabindex", "-1");
        heading.focus({ preventScroll: true });
    }

    #drawBar() {
        const within = this.#places.get(this.#place)?.isInBar ? this.#place : "more";
        // On a page of its own, the bar also shows the places of the menu, if it is wide enough.
        const far = isToolbarPopup() ? [] : this.go.others();
        const near = this.go.bar();
        this.#bar.replaceChildren(...[...near.filter((place) => place !== "more"), ...far, ...near.filter((place) => place === "more")].map((place) =>
            make("button", {
                type: "button", class: far.includes(place) ? "bar-entry far" : "bar-entry", "aria-current": place === this.#place ? "page" : place === within && "true", on: { click: () => this.#go(place, undefined) },
            }, [icon(/** @type {import("../parts/icons.js").IconName} */ (place)), make("span", { text: text(`place_${place}`) })]),
        ));
    }

    #tick() {
        const { isUnlocked, deadline } = this.#session.state;
        this.#lock.hidden = !isUnlocked || !this.#client.state || this.#client.state.vault !== "unlocked";
        const left = clock(deadline - performance.now());
        this.#left.textContent = left;
        this.#leftSaid.textContent = text("locksIn", left);
    }
}

function waiting() {
    return make("div", {}, [
        make("h1", { class: "hidden", text: text("name") }),
        make("p", { class: "muted busy", role: "status", text: text("loading") }),
    ]);
}
