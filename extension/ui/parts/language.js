import { browser } from "../../lib/browser.js";
import { chosenLanguage, LANGUAGE } from "../../lib/language.js";

/**
 * The language of this screen. It is ready before anything is drawn, since every module that draws waits for this one.
 */
export const language = await chosenLanguage();

const BUSY = '[aria-busy="true"]';
const PAUSE = 100;

document.documentElement.setAttribute("lang", language.tag);
document.documentElement.setAttribute("dir", language.direction);
browser.storage.onChanged.addListener((changes, area) => {
    if (area === "local" && LANGUAGE in changes) startAnew();
});

/** Draws the whole screen in another language by loading it anew, but not during a decision in it. */
function startAnew() {
    if (document.querySelector(BUSY)) setTimeout(startAnew, PAUSE);
    else location.reload();
}
