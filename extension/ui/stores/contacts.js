import { ListStore } from "./list.js";

/**
 * The address book, by label. It changes only outside the browser, since anyone who could change it could remove a warning
 * (docs/decisions/0017). A prompt of the agent names a change that is requested here; the agent makes it after the user has typed the
 * passphrase there.
 *
 * `name` is the `.sol` or `.sns` name by which the contact was added.
 *
 * @typedef {{ address: string, label: string, added: number, onCurve: boolean, name?: string }} Contact
 * @typedef {{ name: string, level: "info" | "warning" | "danger", address?: string }} NameFinding
 * @typedef {{ address: string, cluster: string, resolved: import("./transfer.js").ResolvedName, findings: NameFinding[] }} FoundName
 * @typedef {{ kind: "add" | "rename", address: string, label: string, name?: string } | { kind: "remove", address: string }} ContactChange
 * @extends {ListStore<Contact>}
 */
export class ContactsStore extends ListStore {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { method: "contacts.list", member: "contacts", identity: ({ address }) => address, whole: true });
    }

    /**
     * Asks nodes what a name stands for.
     *
     * @param {string} name
     * @returns {Promise<FoundName>}
     */
    async resolve(name) {
        return this.client.request("names.resolve", { name });
    }

    /**
     * Asks the user outside the browser, and reads the list anew after the change.
     *
     * @param {ContactChange} change
     */
    async change({ kind, ...params }) {
        await this.client.request(METHODS[kind], { ...params, native: true });
        await this.load();
    }
}

const METHODS = { add: "contacts.add", rename: "contacts.update", remove: "contacts.remove" };
