import { BackgroundClient } from "../stores/client.js";
import { PLACES } from "./places.js";
import { Shell } from "./shell.js";
import "../parts/theme.js";

/** The wallet in the toolbar popup, and on a page of its own in a tab. */
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
new Shell(screen, (shown) => new BackgroundClient(shown, () => {}), PLACES);
