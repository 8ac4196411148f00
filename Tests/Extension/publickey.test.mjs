import assert from "node:assert/strict";
import { test } from "node:test";
import { providerRealm } from "./support/realm.mjs";
import { base58, BN, Message, PublicKey } from "./support/web3.mjs";

/** The older provider's key of an account with this public key. */
function keysOf(all) {
    const realm = providerRealm();
    const solana = realm.run("window.sidekey.solana");
    return all.map((bytes) => {
        realm.answer({ event: "accounts", accounts: [{ publicKey: base58(bytes), label: "Account 1" }] });
        return solana.publicKey;
    });
}

/** The same thousand keys each time: the edges, and what a small generator gives. */
function* thousandKeys() {
    for (const edge of [0, 1, 127, 128, 255]) yield new Uint8Array(32).fill(edge);
    for (let zeros = 1; zeros < 32; zeros++) yield new Uint8Array(32).fill(0x9c, zeros);
    for (let state = 1, made = 36; made < 1000; made++) {
        const bytes = new Uint8Array(32);
        for (let i = 0; i < 32; i++) bytes[i] = (state = (state * 48271) % 2147483647);
        yield bytes;
    }
}

const BYTES = [...thousandKeys()];
const KEYS = keysOf(BYTES);

test("a thousand keys are web3.js's keys, copied and compared in either direction", () => {
    for (const [i, key] of KEYS.entries()) {
        const copied = new PublicKey(key);
        const theirs = new PublicKey(BYTES[i]);
        assert.deepEqual(Buffer.from(copied.toBytes()), Buffer.from(BYTES[i]));
        assert.equal(copied.toBase58(), key.toBase58());
        assert.ok(copied.equals(key) && theirs.equals(key) && key.equals(theirs) && copied.equals(theirs), `key ${i}`);
        const other = KEYS[(i + 1) % KEYS.length];
        assert.ok(!theirs.equals(other) && !copied.equals(other) && !key.equals(new PublicKey(other)), `key ${i}`);
        assert.deepEqual(Buffer.from(key.toBuffer()), Buffer.from(BYTES[i]));
        assert.equal(JSON.stringify({ key }), JSON.stringify({ key: theirs }));
        assert.equal(`${key}`, theirs.toString());
    }
});

test("bn.js takes the number for one of its own", () => {
    for (const [i, { _bn: ours }] of KEYS.entries()) {
        const theirs = new BN(BYTES[i]);
        assert.ok(BN.isBN(ours));
        assert.deepEqual([...ours.words], theirs.words.slice(0, theirs.length));
        assert.deepEqual([ours.length, ours.byteLength()], [theirs.length, theirs.byteLength()]);
        assert.ok(ours.eq(theirs) && theirs.eq(ours));
        const next = theirs.addn(1);
        assert.deepEqual([ours.cmp(next), next.cmp(ours), ours.cmp(theirs)], [-1, 1, 0]);
        for (const [kind, endian, length] of [[Buffer], [Buffer, "le"], [Uint8Array, "be", 32], [Array, "le", 40]]) {
            assert.deepEqual([...ours.toArrayLike(kind, endian, length)], [...theirs.toArrayLike(kind, endian, length)]);
        }
        assert.deepEqual([ours.toString(), ours.toString(16), ours.isZero()], [theirs.toString(), theirs.toString(16), theirs.isZero()]);
    }
    assert.throws(() => KEYS[4]._bn.toArrayLike(Uint8Array, "be", 31));
});

test("a message compiles with the key as its payer, its signer, an account or a program", () => {
    const recent = base58(new Uint8Array(32).fill(9));
    for (let i = 0; i + 3 < KEYS.length; i += 3) {
        const [payer, second, program] = [KEYS[i], KEYS[i + 1], KEYS[i + 2]];
        const compiled = (of) => Message.compile({
            feePayer: of(payer), recentBlockhash: recent,
            instructions: [{
                programId: of(program), data: new Uint8Array([1]),
                keys: [
                    { pubkey: of(second), isSigner: true, isWritable: false },
                    { pubkey: of(payer), isSigner: true, isWritable: true },
                    { pubkey: of(KEYS[i + 3]), isSigner: false, isWritable: true },
                ],
            }],
        });
        assert.deepEqual(compiled((key) => key), compiled((key) => new PublicKey(key.toBase58())), `keys from ${i}`);
    }
});

test("the bytes are a Buffer where the page has one, and are spelled like one where it has none", () => {
    const realm = providerRealm();
    realm.answer({ event: "accounts", accounts: [{ publicKey: base58(BYTES[700]), label: "Account 1" }] });
    const solana = realm.run("window.sidekey.solana");
    const own = solana.publicKey.toBuffer();
    const theirs = Buffer.from(BYTES[700]);
    assert.deepEqual(
        [own.toString("hex"), own.toString("base64"), JSON.stringify(own), own.equals(theirs), own.equals(theirs.subarray(1))],
        [theirs.toString("hex"), theirs.toString("base64"), JSON.stringify(theirs), true, false]);
    const target = Buffer.alloc(40);
    assert.equal(own.copy(target, 8), 32);
    assert.ok(target.subarray(8).equals(theirs));
    assert.ok(Buffer.concat([own, Buffer.from("seed")]).subarray(0, 32).equals(theirs), "as a seed");
    realm.run("globalThis.Buffer = { from: (bytes) => ({ isBuffer: true, bytes }) }");
    assert.equal(solana.publicKey.toBuffer().isBuffer, true);
});

test("what a page writes into the bytes it was given changes no key", () => {
    const [key] = keysOf([BYTES[500]]);
    key.toBytes().fill(0);
    key.toBuffer().fill(0);
    assert.ok(Buffer.from(key.toBytes()).equals(Buffer.from(BYTES[500])));
    assert.throws(() => { "use strict"; key._bn.words[0] = 0; });
    assert.equal(new PublicKey(key).toBase58(), base58(BYTES[500]));
});
