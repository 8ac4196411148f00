import { WalletError } from "../../lib/errors.js";
import { Store } from "./store.js";

/**
 * A list from the agent, read page by page.
 *
 * `identity` identifies a row: it appears once and keeps its place, however pages overlap and however often the beginning is read again. A
 * newer question makes the answers to earlier ones obsolete; they are dropped.
 *
 * @typedef {import("../../lib/protocol.js").Params} Params
 * @typedef {import("./store.js").Phase} Phase
 */

/**
 * `more`: true if there is another page; `isReading`: true while one is on its way; `said`: the newest answer without its rows.
 *
 * @template Row
 * @typedef {{ phase: Phase, rows: Row[], more: boolean, isReading: boolean, error?: WalletError, said: Params }} ListState
 */

/**
 * `member`: the answer's member that has the rows; `whole`: true if it is read to its end at once, as anything but a log must be.
 *
 * @template Row
 * @typedef {{ method: string, member: string, identity: (row: Row) => string, params?: () => Params, whole?: boolean }} ListSource
 */

const PAGE = 50;
/** The limit of pages for a whole list, whatever the agent says: no screen reads for ever. */
const MOST_PAGES = 100;
const UNREACHED = new Set(["no-network", "node-unreachable", "host-gone", "host-missing", "agent-unavailable"]);

/**
 * @template Row
 * @extends {Store<ListState<Row>>}
 */
export class ListStore extends Store {
    #source;
    /** @type {string | undefined} */
    #cursor;
    /** The number of the newest question. */
    #turn = 0;
    #isRead = false;

    /**
     * @param {import("./store.js").BackgroundClient} client
     * @param {ListSource<Row>} source
     */
    constructor(client, source) {
        super(client, { phase: "loading", rows: [], more: false, isReading: false, said: {} });
        this.#source = source;
    }

    /** Returns the identity of a row. */
    identity(/** @type {Row} */ row) {
        return this.#source.identity(row);
    }

    /** Reads the beginning anew. Earlier rows stay if they still follow from it. */
    async load() {
        const turn = ++this.#turn;
        this.become({ isReading: true });
        try {
            let { rows, cursor, said } = await this.#page(undefined);
            for (let pages = 1; this.#source.whole && cursor !== undefined && pages < MOST_PAGES && turn === this.#turn; pages++) {
                const next = await this.#page(cursor);
                rows = this.#joined(rows, next.rows);
                cursor = next.cursor;
            }
            if (turn === this.#turn) this.#show(rows, cursor, said);
        } catch (thrown) {
            if (turn === this.#turn) this.#fail(thrown);
        }
        return this.state;
    }

    /** Reads the next page, if there is one and none is on its way. */
    async more() {
        if (this.state.isReading || this.#cursor === undefined) return;
        const turn = ++this.#turn;
        this.become({ isReading: true });
        try {
            const { rows, cursor } = await this.#page(this.#cursor);
            if (turn !== this.#turn) return;
            this.#cursor = cursor;
            this.become({ rows: this.#joined(this.state.rows, rows), more: cursor !== undefined, isReading: false });
        } catch (thrown) {
            if (turn === this.#turn) this.#fail(thrown);
        }
    }

    /** Clears the rows, for another account or site, and reads the new ones. */
    async restart() {
        this.#isRead = false;
        this.#cursor = undefined;
        this.become({ phase: "loading", rows: [], more: false, error: undefined, said: {} });
        return this.load();
    }

    /** @param {Row[]} rows @param {string | undefined} cursor @param {Params} said */
    #show(rows, cursor, said) {
        const { identity, whole } = this.#source;
        const read = new Set(rows.map(identity));
        // Older rows stay only if the newest page reaches down to them: otherwise there may be others in between.
        if (!whole && this.state.rows.some((row) => read.has(identity(row)))) rows = this.#joined(rows, this.state.rows);
        else this.#cursor = cursor;
        this.#isRead = true;
        const phase = said.cause === undefined ? "ready" : phaseOf(said.cause, "stale");
        this.become({ phase, rows, more: this.#cursor !== undefined, isReading: false, error: undefined, said });
    }

    /** @param {unknown} thrown */
    #fail(thrown) {
        const error = WalletError.from(thrown);
        const phase = phaseOf(error.data.cause ?? error.reason, this.#isRead ? "stale" : "error");
        this.become({ phase, isReading: false, error });
    }

    /** @param {Row[]} rows @param {Row[]} next the following ones, with possible repeats */
    #joined(rows, next) {
        const there = new Set(rows.map(this.#source.identity));
        const joined = [...rows];
        for (const row of next) {
            const identity = this.#source.identity(row);
            if (!there.has(identity)) joined.push(row);
            there.add(identity);
        }
        return joined;
    }

    /** @param {string | undefined} cursor @returns {Promise<{ rows: Row[], cursor?: string, said: Params }>} */
    async #page(cursor) {
        const params = { ...this.#source.params?.(), limit: this.#source.whole ? 100 : PAGE };
        const answer = await this.client.request(this.#source.method, cursor === undefined ? params : { ...params, cursor });
        const { [this.#source.member]: rows, cursor: next, ...said } = answer;
        return { rows, cursor: next, said };
    }
}

/** @param {unknown} cause @param {Phase} otherwise @returns {Phase} */
function phaseOf(cause, otherwise) {
    return UNREACHED.has(String(cause)) ? "offline" : otherwise;
}
