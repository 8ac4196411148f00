// Stand-ins for what a browser gives an extension. Nothing here is clever: what browsers really do is tested in them.

export class FakeEvent {
    listeners = new Set();

    addListener(listener) {
        this.listeners.add(listener);
    }

    removeListener(listener) {
        this.listeners.delete(listener);
    }

    emit(...values) {
        for (const listener of [...this.listeners]) listener(...values);
    }
}

/** One end of a runtime or native port; the test holds the other. */
export class FakePort {
    onMessage = new FakeEvent();
    onDisconnect = new FakeEvent();
    sent = [];
    open = true;

    constructor(sender) {
        this.sender = sender;
    }

    postMessage(message) {
        if (!this.open) throw new Error("Attempting to use a disconnected port object");
        this.sent.push(structuredClone(message));
    }

    disconnect() {
        this.open = false;
    }

    /** The other end sends. */
    receive(message) {
        this.onMessage.emit(structuredClone(message));
    }

    /** The other end goes away. */
    drop(message) {
        this.open = false;
        if (message !== undefined) this.error = { message };
        this.onDisconnect.emit(this);
    }
}

export class FakeStorage {
    items = new Map();

    async get(names) {
        const found = [names].flat().filter((name) => this.items.has(name));
        return Object.fromEntries(found.map((name) => [name, structuredClone(this.items.get(name))]));
    }

    async set(items) {
        for (const [name, value] of Object.entries(items)) this.items.set(name, structuredClone(value));
    }

    async remove(names) {
        for (const name of [names].flat()) this.items.delete(name);
    }
}

/** Lets everything that waits only for promises and microtasks run. */
export async function settle() {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
