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
 * @typedef {{ resolved?: import("./transfer.js").ResolvedName, findings?: NameFinding[] }} ChosenName
 * @typedef {{ claimed?: import("./transfer.js").ResolvedName, findings?: NameFinding[] }} ChangedContact
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
     * Asks nodes which name an address chose for itself.
     *
     * @param {string} address
     * @returns {Promise<ChosenName>}
     */
    async reverse(address) {
        return this.client.request("names.reverse", { address });
    }

    /**
     * Asks the user outside the browser, and reads the list anew after the change.
     *
     * @param {ContactChange} change
     * @returns {Promise<ChangedContact>}
     */
    async change({ kind, ...params }) {
        const changed = await this.client.request(METHODS[kind], { ...params, native: true });
        await this.load();
        return changed;
    }
}

const METHODS = { add: "contacts.add", rename: "contacts.update", remove: "contacts.remove" };
