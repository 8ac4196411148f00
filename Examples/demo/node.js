// @ts-check
// As much of Solana's JSON-RPC as the demo needs of the node that it was started with.

/** Only a node on this machine: what the page shows is a trial. */
const address = new URLSearchParams(location.search).get("node") ?? "";
export const node = /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(address) ? address : undefined;

/**
 * @param {string} method @param {unknown[]} params
 * @returns {Promise<any>}
 */
async function ask(method, params) {
  if (!node) throw new Error("the page was opened without a node");
  const answer = await fetch(node, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}

/** @returns {Promise<string>} in base58 */
export const latestBlockhash = async () => (await ask("getLatestBlockhash", [{ commitment: "confirmed" }])).value.blockhash;

/**
 * @param {string} address
 * @returns {Promise<number>} lamports; on this chain few enough for a number
 */
export const balance = async (address) => (await ask("getBalance", [address, { commitment: "confirmed" }])).value;
