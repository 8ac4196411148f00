import { visible } from "../../lib/visible.js";
import { amount as written, button, counted, make, shortened, text } from "../parts/dom.js";
import { portfolioErrorText } from "../parts/portfolio-texts.js";
import { assetWorth } from "../parts/worth.js";

/**
 * The account's tokens. A token's own name stands in quotes beside the address of its mint, which alone tells it from an imitation.
 *
 * @typedef {import("../stores/portfolio.js").Token} Token
 */
export class TokensSection {
    #more;
    element = make("section", { class: "tokens", "aria-label": text("tokens") });

    /** @param {() => void} more reads the next page */
    constructor(more) {
        this.#more = more;
    }

    /** @param {import("../stores/portfolio.js").PortfolioState} state @param {boolean} isUnverified */
    show({ phase, tokens, tokensError, cursor, currency, balance, isReading }, isUnverified) {
        const again = cursor !== undefined && button(text("moreTokens"), () => this.#more(), "small");
        if (again) again.disabled = isReading;
        const isSaid = tokensError !== undefined && tokens === undefined && phase === "error";
        this.element.hidden = isSaid;
        this.element.replaceChildren(
            make("h2", { text: text("tokens") }),
            tokens === undefined
                ? make("p", { class: "muted", role: "status", text: tokensError ? portfolioErrorText(tokensError, isUnverified) : text("loading") })
                : tokens.length === 0
                  ? make("p", { class: "muted empty", text: text("noTokens") })
                  : make("ul", { class: "rows card" }, tokens.map((token) => row(token, currency))),
            ...(tokens?.some(({ claims }) => claims) ? [make("p", { class: "muted", text: text("tokenClaim") })] : []),
            ...(tokensError && tokens ? [make("p", { class: "problem", role: "alert", text: portfolioErrorText(tokensError, isUnverified) })] : []),
            ...(again ? [again] : []),
            ...(balance?.unreadable ? [make("p", { class: "muted", text: counted("unreadableTokens", balance.unreadable) })] : []),
        );
    }
}

/** @param {Token} token @param {string | undefined} currency that of its worth */
function row({ mint, amount, decimals, claims, frozen, delegate, worth }, currency) {
    const claimed = claims?.symbol || claims?.name;
    return make("li", { class: "row" }, [
        make("div", { class: "names" }, [
            claimed
                ? make("strong", {}, [make("q", {}, [make("bdi", { text: visible(claimed) })])])
                : make("strong", { class: "muted", text: text("tokenUnnamed") }),
            make("span", { class: "detail" }, [shortened(mint)]),
            frozen && make("span", { class: "flag", text: text("tokenFrozen") }),
            delegate !== undefined && make("span", { class: "flag", text: text("tokenDelegated") }),
        ]),
        decimals === undefined
            ? make("span", { class: "sum" }, [written(amount), make("span", { class: "muted", text: ` ${text("smallestUnits")}` })])
            : make("span", { class: "sum" }, [written(amount, decimals), ...(worth && currency ? assetWorth(worth, currency, amount) : [])]),
    ]);
}
