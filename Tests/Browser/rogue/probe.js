// A page of an extension that says to the wallet's host whatever a test wants. It is copied into the wallet's own
// extension too, to play one that was taken over.

const api = globalThis.browser ?? globalThis.chrome;

window.probe = {
    outcomes: [],
    received: [],
    port: null,

    /** Starts a host. */
    open() {
        this.received = [];
        this.ended = null;
        this.port = api.runtime.connectNative("app.sidekey.host");
        this.port.onMessage.addListener((message) => this.received.push(message));
        this.port.onDisconnect.addListener((port) => {
            this.ended = port.error?.message ?? api.runtime.lastError?.message ?? "ended";
        });
    },

    /** Sends messages, given as JSON. */
    send(messages) {
        for (const message of JSON.parse(messages)) this.port.postMessage(message);
    },

    /** Everything that came back, as JSON. */
    heard() {
        return JSON.stringify({ received: this.received, ended: this.ended });
    },

    /** Speaks to another extension, as `externally_connectable` would allow; the answer, as JSON, is in `outcomes`. */
    external(id, message) {
        const ticket = this.outcomes.push(null) - 1;
        const done = (answer) => { this.outcomes[ticket] = JSON.stringify(answer); };
        try {
            api.runtime.sendMessage(id, JSON.parse(message)).then(
                (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));
        } catch (error) {
            done({ error: String(error) });
        }
        return ticket;
    },

    outcome(ticket) {
        return this.outcomes[ticket];
    },
};
