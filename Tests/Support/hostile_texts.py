"""Texts that try to look like something else, and what stands for them wherever a person reads them.

One table for terminal, prompt and popup: a surface that shows less than the right column hides something, one that shows the left column obeys it.
"""

HOSTILE = {
    # What a terminal would obey.
    "escape sequence": ("pay 1\x1b[2K\x1b[1Apay 9", r"pay 1\u{1b}[2K\u{1b}[1Apay 9"),
    "eight-bit control": ("pay\x9b2Jpal", r"pay\u{9b}2Jpal"),
    "backspace": ("pay 1\b9", r"pay 1\u{8}9"),
    "carriage return": ("pay 1\rpay 9", r"pay 1\u{d}pay 9"),
    # What turns or hides text.
    "right-to-left override": ("pay \u202eecila", r"pay \u{202e}ecila"),
    "isolate": ("pay \u2067ecila\u2069", r"pay \u{2067}ecila\u{2069}"),
    "zero width": ("pay\u200bpal\u2060\ufeff", r"pay\u{200b}pal\u{2060}\u{feff}"),
    "filler": ("pay\u3164\u2800pal", r"pay\u{3164}\u{2800}pal"),
    "tag": ("pay\U000e0041", r"pay\u{e0041}"),
    "odd space": ("pay\u00a0pal\u2028", r"pay\u{a0}pal\u{2028}"),
    # What a parser would obey: it stays as it is, and stays text.
    "markup": ("<b onclick=x>pay</b>&amp;", "<b onclick=x>pay</b>&amp;"),
    "command of a prompt": ("%0ASETOK Reject", "%0ASETOK Reject"),
    "escape that isn't one": (r"look \u{202e}", r"look \u{5c}u{202e}"),
}

# A label holds no control characters; this one holds something of everything else, in fewer than 128 bytes.
LABEL = ("Savings\u202e\u200b\u3164\u00a0<b>x</b>&amp;", r"Savings\u{202e}\u{200b}\u{3164}\u{a0}<b>x</b>&amp;")

# A name in two alphabets, and the one spelling of it that looks like nothing else.
HOST = ("аррӏе.localhost", "xn--80ak6aa92e.localhost")
