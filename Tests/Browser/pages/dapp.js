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
    // One that the wallet didn't give: a page may name what it likes.
    return address ? accounts.find((candidate) => candidate.address === address) ?? { address } : accounts[0];
  };

  const described = (accounts) =>
    accounts.map(({ address, publicKey, chains, features, label }) => ({
      address, publicKey: base64(publicKey), chains: [...chains], features: [...features], label,
    }));

  const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });

  // Buffers that are no good before the call, or that the page does something to after it.
  const ways = {
    detached(source) {
      detach(source.buffer);
      return { view: source };
    },
    shrunk(source) {
      const buffer = new ArrayBuffer(source.length, { maxByteLength: source.length });
      const view = new Uint8Array(buffer, 0, source.length);
      buffer.resize(1);
      return { view };
    },
    "detached after": (source) => ({ view: source, after: () => detach(source.buffer) }),
    "shrunk after"(source) {
      const buffer = new ArrayBuffer(source.length, { maxByteLength: source.length });
      const view = new Uint8Array(buffer, 0, source.length);
      view.set(source);
      return { view, after: () => buffer.resize(1) };
    },
    /** Another thread turns every byte over and back, without end. */
    async shared(source) {
      const view = new Uint8Array(new SharedArrayBuffer(source.length));
      view.set(source);
      const script = `onmessage = ({ data }) => {
        postMessage("started");
        for (;;) for (let i = 0; i < data.length; i++) data[i] ^= 1;
      };`;
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
      const started = new Promise((resolve) => { worker.onmessage = resolve; });
      worker.postMessage(view);
      await started;
      return { view, stop: () => worker.terminate() };
    },
  };

  const place = (tag, members) => document.body.appendChild(Object.assign(document.createElement(tag), members));
  const framing = (script) => `<!doctype html><script>${script}</script>`;

  // Every way to have a document in a document. Those without an address of their own run the same script.
  const frames = {
    "same origin": () => place("iframe", { src: "frame.html" }),
    "other origin": (_, elsewhere) => place("iframe", { src: `${elsewhere}/frame.html` }),
    sandboxed: () => place("iframe", { sandbox: "allow-scripts", src: "frame.html" }),
    "sandboxed, same origin": () => place("iframe", { sandbox: "allow-scripts allow-same-origin", src: "frame.html" }),
    srcdoc: (script) => place("iframe", { srcdoc: framing(script) }),
    "about:blank"(script) {
      const { contentDocument } = place("iframe", {});
      contentDocument.body.appendChild(Object.assign(contentDocument.createElement("script"), { textContent: script }));
    },
    "data:": (script) => place("iframe", { src: `data:text/html,${encodeURIComponent(framing(script))}` }),
    "blob:": (script) => place("iframe", { src: URL.createObjectURL(new Blob([framing(script)], { type: "text/html" })) }),
    object: () => place("object", { data: "frame.html" }),
    embed: () => place("embed", { src: "frame.html" }),
  };

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
    async signIn({ inputs }) {
      const outputs = await feature("solana:signIn").signIn(...inputs);
      return outputs.map((output) => ({
        address: output.account.address, known: output.account === sidekey().accounts[0],
        signature: base64(output.signature), signedMessage: base64(output.signedMessage),
      }));
    },
    async signOffchainMessage({ messages, address, signers = [] }) {
      const requiredSigners = [account(address).publicKey, ...signers.map(bytes)];
      const inputs = messages.map((message) => ({ messageVersion: 1, account: account(address), message, requiredSigners }));
      const outputs = await feature("solana:signOffchainMessage").signOffchainMessage(...inputs);
      return outputs.map(({ signature, signedOffchainMessage }) => ({
        signature: base64(signature), signedMessage: base64(signedOffchainMessage),
      }));
    },
    async send({ transactions, chain, options }) {
      const inputs = transactions.map((transaction) => ({ account: account(), transaction: bytes(transaction), chain, options }));
      const sent = await feature("solana:signAndSendTransaction").signAndSendTransaction(...inputs);
      return sent.map(({ signature }) => base64(signature));
    },
    async sendAll({ transactions, chain, mode }) {
      const inputs = transactions.map((transaction) => ({ account: account(), transaction: bytes(transaction), chain }));
      const results = await feature("solana:signAndSendAllTransactions").signAndSendAllTransactions(inputs, { mode });
      return results.map(({ status, reason, value }) => ({
        status, code: reason?.code, reason: reason?.data?.reason, signature: value && base64(value.signature),
      }));
    },
    /** Calls the provider for older dApps, and tells what its events said meanwhile. */
    async older({ method, message, transaction, input }) {
      const { solana } = window.sidekey;
      const events = [];
      for (const event of ["connect", "disconnect", "accountChanged"]) {
        solana.on(event, (key) => events.push([event, key?.toBase58() ?? null]));
      }
      // As the libraries of older dApps make one: it finds its signer among its own keys.
      const own = transaction && {
        signatures: [{ publicKey: { toBase58: () => solana.publicKey.toBase58() }, signature: null }],
        serialize: () => bytes(transaction),
        addSignature(key, signature) {
          this.signatures.find(({ publicKey }) => publicKey === key).signature = signature;
        },
      };
      const given = own ?? (message ? bytes(message) : input);
      const result = await solana[method](given);
      const signature = own ? own.signatures[0].signature : result?.signature;
      return {
        events, publicKey: solana.publicKey?.toBase58() ?? null, isConnected: solana.isConnected,
        same: own !== undefined && result === own, signature: signature ? base64(signature) : null,
      };
    },
    /** Calls `request()` of the provider for older dApps. */
    async olderRequest({ method, params }) {
      return JSON.parse(JSON.stringify(await window.sidekey.solana.request({ method, params })));
    },
    /** As an older dApp does at load: it listens, connects where it is trusted, and goes on at the event. */
    async eager() {
      const { solana } = window.sidekey;
      const key = new Promise((resolve) => solana.once("connect", resolve));
      await solana.connect({ onlyIfTrusted: true });
      return { address: (await key).toBase58(), listeners: solana.listenerCount("connect") };
    },
    /** Asks for a signature that the app gives up when its driver says so. */
    async abandoned({ message }) {
      const controller = new AbortController();
      window.dapp.abandon = () => controller.abort();
      await feature("solana:signMessage").signMessage({ account: account(), message: bytes(message), abortSignal: controller.signal });
      return null;
    },
    async names() {
      return wallets.map(({ name }) => name);
    },
    async windowSolana() {
      return window.solana === undefined ? "nobody" : window.solana === window.sidekey.solana ? "sidekey" : "another";
    },
    async foreignAccount({ message }) {
      const { address } = account();
      const foreign = { ...account(), address: address.replace(/^./, (first) => (first === "1" ? "2" : "1")) };
      await feature("solana:signMessage").signMessage({ account: foreign, message: bytes(message) });
      return null;
    },
    /** Speaks on the provider's own port, where a test's copy of the extension has given it away. */
    raw({ method, params, around = {}, id = `raw-${outcomes.length}` }) {
      return new Promise((resolve) => {
        window.taken.addEventListener("message", ({ data }) => { if (data.id === id) resolve(data); });
        window.taken.postMessage({ ...around, id, method, params });
      });
    },
    /** Says on that port what no provider says. Gives the code of each answer, or how many came where that matters. */
    async forge() {
      const port = window.taken;
      const heard = [];
      port.addEventListener("message", ({ data }) => heard.push(data));
      let deep = "x";
      for (let i = 0; i < 3000; i++) deep = [deep];
      const cycle = {};
      cycle.message = cycle;
      const method = "signMessage";
      const requests = {
        "array as id": { id: ["forged"], method, params: {} },
        "empty id": { id: "", method, params: {} },
        "long id": { id: "x".repeat(129), method, params: {} },
        "no id": { id: undefined, method, params: {} },
        "number as id": { id: 7, method, params: {} },
        "array as method": { method: [method], params: {} },
        "object as method": { method: { method }, params: {} },
        "missing params": { method },
        "params that are null": { method, params: null },
        "array as params": { method, params: ["AAAA"] },
        "bytes as params": { method, params: new Uint8Array(3) },
        "map as params": { method, params: new Map([["message", "AAAA"]]) },
        "bytes as value": { method, params: { message: new Uint8Array(3) } },
        "date as value": { method, params: { message: new Date(0) } },
        "deep params": { method, params: { message: deep } },
        "half a surrogate pair": { method, params: { message: "\ud800" } },
        "more than a frame": { method, params: { message: "A".repeat(1_048_576) } },
        "number beyond a double": { method, params: { message: 2 ** 53 + 2 } },
        "params with a cycle": { method, params: cycle },
        "big integer": { method, params: { message: 1n } },
      };
      for (const [name, request] of Object.entries(requests)) port.postMessage({ id: name, ...request });
      for (let i = 0; i < 2; i++) port.postMessage({ id: "twice the same id", method: "getAccounts", params: {} });
      port.postMessage({ id: "last", method: "getAccounts", params: {} });
      while (!heard.some(({ id }) => id === "last") || !heard.some(({ id }) => id === "half a surrogate pair")) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const codes = Object.keys(requests).map((name) => [name, heard.find(({ id }) => id === name)?.error.code ?? "no answer"]);
      const twice = heard.filter(({ id }) => id === "twice the same id").length;
      return { ...Object.fromEntries(codes), "twice the same id": twice };
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
    /** Asks for a signature over bytes in a buffer that is gone, moves or goes on changing. */
    async signMoving({ message, way }) {
      const source = bytes(message);
      const moving = await ways[way](source);
      const answer = feature("solana:signMessage").signMessage({ account: account(), message: moving.view });
      moving.after?.();
      try {
        const [{ signature, signedMessage }] = await answer;
        return { signature: base64(signature), signedMessage: base64(signedMessage) };
      } finally {
        moving.stop?.();
      }
    },
    /** Asks for many signatures at once and gives how often each error came, as soon as no more than `kept` calls wait. */
    flood({ count, kept }) {
      const codes = {};
      let settled = 0;
      return new Promise((resolve) => {
        const input = { account: account(), message: new Uint8Array(1) };
        const settle = ({ code = "signed" }) => {
          codes[code] = (codes[code] ?? 0) + 1;
          settled += 1;
          if (settled === count - kept) resolve({ ...codes });
        };
        for (let i = 0; i < count; i++) feature("solana:signMessage").signMessage(input).then(settle, settle);
      });
    },
    /** Registers a second wallet under the wallet's name, and tries to put its own answers into the genuine one. */
    async impostor() {
      const genuine = sidekey();
      const asked = async () => ({ accounts: [], by: "impostor" });
      const fake = {
        ...genuine, accounts: [], features: { ...genuine.features, "standard:connect": { version: "1.0.0", connect: asked } },
      };
      window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: (app) => app.register(fake) }));
      const named = wallets.filter(({ name }) => name === "Sidekey");
      const { by } = await named.at(-1).features["standard:connect"].connect();
      const parts = [[genuine, "features"], [genuine.features, "standard:connect"], [genuine.features["standard:connect"], "connect"]];
      for (const [owner, name] of parts) {
        try { owner[name] = fake[name] ?? asked; } catch { /* Frozen. */ }
      }
      return {
        named: named.length, asked: by, frozen: Object.isFrozen(genuine.features["standard:connect"]),
        genuine: genuine.features["standard:connect"].connect !== asked,
      };
    },
    /** Goes to a document that this page made itself. */
    async goToBlob() {
      const html = `<!doctype html><title>Blob</title><script src="${origin}/dapp.js"></script>`;
      location.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    },
    /** Shows a button that opens another site and offers it ports without end, from before its first script. */
    async besiege({ url }) {
      const button = place("button", { textContent: "Besiege" });
      window.besieged = { offers: 0, heard: 0 };
      button.addEventListener("click", () => {
        const opened = window.open(url);
        const offer = () => {
          if (opened.closed) return;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => { window.besieged.heard += 1; };
          opened.postMessage("sidekey:handover", "*", [port2]);
          port1.postMessage({ id: "besieged", method: "connect", params: {} });
          window.besieged.offers += 1;
          if (window.besieged.offers < 2000) setTimeout(offer, 1);
        };
        offer();
      });
      return null;
    },
    async openWindow({ url }) {
      try { window.open(url); } catch { /* As good as a window that doesn't open. */ }
      return null;
    },
    /** Frames a page that does what it is asked for, at the left top; `list`: the origins that this page lists for its frames. */
    async place({ src, list }) {
      if (list !== undefined) document.head.append(Object.assign(document.createElement("meta"), { name: "sidekey-frames", content: list }));
      const frame = Object.assign(document.createElement("iframe"), { src, style: "position: fixed; left: 0; top: 0; width: 300px; height: 200px" });
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      return null;
    },
    /** Has the page in the frame do something, and gives what came of it. */
    async framed({ action, parameters = {} }) {
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
      document.querySelector("iframe").contentWindow.postMessage({ framed: { name: action, parameters } }, "*", [port2]);
      const { value, error } = await answered;
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return value ?? null;
    },
    /** Opens a frame of one kind with frame.js in it, and gives what that reports. */
    async frame({ kind, elsewhere }) {
      const script = await (await fetch("frame.js")).text();
      return new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => { if (data.report) resolve(data.report); });
        frames[kind](script, elsewhere);
      });
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
    /** True if accounts, account and public key are the very objects that `keep` saw. */
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
  const api = {
    register(...found) {
      found.forEach(adopt);
      return () => { for (const wallet of found) if (wallets.includes(wallet)) wallets.splice(wallets.indexOf(wallet), 1); };
    },
  };
  window.addEventListener("wallet-standard:register-wallet", (event) => event.detail(api));
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
})();
