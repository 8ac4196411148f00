/**
 * Icons, drawn for this project on a square of 24 units, with a line of 1.75. They carry no meaning of their own: every element with an
 * icon has a name.
 */
const SVG = "http://www.w3.org/2000/svg";

const DRAWINGS = {
    home: "M4 11.5 12 4.5l8 7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1Z",
    send: "M6.5 17.5 17.5 6.5M9 6.5h8.5V15",
    receive: "M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14",
    activity: "M3.5 12h4l2.5-6.5 4 13 2.5-6.5h4",
    more: "M4.5 10.75h2v2h-2ZM11 10.75h2v2h-2ZM17.5 10.75h2v2h-2Z",
    back: "M19 12H5M11 6l-6 6 6 6",
    next: "M9.5 6l6 6-6 6",
    open: "M6.5 9.5 12 15l5.5-5.5",
    copy: "M9 9h9.5a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM4.5 15.5V5a1 1 0 0 1 1-1H16",
    done: "M5 12.5 10 17.5 19.5 7",
    lock: "M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8 11V8a4 4 0 0 1 8 0v3",
    tab: "M14 4.5h5.5V10M19.5 4.5 12 12M10 5.5H5.5a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V14",
    wallets: "M4.5 8.5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-14a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM6 8.5v-2.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v2.5M15.5 14h.01",
    accounts: "M12 12a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.5 19.5c.8-3.2 3.8-5 7.5-5s6.7 1.8 7.5 5",
    sites: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.6 2.3 3.7 5.2 3.7 8.5s-1.1 6.2-3.7 8.5c-2.6-2.3-3.7-5.2-3.7-8.5S9.4 5.8 12 3.5Z",
    contacts: "M6 4h11.5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H6ZM6 4v16M3.5 8H6M3.5 12H6M3.5 16H6M12.25 11.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5ZM9.5 15.5c.3-1.4 1.4-2.2 2.75-2.2s2.45.8 2.75 2.2",
    permissions: "M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12.5 11.5h8v3M17 11.5v2.5",
    nfts: "M5 4.5h14a.5.5 0 0 1 .5.5v14a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5ZM4.5 16.5l4.5-4.5 3.5 3.5 3-3 4 4M15.5 9.75a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5Z",
    tokens: "M9.5 15.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM14.8 8.7a6 6 0 1 1-6.1 6.6",
    swap: "M7.5 4.5 4 8l3.5 3.5M4 8h14M16.5 12.5 20 16l-3.5 3.5M20 16H6",
    stake: "M12 20.5v-9M12 14.5c0-3.5 2.4-5.5 6.5-5.5 0 3.9-2.4 5.5-6.5 5.5ZM12 12c0-3.9-2.2-6-6.5-6 0 4.3 2.4 6 6.5 6ZM7 20.5h10",
    multisig: "M12 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM12 8.5v4M12 12.5 7.5 16M12 12.5l4.5 3.5",
    protection: "M12 3.5 19 6v5.5c0 4.3-2.8 7.5-7 9-4.2-1.5-7-4.7-7-9V6ZM9 12l2.25 2.25L15.25 10",
    keys: "M6 3.5h8.5l4 4V20a.5.5 0 0 1-.5.5H6a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5ZM14 3.5V8h4.5M10 14h4a.5.5 0 0 1 .5.5v2.5a.5.5 0 0 1-.5.5h-4a.5.5 0 0 1-.5-.5v-2.5a.5.5 0 0 1 .5-.5ZM10.5 14v-1.25a1.5 1.5 0 0 1 3 0V14",
    network: "M12 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM11 7.25 6.5 16.25M13 7.25l4.5 9M7.5 18h9",
    language: "M4 6.5h9M8.5 4.5v2M11.5 6.5c-.8 3.7-3.4 6.5-7 8M6 9.5c1.1 2.3 3 4 5.5 5M12.5 20l4-9.5 4 9.5M13.9 16.8h5.2",
    appearance: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 3.5v17M15.5 4.4v15.2M18.5 6.6v10.8",
    about: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.75h.01",
    settings: "M4 8h6M14 8h6M4 16h3M11 16h9M12 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
    again: "M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .5 4",
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/** @param {IconName} name */
export function icon(name) {
    const drawing = draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
    drawing.append(draw("path", { d: DRAWINGS[name] }));
    return drawing;
}

/**
 * An element of a drawing.
 *
 * @param {string} tag
 * @param {{ [name: string]: string | number }} attributes
 */
export function draw(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element;
}
