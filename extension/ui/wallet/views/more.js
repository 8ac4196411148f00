import { browser } from "../../../lib/browser.js";
import { visible } from "../../../lib/visible.js";
import { make, text } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { isToolbarPopup } from "../../parts/place.js";

/** The ways to the places without a button of their own at the bottom, and to the screens that modules of other packages bring. */
export class MoreView {
    #client;
    #go;
    #screens = make("ul", { class: "rows card menu", hidden: true });
    /** @type {Promise<{ store: import("../../stores/modules.js").ModulesStore, section: import("./module.js").ModuleSection }> | undefined} */
    #modules;
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client @param {import("../places.js").Go} go */
    constructor(client, go) {
        this.#client = client;
        this.#go = go;
        this.element = make("section", { class: "view more-view" }, [
            make("h1", { tabindex: -1, text: text("place_more") }),
            make("ul", { class: "rows card menu" }, go.others().map((place) => make("li", {}, [entry(icon(place), text(`place_${place}`), () => go(place))]))),
            this.#screens,
            isToolbarPopup() && make("ul", { class: "rows card menu" }, [make("li", {}, [entry(icon("tab"), text("openInTab"), openInTab)])]),
        ]);
    }

    /** @param {import("../../stores/modules.js").ModuleScreen} [screen] a module's screen, shown in place of the menu */
    async draw(screen) {
        if (screen) {
            const { section } = await this.#read();
            section.show(screen);
            return section.element;
        }
        // The wallet's own places don't wait for the modules, nor do they disappear with them.
        this.#read().then(({ store }) => store.load(), () => {});
        return this.element;
    }

    #read() {
        this.#modules ??= this.#readModules().catch((thrown) => {
            this.#modules = undefined;
            throw thrown;
        });
        return this.#modules;
    }

    /** Reads the modules' files. Few wallets have such modules, so the first screen doesn't wait for these files. */
    async #readModules() {
        const [{ ModulesStore }, { ModuleSection }] = await Promise.all([import("../../stores/modules.js"), import("./module.js")]);
        /** @type {import("../../stores/modules.js").ModulesStore} */
        const store = ModulesStore.of(this.#client);
        let drawn = "[]";
        store.subscribe(() => {
            const { screens } = store;
            // An unchanged list isn't drawn again while the user acts in it.
            if (JSON.stringify(screens) === drawn) return;
            drawn = JSON.stringify(screens);
            this.#screens.hidden = screens.length === 0;
            this.#screens.replaceChildren(...screens.map((screen) => make("li", {}, [entry(icon("more"), visible(screen.title), () => this.#go("more", screen))])));
        });
        return { store, section: new ModuleSection(store) };
    }
}

/** @param {Element} picture @param {string} name @param {() => void} act */
function entry(picture, name, act) {
    return make("button", { type: "button", class: "menu-entry", on: { click: act } }, [picture, make("span", { text: name }), icon("next")]);
}

/** Opens the same wallet on a page of its own, for a larger screen. */
export async function openInTab() {
    await browser.tabs.create({ url: browser.runtime.getURL("ui/wallet.html") });
    window.close();
}
