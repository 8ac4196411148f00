/** Returns true in the toolbar popup, which stands over the tab in question and closes when something else takes the keyboard. */
export function isToolbarPopup() {
    return location.pathname.endsWith("/popup.html");
}

const KEPT = "place";

/**
 * Stores the place that this screen shows, for the next load of the screen.
 *
 * @param {string} place
 */
export function remember(place) {
    sessionStorage.setItem(KEPT, place);
}

/** Returns the stored place, once. */
export function remembered() {
    const place = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return place;
}
