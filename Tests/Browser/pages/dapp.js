// A minimal app of the Wallet Standard, for tests. It speaks JSON with its driver, because the driver stands outside
// the page's world: bytes are base64, and a call gives a ticket whose outcome is asked for later.

(() => {
  "use strict";

  const wallets = [];
  const changes = [];
  const outcomes = [];
  // Objects that the wallet gave, kept to ask later whether they are still the same ones.
  const kept = { accounts: null, account: null, publicKey: null };

  const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const base64 = (array) => btoa(Array.from(array, (byte) => String.fromCharCode(byte)).join(""));
  const sidekey = () => wallets.find((wallet) => wallet.name === "Sidekey");
  const feature = (name) => sidekey().features[name];

  const account = (address) => {
    const accounts = sidekey().accounts;
    return address ? accounts.find((candidate) => candidate.address === address) : accounts[0];
  };

  const described = (accounts) =>
    accounts.map(({ address, publicKey, chains, features, label }) => ({
      address, publicKey: base64(publicKey), chains: [...chains], features: [...features], label,
    }));

  const actions = {
    async connect({ silent } = {}) {
      const input = silent === undefined ? undefined : { silent };
      const { accounts } = await feature("standard:connect").connect(input);
      return described(accounts);
    },
    async disconnect() {
      await feature("standard:disconnect").disconnect();
      return null;
    },
    async signMessage({ messages, address, scribble = false }) {
      const inputs = messages.map((message) => ({ account: account(address), message: bytes(message) }));
      const answer = feature("solana:signMessage").signMessage(...inputs);
      // What the page does to its arrays after the call must not reach what is signed.
      if (scribble) for (const input of inputs) input.message.fill(0x21);
      const outputs = await answer;
      return outputs.map(({ signature, signedMessage }) => ({
        signature: base64(signature), signedMessage: base64(signedMessage),
      }));
    },
    async signTransaction({ transactions, address, chain, scribble = false }) {
      const inputs = transactions.map((transaction) => ({
        account: account(address), transaction: bytes(transaction), ...(chain ? { chain } : {}),
      }));
      const answer = feature("solana:signTransaction").signTransaction(...inputs);
      if (scribble) for (const input of inputs) input.transaction.fill(0);
      const outputs = await answer;
      return outputs.map(({ signedTransaction }) => ({ signedTransaction: base64(signedTransaction) }));
    },
    async foreignAccount({ message }) {
      const { address } = account();
      const foreign = { ...account(), address: address.replace(/^./, (first) => (first === "1" ? "2" : "1")) };
      await feature("solana:signMessage").signMessage({ account: foreign, message: bytes(message) });
      return null;
    },
    /** Speaks on the provider's own port, where a test's copy of the extension has given it away. */
    raw({ method, params }) {
      const id = `raw-${outcomes.length}`;
      return new Promise((resolve) => {
        window.taken.addEventListener("message", ({ data }) => { if (data.id === id) resolve(data); });
        window.taken.postMessage({ id, method, params });
      });
    },
    /** Dispatches an event for a relay that a test's copy of the extension has changed. */
    async tell({ event, detail }) {
      document.dispatchEvent(new CustomEvent(event, { detail }));
      return null;
    },
    /** Tries the provider's handover once more, with a port of the page's own. */
    handOver({ method }) {
      const { port1, port2 } = new MessageChannel();
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        window.postMessage("sidekey:handover", origin, [port2]);
        port1.postMessage({ id: "late", method, params: {} });
        setTimeout(() => resolve("no answer"), 700);
      });
    },
    async fetch({ url }) {
      return (await fetch(url)).status;
    },
    async signWithKept({ message }) {
      await feature("solana:signMessage").signMessage({ account: kept.account, message: bytes(message) });
      return null;
    },
  };

  window.dapp = {
    /** Starts an action with its parameters as JSON and returns the ticket of its outcome. */
    begin(name, parameters) {
      const ticket = outcomes.push(null) - 1;
      actions[name](JSON.parse(parameters)).then(
        (value) => { outcomes[ticket] = JSON.stringify({ value }); },
        (error) => {
          const { name: kind, message, code } = error ?? {};
          outcomes[ticket] = JSON.stringify({ error: { kind, message, code, isError: error instanceof Error } });
        });
      return ticket;
    },
    /** An action's outcome as JSON, or null while it is under way. */
    outcome: (ticket) => outcomes[ticket],
    /** What a page can see of the wallet without asking it anything, as JSON. */
    look() {
      const wallet = sidekey();
      if (!wallet) return JSON.stringify(null);
      const { version, name, icon, chains, features, accounts } = wallet;
      return JSON.stringify({
        version, name, icon, chains, accounts: described(accounts), changes,
        features: Object.keys(features),
        transactionVersions: features["solana:signTransaction"]?.supportedTransactionVersions,
        frozen: {
          wallet: Object.isFrozen(wallet), chains: Object.isFrozen(chains), features: Object.isFrozen(features),
          accounts: Object.isFrozen(accounts), account: accounts.every(Object.isFrozen),
        },
      });
    },
    keep() {
      const first = account();
      Object.assign(kept, { accounts: sidekey().accounts, account: first, publicKey: first?.publicKey });
    },
    /** Whether accounts, account and public key are the very objects that `keep` saw. */
    unchanged() {
      const first = account();
      return kept.account !== null && first === kept.account && first.publicKey === kept.publicKey;
    },
  };

  const adopt = (wallet) => {
    if (wallets.includes(wallet)) return;
    wallets.push(wallet);
    if (wallet.name !== "Sidekey") return;
    wallet.features["standard:events"].on("change", (properties) => {
      changes.push({
        properties: Object.keys(properties),
        ...(properties.accounts ? { accounts: properties.accounts.map(({ address }) => address) } : {}),
      });
    });
  };
  const api = { register: (...found) => found.forEach(adopt) };
  window.addEventListener("wallet-standard:register-wallet", (event) => event.detail(api));
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
})();
