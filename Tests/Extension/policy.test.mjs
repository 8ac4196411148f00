import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changeOf, lamportsOf, SETTINGS, spendingChange, toleranceOf, unitsOf, usedOf } from "../../extension/lib/policy.js";
import { WalletError } from "../../extension/lib/errors.js";
import { install } from "./support/document.mjs";
import { settle } from "./support/fakes.mjs";
import { extension } from "./support/realm.mjs";

install(JSON.parse(readFileSync(new URL("_locales/en/messages.json", extension), "utf8")));
const { ProtectionView } = await import("../../extension/ui/wallet/views/protection.js");

const RULES = { approvals: "risky", allowance: "100000000", pressAllowance: "1000000000", session: 120_000, perRequest: false, guards: { tolerance: 100 } };
const POLICY = { ...RULES, guards: { tolerance: 100, off: [] }, left: "70000001", trust: "intact", recognitionSet: true };
const MOST = "18446744073709551615";
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const CONFIRM = "Confirm in Sidekey's window";

test("SOL is read exactly, and what isn't an amount is none", () => {
    assert.equal(lamportsOf("0.1"), "100000000");
    assert.equal(lamportsOf(" 007.000000001 "), "7000000001");
    assert.equal(lamportsOf("0"), "0");
    assert.equal(lamportsOf("18446744073.709551615"), MOST);
    for (const wrong of ["", "-1", "+1", "1e3", "0x1", ".5", "1.", "1,5", "1.0000000001", "18446744073.709551616", "9".repeat(21), "１"]) {
        assert.equal(lamportsOf(wrong), undefined, wrong);
    }
});

test("an amount of a token is read with its own decimals", () => {
    assert.deepEqual([unitsOf("1.5", 6), unitsOf("0", 6), unitsOf("7", 0)], ["1500000", "0", "7"]);
    for (const [wrong, decimals] of [["1.0000001", 6], ["7.0", 0], ["-1", 6], ["18446744073709.551616", 6]]) assert.equal(unitsOf(wrong, decimals), undefined, wrong);
});

test("of what may be spent, any bigger amount loosens, and all of it is sent", () => {
    const present = [{ asset: "SOL", amount: MOST }, { asset: MINT, amount: "5" }];
    const change = (...amounts) => spendingChange(present, present.map(({ asset }, index) => ({ asset, amount: amounts[index] })));
    assert.equal(change(MOST, "5"), undefined);
    assert.deepEqual(change("18446744073709551614", "5"), { spend: [{ asset: "SOL", amount: "18446744073709551614" }, { asset: MINT, amount: "5" }], loosens: false });
    assert.equal(change("0", "4").loosens, false);
    assert.equal(change("0", "6").loosens, true);
    assert.equal(spendingChange([], [{ asset: MINT, amount: "1" }]).loosens, true);
});

test("a tolerance is read in hundredths of a percent, 10 % at most", () => {
    for (const [typed, hundredths] of [["0", 0], ["0.5", 50], ["1", 100], [" 2.25 ", 225], ["10.00", 1_000]]) assert.equal(toleranceOf(typed), hundredths, typed);
    for (const wrong of ["", "-1", "10.01", "11", "100", "0.125", ".5", "1.", "1,5", "1%", "١"]) assert.equal(toleranceOf(wrong), undefined, wrong);
});

test("what was used is exact at the end of u64", () => {
    assert.equal(usedOf({ ...POLICY, allowance: MOST, left: "1" }), "18446744073709551614");
    assert.equal(usedOf(POLICY), "29999999");
});

test("nothing different is no change", () => {
    assert.equal(changeOf(RULES, { ...RULES }), undefined);
});

test("each change in the stricter direction is done here, and in the other one in Sidekey's window", () => {
    const strict = { approvals: "native", allowance: "99999999", pressAllowance: "999999999", session: 119_000, perRequest: true, guards: { tolerance: 99 } };
    for (const [name, value] of Object.entries(strict)) {
        const tightening = changeOf(RULES, { ...RULES, [name]: value });
        assert.deepEqual([tightening.params, tightening.loosens], [{ [name]: value }, false]);
        const loosening = changeOf({ ...RULES, [name]: value }, RULES);
        assert.deepEqual([loosening.params, loosening.loosens], [{ [name]: RULES[name] }, true]);
    }
    assert.deepEqual(changeOf(strict, RULES), { params: RULES, loosens: true });
});

