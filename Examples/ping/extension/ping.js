import { sendNativeGetAccountsRequest, sendNativeRpcRequest } from "./walletlib.js";

const MY_CUSTOM_PING_RPC_METHOD = "MY_CUSTOM_PING_RPC_METHOD";
const output = document.querySelector("output");

/** Shows what a request comes to, or why it didn't. */
async function show(request) {
    output.textContent = "Answer in the window outside the browser.";
    try {
        output.textContent = await request();
    } catch (error) {
        output.textContent = `error ${error.code}: ${error.message}`;
    }
}

async function ping() {
    const params = { pingParam1: document.querySelector("input").value, pingParam2: ["from", "an", "extension"] };
    const { result, error } = await sendNativeRpcRequest({ method: MY_CUSTOM_PING_RPC_METHOD, params });
    if (error !== undefined) throw error;
    return `pong: ${JSON.parse(result).pong}`;
}

document.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void show(ping);
});

document.querySelector("#accounts").addEventListener("click", () => {
    void show(async () => (await sendNativeGetAccountsRequest()).addresses.join(" "));
});
