// The parts of the extension: its manifest, its texts, and what no file in it may contain.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { extension } from "./support/realm.mjs";

const read = (path) => readFileSync(new URL(path, extension), "utf8");
const manifest = JSON.parse(read("manifest.json"));
const ids = JSON.parse(readFileSync(new URL("../../manifests/extension-ids.json", import.meta.url), "utf8"));

function files(folder = "") {
    return readdirSync(new URL(folder, extension), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? files(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
    );
}

/** A script without its comments, which may name types of other files. */
const code = (path) => read(path).replace(/\/\*[\s\S]*?\*\//g, "");
const scripts = files().filter((path) => path.endsWith(".js"));
const pages = files().filter((path) => path.endsWith(".html"));

test("the types hold under tsc's strict checks", () => {
    execFileSync("tsc", ["-p", fileURLToPath(new URL(".", import.meta.url))], { stdio: "pipe", encoding: "utf8" });
});

test("every script parses", () => {
    for (const path of scripts) execFileSync(process.execPath, ["--check", fileURLToPath(new URL(path, extension))]);
});

/** The files that a script imports at once, and all that they import: what is read before its first line runs. */
function readBefore(path, found = new Set()) {
    for (const [, imported] of code(path).matchAll(/^(?:import|export)\s[^;]*?"(\.[^"]+)";/gm)) {
        const file = new URL(imported, new URL(path, extension)).href.slice(extension.href.length);
        if (!found.has(file)) readBefore(file, found.add(file));
    }
    return found;
}

test("the popup waits for no more than its frame: places are read when they are gone to", () => {
    const before = readBefore("ui/wallet/popup.js");
    assert.ok(before.has("ui/wallet/shell.js") && before.has("ui/approval/queue.js"), "the way of finding them works");
    // What opens the wallet in a tab stands beside the menu.
    assert.deepEqual([...before].filter((path) => path.startsWith("ui/wallet/views/")), ["ui/wallet/views/more.js"]);
    // A module in the document itself would hold the popup back until all of it is there.
    for (const page of ["ui/popup.html", "ui/wallet.html", "ui/approval.html"]) assert.doesNotMatch(read(page), /type="module"/, page);
});

test("the popup asks for all of Home's files at once, and the approval window for all of its own", () => {
    const [homes, windows] = code("ui/start.js").split("const readApproval =")
        .map((part) => [...part.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path]) => new URL(path, "file:///ui/").pathname.slice(1)));
    /** @param {...string} paths */
    const all = (...paths) => [...new Set(paths.flatMap((path) => [path, ...readBefore(path)]))].toSorted();
    assert.deepEqual(homes.toSorted(), all("ui/wallet/popup.js", "ui/wallet/views/home.js"));
    assert.deepEqual(windows.toSorted(), all("ui/approval/approval.js"));
});

test("the ids are those of the manifest", () => {
    const digest = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex").slice(0, 32);
    const id = [...digest].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join("");
    assert.deepEqual(ids, { chromium: id, firefox: manifest.browser_specific_settings.gecko.id });
    assert.equal(ids.firefox, "wallet@sidekey.app");
});

test("the manifest asks for no more than it must", () => {
    assert.deepEqual(manifest.permissions, ["nativeMessaging", "notifications", "storage"]);
    for (const absent of [
        "host_permissions", "optional_permissions", "optional_host_permissions", "web_accessible_resources",
        "externally_connectable", "commands", "omnibox", "devtools_page", "sandbox",
    ]) {
        assert.equal(absent in manifest, false, absent);
    }
    for (const { all_frames, match_about_blank, match_origin_as_fallback } of manifest.content_scripts) {
        // Frames that have an address of their own; in them the scripts leave at once but for a site's own.
        assert.deepEqual([all_frames, match_about_blank, match_origin_as_fallback], [true, undefined, undefined]);
    }
    const [relay, provider] = manifest.content_scripts;
    assert.deepEqual(relay.matches, ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"]);
    assert.deepEqual([provider.matches, provider.world, provider.run_at], [relay.matches, "MAIN", "document_start"]);
    assert.equal(relay.run_at, "document_start");
});

test("the content security policy lets in nothing but the extension's own files", () => {
    const policy = manifest.content_security_policy.extension_pages;
    assert.match(policy, /default-src 'none'/);
    for (const kind of ["script-src", "connect-src"]) assert.match(policy, new RegExp(`${kind} 'self'(;|$)`));
    assert.doesNotMatch(policy, /unsafe|https?:|\*|data:|blob:/);
});

test("everything that the manifest and the pages name is there", () => {
    const known = new Set(files());
    const named = [
        ...Object.values(manifest.icons), ...Object.values(manifest.action.default_icon), manifest.action.default_popup,
        manifest.background.service_worker, ...manifest.background.scripts,
        ...manifest.content_scripts.flatMap(({ js }) => js),
        ...pages.flatMap((page) => [...read(page).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path, "file:///ui/").pathname.slice(1))),
    ];
    for (const path of named) assert.equal(known.has(path), true, path);
});

test("icons have the size that they are named for", () => {
    for (const [size, path] of Object.entries(manifest.icons)) {
        const png = readFileSync(new URL(path, extension));
        assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [Number(size), Number(size)]);
    }
});

test("the provider's icon is the extension's", () => {
    const [, encoded] = read("page/WalletStandardProvider.js").match(/data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/);
    const bare = (text) => text.replace(/>\s+</g, "><").trim();
    assert.equal(bare(Buffer.from(encoded, "base64").toString()), bare(read("icons/sidekey.svg")));
});

/** One script reads one kind of file: a language's texts, from the extension itself. The policy above lets it reach nothing else. */
const READING = "await fetch(browser.runtime.getURL(`_locales/${name}/messages.json`))";
const withoutTexts = (path) => (path === "lib/language.js" ? code(path).replace(READING, "") : code(path));

test("no script makes markup or code out of text, or reaches the network", () => {
    const forbidden =
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|import\((?!"\.)|onMessageExternal|onConnectExternal/;
    for (const path of scripts) assert.equal(forbidden.exec(withoutTexts(path))?.[0], undefined, path);
});

test("no script imports anything from outside the extension", () => {
    for (const path of scripts) {
        for (const [, from] of read(path).matchAll(/\bimport\b(?:[^;(]*?from\s+|\()"([^"]+)"/g)) {
            const target = new URL(from, new URL(path, extension));
            assert.equal(target.href.startsWith(extension.href) && from.startsWith("."), true, `${path}: ${from}`);
        }
    }
});

test("the content scripts are classic files that import nothing", () => {
    for (const path of ["content/relay.js", "page/WalletStandardProvider.js"]) {
        assert.doesNotMatch(read(path), /^\s*(import|export)\b/m);
    }
});

test("pages have no inline script or style", () => {
    for (const page of pages) assert.doesNotMatch(read(page), /<style|style=|<script(?![^>]*src=)|\son\w+=/);
});