test("one step that lets more through takes the whole to Sidekey's window", () => {
    const change = changeOf(RULES, { ...RULES, approvals: "native", allowance: "100000001" });
    assert.deepEqual(change, { params: { approvals: "native", allowance: "100000001" }, loosens: true });
});

test("the settings go from the loosest to the strictest", () => {
    for (const [index, approvals] of SETTINGS.entries()) {
        for (const other of SETTINGS.slice(index + 1)) {
            assert.equal(changeOf({ ...RULES, approvals }, { ...RULES, approvals: other }).loosens, false);
            assert.equal(changeOf({ ...RULES, approvals: other }, { ...RULES, approvals }).loosens, true);
        }
    }
});

/** The screen over a policy, and what it asked the agent. */
async function screen(policy = {}, refuse, lost, outcome = "done", others = {}) {
    const asked = [];
    const section = new ProtectionView({
        request: async (method, params) => {
            asked.push([method, params]);
            if (method === "policy.tighten" && refuse) throw refuse;
            if (method === "vault.ceremony") return { outcome };
            if (method in others) return others[method];
            return method === "vault.status" ? { lost } : { ...POLICY, ...policy };
        },
    });
    const element = await section.draw();
    const shown = () => [...element.shown()];
    const field = (label) => {
        const name = shown().find(({ tag, textContent }) => tag === "label" && textContent.startsWith(label)).attributes.get("for");
        return shown().find(({ id }) => id === name);
    };
    const set = (label, value) => {
        const found = field(label);
        if (typeof value === "boolean") found.checked = value;
        else found.value = value;
        found.listeners.get("input")();
    };
    const words = () => shown().filter(({ tag }) => tag === "p").map(({ textContent }) => textContent).join("\n");
    const named = (name) => shown().find(({ tag, attributes }) => tag === "button" && attributes.get("aria-label") === name);
    const ceremonies = () => asked.filter(([method]) => method === "vault.ceremony").map(([, params]) => params);
    const drawn = () => asked.filter(([method]) => method === "policy.get").length;
    return { asked, element, set, field, words, named, ceremonies, drawn };
}

const CLAIMS = {
    popup: /can take everything while your wallet is unlocked/,
    risky: /In 24 hours, a hijacked extension can take at most what you let the browser approve\.\nThat is 0\.1 SOL, and no tokens/,
    native: /can sign nothing/,
};

for (const [approvals, claim] of Object.entries(CLAIMS)) {
    test(`what is claimed under ${approvals} is that and nothing else`, async () => {
        const { words } = await screen({ approvals });
        for (const [other, text] of Object.entries(CLAIMS)) assert.equal(text.test(words()), other === approvals, other);
        assert.equal(claim.test(words()), true);
    });
}

test("rules that were lost with a database are nobody's doing, and rules that were changed are", async () => {
    const reset = { approvals: "native", trust: "reset" };
    const changed = /Something other than Sidekey changed/;
    assert.match((await screen(reset)).words(), changed);
    const lost = (await screen(reset, undefined, { cause: "damaged", file: "wallet.sqlite.aside-1" })).words();
    assert.doesNotMatch(lost, changed);
    assert.match(lost, /wallet\.sqlite\.aside-1/);
});

test("before the first unlock nothing is claimed and nothing can be set", async () => {
    const { words, element } = await screen({ approvals: "native", trust: "unverified" });
    for (const claim of Object.values(CLAIMS)) assert.doesNotMatch(words(), claim);
    assert.ok(![...element.shown()].some(({ tag }) => tag === "input"));
});

