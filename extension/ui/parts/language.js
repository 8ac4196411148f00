import { browser } from "../../lib/browser.js";
import { chosenLanguage, LANGUAGE } from "../../lib/language.js";

const BUSY = '[aria-busy="true"]';
const PAUSE = 100;

// Before it is read: a choice that is made meanwhile would be missed.
browser.storage.onChanged.addListener((changes, area) => {
    if (area === "local" && LANGUAGE in changes) void follow();
});

const first = chosenLanguage();

/**
 * The language of this screen. It is ready before anything is drawn, since every module that draws waits for this one.
 */
export const language = await first;

document.documentElement.setAttribute("lang", language.tag);
document.documentElement.setAttribute("dir", language.direction);

/** Loads the screen anew if it speaks another language than the chosen one. Otherwise it stays: loading takes the user back to Home and loses what they typed. */
async function follow() {
    const [{ tag }, chosen] = await Promise.all([first, chosenLanguage()]);
    if (chosen.tag !== tag) startAnew();
}

/** Draws the whole screen in another language by loading it anew, but not during a decision in it. */
function startAnew() {
    if (document.querySelector(BUSY)) setTimeout(startAnew, PAUSE);
    else location.reload();
}
