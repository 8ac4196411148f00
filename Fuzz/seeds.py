#!/usr/bin/env python3
"""Writes the seed corpus of every fuzz target into Seeds/: real transactions, a real vault, messages as clients send them.

    Fuzz/seeds.py      with Tests/requirements.txt installed and the wallet built (.build/release)

Transactions are made by PyPI's solders, as for the tests; accounts by its litesvm; the vault by `sidekey create`, anew each time.
"""

import base64
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "Support"))

import program_vectors  # noqa: E402
import published_interfaces  # noqa: E402
import vectors_accounts  # noqa: E402
import vectors_review  # noqa: E402
import vectors_transactions as transactions  # noqa: E402
from solders.hash import Hash  # noqa: E402
from solders.message import Message, MessageV0, MessageV1, TransactionConfig  # noqa: E402
from solders.null_signer import NullSigner  # noqa: E402
from solders.pubkey import Pubkey  # noqa: E402
from solders.system_program import TransferParams, transfer  # noqa: E402
from solders.transaction import VersionedTransaction  # noqa: E402

SEEDS = Path(__file__).resolve().parent / "Seeds"
# The account of the wallet that the target `methods` opens.
WALLET = Pubkey.from_string("HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk")


def write(target, seeds):
    folder = SEEDS / target
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, seed in seeds:
        (folder / name).write_bytes(seed)
    print(f"{target}: {len(seeds)} seeds, {sum(len(seed) for _, seed in seeds)} bytes")


def frame(payload):
    return struct.pack("<I", len(payload)) + payload


