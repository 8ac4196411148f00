// A page that replaces every built-in within its reach by one that throws, and counts which were reached. It itself uses
// only what it took before. `?at-once` does it in the page's first script, before the wallet is even asked for.

(() => {
  "use strict";
  const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys, getPrototypeOf } = Reflect;
  const { then } = Promise.prototype;
  const { Error, Promise: { prototype: promises }, Uint8Array } = globalThis;
  const { dataset } = document.documentElement;
  const { species } = Symbol;
  let reached = "";

  const evil = (name) => function () {
    reached += `${name};`;
    throw new Error(`reached ${name}`);
  };

  /** Replaces functions, getters and setters of one object. */
  const spoil = (owner, label) => {
    const keys = ownKeys(owner);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const old = getOwnPropertyDescriptor(owner, key);
      // Awaiting and `then` ask a promise for its constructor and species: this page's own affair.
      if (!old.configurable || key === "constructor" || key === "prototype" || key === species) continue;
      const name = `${label}.${typeof key === "symbol" ? "symbol" : key}`;
      if (typeof old.value === "function") defineProperty(owner, key, { __proto__: null, value: evil(name), configurable: true, writable: true });
      else if (old.get || old.set) defineProperty(owner, key, { __proto__: null, get: evil(name), set: evil(name), configurable: true });
    }
  };

  const TYPES = [
    "Array", "ArrayBuffer", "CustomEvent", "Error", "Event", "EventTarget", "Function", "Map", "MessageChannel", "MessageEvent", "MessagePort",
    "Object", "Promise", "RegExp", "Set", "String", "TypeError", "Uint8Array", "WeakMap",
  ];
  const PLAIN = ["JSON", "Reflect", "Math"];
  const FUNCTIONS = ["atob", "btoa", "dispatchEvent", "addEventListener", "postMessage", "queueMicrotask", "setTimeout", "structuredClone"];
  // What an object literal, an answer or an error might be asked for or be given, lent by the prototype of everything.
  const LENT = [
    "account", "accounts", "chain", "cluster", "code", "data", "error", "event", "get", "id", "message", "messages", "method", "params", "ping",
    "reject", "resolve", "result", "set", "settled", "signature", "signatures", "silent", "toJSON", "transaction", "tx", "value",
  ];

  const tamper = () => {
    const iterators = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()));
    const typed = getPrototypeOf(Uint8Array);
    const objects = Object.prototype;
    const arrays = Array.prototype;
    const found = [];
    for (let i = 0; i < TYPES.length; i++) found[i] = [TYPES[i], globalThis[TYPES[i]]];
    spoil(typed.prototype, "TypedArray.prototype");
    spoil(typed, "TypedArray");
    spoil(iterators, "Iterator.prototype");
    for (let i = 0; i < PLAIN.length; i++) spoil(globalThis[PLAIN[i]], PLAIN[i]);
    for (let i = 0; i < FUNCTIONS.length; i++) globalThis[FUNCTIONS[i]] = evil(FUNCTIONS[i]);
    for (let i = 0; i < found.length; i++) {
      const name = found[i][0];
      spoil(found[i][1].prototype, `${name}.prototype`);
      spoil(found[i][1], name);
      globalThis[name] = evil(name);
    }
    for (let i = 0; i < LENT.length; i++) {
      defineProperty(objects, LENT[i], { __proto__: null, get: evil(`lent ${LENT[i]}`), set: evil(`lent ${LENT[i]}`), configurable: true });
    }
    defineProperty(arrays, "0", { __proto__: null, get: evil("lent 0"), set: evil("lent 0"), configurable: true });
  };

  const digits = "0123456789abcdef";
  const hex = (bytes) => {
    let text = "";
    for (let i = 0; i < 64; i++) text += digits[bytes[i] >> 4] + digits[bytes[i] & 15];
    return text;
  };

  /** Says how it ended, where the driver reads it: the signature, what failed, what was reached. */
  const tell = (signature, failure) => {
    dataset.outcome = `${signature};${failure};${reached}`;
  };

  let wallet;
  const app = { __proto__: null, register: (registered) => { wallet = registered; } };
  const atOnce = location.search === "?at-once";
  const announce = dispatchEvent;
  // As the Wallet Standard's own library does: an event with a member of its own.
  const ready = new Event("wallet-standard:app-ready");
  defineProperty(ready, "detail", { __proto__: null, value: app });
  if (atOnce) tamper();
  apply(announce, globalThis, [ready]);

  const sign = () => {
    const message = new Uint8Array(8);
    for (let i = 0; i < 8; i++) message[i] = 97 + i;
    const input = { __proto__: null, account: wallet.accounts[0], message };
    if (!atOnce) tamper();
    const answer = wallet.features["solana:signMessage"].signMessage(input);
    if (getPrototypeOf(answer) !== promises) return tell("", "no promise of this page's");
    apply(then, answer, [
      (outputs) => tell(hex(outputs[0].signature), ""),
      (error) => tell("", `${error.code} ${error.message}`),
    ]);
  };

  const driver = { __proto__: null, sign, count: () => wallet.accounts.length };
  defineProperty(globalThis, "tampered", { __proto__: null, value: driver });
})();
