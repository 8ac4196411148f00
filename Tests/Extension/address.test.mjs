import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../extension/lib/address.js";
import { readAmount } from "../../extension/lib/amount.js";
import { EXPLORER_NAMES, transactionPage } from "../../extension/lib/explorer.js";
import { quoted } from "../../extension/lib/shell.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const SYSTEM = "1".repeat(32);
const SIGNATURE = "5".repeat(87);

test("an address is read whole, with what a copy brought along left out", () => {
    assert.deepEqual(readAddress(USDC), { address: USDC });
    assert.deepEqual(readAddress(`\u00a0 ${USDC}\r\n`), { address: USDC });
    assert.deepEqual(readAddress(SYSTEM), { address: SYSTEM });
});

test("what is no address says why", () => {
    for (const [typed, wrong] of [
        ["  ", { fault: "empty" }],
        [USDC.replace("E", "0"), { fault: "character", character: "0" }],
        [`${USDC.slice(0, 20)}\u200b${USDC.slice(20)}`, { fault: "character", character: "\u200b" }],
        [`solana:${USDC}`, { fault: "character", character: "l" }],
        ["0x52908400098527886E0F7030069857D2E4169EE7", { fault: "character", character: "0" }],
        [USDC.slice(0, -3), { fault: "short" }],
        [SYSTEM.slice(1), { fault: "short" }],
        [`${SYSTEM}1`, { fault: "long" }],
        [`${USDC}1`, { fault: "long" }],
        [`1${USDC}`, { fault: "long" }],
        [SIGNATURE, { fault: "signature" }],
        ["z".repeat(1_000_000), { fault: "long" }],
    ]) {
        assert.deepEqual(readAddress(typed), wrong, typed.slice(0, 60));
    }
});

test("an amount is read digit by digit", () => {
    for (const [typed, decimals, read] of [
        ["1", 9, "1000000000"],
        [" 0.000000001 ", 9, "1"],
        ["18446744073.709551615", 9, "18446744073709551615"],
        ["007", 0, "7"],
        // 2^53 + 1, which no number of JavaScript's holds.
        ["9007199254.740993", 6, "9007199254740993"],
    ]) {
        assert.deepEqual(readAmount(typed, decimals), { units: read });
    }
});

test("what is no amount says why", () => {
    for (const [typed, decimals, fault] of [
        ["", 9, "empty"],
        ["1,5", 9, "comma"],
        ["1,500.25", 9, "comma"],
        ["1e3", 9, "number"],
        ["-1", 9, "number"],
        [".5", 9, "number"],
        ["1.", 9, "number"],
        ["\u0661", 9, "number"],
        ["0x10", 9, "number"],
        ["0.0000000001", 9, "decimals"],
        ["1.0", 0, "decimals"],
        ["18446744073.709551616", 9, "large"],
        ["0.0", 9, "nothing"],
    ]) {
        assert.deepEqual(readAmount(typed, decimals), { fault }, typed);
    }
});

test("a transaction's page is one of a fixed list, of its own cluster, with the signature whole", () => {
    assert.deepEqual(EXPLORER_NAMES, ["explorer.solana.com", "solscan.io", "solana.fm"]);
    for (const [explorer, cluster, page] of [
        ["explorer.solana.com", "solana:mainnet", `https://explorer.solana.com/tx/${SIGNATURE}`],
        ["explorer.solana.com", "solana:devnet", `https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`],
        ["solscan.io", "solana:testnet", `https://solscan.io/tx/${SIGNATURE}?cluster=testnet`],
        ["solana.fm", "solana:devnet", `https://solana.fm/tx/${SIGNATURE}?cluster=devnet-solana`],
        // A node on this computer is in nobody's explorer; a cluster that isn't known could be the wrong one.
        ["solscan.io", "solana:localnet", undefined],
        ["solscan.io", undefined, undefined],
        ["solscan.io", "constructor", undefined],
        ["evil.example", "solana:mainnet", undefined],
    ]) {
        assert.equal(transactionPage(explorer, cluster, SIGNATURE), page, `${explorer} ${cluster}`);
    }
    for (const signature of ["", USDC, `${SIGNATURE}/`, "../../evil", "5".repeat(100_000)]) {
        assert.equal(transactionPage("solscan.io", "solana:mainnet", signature), undefined);
    }
});

test("a word in a command means itself", () => {
    assert.equal(quoted(USDC), USDC);
    assert.equal(quoted("Mum's $(rm -rf ~) `x`"), String.raw`'Mum'\''s $(rm -rf ~) ` + "`x`'");
    assert.equal(quoted(""), "''");
});
