/**
 * Passkeys by WebAuthn (Level 3) with the PRF extension, whose output unwraps the vault key. Chromium gives an extension an rp id of its
 * own, which no page can request; Firefox doesn't, so it has no passkeys for the wallet.
 *
 * @typedef {import("./seal.js").Sealed} Sealed
 * @typedef {(parameter: "present" | "next", output: Uint8Array) => Promise<Sealed>} SealOutput
 * @typedef {{ rpId: string, challenge: string, credentials: { id: string, salts: [string, string] }[] }} Challenge
 * @typedef {{ rpId: string, challenge: string, user: string, algorithms: number[], exclude: string[], salts: [string, string] }} Registration
 */
import { fromBase64, toBase64 } from "./seal.js";

const LIMIT = 120_000;

/** Returns true if this browser can have passkeys for the wallet. */
export function passkeysSupported() {
    return globalThis.location?.protocol === "chrome-extension:" && "credentials" in navigator;
}

/** The reason a passkey gave nothing that the agent could use. */
export class PasskeyFailure extends Error {
    /** @param {"cancelled" | "noPRF" | "noneThere"} reason */
    constructor(reason) {
        super(reason);
        this.reason = reason;
    }
}

/**
 * Uses one of the passkeys. Returns the value of `passkey` in `vault.unlock` and in `unlock` of `approvals.approve`.
 *
 * @param {Challenge} challenge the answer of `passkey.challenge`
 * @param {SealOutput} seal
 */
export async function usePasskey({ rpId, challenge, credentials }, seal) {
    if (credentials.length === 0) throw new PasskeyFailure("noneThere");
    const salts = credentials.map(({ id, salts: [first, second] }) => [
        urlSafe(id),
        { first: fromBase64(first), second: fromBase64(second) },
    ]);
    const credential = await asked(() =>
        navigator.credentials.get({
            publicKey: {
                challenge: fromBase64(challenge),
                rpId,
                allowCredentials: credentials.map(({ id }) => ({ type: "public-key", id: fromBase64(id) })),
                userVerification: "required",
                timeout: LIMIT,
                extensions: /** @type {any} */ ({ prf: { evalByCredential: Object.fromEntries(salts) } }),
            },
        }),
    );
    const { present, next } = await sealedOutputs(credential, seal);
    const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
    return {
        credential: base64(credential.rawId),
        authenticatorData: base64(response.authenticatorData),
        clientData: base64(response.clientDataJSON),
        signature: base64(response.signature),
        present,
        next,
    };
}

/**
 * Makes a passkey. Returns the parameters of `passkey.finish`.
 *
 * @param {Registration} registration the answer of `passkey.begin`
 * @param {string} name
 * @param {SealOutput} seal
 */
export async function makePasskey({ rpId, challenge, user, algorithms, exclude, salts: [first, second] }, name, seal) {
    const evaluated = { eval: { first: fromBase64(first), second: fromBase64(second) } };
    const credential = await asked(() =>
        navigator.credentials.create({
            publicKey: {
                challenge: fromBase64(challenge),
                rp: { id: rpId, name: "Sidekey" },
                user: { id: fromBase64(user), name, displayName: name },
                pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
                excludeCredentials: exclude.map((id) => ({ type: "public-key", id: fromBase64(id) })),
                authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
                attestation: "none",
                timeout: LIMIT,
                extensions: /** @type {any} */ ({ prf: evaluated }),
            },
        }),
    );
    // The three getters are newer than the checker's types.
    const response = /** @type {any} */ (credential.response);
    const { enabled, results } = /** @type {any} */ (credential.getClientExtensionResults()).prf ?? {};
    if (!enabled) throw new PasskeyFailure("noPRF");
    return {
        credential: base64(credential.rawId),
        algorithm: response.getPublicKeyAlgorithm(),
        publicKey: base64(response.getPublicKey() ?? new ArrayBuffer(0)),
        clientData: base64(response.clientDataJSON),
        authenticatorData: base64(response.getAuthenticatorData()),
        present: await (results?.first ? sealedOutput("present", results.first, seal) : evaluatedLater(credential, rpId, evaluated, seal)),
    };
}

/**
 * Returns the first output of an authenticator that evaluates nothing while it makes a passkey, by asking it once more.
 *
 * @param {PublicKeyCredential} credential
 * @param {string} rpId
 * @param {object} evaluated
 * @param {SealOutput} seal
 */
async function evaluatedLater(credential, rpId, evaluated, seal) {
    const again = await asked(() =>
        navigator.credentials.get({
            publicKey: {
                // This challenge is never verified: it isn't sent anywhere.
                challenge: crypto.getRandomValues(new Uint8Array(32)),
                rpId,
                allowCredentials: [{ type: "public-key", id: credential.rawId }],
                userVerification: "required",
                timeout: LIMIT,
                extensions: /** @type {any} */ ({ prf: evaluated }),
            },
        }),
    );
    return (await sealedOutputs(again, seal)).present;
}

/** @param {PublicKeyCredential} credential @param {SealOutput} seal */
async function sealedOutputs(credential, seal) {
    const { results } = /** @type {any} */ (credential.getClientExtensionResults()).prf ?? {};
    if (!results?.first || !results.second) throw new PasskeyFailure("noPRF");
    return {
        present: await sealedOutput("present", results.first, seal),
        next: await sealedOutput("next", results.second, seal),
    };
}

/** @param {"present" | "next"} parameter @param {ArrayBuffer} buffer @param {SealOutput} seal */
async function sealedOutput(parameter, buffer, seal) {
    const output = new Uint8Array(buffer);
    try {
        return await seal(parameter, output);
    } finally {
        output.fill(0);
    }
}

/**
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<PublicKeyCredential>}
 */
async function asked(ask) {
    try {
        const credential = await ask();
        if (credential) return /** @type {PublicKeyCredential} */ (credential);
    } catch {
        // The browser doesn't tell a page the reason: no such passkey, a user's rejection and an absent user look alike.
    }
    throw new PasskeyFailure("cancelled");
}

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
    return toBase64(new Uint8Array(buffer));
}

/**
 * Returns base64 for addresses, in which `evalByCredential` names credentials.
 *
 * @param {string} text
 */
function urlSafe(text) {
    return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
