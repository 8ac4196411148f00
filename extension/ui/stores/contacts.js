import { ListStore } from "./list.js";

/**
 * The address book, by label. It is changed outside the browser: whoever could change it could take a warning away (docs/decisions/0017). A change that
 * is asked for here is named by a prompt of the agent's, and done once the passphrase was typed there.
 *
 * @typedef {{ address: string, label: string, added: number, onCurve: boolean }} Contact
 * @typedef {{ kind: "add" | "rename", address: string, label: string } | { kind: "remove", address: string }} ContactChange
 * @extends {ListStore<Contact>}
 */
export class ContactsStore extends ListStore {
    /** @param {import("./store.js").BackgroundClient} client */
    constructor(client) {
        super(client, { method: "contacts.list", member: "contacts", identity: ({ address }) => address, whole: true });
    }

    /**
     * Has the user asked outside the browser, and reads the list anew once it was done.
     *
     * @param {ContactChange} change
     */
    async change({ kind, ...params }) {
        await this.client.request(METHODS[kind], { ...params, native: true });
        await this.load();
    }
}

const METHODS = { add: "contacts.add", rename: "contacts.update", remove: "contacts.remove" };
