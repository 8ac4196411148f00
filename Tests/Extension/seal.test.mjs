import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fromBase64, seal, sealWith, toBase64 } from "../../extension/lib/seal.js";

// pyhpke is the other implementation, as for the agent's side: Tests/Support/vectors_seal.py.
const root = fileURLToPath(new URL("../../", import.meta.url));
// The stamp and not the program: Tests/run writes it last, when everything in the environment is there.
const installed = existsSync(`${root}.venv-tests/installed`) ? `${root}.venv-tests/bin/python` : undefined;
const python = process.env.SIDEKEY_TEST_PYTHON ?? installed;
const curve = await crypto.subtle.generateKey({ name: "X25519" }, false, ["deriveBits"]).then(() => true, () => false);
const skip = (!python && "no python with pyhpke: Tests/run python") || (!curve && "this node's WebCrypto has no X25519");

const run = (what, input = "") => JSON.parse(execFileSync(python, [`${root}Tests/Support/vectors_seal.py`, ...what], { input }));
const vectors = skip ? [] : run(["seal", "--count", "30", "--seed", "extension"]);
const hex = (text) => new Uint8Array(Buffer.from(text, "hex"));
const asHex = (base64) => Buffer.from(fromBase64(base64)).toString("hex");

async function keyPair(privateKey, publicKey) {
    const jwk = { kty: "OKP", crv: "X25519", d: Buffer.from(hex(privateKey)).toString("base64url"), x: Buffer.from(hex(publicKey)).toString("base64url") };
    const { d, ...half } = jwk;
    return {
        privateKey: await crypto.subtle.importKey("jwk", { ...jwk, d }, { name: "X25519" }, false, ["deriveBits"]),
        publicKey: await crypto.subtle.importKey("jwk", half, { name: "X25519" }, true, []),
    };
}

test("with the same ephemeral key it seals byte for byte what pyhpke seals", { skip }, async () => {
    assert.equal(vectors.length, 30);
    for (const { publicKey, ephemeral, enc, ciphertext, method, parameter, secret } of vectors) {
        const sealed = await sealWith(await keyPair(ephemeral, enc), toBase64(hex(publicKey)), method, parameter, hex(secret));
        assert.deepEqual([asHex(sealed.enc), asHex(sealed.ciphertext)], [enc, ciphertext]);
    }
});

test("what it seals opens in pyhpke, and no two are alike", { skip }, async () => {
    const entries = [];
    for (const { privateKey, publicKey, method, parameter, secret } of vectors) {
        const { enc, ciphertext } = await seal(toBase64(hex(publicKey)), method, parameter, hex(secret));
        entries.push({ privateKey, method, parameter, enc: asHex(enc), ciphertext: asHex(ciphertext) });
    }
    assert.equal(new Set(entries.map(({ enc }) => enc)).size, entries.length);
    const opened = run(["open"], JSON.stringify(entries));
    assert.deepEqual(opened.map(({ secret }) => secret), vectors.map(({ secret }) => secret));
});

test("a text is sealed as its UTF-8", { skip }, async () => {
    const [{ privateKey, publicKey }] = vectors;
    const text = "pass\u00e9 \u{1f511}";
    const { enc, ciphertext } = await seal(toBase64(hex(publicKey)), "m", "p", text);
    const [{ secret }] = run(["open"], JSON.stringify([{ privateKey, method: "m", parameter: "p", enc: asHex(enc), ciphertext: asHex(ciphertext) }]));
    assert.equal(Buffer.from(secret, "hex").toString("utf8"), text);
});

test("the ciphertext of a passphrase doesn't tell its length", { skip }, async () => {
    const key = toBase64(hex(vectors[0].publicKey));
    const lengths = await Promise.all([0, 8, 30, 62].map(async (length) => (await seal(key, "m", "p", "x".repeat(length))).ciphertext.length));
    assert.equal(new Set(lengths).size, 1);
});

test("no secret is sealed to what is no key, nor one that is too long", { skip }, async () => {
    const key = toBase64(hex(vectors[0].publicKey));
    for (const bad of ["", "AAAA", "?", toBase64(new Uint8Array(31)), toBase64(new Uint8Array(32))]) {
        await assert.rejects(seal(bad, "m", "p", "secret"), `"${bad}"`);
    }
    await seal(key, "m", "p", new Uint8Array(4094));
    await assert.rejects(seal(key, "m", "p", new Uint8Array(4095)), RangeError);
});
