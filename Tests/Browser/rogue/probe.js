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

    /** As `external`, by a port. */
    dial(id, message) {
        const ticket = this.outcomes.push(null) - 1;
        const done = (answer) => { this.outcomes[ticket] ??= JSON.stringify(answer); };
        try {
            const port = api.runtime.connect(id, { name: "screen" });
            port.onMessage.addListener((value) => done({ value }));
            port.onDisconnect.addListener(() => done({ error: port.error?.message ?? api.runtime.lastError?.message ?? "ended" }));
            port.postMessage(JSON.parse(message));
        } catch (error) {
            done({ error: String(error) });
        }
        return ticket;
    },

    /** One request, and its answer. */
    ask(method, params) {
        const id = crypto.randomUUID();
        return new Promise((resolve) => {
            const hear = (message) => {
                if (message.id !== id) return;
                this.port.onMessage.removeListener(hear);
                resolve(message);
            };
            this.port.onMessage.addListener(hear);
            this.port.postMessage({ jsonrpc: "2.0", id, method, params });
        });
    },

    /** Decides requests, given as JSON, one after the other; the ids of those that it was first for, as JSON, are in `outcomes`. */
    race(decisions) {
        const ticket = this.outcomes.push(null) - 1;
        const first = async () => {
            const won = [];
            for (const { id, approve } of JSON.parse(decisions)) {
                const { result } = await this.ask("approvals.get", { id });
                if (!result) continue;
                const decision = { id, digest: result.summary.digest, review: result.reviewHash };
                const answer = approve ? await this.ask("approvals.approve", decision) : await this.ask("approvals.reject", { id });
                if (answer.result) won.push(id);
            }
            return won;
        };
        const done = (outcome) => { this.outcomes[ticket] = JSON.stringify(outcome); };
        first().then(done, (error) => done(String(error)));
        return ticket;
    },

    outcome(ticket) {
        return this.outcomes[ticket];
    },
};
