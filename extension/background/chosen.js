/**
 * Keeps a setting of the looks the same in this browser and in the agent, which has it for windows of its own and for other browsers.
 *
 * The screens read it from the local storage, so that their first paint waits for nobody.
 */
export class ChosenSetting {
    #storage;
    #request;
    #name;
    #values;
    #unset;

    /**
     * @param {WebExtension.StorageArea} storage
     * @param {(method: string, params?: object) => Promise<any>} request to the agent
     * @param {{ name: string, values: string[], unset: string }} setting its name in the storage and in the agent, what can be chosen, and what the agent
     *     calls it where nothing was
     */
    constructor(storage, request, { name, values, unset }) {
        this.#storage = storage;
        this.#request = request;
        this.#name = name;
        this.#values = values;
        this.#unset = unset;
    }

    /** The name of a mark in the storage, set while the agent doesn't know yet what was chosen here. */
    get #untold() {
        return `${this.#name}.untold`;
    }

    /**
     * The user chose: it holds in this browser at once, and in the agent as soon as that can be reached.
     *
     * @param {unknown} chosen one of the values; any other leaves it to the browser
     */
    async choose(chosen) {
        await this.#storage.set({ [this.#untold]: true });
        await this.#remember(this.#known(chosen));
        await this.meet();
    }

    /** Once the agent is there: tells it what it missed, else does as it says. */
    async meet() {
        const { [this.#name]: chosen = "" } = await this.#storage.get(this.#name);
        const { [this.#untold]: untold } = await this.#storage.get(this.#untold);
        try {
            if (untold) {
                await this.#request("settings.set", { [this.#name]: chosen || this.#unset });
                await this.#storage.remove(this.#untold);
            } else {
                const { settings } = await this.#request("settings.get");
                const said = this.#known(settings[this.#name]);
                if (said !== chosen) await this.#remember(said);
            }
        } catch {
            // An agent that is away, or too old to know the value, is told the next time.
        }
    }

    /** @param {unknown} value */
    #known(value) {
        return this.#values.find((each) => each === value) ?? "";
    }

    /** @param {string} value empty where nothing is chosen */
    async #remember(value) {
        if (value === "") await this.#storage.remove(this.#name);
        else await this.#storage.set({ [this.#name]: value });
    }
}
