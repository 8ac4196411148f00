import { amount as written, button, counted, make, shortened, text } from "../parts/dom.js";
import { portfolioErrorText } from "../parts/portfolio-texts.js";
import { tokenMark, tokenTitle } from "../parts/token-mark.js";
import { assetWorth } from "../parts/worth.js";

/**
 * The account's tokens: known ones by their symbol, then all others. Another token's own name stands in quotes beside the address of its
 * mint, which alone tells it from an imitation. Hidden tokens are folded, and empty accounts are only counted.
 *
 * @typedef {import("../stores/portfolio.js").Token} Token
 */
export class TokensSection {
    #more;
    #manage;
    #collect;
    /** Stays the same element, so that it stays unfolded while the list is read anew. */
    #folded = make("details", { class: "folded" });
    element = make("section", { class: "tokens", "aria-label": text("tokens") });

    /**
     * @param {() => void} more reads the next page
     * @param {() => void} manage goes to the place where tokens are hidden, burned and closed
     * @param {() => void} collect goes to the place of NFTs
     */
    constructor(more, manage, collect) {
        this.#more = more;
        this.#manage = manage;
        this.#collect = collect;
    }

    /** @param {import("../stores/portfolio.js").PortfolioState} state @param {boolean} isUnverified */
    show({ phase, tokens, tokensError, cursor, currency, balance, isReading }, isUnverified) {
        const again = cursor !== undefined && button(text("moreTokens"), () => this.#more(), "small");
        if (again) again.disabled = isReading;
        const isSaid = tokensError !== undefined && tokens === undefined && phase === "error";
        this.element.hidden = isSaid;
        this.element.replaceChildren(
            make("h2", { text: text("tokens") }),
            ...(tokens === undefined
                ? [make("p", { class: "muted", role: "status", text: tokensError ? portfolioErrorText(tokensError, isUnverified) : text("loading") })]
                : this.#lists(tokens, currency)),
            ...(tokensError && tokens ? [make("p", { class: "problem", role: "alert", text: portfolioErrorText(tokensError, isUnverified) })] : []),
            ...(again ? [again] : []),
            ...(balance?.unreadable ? [make("p", { class: "muted", text: counted("unreadableTokens", balance.unreadable) })] : []),
        );
    }

    /** @param {Token[]} tokens @param {string | undefined} currency */
    #lists(tokens, currency) {
        const held = tokens.filter(({ amount }) => amount !== "0");
        const shown = held.filter(({ hidden }) => hidden === undefined);
        const hidden = held.filter((token) => token.hidden !== undefined);
        const known = shown.filter((token) => token.known !== undefined);
        const others = shown.filter((token) => token.known === undefined);
        const empty = tokens.length - held.length;
        this.#folded.replaceChildren(make("summary", { text: counted("hiddenTokens", hidden.length) }), list(hidden, currency));
        return [
            ...(shown.length === 0 ? [make("p", { class: "muted empty", text: text("noTokens") })] : []),
            ...(known.length > 0 ? [list(known, currency)] : []),
            ...(known.length > 0 && others.length > 0 ? [make("h3", { text: text("otherTokens") })] : []),
            ...(others.length > 0 ? [list(others, currency)] : []),
            ...(others.some(({ claims }) => claims) ? [make("p", { class: "muted", text: text("tokenClaim") })] : []),
            ...(hidden.length > 0 ? [this.#folded] : []),
            ...(empty > 0 ? [make("p", { class: "muted", text: counted("emptyAccounts", empty) })] : []),
            make("div", { class: "actions" }, [
                tokens.length > 0 && button(text("place_tokens"), () => this.#manage(), "small"),
                button(text("place_nfts"), () => this.#collect(), "small"),
            ]),
        ];
    }
}

/** @param {Token[]} tokens @param {string | undefined} currency */
function list(tokens, currency) {
    return make("ul", { class: "rows card" }, tokens.map((token) => row(token, currency)));
}

/** @param {Token} token @param {string | undefined} currency that of its worth */
function row(token, currency) {
    const { mint, amount, decimals, hidden, frozen, delegate, worth } = token;
    return make("li", { class: "row" }, [
        tokenMark(token),
        make("div", { class: "names" }, [
            tokenTitle(token),
            make("span", { class: "detail" }, [shortened(mint)]),
            hidden === "spam" && make("span", { class: "flag", text: text("tokenSpam") }),
            frozen && make("span", { class: "flag", text: text("tokenFrozen") }),
            delegate !== undefined && make("span", { class: "flag", text: text("tokenDelegated") }),
        ]),
        decimals === undefined
            ? make("span", { class: "sum" }, [written(amount), make("span", { class: "muted", text: ` ${text("smallestUnits")}` })])
            : make("span", { class: "sum" }, [written(amount, decimals), ...(worth && currency ? assetWorth(worth, currency, amount) : [])]),
    ]);
}
