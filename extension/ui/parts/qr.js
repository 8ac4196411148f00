import { draw } from "./icons.js";

/**
 * A QR code, drawn from the modules that the agent computed. It is dark on light whatever the surrounding colours, since every reader knows
 * that form.
 *
 * @typedef {{ publicKey: string, size: number, modules: string }} QRCode `modules` row by row, `1` for a dark one
 */

/** The number of light modules around it (ISO/IEC 18004). */
const QUIET = 4;

/**
 * Returns true if an answer is the requested code: 21 to 177 modules a side, with none missing.
 *
 * @param {any} code
 * @param {string} publicKey
 * @returns {code is QRCode}
 */
export function isCodeOf(code, publicKey) {
    const { size, modules } = code ?? {};
    if (code?.publicKey !== publicKey || !Number.isInteger(size) || size < 21 || size > 177) return false;
    return typeof modules === "string" && modules.length === size * size && /^[01]+$/.test(modules);
}

/**
 * @param {QRCode} code
 * @param {string} name its content, for a user who can't see it
 */
export function qrDrawing({ size, modules }, name) {
    const whole = size + 2 * QUIET;
    const drawing = draw("svg", { class: "qr", viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": name, "shape-rendering": "crispEdges" });
    drawing.append(draw("rect", { width: whole, height: whole, fill: "#fff" }), draw("path", { d: outline(size, modules), fill: "#000" }));
    return drawing;
}

/**
 * Returns one bar for each run of dark modules in a row.
 *
 * @param {number} size
 * @param {string} modules
 */
function outline(size, modules) {
    let path = "";
    for (let row = 0; row < size; row++) {
        for (const { 0: run, index } of modules.slice(row * size, (row + 1) * size).matchAll(/1+/g)) {
            path += `M${(index ?? 0) + QUIET} ${row + QUIET}h${run.length}v1h-${run.length}z`;
        }
    }
    return path;
}
