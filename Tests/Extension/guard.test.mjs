import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "./support/document.mjs";

install({});
const { Guard } = await import("../../extension/ui/approval/guard.js");

/** A clock that a test moves by hand. */
class HandClock {
    time = 1_000;
    /** How far behind it reads. */
    rounded = 0;
    timers = new Set();

    now = () => this.time - this.rounded;

    after = (milliseconds, act) => {
        const timer = { at: this.time + milliseconds, act };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
    };

    pass(milliseconds) {
        this.time += milliseconds;
        for (const timer of [...this.timers]) {
            if (timer.at > this.time || !this.timers.delete(timer)) continue;
            timer.act();
        }
    }
}

/** A guarded button in a window whose events the test sends. */
function guarded() {
    const listeners = new Map();
    const listen = (type, listener) => listeners.set(type, listener);
    Object.assign(globalThis.window, { addEventListener: listen, removeEventListener: (type) => listeners.delete(type) });
    Object.assign(globalThis.document, { addEventListener: listen, removeEventListener: (type) => listeners.delete(type) });
    const made = { clock: new HandClock(), place: "here", acts: 0, refusals: 0, drawn: [] };
    made.guard = new Guard({
        clock: made.clock, place: () => made.place, refused: () => (made.refusals += 1), changed: () => made.drawn.push(made.guard?.isOpen),
    });
    const makeButton = () => {
        const button = document.createElement("button");
        made.guard.watch(button, () => (made.acts += 1));
        return button;
    };
    made.stop = made.guard.follow();
    made.send = (type, event = { isTrusted: true }) => listeners.get(type)?.(event);
    // As a browser has it: the window hears of a press before the button does.
    made.on = (button, type, more = {}) => {
        const event = { isTrusted: true, detail: 0, ...more };
        if (type === "pointerdown") made.send("pointerdown", event);
        button.listeners.get(type)?.(event);
    };
    made.press = (button = made.button, more = {}) => {
        for (const type of ["pointerdown", "mousedown"]) made.on(button, type, more);
        made.on(button, "click", { detail: 1, ...more });
    };
    made.listeners = listeners;
    made.other = makeButton();
    made.button = makeButton();
    return made;
}

test("a timer that goes off too soon for the clock leaves nothing closed", () => {
    const made = guarded();
    // Firefox rounds its clock: half a second of a timer can be 499 ms there.
    made.clock.rounded = 1;
    made.clock.pass(500);
    assert.equal(made.guard.isOpen, false);
    made.clock.pass(1);
    assert.equal(made.drawn.at(-1), true);
});

test("a whole press decides once the half second is over, and not a millisecond sooner", () => {
    const made = guarded();
    made.clock.pass(499);
    made.press();
    assert.deepEqual([made.acts, made.refusals], [0, 1]);
    made.clock.pass(500);
    made.press();
    assert.deepEqual([made.acts, made.refusals], [1, 1]);
    assert.equal(made.drawn.at(-1), true);
});

test("presses that come too soon begin the time anew, wherever in the window they are", () => {
    const made = guarded();
    for (let count = 0; count < 10; count++) {
        made.clock.pass(400);
        if (count % 2) made.press();
        else made.send("pointerdown");
    }
    assert.deepEqual([made.acts, made.refusals], [0, 5]);
    made.clock.pass(499);
    assert.equal(made.guard.isOpen, false);
    made.clock.pass(1);
    assert.equal(made.guard.isOpen, true);
    // Once it is open, a press elsewhere is nothing special.
    made.send("pointerdown");
    assert.equal(made.guard.isOpen, true);
});

for (const type of ["focus", "visibilitychange"]) {
    test(`${type} of the window begins the time anew`, () => {
        const made = guarded();
        made.clock.pass(600);
        made.send(type);
        made.press();
        assert.deepEqual([made.acts, made.refusals], [0, 1]);
        made.clock.pass(500);
        made.press();
        assert.equal(made.acts, 1);
    });
}

