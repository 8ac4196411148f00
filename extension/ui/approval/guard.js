/**
 * Holds a decision back until the user can have seen what it answers.
 *
 * It is open once nothing has happened for half a second that could put a button under a pointer or a key which was meant for
 * something else: the request was drawn, the window came to the front, was moved, resized or hidden, the button itself moved. A press
 * meanwhile decides nothing and begins that time anew, so that a game of quick clicks never gets there.
 *
 * Then one whole press decides: begun on this button while the guard was open, ended there, with nothing between, and not the second
 * click of a double click. What a script makes up isn't a press. A screen reader presses without pointer and key, and may.
 */
const HOLD = 500;

/**
 * @typedef {{ now: () => number, after: (milliseconds: number, act: () => void) => () => void }} Clock `after` gives what calls it off
 * @typedef {{ target: unknown, turn: number }} Press where a press began, and in which turn of the guard; 0 where it was closed
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
    /** Counts how often it was closed: a press that began before doesn't count after. */
    #turn = 0;
    #callOff = () => {};
    /** @type {Press | undefined} */
    #press;

    /**
     * @param {{ place: () => string, changed: () => void, refused: () => void, clock?: Clock }} parts
     * where the button stands on the screen, and how large its window is, written out; who draws whether the guard is open; who tells why a press did nothing
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

    /** Begins the time anew. */
    close() {
        this.#stands = this.#place();
        this.#since = this.#clock.now();
        this.#turn += 1;
        this.#wait();
        this.#changed();
    }

    /** Tells once the time is over. A timer may go off a millisecond before a clock that is rounded says so: it is set again then. */
    #wait() {
        this.#callOff();
        this.#callOff = this.#clock.after(this.#left, () => (this.isOpen ? this.#changed() : this.#wait()));
    }

    /** Looks whether the button still stands where it stood; browsers don't tell when a window is moved. */
    look() {
        if (this.#place() !== this.#stands) this.close();
    }

    /**
     * Lets a button act by a whole press alone.
     *
     * @param {HTMLButtonElement} button one without a listener of its own
     * @param {() => void} act
     */
    watch(button, act) {
        const begin = (/** @type {Event} */ event) => this.#begin(event, button);
        button.addEventListener("pointerdown", begin);
        // What presses for a screen reader makes events of a mouse without a pointer.
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

    /** Watches the window that the button stands in, until `stop` is called. */
    follow() {
        const close = () => this.close();
        // Firefox tells of resizing all the time in the toolbar popup, whose size stays the same.
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
     * Any press in the window: one that comes too soon shows that the user is still pressing something else.
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
        // A key that is held down was pressed for something before.
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
        // A press that began too soon was told of when it began.
        if (press?.turn !== 0) this.#refused();
        if (!this.isOpen) this.close();
        return false;
    }
}
