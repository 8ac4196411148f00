import { browser } from "../../lib/browser.js";
import { ceremonyButton } from "../parts/ceremony.js";
import { button, make, text } from "../parts/dom.js";

/**
 * The question, each half year, whether the user still has the words of the recovery phrase. Sidekey's own window asks for three of them;
 * the browser learns that they were right, and puts the question off for a month if the user wants it to.
 */

const LATER = "drill.later";
/** A month, in milliseconds. */
const MONTH = 30 * 24 * 3600 * 1000;

export class DrillNotice {
    /**
     * Draws the question in its place, or nothing where it isn't due.
     *
     * @param {Pick<import("../stores/client.js").BackgroundClient, "request">} client
     * @param {HTMLElement} place
     */
    static async draw(client, place) {
        const isShown = (await isDue(client)) && !(await isPutOff());
        place.replaceChildren(...(isShown ? [card(client, place)] : []));
    }
}

/** @param {Pick<import("../stores/client.js").BackgroundClient, "request">} client @param {HTMLElement} place */
function card(client, place) {
    const later = button(text("drillLater"), async () => {
        place.replaceChildren();
        await browser.storage.local.set({ [LATER]: Date.now() });
    }, "small");
    const check = ceremonyButton(client, text("checkPhrase"), { kind: "words" }, { style: "small", done: () => place.replaceChildren() });
    return make("section", { class: "card tip", "data-row": "drill" }, [
        make("h2", { text: text("drillTitle") }), make("p", { text: text("drillText") }), make("div", { class: "actions" }, [check, later]),
    ]);
}

/** @param {Pick<import("../stores/client.js").BackgroundClient, "request">} client */
async function isDue(client) {
    try {
        return (await client.request("phrase.status")).due === true;
    } catch {
        // An agent from before there was a drill doesn't know the question.
        return false;
    }
}

async function isPutOff() {
    try {
        const since = Date.now() - (await browser.storage.local.get(LATER))[LATER];
        // A date in the future is that of a clock that was set since.
        return since >= 0 && since < MONTH;
    } catch {
        return true;
    }
}
