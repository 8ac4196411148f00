import { ListStore } from "./list.js";

/**
 * The screens that modules of other packages add to the popup. Every text is the module's own.
 *
 * @typedef {{ module: string, screen: string, title: string }} ModuleScreen
 * @typedef {{ id: string, label: string, inputs: { name: string, label: string }[] }} ModuleAction
 * @typedef {{ facts: { label: string, value: string }[], actions: ModuleAction[] }} ModulePage
 * @typedef {{ id: string, extensionPoints: { screens?: { id: string, title: string }[] } }} Module
 * @extends {ListStore<Module>}
 */
export class ModulesStore extends ListStore {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { method: "modules.list", member: "modules", identity: ({ id }) => id, whole: true });
    }

    /** The existing screens, in the order of the modules. @returns {ModuleScreen[]} */
    get screens() {
        return this.state.rows.flatMap(({ id, extensionPoints: { screens = [] } }) => screens.map((screen) => ({ module: id, screen: screen.id, title: screen.title })));
    }

    /** @param {ModuleScreen} screen @returns {Promise<ModulePage>} */
    page({ module, screen }) {
        return this.client.request("modules.page", { module, screen });
    }

    /**
     * Runs an action.
     *
     * @param {ModuleScreen} screen
     * @param {string} action
     * @param {{ [name: string]: string }} values the typed texts, by the inputs' names
     * @returns {Promise<ModulePage>} the page after the action
     */
    act({ module, screen }, action, values) {
        return this.client.request("modules.act", { module, screen, action, values });
    }
}
