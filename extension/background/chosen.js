/**
 * Keeps a setting of the looks the same in this browser and in the agent, which has it for its own windows and for other browsers.
 *
 * The screens read it from the local storage, so that their first paint waits for nothing.
 */
export class ChosenSetting {
    #storage;
    #request;
    #name;
    #values;
    #unset;
    /** How many choices were made. What was asked before one is too old to be kept. */
    #choices = 0;

    /**
     * @param {WebExtension.StorageArea} storage
     * @param {(method: string, params?: object) => Promise<any>} request to the agent
     * @param {{ name: string, values: string[], unset: string }} setting its name in the storage and in the agent, its values, and the agent's
     *     value for no choice
     */
    constructor(storage, request, { name, values, unset }) {
        this.#storage = storage;
        this.#request = request;
        this.#name = name;
        this.#values = values;
        this.#unset = unset;
    }

    /** The name of a mark in the storage, set while the agent doesn't know the latest choice here. */
    get #untold() {
        return `${this.#name}.untold`;
    }

    /**
     * Sets the user's choice: it holds in this browser at once, and in the agent as soon as the agent can be reached.
     *
     * @param {unknown} chosen one of the values; any other leaves it to the browser
     */
    async choose(chosen) {
        this.#choices += 1;
        await this.#storage.set({ [this.#untold]: true, [this.#name]: this.#known(chosen) });
        await this.meet();
    }

    /** Tells a newly connected agent the choice that it missed; otherwise adopts the agent's. A choice that is made meanwhile goes before both. */
    async meet() {
        const choices = this.#choices;
        const { [this.#name]: chosen = "", [this.#untold]: untold } = await this.#storage.get([this.#name, this.#untold]);
        try {
            const { settings } = await (untold ? this.#request("settings.set", { [this.#name]: chosen || this.#unset }) : this.#request("settings.get"));
            if (choices !== this.#choices) return;
            if (untold) await this.#storage.remove(chosen === "" ? [this.#untold, this.#name] : this.#untold);
            else await this.#adopt(this.#known(settings[this.#name]), chosen);
        } catch {
            // An agent that is away, or too old to know the value, hears of it the next time.
        }
    }

    /** @param {string} said by the agent, empty if nothing is chosen @param {string} chosen what is held here */
    async #adopt(said, chosen) {
        if (said === chosen) return;
        if (said === "") await this.#storage.remove(this.#name);
        else await this.#storage.set({ [this.#name]: said });
    }

    /** @param {unknown} value */
    #known(value) {
        return this.#values.find((each) => each === value) ?? "";
    }
}