test("a window or button that moved begins the time anew, whether anybody looked or not", () => {
    const made = guarded();
    made.clock.pass(600);
    made.place = "there";
    made.press();
    assert.deepEqual([made.acts, made.refusals], [0, 1]);
    made.clock.pass(600);
    made.place = "elsewhere";
    made.guard.look();
    assert.equal(made.guard.isOpen, false);
    made.clock.pass(500);
    made.guard.look();
    assert.equal(made.guard.isOpen, true);
});

test("a window that tells of resizing all the time, and keeps its size, can be used", () => {
    const made = guarded();
    for (let count = 0; count < 30; count++) {
        made.clock.pass(20);
        made.send("resize");
    }
    made.press();
    assert.equal(made.acts, 1);
    made.place = "larger";
    made.send("resize");
    made.press();
    assert.equal(made.acts, 1);
});

test("what happens between the two halves of a press undoes it", () => {
    for (const between of [(made) => made.send("focus"), (made) => (made.place = "there"), (made) => (made.send("visibilitychange"), made.clock.pass(600))]) {
        const made = guarded();
        made.clock.pass(600);
        made.on(made.button, "pointerdown");
        between(made);
        made.on(made.button, "click", { detail: 1 });
        assert.deepEqual([made.acts, made.refusals], [0, 1]);
    }
});

test("a press that began elsewhere, or before there was time to see, decides nothing", () => {
    const made = guarded();
    made.clock.pass(600);
    made.on(made.other, "pointerdown");
    made.on(made.button, "click", { detail: 1 });
    assert.equal(made.acts, 0);
    made.on(made.button, "click", { detail: 1 });
    assert.equal(made.acts, 0);
    made.guard.close();
    made.on(made.button, "pointerdown");
    made.clock.pass(600);
    made.on(made.button, "click", { detail: 1 });
    assert.equal(made.acts, 0);
    made.clock.pass(600);
    made.press();
    assert.equal(made.acts, 1);
});

test("the second click of a double click decides nothing", () => {
    const made = guarded();
    made.clock.pass(600);
    made.press(made.button, { detail: 2 });
    assert.deepEqual([made.acts, made.refusals], [0, 1]);
});

test("what a script makes up is no press", () => {
    const made = guarded();
    made.clock.pass(600);
    made.press(made.button, { isTrusted: false });
    made.on(made.button, "pointerdown");
    made.on(made.button, "click", { isTrusted: false, detail: 1 });
    made.on(made.button, "click", { isTrusted: false });
    assert.deepEqual([made.acts, made.refusals], [0, 0]);
    made.send("pointerdown", { isTrusted: false });
    assert.equal(made.guard.isOpen, true);
});

test("Enter and Space decide, and a key that is held down doesn't", () => {
    for (const key of ["Enter", " "]) {
        const made = guarded();
        made.clock.pass(600);
        made.on(made.button, "keydown", { key });
        made.on(made.button, "click");
        assert.equal(made.acts, 1);
    }
    const made = guarded();
    for (let count = 0; count < 40; count++) {
        made.on(made.button, "keydown", { key: "Enter", repeat: count > 0 });
        made.on(made.button, "click");
        made.clock.pass(count === 39 ? 600 : 30);
    }
    assert.equal(made.acts, 0);
    made.on(made.button, "keydown", { key: "Enter", repeat: true });
    made.on(made.button, "click");
    assert.equal(made.acts, 0);
});

test("a screen reader's press needs neither pointer nor key, and waits as any other", () => {
    const made = guarded();
    made.on(made.button, "click");
    assert.equal(made.acts, 0);
    made.clock.pass(600);
    made.on(made.button, "click");
    assert.equal(made.acts, 1);
    // Firefox makes events of a mouse for it.
    made.on(made.button, "mousedown", { detail: 1 });
    made.on(made.button, "click", { detail: 1 });
    assert.equal(made.acts, 2);
});

test("it stops watching when it is told to", () => {
    const made = guarded();
    made.stop();
    assert.equal(made.listeners.size, 0);
    assert.equal(made.clock.timers.size, 0);
});
