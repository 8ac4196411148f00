import { WalletError } from "../../lib/errors.js";
import { button, make, text } from "./dom.js";
import { language } from "./language.js";
import { portfolioErrorText } from "./portfolio-texts.js";
import { Kept } from "./redraw.js";

/**
 * A list from the agent in all its states: not read yet, empty, read, read before but not now, out of reach, refused.
 *
 * An unchanged row keeps its element while others arrive. A changed one is drawn anew, and stays unfolded and focused as it was.
 *
 * @template Row
 * @typedef {{
 *     label: string, empty: string, row: (row: Row) => HTMLElement, missing?: (said: import("../../lib/protocol.js").Params) => string | undefined,
 *     together?: (rows: Row[]) => Row[], identity?: (row: Row) => string, problem?: (error: WalletError) => string | undefined,
 * }} Words `missing`: the notice of rows that may be missing; `together`: the rows to draw, where several of the agent's are one; `identity`:
 *     what a row is known by then; `problem`: the words for an error that only this list has
 */

/** @template Row */
export class Listing {
    #store;
    #words;
    /** @type {Map<string, { spelled: string, element: HTMLElement }>} */
    #drawn = new Map();
    #notice = make("div", { class: "listing-notice" });
    #rows;
    #more = button(text("moreTokens"), () => void this.#store.more(), "secondary");
    element;

    /**
     * @param {import("../stores/list.js").ListStore<Row>} store
     * @param {Words<Row>} words
     */
    constructor(store, words) {
        this.#store = store;
        this.#words = words;
        this.#rows = make("ul", { class: "lines", "aria-label": words.label });
        this.element = make("div", { class: "listing" }, [this.#notice, this.#rows, this.#more]);
        store.subscribe(() => this.show());
        this.show();
    }

    /** @param {boolean} [anew] true to draw unchanged rows anew, because names beside them have changed */
    show(anew = false) {
        const { state } = this.#store;
        this.#notice.replaceChildren(...this.#notices());
        this.#place(this.#words.together?.(state.rows) ?? state.rows, anew);
        this.#rows.hidden = state.rows.length === 0;
        this.#rows.setAttribute("aria-busy", String(state.isReading));
        this.#more.hidden = !state.more;
        this.#more.disabled = state.isReading;
    }

    /** @param {Row[]} rows @param {boolean} anew */
    #place(rows, anew) {
        const before = this.#drawn;
        /** @type {[HTMLElement, Kept][]} */
        const replaced = [];
        this.#drawn = new Map();
        for (const row of rows) {
            const [name, spelled] = [this.#words.identity?.(row) ?? this.#store.identity(row), JSON.stringify(row)];
            const known = before.get(name);
            const isKept = !anew && known?.spelled === spelled;
            const drawn = isKept ? known : { spelled, element: this.#words.row(row) };
            if (known && !isKept) replaced.push([drawn.element, new Kept(known.element)]);
            this.#drawn.set(name, drawn);
        }
        const wanted = [...this.#drawn.values()].map(({ element }) => element);
        const kept = new Set(wanted);
        for (const child of [...this.#rows.children]) if (!kept.has(/** @type {HTMLElement} */ (child))) this.#rows.removeChild(child);
        wanted.forEach((element, index) => {
            const there = this.#rows.children[index];
            if (there !== element) this.#rows.insertBefore(element, there ?? null);
        });
        for (const [element, kept] of replaced) kept.restore(element);
    }

    /** @returns {HTMLElement[]} */
    #notices() {
        const { phase, rows, error, said, isReading } = this.#store.state;
        if (phase === "loading") return [make("p", { class: "muted busy", role: "status", text: text("loading") })];
        const again = () => button(isReading ? text("loading") : text("retry"), () => void this.#store.load(), "small");
        if (error) {
            const isRead = rows.length > 0;
            const words = error.reason === "locked" ? text("listLocked") : this.#words.problem?.(error) ?? portfolioErrorText(error, false);
            return [
                make("p", { class: isRead ? "warning" : "problem", role: "alert", text: isRead ? `${text("listStale")} ${words}` : words }),
                make("p", { class: "muted", text: text("listProblemNext") }),
                again(),
            ];
        }
        const notices = [];
        if (said.cause !== undefined) {
            const age = typeof said.age === "number" ? text("listAsOf", language.ago(said.age)) : text("listStale");
            notices.push(make("p", { class: "warning", role: "status", text: `${age} ${portfolioErrorText(causeOf(said), false)}` }), again());
        }
        const missing = this.#words.missing?.(said);
        if (missing) notices.push(make("p", { class: "muted", text: missing }));
        if (rows.length === 0 && !this.#store.state.more) notices.push(make("p", { class: "muted empty", text: this.#words.empty }));
        return notices;
    }
}

/** @param {import("../../lib/protocol.js").Params} said */
function causeOf({ cause }) {
    return new WalletError(-32000, String(cause), String(cause));
}
