// Runs in a frame: looks for a wallet, offers a port of its own to the page around it, and reports what came of it.

(() => {
  const found = [];
  const heard = [];
  const api = { register: (...wallets) => found.push(...wallets) };
  addEventListener("wallet-standard:register-wallet", (event) => event.detail(api));
  addEventListener("message", ({ data, ports }) => heard.push({ data, ports: ports.length }));
  dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
  for (const target of [self, parent]) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => heard.push({ data });
    target.postMessage("sidekey:handover", "*", [port2]);
    port1.postMessage({ id: "framed", method: "connect", params: {} });
  }
  const report = () => ({ found: found.length, origin: self.origin, heard });
  setTimeout(() => parent.postMessage({ report: report() }, "*"), 300);
})();
