// Times `connect` through the Wallet Standard, from the page's call to the page's answer.

(() => {
  "use strict";

  let wallet = null;
  let times = null;
  const api = { register: (...found) => { wallet = found.find(({ name }) => name === "Sidekey") ?? wallet; } };
  window.addEventListener("wallet-standard:register-wallet", (event) => event.detail(api));
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));

  async function time(count) {
    const taken = [];
    for (let index = 0; index < count; index++) {
      const start = performance.now();
      const { accounts } = await wallet.features["standard:connect"].connect({ silent: true });
      taken.push(performance.now() - start);
      if (accounts.length !== 1) throw new Error(`${accounts.length} accounts`);
    }
    return taken;
  }

  window.benchmark = {
    isReady: () => wallet !== null,
    ask: () => void wallet.features["standard:connect"].connect(),
    isConnected: () => wallet.accounts.length === 1,
    begin(count) {
      times = null;
      time(count).then((taken) => { times = { taken }; }, (error) => { times = { error: String(error) }; });
    },
    // JSON, because Firefox's driver stands outside the page's world.
    result: () => times && JSON.stringify(times),
  };
})();
