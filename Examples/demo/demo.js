// @ts-check
// The demo dApp: finds a wallet by the Wallet Standard, asks for signatures, and verifies them with WebCrypto. With a node on this machine
// (?node=http://127.0.0.1:8899) it has the wallet send SOL there, and shows the balance move.

import { decodeBase58, encodeBase58 } from "./base58.js";
import { balance, latestBlockhash, node } from "./node.js";
import { splitTransaction, transferTransaction } from "./transfer.js";

/** @typedef {{address: string, publicKey: Uint8Array}} Account */
/** @typedef {{name: string, features: Record<string, any>, accounts: readonly Account[]}} Wallet */

const CHAIN = "solana:devnet";
// An address with a key, as a person has: of one without, the review would warn.
const RECIPIENT = new Uint8Array(32).fill(9);
const LAMPORTS = 1_000_000n;
const SENT = 250_000_000n;

/** @type {Wallet | undefined} */
let wallet;

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {string} id @param {string} text @param {"ok" | "error"} [state] */
function show(id, text, state = "ok") {
  element(id).textContent = text;
  element(id).dataset.state = state;
}

/** @param {Wallet} found */
function adopt(found) {
  if (wallet || found.name !== "Sidekey") return;
  wallet = found;
  show("wallet", found.name);
  found.features["standard:events"].on("change", refresh);
  refresh();
}

function refresh() {
  const account = wallet?.accounts[0];
  show("account", account ? account.address : "not connected");
  element("connect").disabled = !wallet || Boolean(account);
  for (const id of ["disconnect", "sign-message", "sign-transaction"]) element(id).disabled = !account;
  element("send").disabled = !account || !node;
  if (account && node) void attempt("balance", () => balanceOf(account));
}

/**
 * Ed25519 by the browser, not by the wallet: the page believes nothing it hasn't checked.
 * @param {Account} account @param {Uint8Array} signature @param {Uint8Array} message
 */
async function verify(account, signature, message) {
  if (encodeBase58(account.publicKey) !== account.address) throw new Error("address and public key differ");
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(account.publicKey), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), Uint8Array.from(message));
}

/** @param {Uint8Array} a @param {Uint8Array} b */
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * Runs what a button does and shows how it ended.
 * @param {string} id
 * @param {() => Promise<string>} action
 */
async function attempt(id, action) {
  show(id, "waiting for the wallet");
  try {
    show(id, await action());
  } catch (error) {
    const code = /** @type {any} */ (error)?.code;
    show(id, `${code === undefined ? "error" : `error ${code}`}: ${/** @type {Error} */ (error).message}`, "error");
  }
}

/** @returns {{features: Record<string, any>, account: Account}} */
function connected() {
  const account = wallet?.accounts[0];
  if (!wallet || !account) throw new Error("not connected");
  return { features: wallet.features, account };
}

async function signMessage() {
  const { features, account } = connected();
  const message = new TextEncoder().encode(element("message").value);
  const [output] = await features["solana:signMessage"].signMessage({ account, message });
  if (!same(output.signedMessage, message)) throw new Error("the wallet signed another message");
  if (!(await verify(account, output.signature, message))) throw new Error("the signature is wrong");
  return `verified: ${encodeBase58(output.signature)}`;
}

async function signTransaction() {
  const { features, account } = connected();
  const blockhash = crypto.getRandomValues(new Uint8Array(32));
  const transaction = transferTransaction(account.publicKey, RECIPIENT, LAMPORTS, blockhash);
  const [output] = await features["solana:signTransaction"].signTransaction({ account, transaction, chain: CHAIN });
  const { signature, message } = splitTransaction(output.signedTransaction);
  if (!same(message, splitTransaction(transaction).message)) throw new Error("the wallet changed the transaction");
  if (!(await verify(account, signature, message))) throw new Error("the signature is wrong");
  return `verified: ${encodeBase58(signature)}`;
}

/** @param {Account} account */
async function balanceOf(account) {
  const lamports = await balance(account.address);
  return `${Math.floor(lamports / 1e9)}.${String(lamports % 1e9).padStart(9, "0")} SOL`;
}

async function send() {
  const { features, account } = connected();
  const blockhash = decodeBase58(await latestBlockhash());
  const transaction = transferTransaction(account.publicKey, RECIPIENT, SENT, blockhash);
  const [output] = await features["solana:signAndSendTransaction"].signAndSendTransaction({
    account, transaction, chain: "solana:localnet", options: { commitment: "confirmed" },
  });
  const before = element("balance").textContent;
  show("balance", await balanceOf(account));
  if (element("balance").textContent === before) throw new Error("the balance didn't move");
  return `sent: ${encodeBase58(output.signature)}`;
}

element("connect").addEventListener("click", () =>
  attempt("account", async () => {
    const { accounts } = await wallet?.features["standard:connect"].connect();
    refresh();
    return accounts[0] ? accounts[0].address : "not connected";
  }));
element("disconnect").addEventListener("click", () =>
  attempt("account", async () => {
    await wallet?.features["standard:disconnect"].disconnect();
    refresh();
    return "not connected";
  }));
element("sign-message").addEventListener("click", () => attempt("message-result", signMessage));
element("sign-transaction").addEventListener("click", () => attempt("transaction-result", signTransaction));
element("send").addEventListener("click", () => attempt("send-result", send));
element("sending").hidden = !node;
for (const output of document.querySelectorAll(".recipient")) output.textContent = encodeBase58(RECIPIENT);

// Both directions of the Wallet Standard's handshake: whoever comes first, page or wallet, the other hears of it.
/** @param {Wallet[]} wallets */
const register = (...wallets) => wallets.forEach(adopt);
const api = { register };
window.addEventListener("wallet-standard:register-wallet", (event) => /** @type {any} */ (event).detail(api));
window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
