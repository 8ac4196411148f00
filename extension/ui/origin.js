import { make, text } from "./dom.js";

/**
 * A site's origin, large and whole: the scheme, the host as it is (punycode stays punycode, so that a look-alike letter
 * can't hide) and the port.
 *
 * @param {string} origin
 */
export function originHeading(origin) {
    const url = new URL(origin);
    const heading = make("h1", { class: "origin" }, [
        make("span", { class: "scheme", text: `${url.protocol}//` }),
        make("span", { class: "host", text: url.hostname }),
        url.port && make("span", { class: "port", text: `:${url.port}` }),
    ]);
    return make("div", { class: "site" }, [heading, note(url)]);
}

/** @param {URL} url */
function note(url) {
    if (url.hostname.split(".").some((label) => label.startsWith("xn--"))) {
        return make("p", { class: "warning", text: text("originPunycode") });
    }
    if (url.protocol === "http:") return make("p", { class: "muted", text: text("originLocal") });
    return null;
}