test("the allowance stands in SOL to the last lamport, with what is used and left", async () => {
    const { field, words } = await screen({ allowance: MOST, left: "1" });
    assert.equal(field("Allowance").value, "18446744073.709551615");
    assert.match(words(), /18,446,744,073\.709551614 SOL used in the last 24 hours, 0\.000000001 SOL left/);
});

test("less is asked for at once", async () => {
    const { asked, element, set } = await screen();
    set("Allowance", "0.05");
    assert.equal(element.button(CONFIRM), undefined);
    element.button("Protect more").click();
    await settle();
    assert.deepEqual(asked.find(([method]) => method === "policy.tighten")[1], { allowance: "50000000" });
});

test("more is confirmed in Sidekey's window, with all that is to change, and never asked for here", async () => {
    const { asked, element, set, ceremonies, drawn } = await screen();
    set("Allowance", "5");
    set("Seconds from your last approval", "60");
    assert.equal(element.button("Protect more"), undefined);
    assert.deepEqual(asked.map(([method]) => method), ["policy.get", "vault.status"]);
    element.button(CONFIRM).click();
    await settle();
    assert.deepEqual(ceremonies(), [{ kind: "protection", allowance: "5000000000", session: 60_000 }]);
    assert.equal(asked.some(([method]) => method === "policy.tighten"), false);
    // What applies now is read from the agent.
    assert.equal(drawn(), 2);
});

test("what was given up in Sidekey's window stays as it was chosen here", async () => {
    const { element, field, set, drawn } = await screen({}, undefined, undefined, "cancelled");
    set("Allowance", "5");
    element.button(CONFIRM).click();
    await settle();
    assert.deepEqual([field("Allowance").value, drawn()], ["5", 1]);
});

test("a field without a value offers nothing", async () => {
    const { element, set, words } = await screen();
    for (const [label, value] of [["Allowance", "1e9"], ["Seconds from your last approval", "9"], ["Seconds from your last approval", "3601"], ["Seconds from your last approval", ""]]) {
        set(label, value);
        assert.deepEqual([element.button(CONFIRM), element.button("Protect more")], [undefined, undefined], value);
        assert.match(words(), /Enter an amount/);
    }
});

test("a refusal is told", async () => {
    const { element, set, words } = await screen({}, new WalletError(4100, "native-only", "protections are loosened outside the browser"));
    set("Passphrase or passkey", true);
    element.button("Protect more").click();
    await settle();
    assert.match(words(), /has to confirm this/);
});

test("whether there is a recognition word is told, and it is chosen and changed in Sidekey's window", async () => {
    for (const [recognitionSet, label] of [[true, "Change the word…"], [false, "Choose the word…"]]) {
        const { element, words, ceremonies } = await screen({ recognitionSet });
        assert.equal(/shows the word you chose/.test(words()), recognitionSet);
        element.button(label).click();
        await settle();
        assert.deepEqual(ceremonies(), [{ kind: "recognition" }]);
    }
});