def repeated(count, byte):
    """The short forms of the target `frames`."""
    out = b""
    if count >= 1 << 16:
        out += bytes([0xF6, 0x16, count // 8192, byte])
        count %= 8192
    while count > 3:
        root = min(255, math.isqrt(count))
        out += bytes([0xF5, root, byte])
        count -= root * root
    return out + bytes([byte]) * count


def frames():
    hello = json.dumps(
        {"jsonrpc": "2.0", "id": "1", "method": "hello", "params": {"protocol": 1, "client": "cli", "version": "1"}}
    ).encode()
    mebibyte = 1 << 20
    streams = {
        "hello": frame(hello),
        "three": frame(b"{}") + frame(hello) + frame(b"[]"),
        "empty": frame(b"") * 3 + frame(b"{}"),
        "cut": frame(hello)[:-7],
        "header": struct.pack("<I", 70000)[:3],
        "largest": struct.pack("<I", mebibyte) + repeated(mebibyte, 0x20) + frame(b"{}"),
        "too-large": struct.pack("<I", mebibyte + 1) + repeated(mebibyte + 1, 1) + frame(b"{}"),
        "huge": struct.pack("<I", 2**32 - 1) + repeated(500, 0),
        "capacity": b"".join(struct.pack("<I", n) + repeated(n, 0x20) for n in (16379, 16380, 16381, 1, 40000)),
    }
    return [(name, bytes(range(8)) + stream) for name, stream in streams.items()]


def messages():
    call = {"jsonrpc": "2.0", "id": "7", "method": "signMessage"}
    page = {"origin": "https://dapp.example", "tab": 3, "document": "d", "request": "1", "message": "aGVsbG8="}
    values = {
        "request": {**call, "params": page},
        "notification": {"jsonrpc": "2.0", "method": "vault.changed", "params": {"vault": "locked"}},
        "response": {"jsonrpc": "2.0", "id": None, "result": {"accounts": [], "more": [True, False, None]}},
        "error": {
            "jsonrpc": "2.0",
            "id": "7",
            "error": {"code": -32602, "message": "a parameter is missing", "data": {"reason": "param-missing"}},
        },
    }
    texts = {name: json.dumps(value).encode() for name, value in values.items()}
    texts |= {
        "escapes": rb'"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 \u0000"',
        "utf8": '"é€😀\u2028\ufeff"'.encode(),
        "numbers": b"[0,-0,1.5e+3,-1E-2,9007199254740993,18446744073709551615,-9223372036854775808,1e400]",
        "amounts": b'["18446744073709551615","0","00","-1","1e3"]',
        "depth": b"[" * 16 + b"]" * 16,
        "too-deep": b'{"a":' * 17 + b"1" + b"}" * 17,
        "duplicate": rb'{"a":1,"b":2,"\u0061":3}',
        "names": json.dumps({str(n): n for n in range(14)}).encode(),
        "surrogate": rb'["\ud800x","\udc00"]',
        "trailing": b"{} x",
        "base64": b'["AQID","AQI=","AQ==","AR==","A"]',
        "space": b" \t\r\n[ 1 , { } ]\n",
        "batch": b'[{"jsonrpc":"2.0","id":"1","method":"hello"}]',
    }
    return sorted(texts.items())


def pictures():
    """A small picture of each kind, by ImageMagick."""
    kinds = {
        "png": [], "png-colours": ["-colors", "4"], "png-rows": ["-interlace", "PNG"], "jpeg": [], "jpeg-scans": ["-interlace", "JPEG"], "gif": [],
        "gif-rows": ["-interlace", "GIF"], "webp": [], "webp-exact": ["-define", "webp:lossless=true"],
    }
    command = ["convert", "-size", "12x9", "gradient:red-blue"]
    drawn = {name: [*command, *options, "-strip", f"{name.split('-')[0]}:-"] for name, options in kinds.items()}
    return [(name, subprocess.run(each, check=True, capture_output=True).stdout) for name, each in drawn.items()]


def links():
    key = "dapp_encryption_public_key=9oRyGZ9ndxHhUGLuWGwSrcnVwgHsXwdKFdGYMNKxkbTL"
    texts = {
        "connect": f"sidekey://v1/connect?app_url=https%3A%2F%2Fapp.example&{key}&redirect_link=app%3A%2F%2Fback&cluster=devnet",
        "sealed": f"https://phantom.app/ul/v1/signMessage?{key}&nonce=7Kc3vMbmRmGyNZ5SuYVyXuCBQkJXWNC2N&redirect_link=app%3Ab&payload=11",
        "browse": "sidekey://browse/https%3A%2F%2Fa.example?ref=https%3A%2F%2Fb.example",
        "loopback": "http://127.0.0.1:41234/one?own=1#end",
    }
    return [(name, text.encode()) for name, text in texts.items()]


def base58():
    texts = {
        "address": str(WALLET).encode(),
        "zeros": b"1" * 32,
        "largest-key": str(Pubkey(b"\xff" * 32)).encode(),
        "signature": str(transactions.Signature(bytes(range(64)))).encode(),
        "largest-signature": str(transactions.Signature(b"\xff" * 64)).encode(),
        "above-a-key": b"z" * 44,
        "above-a-signature": b"z" * 88,
        "other-alphabet": b"0OIl",
        "key": bytes(range(32)),
        "bytes": bytes(2) + bytes(range(250, 256)) * 20,
    }
    return list(texts.items())


def instructions():
    """Every kind of instruction that a review knows, once."""
    seen = {}
    cases = [*vectors_review.system_cases(), *vectors_review.other_cases(), *vectors_review.associated_token_cases()]
    cases += [*vectors_review.token_cases(vectors_review.TOKEN_PROGRAM_ID, "Token")]
    cases += [*vectors_review.token_2022_cases()]
    for case in cases:
        seen.setdefault(f"{case.program}-{case.name}".lower().replace(" ", "-"), case.instruction)
    return seen


def built(version, instructions, payer=vectors_review.PAYER):
    blockhash = Hash(bytes([7]) * 32)
    if version == "legacy":
        message = Message.new_with_blockhash(instructions, payer, blockhash)
    elif version == "0":
        message = MessageV0.try_compile(payer, instructions, [], blockhash)
    else:
        legacy = Message.new_with_blockhash(instructions, payer, blockhash)
        config = TransactionConfig(priority_fee=5000, compute_unit_limit=200_000, heap_size=32768)
        message = MessageV1(legacy.header, config, blockhash, legacy.account_keys, legacy.instructions)
    return bytes(VersionedTransaction(message, [NullSigner(key) for key in signers(message)]))


def signers(message):
    return message.account_keys[: message.header.num_required_signatures]


def codec(version):
    generator = transactions.Generator(2026)
    seeds = []
    while len(seeds) < 10:
        raw = bytes(generator.transaction(version))
        if len(raw) < 700:
            seeds.append((f"random-{len(seeds)}", raw))
    seeds.append(("largest", bytes(generator.filled(version, 0))))
    known = list(instructions().items())
    random.Random(5).shuffle(known)
    for name, instruction in known[:24] if version == "legacy" else known[:8]:
        seeds.append((name, built(version, [instruction])))
    mutator = transactions.Mutator(generator)
    for kind in ("respell", "header", "index", "repeat_key", "repeat_lookup", "config", "extend", "swap_prefix"):
        small = next(t for t in iter(lambda: generator.transaction(version), None) if len(bytes(t)) < 700)
        seeds.append((f"damaged-{kind}", bytes(getattr(mutator, kind)(small))))
    seeds.append(("two", built(version, [instruction for _, instruction in known[:2]])))
    return seeds


def programs():
    """Instructions of some programs of the registry, every third with wrong bytes for the table."""
    chance = random.Random(7)
    table = (ROOT / "Sources" / "CProgramTable" / "programs.bin").read_bytes()
    start, count = struct.unpack_from("<II", table, 24)
    places = {table[start + 48 * at :][:32]: at for at in range(count)}
    lines = [one for one in program_vectors.vectors(7, 1) if len(one["data"]) < 600]
    seeds = []
    for at, one in enumerate(chance.sample(lines, 60)):
        wrong = 5 if at % 3 == 0 else 0
        damage = b"".join(chance.randrange(len(table)).to_bytes(3, "little") + chance.randbytes(1) for _ in range(wrong))
        place = places[bytes(Pubkey.from_string(one["program"]))]
        seed = bytes([wrong]) + damage + struct.pack("<HB", place, one["accounts"]) + bytes.fromhex(one["data"])
        seeds.append((f"{at:02}-{one['instruction']}", seed))
    return seeds


def interfaces():
    """Accounts with an interface, and small interfaces of the registry as their authors would publish them."""
    places = {"program-metadata": 1, "anchor": 2}
    call = bytes([1, 2, 3, 4, 5, 6, 7, 8]) + struct.pack("<Q", 5)
    seeds = []
    for one in published_interfaces.accounts():
        data = base64.b64decode(one["data"])
        if len(data) < 2000:
            seed = bytes([places[one["place"]], 2]) + struct.pack("<H", len(call)) + call + data
            seeds.append((one["name"].replace(" ", "-").replace("'", "").lower(), seed))
    lines = {one["program"]: one for one in program_vectors.vectors(9, 1) if len(one["data"]) < 400}
    own = published_interfaces.text58(bytes([7]) * 32)
    for one in published_interfaces.interfaces():
        text = one["text"].replace(one["program"], own).encode()
        if len(text) < 3000 and one["program"] in lines:
            line = lines[one["program"]]
            data = bytes.fromhex(line["data"])
            seed = bytes([0, line["accounts"]]) + struct.pack("<H", len(data)) + data + text
            seeds.append((f"{one['form']}-{one['program'][:8]}", seed))
    return seeds


def accounts():
    """Accounts as a chain lays them out, by turns before and after, for the target's addresses."""
    programs = {"system": 0, "token": 1, "token-2022": 2, "table": 3, "stake": 4, "loader": 5, "metadata": 7}

    def spelled(kind, data, lamports=3):
        return bytes([programs[kind], lamports]) + struct.pack("<H", len(data)) + data

    chain = vectors_accounts.Chain()
    basics = vectors_accounts.basics(chain)
    mints = [spelled("token-2022", chain.data(mint)) for mint in vectors_accounts.extended(chain).values()]
    tokens = [spelled("token", data) for kind, data in basics if kind == "token"]
    tables = [spelled("table", data) for kind, data in basics if kind == "table"]
    wallet, none = spelled("system", b"", 9), b"\x80"
    stake = spelled("stake", struct.pack("<I", 1) + bytes(8) + bytes([1]) * 64 + bytes(124))
    code = spelled("loader", struct.pack("<IQ", 3, 5) + b"\1" + bytes([1]) * 32)
    named = [spelled("metadata", data) for data in vectors_accounts.metadata()]
    seeds = []
    for index, mint in enumerate(mints):
        token, table = tokens[index % len(tokens)], tables[index % len(tables)]
        changed = tokens[(index + 1) % len(tokens)]
        parts = [wallet, wallet, token, changed, token, none, none, wallet, mint, mint, stake, none, table, table, code, code]
        seeds.append((f"mint-{index}", b"\0" + b"".join(parts)))
    # The mint's address is the fifth, and where its metadata stands the eleventh.
    mint = spelled("token", basics[0][1])
    for index, name in enumerate(named):
        seeds.append((f"named-{index}", b"\0" + none * 8 + mint + none * 11 + name + none))
    seeds.append(("failed", b"\2\1\x04fail" + wallet + wallet))
    seeds.append(("not-tried", b"\3" + wallet))
    return seeds


def vaults():
    """Without their checksums, which the target appends."""
    folder = Path(tempfile.mkdtemp(prefix="sidekey-"))
    try:
        passphrase = folder / "passphrase"
        passphrase.write_text("correct horse battery\n")
        passphrase.chmod(0o600)
        program = ROOT / ".build" / "release" / "sidekey"
        environment = {**os.environ, "SIDEKEY_HOME": str(folder / "wallet")}
        create = ["create", "--passphrase-file", str(passphrase), "--phrase-file", str(folder / "phrase")]
        subprocess.run([program, *create], env=environment, check=True, stdout=subprocess.DEVNULL)
        file = (folder / "wallet" / "vault").read_bytes()
        subprocess.run([program, "stop"], env=environment, check=False, capture_output=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    body = file[:-32]
    slots_start = 46
    slot_end = slots_start + 4 + struct.unpack_from("<H", body, slots_start + 2)[0]
    slot, rest = body[slots_start:slot_end], body[slot_end:]
    label_end = 2 + 32 + 2 + 1 + 1 + 4 * rest[37] + 1 + rest[38 + 4 * rest[37]]
    account, sealed = rest[2:label_end], rest[label_end:]
    second = bytes(reversed(account[:32])) + account[32:]
    # On a Ledger: no secret's position, the shortest path, and the byte that says which device.
    label = account[36 + 4 * account[35] :]
    ledger = bytes(reversed(account[:32])) + struct.pack("<HBBIIB", 0xFFFF, 0, 2, 44, 501, 1) + label
    # On a hardware token: no steps, and the way to it behind the kind.
    paths = [b"/usr/lib/token.so", b"/var/lib/token", b"0123456789abcdef", b"mine"]
    way = [struct.pack("<H", len(text)) + text for text in paths]
    token = account[1:32] + account[:1] + struct.pack("<HBBB", 0xFFFF, 0, 0, 2) + way[0] + b"\x01" + way[1] + way[2] + way[3] + label
    head = body[:44]
    tpm = struct.pack("<QB", 1, 3) + b"TPM" + bytes(34) + struct.pack("<H", 2) + b"ab" + struct.pack("<H", 3) + b"abc" + bytes(104)
    return [
        ("vault", body),
        ("tpm", body[:14] + b"\x05\x00" + body[16:44] + struct.pack("<H", 2) + slot + struct.pack("<HH", 4, len(tpm)) + tpm + rest),
        ("whole-file", file),
        ("two-slots", head + struct.pack("<H", 2) + slot * 2 + rest),
        ("two-accounts", body[:slot_end] + struct.pack("<H", 2) + account + second + sealed),
        ("account-twice", body[:slot_end] + struct.pack("<H", 2) + account * 2 + sealed),
        ("ledger", body[:14] + b"\x06\x00" + body[16:slot_end] + struct.pack("<H", 2) + account + ledger + sealed),
        ("token", body[:14] + b"\x07\x00" + body[16:slot_end] + struct.pack("<H", 2) + account + token + sealed),
        ("no-accounts", body[:slot_end] + struct.pack("<H", 0) + sealed),
        ("attended", body[:16] + bytes(4) + body[20:]),
        ("format-2", body[:14] + b"\x02\x00" + body[16:]),
        ("cut", body[:100]),
    ]


def scripts():
    approve = '{"id":"$id","digest":"$digest","review":"$review"%s}'
    unlock = ',"unlock":{"passphrase":$unlock}'
    connect = f"pconnect {{}}\nwapprovals.approve {approve % unlock}\n"
    hello = base64.b64encode(b"hello").decode()
    pay = [transfer(TransferParams(from_pubkey=WALLET, to_pubkey=vectors_review.A, lamports=1))]
    wires = {version: base64.b64encode(built(version, pay, WALLET)).decode() for version in ("legacy", "0", "1")}
    other = base64.b64encode(built("legacy", list(instructions().values())[:1])).decode()
    page = '"origin":"https://dapp.example","tab":1,"document":"d","request":"1"'
    texts = {
        "connect": connect + 'pgetAccounts {}\npconnect {"silent":true,"cluster":"solana:devnet"}\npdisconnect {}',
        "message": connect + f'psignMessage {{"message":"{hello}"}}\nwapprovals.approve {approve % ""}',
        "messages": connect + f'psignAllMessages {{"messages":["{hello}","AQID"]}}\n'
        f"capprovals.approve {approve % unlock}",
        "transactions": connect + f'psignAllTransactions {{"transactions":["{wires["0"]}","{wires["1"]}"],'
        f'"account":"{WALLET}","cluster":"solana:mainnet"}}\nwapprovals.approve {approve % ""}',
        "sign-in": 'psignIn {"statement":"Welcome","nonce":"12345678","uri":"https://dapp.example/login","resources":["a:b"]}\n'
        f'wapprovals.approve {approve % unlock}\nwapprovals.approve {approve % ""}',
        "foreign-sign-in": connect + 'psignIn {"domain":"bank.example"}\npsignIn {"statement":"a\\nb"}',
        "off-chain": connect + f'psignOffchainMessage {{"message":"{hello}","signers":["{WALLET}"]}}\n'
        f'wapprovals.approve {approve % ""}\npsignAllOffchainMessages {{"messages":["{hello}"],"signers":["{WALLET}","{vectors_review.A}"]}}\n'
        f'wapprovals.approve {approve % ""}',
        "own-off-chain": 'coffchain.sign {"text":"hello","version":0,"passphrase":$passphrase}\n'
        'coffchain.sign {"text":"hello","version":1}\nwoffchain.sign {"text":"hello","version":1}',
        "sending": connect + f'psendTransaction {{"tx":"{wires["0"]}","cluster":"solana:devnet","maxRetries":"3"}}\n'
        f'psendAllTransactions {{"transactions":["{wires["1"]}"],"cluster":"solana:devnet","mode":"serial"}}',
        "foreign": connect + f'psignTransaction {{"tx":"{other}"}}',
        "reject": 'pconnect {}\nwapprovals.present {"ids":["$id"]}\nt\ncapprovals.reject {"id":"$id"}\n'
        'pconnect {}\nwapprovals.rejectAll {"ids":["$id"]}',
        "cancel": 'pconnect {}\npcancel {"id":"1"}\npcancel {"id":"9"}',
        "lists": 'capprovals.list {"limit":1}\nwapprovals.list {"cursor":"0"}\n'
        'worigins.list {"limit":100,"cursor":"a\\nb\\nc"}\ncactivity.list {"limit":2,"cursor":"9","origin":"x"}\n'
        'pconnect {}\nwapprovals.get {"id":"$id","from":0}\ncrecords.get {"id":"$id"}',
        "vault": 'wvault.status {}\nwvault.unlock {"passphrase":$passphrase}\nwaccounts.list {}\nwvault.lock {}\n'
        'cvault.create {"phrase":$phrase,"passphrase":$passphrase,"unattended":false}\nwvault.create {}',
        "settings": 'wsettings.get {}\nwsettings.set {"theme":"dark","language":"en","explorer":"solscan.io"}\n'
        'wpolicy.get {}\ncagent.status {}\nworigins.revoke {"origin":"https://dapp.example","profile":"","container":"default"}',
        "joined": f'wconnect {{{page},"private":true,"container":"c"}}\nr\nwconnect {{{page},"private":true,"container":"c"}}',
        "strangers": "oconnect {}\novault.status {}\ncconnect {}\nwrecords.get {}",
        "frames": '<{"jsonrpc":"2.0","id":"1","method":"hello"}\n<[]\n<{"jsonrpc":"2.0","method":"host.attach"}\n<{',
    }
    for version, wire in wires.items():
        texts[f"transaction-{version}"] = (
            connect + f'psignTransaction {{"tx":"{wire}"}}\nwapprovals.approve {approve % ""}'
        )
    return [(name, text.encode()) for name, text in texts.items()]


def tokens():
    """A request of each kind, and replies."""
    text = lambda bytes: struct.pack("<H", len(bytes)) + bytes
    module = text(b"/usr/lib/token.so") + b"\x01" + text(b"/var/lib/token")
    account = bytes(range(32)) + text(b"0123456789abcdef")
    key = bytes(range(32)) + text(b"\x01\x02") + text(b"0123456789abcdef") + text(b"mine") + text(b"one")
    return [
        ("keys", b"\x00\x01" + module),
        ("signing", b"\x00\x02" + module + account + b"\x06246813" + b"hello"),
        ("looking", b"\x00\x03" + module + account + b"\x00"),
        ("trying", b"\x00\x03" + module + account + b"\x04abcd"),
        ("reply", b"\x01\x82\x02" + key * 2),
        ("signature", b"\x01\x83" + bytes(64)),
        ("ready", b"\x01\x84\x03"),
        ("wrong-pin", b"\x01\x8f\x04\x02\x00\x00\x00"),
        ("fault", b"\x01\x8f\x0d\x30\x00\x00\x00"),
    ]


def ledger():
    """One of each: a request, a reply, reports, an answer of the device, and a message to preview."""
    path = bytes.fromhex("038000002c800001f580000000")
    report = bytes.fromhex("010105000000") + bytes([7]) + b"\x00\x00\x01\x09\x00\x90\x00"
    envelope = b"\xffsolana offchain"
    return [
        ("request", b"\x00\x02\x01\x01" + path),
        ("signing", b"\x00\x04" + bytes(32) + path + envelope + b"\x01\x01" + bytes(32) + b"hello"),
        ("reply", b"\x01\x82\x50\x03\x01\x09\x00"),
        ("fault", b"\x01\x8f\x11\xaa\x6f"),
        ("reports", b"\x02" + report.ljust(64, b"\0")),
        ("answer", b"\x03\x01\x06Solana\x051.9.0\x01\x00\x90\x00"),
        ("text", b"\x04" + envelope + b"\x00" + bytes(32) + b"\x00\x01" + bytes(32) + b"\x05\x00hello"),
    ]


def main():
    write("frames", frames())
    write("json", messages())
    write("base58", base58())
    write("links", links())
    write("legacy", codec("legacy"))
    write("v0", codec("0"))
    write("v1", codec("1"))
    write("programs", programs())
    write("interfaces", interfaces())
    write("accounts", accounts())
    write("pictures", pictures())
    write("ledger", ledger())
    write("tokens", tokens())
    write("vault", vaults())
    write("methods", scripts())


if __name__ == "__main__":
    main()
