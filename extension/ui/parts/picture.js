import { fromBase64 } from "../../lib/seal.js";
import { make } from "./dom.js";

/**
 * Draws a PNG that the agent has written. It is drawn from bytes onto a canvas, so that these pages need no right to show pictures of any address.
 *
 * @param {string} png base64
 * @param {number} width
 * @param {number} height
 * @param {string} label what it is a picture of
 */
export async function pictureOf(png, width, height, label) {
    const canvas = make("canvas", { class: "picture", width, height, role: "img", "aria-label": label });
    const drawn = await createImageBitmap(new Blob([fromBase64(png)], { type: "image/png" }));
    canvas.getContext("2d")?.drawImage(drawn, 0, 0, width, height);
    drawn.close();
    return canvas;
}
