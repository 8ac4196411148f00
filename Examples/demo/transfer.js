// @ts-check
// A legacy Solana transaction that moves lamports from one account to another, written out by hand.

const SYSTEM_PROGRAM = new Uint8Array(32);
const TRANSFER = 2;

/**
 * The transaction with an empty signature slot for the sender.
 *
 *     signature count 1 | 64 zero bytes | header 1 0 1 | 3 keys | blockhash | 1 instruction
 *
 * @param {Uint8Array} from 32 bytes
 * @param {Uint8Array} to 32 bytes
 * @param {bigint} lamports
 * @param {Uint8Array} blockhash 32 bytes
 * @returns {Uint8Array}
 */
export function transferTransaction(from, to, lamports, blockhash) {
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, TRANSFER, true);
  data.setBigUint64(4, lamports, true);
  return Uint8Array.from([
    1, ...new Uint8Array(64),
    1, 0, 1,
    3, ...from, ...to, ...SYSTEM_PROGRAM,
    ...blockhash,
    1, 2, 2, 0, 1, data.byteLength, ...new Uint8Array(data.buffer),
  ]);
}

/**
 * The first signature of a legacy transaction with one signer, and the message it stands under.
 * @param {Uint8Array} transaction
 * @returns {{signature: Uint8Array, message: Uint8Array}}
 */
export function splitTransaction(transaction) {
  if (transaction[0] !== 1) throw new Error("expected one signature");
  return { signature: transaction.slice(1, 65), message: transaction.slice(65) };
}
