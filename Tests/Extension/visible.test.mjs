import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../../extension/lib/visible.js";

test("what hides, turns or moves text is written out", () => {
    for (const code of [0x00, 0x0a, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200f, 0x2028, 0x202e,
        0x2066, 0x2800, 0x3000, 0x3164, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xffff, 0xe0041, 0x10ffff]) {
        assert.equal(visible(`a${String.fromCodePoint(code)}b`), `a\\u{${code.toString(16)}}b`);
    }
    assert.equal(visible("a\ud800b"), "a\\u{d800}b");
});

test("a text can't pretend an escape", () => {
    assert.equal(visible("\\u{202e}"), "\\u{5c}u{202e}");
    assert.equal(visible("C:\\users"), "C:\\users");
});

test("ordinary text of any script stays as it is", () => {
    for (const text of ["Savings 2", "Erspartes für später", "储蓄", "חיסכון", "🙂", "<b>&amp;</b>", ""]) assert.equal(visible(text), text);
});

test("marks that are stacked on a letter are written out from the fourth on", () => {
    const mark = "\u0301";
    assert.equal(visible(`a${mark.repeat(3)}b`), `a${mark.repeat(3)}b`);
    assert.equal(visible(`a${mark.repeat(5)}b${mark}`), `a${mark.repeat(3)}\\u{301}\\u{301}b${mark}`);
    assert.equal(visible(`a${mark}\ufe0f${mark.repeat(3)}`), `a${mark}\\u{fe0f}${mark.repeat(3)}`);
});
