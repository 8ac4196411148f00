/** Whether this is the toolbar popup, which closes when something else takes the keyboard, and stands over the tab that it speaks of. */
export function isToolbarPopup() {
    return location.pathname.endsWith("/popup.html");
}

const KEPT = "place";

/**
 * Keeps the place that this screen shows, for when it is loaded anew.
 *
 * @param {string} place
 */
export function remember(place) {
    sessionStorage.setItem(KEPT, place);
}

/** The place that was kept, once. */
export function remembered() {
    const place = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return place;
}
