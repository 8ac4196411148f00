import { visible } from "../../../lib/visible.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { button, make, text } from "../../parts/dom.js";
import { portfolioErrorText } from "../../parts/portfolio-texts.js";
import { NetworkStore } from "../../stores/network.js";

/**
 * The nodes that the wallet trusts for each cluster. They are changed in Sidekey's own window with the passphrase, since the wallet shows
 * the chain by a node's word.
 *
 * @typedef {import("../../stores/network.js").NodeStatus} NodeStatus
 */
const CLUSTERS = ["mainnet", "devnet", "testnet", "localnet"];

export class NetworkView {
    #client;
    /** @type {NetworkStore} */
    #store;
    element = make("section", { class: "view network" });

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#store = NetworkStore.of(client);
        this.#store.subscribe(() => this.#show());
    }

    async draw() {
        this.#show();
        void this.#store.load();
        return this.element;
    }

    #show() {
        const { phase, rules, error, trust } = this.#store.state;
        const again = () => button(text("retry"), () => void this.#store.load(), "small");
        const parts = error
            ? [make("p", { class: "problem", role: "alert", text: portfolioErrorText(error, false) }), make("p", { class: "muted", text: text("listProblemNext") }), again()]
            : phase === "loading" || !rules
              ? [make("p", { class: "muted busy", role: "status", text: text("loading") })]
              : trust === "unverified"
                ? [make("p", { class: "warning", text: text("networkUnverified") })]
                : this.#settled(rules);
        this.element.replaceChildren(make("h1", { tabindex: -1, text: text("place_network") }), ...parts);
    }

    /** @param {import("../../stores/network.js").NetworkRules} rules @returns {HTMLElement[]} */
    #settled({ cluster: preferred, off, endpoints }) {
        const change = ceremonyButton(this.#client, text("networkChangeButton"), { kind: "network" }, { done: () => this.#store.load() });
        change.setAttribute("data-part", "change");
        if (off) return [make("p", { class: "warning", text: text("networkOff") }), change];
        const isPreferred = (/** @type {string} */ name) => preferred === name || preferred === `solana:${name}`;
        const names = [...CLUSTERS.filter(isPreferred), ...CLUSTERS.filter((name) => !isPreferred(name))];
        return [
            ...names.map((name) => this.#cluster(name, `solana:${name}`, endpoints[name], isPreferred(name))),
            make("p", { class: "muted", text: text("networkChange") }),
            change,
        ];
    }

    /** @param {string} name @param {string} cluster @param {string[] | null | undefined} nodes @param {boolean} isPreferred */
    #cluster(name, cluster, nodes, isPreferred) {
        const { cluster: asked, isAsking } = this.#store.state;
        const isAsked = asked === cluster;
        const label = text(`network_${name}`);
        const check = make("button", { type: "button", class: "small", text: text("networkCheck"), "aria-label": text("networkCheckNamed", label), on: { click: () => void this.#store.ask(cluster) } });
        check.disabled = isAsking;
        return make("section", { class: "card cluster", "data-row": name }, [
            make("h2", {}, [label, isPreferred && make("span", { class: "flag", text: text("networkPreferred") })]),
            nodes && nodes.length === 0
                ? make("p", { class: "muted", text: text("networkNone") })
                : make("ul", { class: "lines" }, nodes ? nodes.map((node) => make("li", { class: "whole", text: visible(node) })) : [make("li", { class: "muted", text: text("networkPublic") })]),
            isAsked && this.#answers(),
            (!nodes || nodes.length > 0) && check,
        ]);
    }

    #answers() {
        const { isAsking, nodes = [], nodesError } = this.#store.state;
        if (isAsking) return make("p", { class: "muted", role: "status", text: text("networkAsking") });
        if (nodesError) return make("p", { class: "problem", role: "alert", text: portfolioErrorText(nodesError, false) });
        return make("div", { role: "status" }, [
            make("ul", { class: "lines" }, nodes.map((node) => make("li", { class: node.state === "reached" ? "" : "problem", text: answerText(node) }))),
        ]);
    }
}

/** @param {NodeStatus} node */
function answerText({ node, state, found, version, slot }) {
    const name = visible(node);
    if (state === "reached") return text("nodeReached", name, visible(version ?? "?"), slot ?? "?");
    if (state === "wrong-cluster") return text("nodeWrongCluster", name, visible(found ?? "?"));
    return text("nodeUnreachable", name);
}
