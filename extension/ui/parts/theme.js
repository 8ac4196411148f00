import { browser } from "../../lib/browser.js";
import { THEME, THEMES } from "../../lib/theme.js";

/**
 * Sets the theme of this screen: the user's choice, else the system's. It follows a choice made on another screen, and leaves a copy for
 * first-theme.js, which draws the next screen in it from the start.
 *
 * @param {unknown} chosen
 */
export function wear(chosen) {
    const theme = THEMES.find((each) => each === chosen);
    if (theme) document.documentElement.setAttribute("data-theme", theme);
    else document.documentElement.removeAttribute("data-theme");
    try {
        if (theme) localStorage.setItem(THEME, theme);
        else localStorage.removeItem(THEME);
    } catch {
        // Then the next screen is drawn in the system's for a moment.
    }
}

browser.storage.local.get(THEME).then(({ [THEME]: chosen }) => wear(chosen), () => {});
browser.storage.onChanged.addListener((changes, area) => {
    if (area === "local" && THEME in changes) wear(changes[THEME].newValue);
});
