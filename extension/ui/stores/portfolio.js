import { WalletError } from "../../lib/errors.js";
import { keptBalance } from "./kept-balance.js";
import { Store } from "./store.js";

/**
 * The holdings of one account: its lamports and its tokens, from a node or from saved data.
 *
 * The token account identifies a row: a row on two pages appears once, at its first place. An answer is dropped if its account is no longer
 * shown or a newer question has overtaken it.
 *
 * @typedef {{ name?: string, symbol?: string }} Claims
 * @typedef {{ value: string, price?: string, asOf?: number, about?: boolean }} Sum decimal texts; `asOf` is the time of a price that isn't fresh
 * @typedef {{ currency: string, instead?: string, unpriced: number, total?: Sum, sol?: Sum }} Worth `instead` is the currency that has no rate
 * @typedef {{
 *     tokenAccount: string, program: string, mint: string, amount: string, decimals?: number, claims?: Claims, known?: { symbol: string, name: string },
 *     hidden?: "hidden" | "spam", frozen: boolean, delegate?: string, delegated?: string, closeAuthority?: string, worth?: Sum,
 * }} Token `known`: the token on the wallet's own list of tokens
 * @typedef {{ lamports: string, unreadable?: number, cluster: string, node: string, slot: string, time: number, age: number, cause?: string, worth?: Worth }} Balance
 * @typedef {{
 *     phase: import("./store.js").Phase, account?: string, error?: WalletError, balance?: Balance, tokens?: Token[], cursor?: string, currency?: string,
 *     tokensError?: WalletError, isReading: boolean,
 * }} PortfolioState `tokens` is undefined until they are read; `cursor` is there if there are more; `currency` is that of the tokens' worth
 * @extends {Store<PortfolioState>}
 */
export class PortfolioStore extends Store {
    /** The number of the newest question. */
    #turn = 0;
    #isStale = false;

    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { phase: "loading", isReading: false });
        client.on("portfolio.changed", ({ account, cluster }) => this.#changed(account, cluster));
    }

    /**
     * Reads an account's holdings anew. The known ones stay in view meanwhile.
     *
     * @param {string | undefined} account its public key; by default the shown account's
     * @returns {Promise<PortfolioState>}
     */
    async load(account = this.state.account) {
        if (account === undefined) return this.state;
        const turn = ++this.#turn;
        this.#isStale = false;
        if (account === this.state.account) this.become({ isReading: true });
        else {
            this.become({ ...EMPTY, account, isReading: true });
            this.#showSaved(turn, account);
        }
        // One reading of the account has both: the tokens are those that it saved.
        await this.#loadBalance(turn, account);
        if (turn === this.#turn) await this.#loadTokens(turn, account);
        if (turn !== this.#turn) return this.state;
        this.become({ isReading: false });
        if (this.#isStale) return this.load();
        return this.state;
    }

    /** Reads the next page of tokens. */
    async more() {
        const { account, cursor, isReading } = this.state;
        if (account === undefined || cursor === undefined || isReading) return;
        const turn = this.#turn;
        this.become({ isReading: true });
        try {
            const page = await this.client.request("portfolio.tokens", { account, cursor });
            if (turn === this.#turn) this.become({ tokens: joined(this.state.tokens ?? [], page.tokens), cursor: page.cursor, tokensError: undefined });
        } catch (thrown) {
            if (turn === this.#turn) this.become({ tokensError: WalletError.from(thrown) });
        }
        if (turn === this.#turn) this.become({ isReading: false });
    }

    /**
     * Shows the saved balance at once, since nodes may take their time.
     *
     * @param {number} turn @param {string} account
     */
    async #showSaved(turn, account) {
        void keptBalance(this.client.state?.wallet?.id ?? "", account).then((balance) => {
            if (balance && turn === this.#turn && this.state.phase === "loading" && !this.state.balance) this.become({ balance });
        }, () => {});
        try {
            /** @type {Balance} */
            const balance = await this.client.request("portfolio.balance", { account, saved: true });
            if (turn === this.#turn && this.state.phase === "loading") this.become({ balance });
        } catch {
            // A node's answer, or the lack of one, is on its way.
        }
    }

    /** @param {number} turn @param {string} account */
    async #loadBalance(turn, account) {
        try {
            /** @type {Balance} */
            const balance = await this.client.request("portfolio.balance", { account });
            if (turn === this.#turn) this.become({ phase: phaseOf(balance.cause), balance, error: undefined });
        } catch (thrown) {
            // A balance of unknown age isn't shown.
            if (turn === this.#turn) this.become({ phase: "error", balance: undefined, error: WalletError.from(thrown) });
        }
    }

    /**
     * Reads as many pages as were in view.
     *
     * @param {number} turn @param {string} account
     */
    async #loadTokens(turn, account) {
        const wanted = this.state.tokens?.length ?? 0;
        try {
            let page = await this.client.request("portfolio.tokens", { account, saved: true });
            let tokens = joined([], page.tokens);
            while (turn === this.#turn && page.cursor !== undefined && tokens.length < wanted) {
                page = await this.client.request("portfolio.tokens", { account, cursor: page.cursor });
                tokens = joined(tokens, page.tokens);
            }
            if (turn === this.#turn) this.become({ tokens, cursor: page.cursor, currency: page.currency, tokensError: undefined });
        } catch (thrown) {
            if (turn === this.#turn) this.become({ tokens: undefined, cursor: undefined, tokensError: WalletError.from(thrown) });
        }
    }

    /** @param {string} account @param {string} cluster */
    #changed(account, cluster) {
        if (account !== this.state.account) return;
        if (this.state.balance !== undefined && cluster !== this.state.balance.cluster) return;
        // The answer to the current question may be older than the change.
        if (this.state.isReading) this.#isStale = true;
        else this.load();
    }
}

const EMPTY = { phase: /** @type {const} */ ("loading"), balance: undefined, tokens: undefined, currency: undefined, cursor: undefined, error: undefined, tokensError: undefined };
const UNREACHED = ["no-network", "node-unreachable"];

/** @param {string | undefined} cause the reason for a saved answer */
function phaseOf(cause) {
    if (cause === undefined) return "ready";
    return UNREACHED.includes(cause) ? "offline" : "stale";
}

/** @param {Token[]} before @param {Token[]} page */
function joined(before, page) {
    const seen = new Set(before.map(({ tokenAccount }) => tokenAccount));
    const rows = [...before];
    for (const token of page) {
        if (!seen.has(token.tokenAccount)) rows.push(token);
        seen.add(token.tokenAccount);
    }
    return rows;
}
