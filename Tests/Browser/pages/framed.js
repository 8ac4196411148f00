// In a frame: does what the page around it asks for, by the same app as everywhere (dapp.js), and answers on the port that came with it.

addEventListener("message", async ({ data, ports: [port] }) => {
  if (!data?.framed) return;
  const { name, parameters } = data.framed;
  if (name === "look") return port.postMessage({ value: JSON.parse(window.dapp.look()) });
  const ticket = window.dapp.begin(name, JSON.stringify(parameters));
  while (!window.dapp.outcome(ticket)) await new Promise((resolve) => setTimeout(resolve, 20));
  port.postMessage(JSON.parse(window.dapp.outcome(ticket)));
});
