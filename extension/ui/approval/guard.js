/**
 * Holds a decision back until the user has had time to see its subject.
 *
 * The guard opens half a second after the last event that could put a button under a pointer or a key which was meant for something else.
 * Such events are: the request was drawn; the window came to the front, was moved, resized or hidden; the button itself moved. A press
 * meanwhile decides nothing and restarts that time, so that a game of quick clicks never gets through.
 *
 * Then one whole press decides. It begins and ends on this button while the guard is open, with nothing between, and isn't the second click
 * of a double click. A press from a script doesn't count. A screen reader presses without pointer and key, and may.
 */
const HOLD = 500;

/**
 * @typedef {{ now: () => number, after: (milliseconds: number, act: () => void) => () => void }} Clock `after` returns a function that cancels it
 * @typedef {{ target: unknown, turn: number }} Press the place and the guard's turn of a press; turn 0 if it was closed
 */

/** @type {Clock} */
const WATCH = {
    now: () => performance.now(),
    after: (milliseconds, act) => {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
    },
};

export class Guard {
    #place;
    #changed;
    #refused;
    #clock;
    #stands = "";
    #since = 0;
    /** The number of times that it was closed: a press that began before the latest doesn't count. */
    #turn = 0;
    #callOff = () => {};
    /** @type {Press | undefined} */
    #press;

    /**
     * @param {{ place: () => string, changed: () => void, refused: () => void, clock?: Clock }} parts
     * `place` returns the place of the button on the screen and the size of its window, as a text; `changed` draws the guard's state;
     * `refused` explains why a press did nothing
     */
    constructor({ place, changed, refused, clock = WATCH }) {
        this.#place = place;
        this.#changed = changed;
        this.#refused = refused;
        this.#clock = clock;
        this.close();
    }

    get isOpen() {
        return this.#left <= 0;
    }

    get #left() {
        return HOLD - (this.#clock.now() - this.#since);
    }

    /** Restarts the time. */
    close() {
        this.#stands = this.#place();
        this.#since = this.#clock.now();
        this.#turn += 1;
        this.#wait();
        this.#changed();
    }

    /** Reports the end of the time. A timer may fire a millisecond before a rounded clock says so: then it is set again. */
    #wait() {
        this.#callOff();
        this.#callOff = this.#clock.after(this.#left, () => (this.isOpen ? this.#changed() : this.#wait()));
    }

    /** Checks that the button hasn't moved; browsers don't report a moved window. */
    look() {
        if (this.#place() !== this.#stands) this.close();
    }

    /**
     * Lets only a whole press trigger a button.
     *
     * @param {HTMLButtonElement} button one without a listener of its own
     * @param {() => void} act
     */
    watch(button, act) {
        const begin = (/** @type {Event} */ event) => this.#begin(event, button);
        button.addEventListener("pointerdown", begin);
        // A screen reader's press makes events of a mouse without a pointer.
        button.addEventListener("mousedown", (event) => {
            if (!this.#press) begin(event);
        });
        button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") begin(event);
        });
        button.addEventListener("click", (/** @type {MouseEvent} */ event) => {
            if (this.#ends(event, button)) act();
        });
    }

    /** Watches the window of the button until a call of `stop`. */
    follow() {
        const close = () => this.close();
        // Firefox reports resizing all the time in the toolbar popup, whose size stays the same.
        const look = () => this.look();
        const pressed = (/** @type {Event} */ event) => this.#elsewhere(event);
        window.addEventListener("focus", close);
        window.addEventListener("resize", look);
        document.addEventListener("visibilitychange", close);
        document.addEventListener("pointerdown", pressed, true);
        const looking = setInterval(look, 100);
        return () => {
            clearInterval(looking);
            this.#callOff();
            window.removeEventListener("focus", close);
            window.removeEventListener("resize", look);
            document.removeEventListener("visibilitychange", close);
            document.removeEventListener("pointerdown", pressed, true);
        };
    }

    /**
     * Handles any press in the window: an early one shows that the user is still pressing something else.
     *
     * @param {Event} event
     */
    #elsewhere(event) {
        this.#press = undefined;
        this.look();
        if (event.isTrusted && !this.isOpen) this.close();
    }

    /** @param {Event} event @param {HTMLButtonElement} button */
    #begin(event, button) {
        if (!event.isTrusted) return;
        this.look();
        // A key that is held down was pressed for an earlier purpose.
        const { repeat = false } = /** @type {KeyboardEvent} */ (event);
        const counts = this.isOpen && !repeat;
        this.#press = { target: button, turn: counts ? this.#turn : 0 };
        if (counts) return;
        this.close();
        this.#refused();
    }

    /** @param {MouseEvent} event @param {HTMLButtonElement} button */
    #ends(event, button) {
        const press = this.#press;
        this.#press = undefined;
        if (!event.isTrusted) return false;
        this.look();
        const isSecond = event.detail > 1;
        const isWhole = press ? press.target === button && press.turn === this.#turn : event.detail === 0;
        if (this.isOpen && isWhole && !isSecond) return true;
        // A press that began too soon was reported when it began.
        if (press?.turn !== 0) this.#refused();
        if (!this.isOpen) this.close();
        return false;
    }
}