test("limits stand there with what is left of them, and Sidekey's window adds and removes one", async () => {
    const limits = [
        {
            id: 1,
            action: "refuse",
            account: "3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB",
            ceiling: "100000000",
            spending: { lamports: MOST, period: 86_400_000, left: "1" },
            expired: true,
            expiry: 1_700_000_000_000,
        },
        { id: 7, action: "raise", origin: "https://a.example", signatures: { count: "20", period: 5_400_000, left: "3" }, programs: ["1".repeat(32)], expired: false },
        { id: 8, action: "refuse", spending: { asset: MINT, amount: "500000000", period: 86_400_000, left: "1500000", symbol: "USDC", decimals: 6 }, expired: false },
    ];
    const { element, asked, named, ceremonies } = await screen({ limits });
    const cards = [...element.shown()].filter((each) => each.attributes.get("class") === "card limit").map(({ textContent }) => textContent);
    assert.equal(cards.length, 3);
    assert.match(cards[2], /500 USDC in 1d, 1\.5 USDC left/);
    for (const words of [/Limit 1: refuses/, /3hDSc9TBh7J9o5ZVGr4pQc9F9qXKWUNjKQ8vDXL3b3oB/, /0\.1 SOL/, /18,446,744,073\.709551615 SOL in 1d, 0\.000000001 SOL left/, /2023.*, expired/]) {
        assert.match(cards[0], words);
    }
    for (const words of [/Limit 7: asks in Sidekey's window/, /https:\/\/a\.example/, /20 in 90m, 3 left/, /1{32}/]) assert.match(cards[1], words);
    assert.doesNotMatch(cards[1], /expired/);
    assert.deepEqual(asked.map(([method]) => method), ["policy.get", "vault.status"]);
    named("Remove limit 7…").click();
    await settle();
    element.button("Add a limit…").click();
    await settle();
    assert.deepEqual(ceremonies(), [{ kind: "unlimit", limit: 7 }, { kind: "limit" }]);
    // An agent from before there were limits says nothing of them.
    assert.ok((await screen()).element.button("Add a limit…"));
});

const BUDGETS = [
    {
        origin: "https://jup.ag",
        since: 1_700_000_000_000,
        spend: [
            { asset: "SOL", amount: "2000000000", left: "1500000000", symbol: "SOL", decimals: 9 },
            { asset: MINT, amount: "500000000", left: "0", symbol: "USDC", decimals: 6 },
        ],
    },
    { origin: "sidekey", spend: [{ asset: "1".repeat(44), amount: MOST, left: "1" }] },
];

/** The cards of budgets, and the way to type into one. */
async function budgets(policy = { budgets: BUDGETS }, refuse) {
    const made = await screen(policy, refuse);
    const cards = () => [...made.element.shown()].filter((each) => each.attributes.get("class") === "card limit budget");
    const type = (card, label, value) => {
        const shown = [...cards()[card].shown()];
        const name = shown.find(({ tag, textContent }) => tag === "label" && textContent === label).attributes.get("for");
        const field = shown.find(({ id }) => id === name);
        field.value = value;
        field.listeners.get("input")();
    };
    const press = (card, label) => cards()[card].button(label);
    const tightened = () => made.asked.filter(([method]) => method === "policy.tighten").map(([, params]) => params);
    return { ...made, cards, type, press, tightened };
}

test("each site's budget stands there with what is left of it and since when", async () => {
    const { cards, words } = await budgets();
    assert.equal(cards().length, 2);
    for (const found of [/https:\/\/jup\.ag/, /Since .*2023/, /SOL in 24 hours/, /1\.5 SOL left/, /USDC in 24 hours/, /0 USDC left/]) assert.match(cards()[0].textContent, found);
    // A mint that isn't on the list stands there by its whole address, in smallest units.
    for (const found of [/Your wallet/, /1{44} in 24 hours/, /1 1{44} left/]) assert.match(cards()[1].textContent, found);
    assert.doesNotMatch(cards()[1].textContent, /Since/);
    assert.match(words(), /That is 2\.1 SOL, 500 USDC, 18,446,744,073,709,551,615 1{44}\./);
    assert.match((await budgets({})).words(), /No site has a budget\./);
    assert.match((await budgets({ budgets: [{ ...BUDGETS[0], spend: [BUDGETS[0].spend[0]] }] })).words(), /That is 2\.1 SOL, and no tokens\./);
});

test("a smaller budget holds at once, and the whole of it is sent", async () => {
    const { type, press, tightened, drawn } = await budgets();
    type(0, "USDC in 24 hours", "499.999999");
    assert.equal(press(0, CONFIRM), undefined);
    press(0, "Protect more").click();
    await settle();
    assert.deepEqual(tightened(), [{ budgets: [{ origin: "https://jup.ag", spend: [{ asset: "SOL", amount: "2000000000" }, { asset: MINT, amount: "499999999" }] }] }]);
    assert.equal(drawn(), 2);
});

test("an asset goes with an amount of 0, and a budget with one press", async () => {
    const one = await budgets();
    one.type(0, "SOL in 24 hours", "0");
    one.press(0, "Protect more").click();
    await settle();
    assert.deepEqual(one.tightened(), [{ budgets: [{ origin: "https://jup.ag", spend: [{ asset: MINT, amount: "500000000" }] }] }]);
    const whole = await budgets();
    whole.named("Remove the budget of https://jup.ag").click();
    await settle();
    assert.deepEqual(whole.tightened(), [{ budgets: [{ origin: "https://jup.ag", spend: [] }] }]);
});

test("a wider budget is confirmed in Sidekey's window, and never asked for here", async () => {
    const { type, press, tightened, ceremonies } = await budgets();
    type(0, "SOL in 24 hours", "0.1");
    type(0, "USDC in 24 hours", "500.000001");
    assert.equal(press(0, "Protect more"), undefined);
    press(0, CONFIRM).click();
    await settle();
    assert.deepEqual(ceremonies(), [{ kind: "protection", budgets: [{ origin: "https://jup.ag", spend: [{ asset: "SOL", amount: "100000000" }, { asset: MINT, amount: "500000001" }] }] }]);
    assert.deepEqual(tightened(), []);
});

test("an amount that isn't one offers nothing, and a refusal is told", async () => {
    const { type, press, words } = await budgets();
    for (const wrong of ["", "1e3", "1,000", "0.0000001", "-1"]) {
        type(0, "USDC in 24 hours", wrong);
        assert.deepEqual([press(0, CONFIRM), press(0, "Protect more")], [undefined, undefined], wrong);
        assert.match(words(), /Enter an amount of USDC/);
    }
    const refused = await budgets(undefined, new WalletError(4100, "native-only", "protections are loosened outside the browser"));
    refused.type(0, "USDC in 24 hours", "1");
    refused.press(0, "Protect more").click();
    await settle();
    assert.match(refused.words(), /has to confirm this/);
});

test("what a press in Sidekey's window may approve is taken away at once", async () => {
    const pressAmounts = [{ asset: MINT, amount: "500000000", left: "1", symbol: "USDC", decimals: 6 }];
    const { cards, type, press, named, tightened } = await budgets({ pressAmounts });
    assert.equal(cards().length, 1);
    assert.match(cards()[0].textContent, /0\.000001 USDC left/);
    type(0, "USDC in 24 hours", "2");
    press(0, "Protect more").click();
    await settle();
    named("Remove the tokens that a press may approve").click();
    await settle();
    assert.deepEqual(tightened(), [{ pressAmounts: [{ asset: MINT, amount: "2000000" }] }, { pressAmounts: [{ asset: MINT, amount: "0" }] }]);
});

test("a site without a budget gets one in Sidekey's window, and no site is read before somebody wants one", async () => {
    const { element, asked, ceremonies, words } = await screen({ budgets: [{ origin: "https://has.example", spend: [{ asset: "SOL", amount: "1", left: "1" }] }] }, undefined, undefined, "done", {
        "origins.list": { origins: ["https://has.example", "https://new.example", "https://a.example in https://b.example", "https://new.example"].map((origin, index) => ({ origin, profile: String(index), container: "" })) },
    });
    const form = [...element.shown()].find(({ tag, textContent }) => tag === "details" && textContent.startsWith("Add a budget"));
    const inForm = (tag) => [...form.shown()].find((each) => each.tag === tag);
    assert.equal(asked.some(([method]) => method === "origins.list"), false);
    form.listeners.get("toggle")();
    await settle();
    assert.deepEqual(inForm("select").children.map(({ textContent }) => textContent), ["Your wallet", "https://new.example"]);
    inForm("select").value = "https://new.example";
    const type = (value) => {
        inForm("input").value = value;
        inForm("input").listeners.get("input")();
    };
    for (const wrong of ["0", "x", "1e3", "0.0000000001"]) {
        type(wrong);
        assert.equal(form.button(CONFIRM), undefined, wrong);
        assert.match(words(), /Enter an amount of SOL/);
    }
    type("2.5");
    form.button(CONFIRM).click();
    await settle();
    assert.deepEqual(ceremonies(), [{ kind: "protection", budgets: [{ origin: "https://new.example", spend: [{ asset: "SOL", amount: "2500000000" }] }] }]);
});
