/**
 * Secrets sealed to the agent, so that background, browser and host can't read what they carry. The seal is HPKE in base mode (RFC 9180)
 * with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM, written out for WebCrypto. Names are the RFC's.
 *
 * @typedef {{ enc: string, ciphertext: string }} Sealed
 */
const INFO = bytes("sidekey secret v1");
const BLOCK = 64;
const MAXIMUM = 4096;
const NONE = new Uint8Array(0);

/** KEM 0x0020, KDF 0x0001, AEAD 0x0002. */
const KEM_SUITE = concat(bytes("KEM"), [0x00, 0x20]);
const SUITE = concat(bytes("HPKE"), [0x00, 0x20], [0x00, 0x01], [0x00, 0x02]);

/**
 * Seals a secret for one parameter of one method.
 *
 * @param {string} sealingKey the key from the answer to `hello`, base64
 * @param {string} method
 * @param {string} parameter a member of an object with the object's name before it, as in `unlock.passphrase`
 * @param {string | Uint8Array} secret
 * @returns {Promise<Sealed>} rejects if the key is invalid or the secret is longer than 4,094 bytes
 */
export async function seal(sealingKey, method, parameter, secret) {
    const ephemeral = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("X25519", false, ["deriveBits"]));
    return sealWith(ephemeral, sealingKey, method, parameter, secret);
}

/**
 * Does the same as `seal`, with the ephemeral key of a test vector.
 *
 * @param {CryptoKeyPair} ephemeral
 * @param {string} sealingKey
 * @param {string} method
 * @param {string} parameter
 * @param {string | Uint8Array} secret
 * @returns {Promise<Sealed>}
 */
export async function sealWith(ephemeral, sealingKey, method, parameter, secret) {
    const plaintext = padded(typeof secret === "string" ? bytes(secret) : secret);
    try {
        const { enc, key, nonce } = await setupBaseS(ephemeral, fromBase64(sealingKey));
        const algorithm = { name: "AES-GCM", iv: nonce, additionalData: bytes(`${method}\n${parameter}`) };
        const ciphertext = await crypto.subtle.encrypt(algorithm, key, plaintext);
        return { enc: toBase64(enc), ciphertext: toBase64(new Uint8Array(ciphertext)) };
    } finally {
        plaintext.fill(0);
    }
}

/**
 * `SetupBaseS` (section 5.1.1): key and base nonce of the one message that is sent, whose sequence number is 0.
 *
 * @param {CryptoKeyPair} ephemeral
 * @param {Uint8Array} pkRm
 */
async function setupBaseS(ephemeral, pkRm) {
    const { sharedSecret, enc } = await encap(ephemeral, pkRm);
    const context = concat(
        [0x00],
        await labeledExtract(SUITE, NONE, "psk_id_hash", NONE),
        await labeledExtract(SUITE, NONE, "info_hash", INFO),
    );
    const secret = await labeledExtract(SUITE, sharedSecret, "secret", NONE);
    const raw = await labeledExpand(SUITE, secret, "key", context, 32);
    const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"]);
    const nonce = await labeledExpand(SUITE, secret, "base_nonce", context, 12);
    for (const part of [sharedSecret, secret, raw]) part.fill(0);
    return { enc, key, nonce };
}

/**
 * `Encap` (section 4.1). WebCrypto refuses a key of low order, whose product with every other is zero.
 *
 * @param {CryptoKeyPair} ephemeral
 * @param {Uint8Array} pkRm
 */
async function encap(ephemeral, pkRm) {
    const pkR = await crypto.subtle.importKey("raw", pkRm, "X25519", false, []);
    const dh = new Uint8Array(await crypto.subtle.deriveBits({ name: "X25519", public: pkR }, ephemeral.privateKey, 256));
    const enc = new Uint8Array(await crypto.subtle.exportKey("raw", ephemeral.publicKey));
    const prk = await labeledExtract(KEM_SUITE, NONE, "eae_prk", dh);
    const sharedSecret = await labeledExpand(KEM_SUITE, prk, "shared_secret", concat(enc, pkRm), 32);
    for (const part of [dh, prk]) part.fill(0);
    return { sharedSecret, enc };
}

/** @param {Uint8Array} suite @param {Uint8Array} salt @param {string} label @param {Uint8Array} ikm */
async function labeledExtract(suite, salt, label, ikm) {
    const labeledIkm = concat(bytes("HPKE-v1"), suite, bytes(label), ikm);
    // HMAC pads a short key with zeros, and WebCrypto takes no empty key: 32 zeros are the empty salt.
    const prk = await hmac(salt.length > 0 ? salt : new Uint8Array(32), labeledIkm);
    labeledIkm.fill(0);
    return prk;
}

/**
 * `Expand` of no more than one hash's length: the first block of HKDF.
 *
 * @param {Uint8Array} suite @param {Uint8Array} prk @param {string} label @param {Uint8Array} info @param {number} length
 */
async function labeledExpand(suite, prk, label, info, length) {
    const block = await hmac(prk, concat([0x00, length], bytes("HPKE-v1"), suite, bytes(label), info, [0x01]));
    return block.slice(0, length);
}

/** @param {Uint8Array} key @param {Uint8Array} message */
async function hmac(key, message) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", concat(key), algorithm, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/**
 * Returns the plaintext: the secret's length in two bytes, the secret, and zeros up to a multiple of 64. So a frame doesn't
 * reveal the length of a passphrase.
 *
 * @param {Uint8Array} secret
 */
function padded(secret) {
    const size = Math.ceil((2 + secret.length) / BLOCK) * BLOCK;
    if (size > MAXIMUM) throw new RangeError("the secret is too long");
    const plaintext = new Uint8Array(size);
    plaintext.set([secret.length & 0xff, secret.length >> 8]);
    plaintext.set(secret, 2);
    return plaintext;
}

/** @param {string} text @returns {Uint8Array} */
function bytes(text) {
    return concat(new TextEncoder().encode(text));
}

/** @param {(Uint8Array | number[])[]} parts @returns {Uint8Array} */
function concat(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let end = 0;
    for (const part of parts) {
        whole.set(part, end);
        end += part.length;
    }
    return whole;
}

/** @param {string} text @returns {Uint8Array} */
export function fromBase64(text) {
    const binary = atob(text);
    const whole = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) whole[index] = binary.charCodeAt(index);
    return whole;
}

/** @param {Uint8Array} data */
export function toBase64(data) {
    return btoa(String.fromCharCode(...data));
}
