// A stand-in of our own for web3.js 1.x's public keys, as its documentation and its callers have them, over the bn.js that it uses.

import { createRequire } from "node:module";

/** Debian's, where a Node.js from elsewhere doesn't look by itself. */
export const BN = createRequire(import.meta.url)("/usr/share/nodejs/bn.js");
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function base58(bytes) {
    let value = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
    let text = "";
    for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
    for (let i = 0; i < bytes.length && bytes[i] === 0; i++) text = `1${text}`;
    return text;
}

export function fromBase58(text) {
    let value = 0n;
    for (const digit of text) value = value * 58n + BigInt(ALPHABET.indexOf(digit));
    const hex = value.toString(16);
    const bytes = value === 0n ? [] : Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
    return Uint8Array.from([...Array(/^1*/.exec(text)[0].length).fill(0), ...bytes]);
}

/** Copies any object that has a `_bn`, and compares by it alone. */
export class PublicKey {
    constructor(value) {
        if (value._bn !== undefined) this._bn = value._bn;
        else this._bn = new BN(typeof value === "string" ? fromBase58(value) : value);
        if (this._bn.byteLength() > 32) throw new Error("Invalid public key input");
    }
    equals(other) { return this._bn.eq(other._bn); }
    toBase58() { return base58(this.toBytes()); }
    toJSON() { return this.toBase58(); }
    toString() { return this.toBase58(); }
    toBytes() { return new Uint8Array(this.toBuffer()); }
    toBuffer() {
        const bytes = this._bn.toArrayLike(Buffer);
        if (bytes.length === 32) return bytes;
        const whole = Buffer.alloc(32);
        bytes.copy(whole, 32 - bytes.length);
        return whole;
    }
}

export const Message = {
    /** The order of accounts of a legacy message: signers first, then what is writable, by base58; the payer before all. */
    compile({ feePayer, instructions, recentBlockhash }) {
        const metas = [];
        const add = (meta) => {
            const known = metas.find(({ pubkey }) => pubkey.toString() === meta.pubkey.toString());
            if (!known) return metas.push({ ...meta });
            known.isSigner ||= meta.isSigner;
            known.isWritable ||= meta.isWritable;
        };
        for (const { keys } of instructions) keys.forEach(add);
        for (const { programId } of instructions) add({ pubkey: new PublicKey(programId.toString()), isSigner: false, isWritable: false });
        metas.sort((x, y) => y.isSigner - x.isSigner || y.isWritable - x.isWritable
            || x.pubkey.toBase58().localeCompare(y.pubkey.toBase58(), "en"));
        const at = metas.findIndex(({ pubkey }) => pubkey.equals(feePayer));
        const [payer] = at < 0 ? [{ pubkey: feePayer }] : metas.splice(at, 1);
        metas.unshift({ ...payer, isSigner: true, isWritable: true });
        const index = (key) => metas.findIndex(({ pubkey }) => pubkey.equals(key));
        const count = (is) => metas.filter(is).length;
        return {
            recentBlockhash,
            header: [
                count(({ isSigner }) => isSigner), count(({ isSigner, isWritable }) => isSigner && !isWritable),
                count(({ isSigner, isWritable }) => !isSigner && !isWritable),
            ],
            accountKeys: metas.map(({ pubkey }) => Buffer.from(new PublicKey(pubkey).toBytes()).toString("hex")),
            instructions: instructions.map(({ programId, keys, data }) => [index(programId), keys.map(({ pubkey }) => index(pubkey)), [...data]]),
        };
    },
};
