import { accountMark, hueOf } from "./account-mark.js";
import { draw } from "./icons.js";
import { make, text } from "./dom.js";
import { visible } from "../../lib/visible.js";

/**
 * Pictures and names of tokens. Nothing of them comes from the network: the compiled list gives a known token its symbol, and the mint
 * gives every token its colour and shape.
 *
 * @typedef {import("../stores/portfolio.js").Token} Token
 */

/**
 * Draws a token: the letters of a known one, a pattern of its mint for any other. Only the mint's address tells tokens apart.
 *
 * @param {Pick<Token, "mint" | "known">} token
 */
export function tokenMark({ mint, known }) {
    if (known === undefined) return accountMark(mint, "round");
    const picture = draw("svg", { class: `mark round letters hue-${hueOf(mint)}`, viewBox: "0 0 34 34", "aria-hidden": "true", focusable: "false" });
    const letters = draw("text", { x: 17, y: 21, "text-anchor": "middle" });
    letters.textContent = [...known.symbol].slice(0, 3).join("");
    picture.append(letters);
    return picture;
}

/**
 * Returns a token's name: the symbol of a known one, or any other's own words in quotes.
 *
 * @param {Pick<Token, "claims" | "known">} token
 */
export function tokenTitle({ claims, known }) {
    if (known !== undefined) return make("strong", { text: known.symbol });
    const claimed = claims?.symbol || claims?.name;
    if (!claimed) return make("strong", { class: "muted", text: text("tokenUnnamed") });
    return make("strong", {}, [make("q", {}, [make("bdi", { text: visible(claimed) })])]);
}
