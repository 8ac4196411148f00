"""Transactions of drainers, and of a known program in the hands of a thief.

Sources of the forms: rules R01 … of docs/rules.md, and the forms of theft that issue trackers and reports of drainers describe. The thief's
programs are plan_program.py too: what they take is really taken.
"""

import struct
from collections.abc import Callable
from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, MAXIMUM, ME, MPL_CORE, SOL, STAKE, THIEVES, USDC, USDT, WSOL, Asset, collectible, core_asset, known, metadata_address, rent, stake_data, unknown
from dapp_honest import FOX, amount_of, case, core_moves, nobody, route, title, transfer
from dapp_programs import SYSTEM, TOKEN, TOKEN_2022, derived, interface
from dapp_scene import THIEF, AccountMeta, Instruction, Move, Raw, Scene, burned, get, minted, opened, pay, tokens
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import AdvanceNonceAccountParams, advance_nonce_account
from transaction_corpus import MEMO, THIEFS_NONCE

FEE = 13_000
EVIL = nobody("drainer")
JITOSOL, MSOL, WIF = known("JitoSOL"), known("mSOL"), known("WIF")
CLOCK = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")
ENTER = bytes.fromhex("b712469c946da122")
NEW = derived("an address that is new")


def danger(name: str, kind: str, why: str, build: Callable[[Scene], None], program: str | None = None, **more: object) -> None:
    case(f"danger: {name}", kind, program, why, build, call="danger", **more)


def theirs(stage: Scene, asset: Asset, owner: Pubkey = THIEVES) -> Pubkey:
    """The thief's account for an asset."""
    return owner if asset.is_native else stage.hold(asset, 0, owner) if not stage.has(asset.account(owner)) else asset.account(owner)


def circulating(stage: Scene) -> None:
    """As many BONK and JUP as there really are, 88 trillion and 7 billion: how little some of them are worth is told by that."""
    stage.supplies[BONK.mint] += BONK.units(88e12)
    stage.supplies[JUP.mint] += JUP.units(7e9)


def taken(stage: Scene, takes: list[tuple[Asset, float]], gives: list[Move] = (), *, data: bytes = ENTER, extra: list[Raw] = (), program_id: Pubkey = EVIL) -> None:
    """A program that no registry knows takes what it can."""
    circulating(stage)
    stage.raw(program_id, data, [AccountMeta(ME, True, True)], [pay(asset, amount, theirs(stage, asset)) for asset, amount in takes] + list(gives), extra=list(extra))


# Takes

def add_takes() -> None:
    junk = unknown("Reward point", "POINT")
    site = unknown("Claim at jup-airdrop.example", "JUP-AIRDROP.EXAMPLE")
    second = unknown("www.usdc-bonus.example", "USDC")
    fake = unknown("USD Coin", "USDC", 6, TOKEN_2022)
    prize = collectible("Winner's ticket: open claim.example")
    for at, (name, takes, gives, why) in enumerate([
        ("nearly all SOL", [(SOL, 59.9)], [], "Nearly all SOL leaves to a stranger and nothing comes back."),
        ("half of the SOL", [(SOL, 30)], [], "30 SOL leave to a stranger and nothing comes back."),
        ("some SOL", [(SOL, 2.5)], [], "2.5 SOL leave to a stranger and nothing comes back."),
        ("all USDC", [(USDC, 2_400)], [], "All USDC leaves and nothing comes back."),
        ("all BONK", [(BONK, 88_000_000)], [], "All BONK leaves and nothing comes back."),
        ("all JitoSOL", [(JITOSOL, 14)], [], "All JitoSOL leaves and nothing comes back."),
        ("an NFT", [(FOX, 1)], [], "An NFT leaves and nothing comes back."),
        ("SOL and USDC", [(SOL, 55), (USDC, 900)], [], "SOL and USDC leave together and nothing comes back."),
        ("three tokens", [(USDC, 900), (BONK, 5_000_000), (JUP, 1_200)], [], "Three tokens leave together and nothing comes back."),
        ("five assets", [(SOL, 40), (USDC, 900), (USDT, 70), (JUP, 1_200), (WIF, 55)], [], "Five assets leave together and nothing comes back."),
        ("tokens and an NFT", [(USDC, 300), (FOX, 1)], [], "USDC and an NFT leave and nothing comes back."),
        ("four NFTs", [(collectible(f"Small Fox #{number}"), 1) for number in range(20, 24)], [], "Four NFTs leave and nothing comes back."),
        ("wrapped SOL", [(WSOL, 6)], [], "Wrapped SOL leaves and nothing comes back."),
        ("SOL for dust of USDC", [(SOL, 50)], [get(USDC, 0.01)], "50 SOL leave for a cent."),
        ("USDC for a lamport", [(USDC, 2_400)], [get(SOL, 0.000000001)], "2,400 USDC leave for one lamport."),
        ("JitoSOL for dust of BONK", [(JITOSOL, 14)], [get(BONK, 5)], "14 JitoSOL leave for five BONK."),
        ("SOL for a worthless token", [(SOL, 45)], [get(junk, 1_000_000)], "45 SOL leave for tokens that nobody has heard of."),
        ("USDC for a worthless token", [(USDC, 1_800)], [minted(junk, 1_000_000)], "1,800 USDC leave for tokens that are made on the spot."),
        ("everything for a worthless token", [(SOL, 45), (USDC, 800), (JUP, 300)], [get(junk, 5)], "Three assets leave for tokens that nobody has heard of."),
        ("SOL for a worthless NFT", [(SOL, 48)], [get(prize, 1)], "48 SOL leave for an NFT that advertises a site."),
        ("USDC for a token named like a web address", [(USDC, 700)], [get(site, 5_000)], "700 USDC leave for a token whose name is a web address."),
        ("SOL for a token named like a web address", [(SOL, 9)], [get(second, 9_999)], "9 SOL leave for a token that calls itself USDC and is named like a web address."),
        ("SOL for a token that calls itself USDC", [(SOL, 30)], [get(fake, 4_000)], "30 SOL leave for a token that calls itself USDC and isn't."),
        ("BONK for a token that calls itself USDC", [(BONK, 60_000_000)], [get(fake, 1_200)], "60 million BONK leave for a token that calls itself USDC and isn't."),
        ("tokens and a little SOL comes back", [(USDC, 2_000), (BONK, 4_000_000)], [get(SOL, 0.01)], "2,000 USDC and BONK leave for a cent's worth of SOL."),
    ]):
        danger(f"a drainer takes {name}", "drainer", why, partial(taken, takes=takes, gives=gives), version=("legacy", "v0", "tables", "v1")[at % 4])
    for version in ("v0", "tables", "v1"):
        danger(f"a drainer takes SOL, USDC and an NFT, {version}", "drainer", "SOL, USDC and an NFT leave together and nothing comes back.", partial(taken, takes=[(SOL, 50), (USDC, 600), (FOX, 1)]), version=version)
    # What looks like a button of a site.
    for word in ("claim", "connect", "verify", "swap", "mint"):
        data = derived("global", word).__bytes__()[:8]
        danger(f"a drainer calls itself {word}", "drainer", "SOL and tokens leave to a stranger whatever the instruction is called.", partial(taken, takes=[(SOL, 20), (USDC, 410)], data=data, program_id=nobody(word)))


# Powers, taken by calls of a program that can't be read

def approval(asset: Asset, amount: int, to: Pubkey = THIEVES) -> Raw:
    return Raw(0, asset.program, metas=((asset.account(), False, True), (to, False, False), (ME, True, False)), data=struct.pack("<BQ", 4, amount))


def authority(asset: Asset, kind: int, to: Pubkey = THIEVES, account: Pubkey | None = None) -> Raw:
    return Raw(0, asset.program, metas=((account or asset.account(), False, True), (ME, True, False)), data=bytes([6, kind, 1]) + bytes(to))


def as_instruction(step: Raw) -> Instruction:
    return Instruction(step.a, step.data, [AccountMeta(address, is_signer, is_writable) for address, is_signer, is_writable in step.metas])


def powers(stage: Scene, steps: list[Raw], held: list[tuple[Asset, float]] = (), lost: dict[str, int] | None = None, gives: list[Move] = (), is_direct: bool = False, rent_back: int = 0) -> None:
    for asset, amount in held:
        stage.hold(asset, amount)
    if is_direct:
        stage.calls += [as_instruction(step) for step in steps]
    else:
        taken(stage, [], gives, extra=steps)
    for asset, amount in (lost or {}).items():
        stage.loses[asset] += amount
    stage.rent -= rent_back


def with_stake(stage: Scene, kinds: list[int], is_direct: bool) -> None:
    stake = derived("user's stake")
    stage.put(stake, 7 * LAMPORTS, stake_data(ME, 7 * LAMPORTS - rent(200)), STAKE)
    stage.watched.add(stake)
    if 1 in kinds:
        stage.loses[str(stake)] += 7 * LAMPORTS
    steps = [Raw(0, STAKE, metas=((stake, False, True), (CLOCK, False, False), (ME, True, False)), data=b"\1\0\0\0" + bytes(THIEVES) + struct.pack("<I", kind)) for kind in kinds]
    powers(stage, steps, is_direct=is_direct)


def with_nonce_account(stage: Scene, is_direct: bool) -> None:
    nonce = derived("user's nonce")
    stage.put(nonce, 5 * LAMPORTS, struct.pack("<II", 1, 1) + bytes(ME) + bytes(32) + struct.pack("<Q", 5_000))
    stage.watched.add(nonce)
    powers(stage, [Raw(0, SYSTEM, metas=((nonce, False, True), (ME, True, False)), data=b"\7\0\0\0" + bytes(THIEVES))], is_direct=is_direct)


def with_mint(stage: Scene, is_direct: bool) -> None:
    mine = unknown("A token of the user's own", "MINE")
    stage.know(mine, ME)
    powers(stage, [authority(mine, 0, account=mine.mint)], is_direct=is_direct)


def add_powers() -> None:
    all_usdc, all_bonk, all_jup = (USDC, 1_500), (BONK, 70_000_000), (JUP, 900)
    wallet = {"SOL": 60 * LAMPORTS - FEE}
    evil_owner = Raw(0, SYSTEM, metas=((ME, True, True),), data=b"\1\0\0\0" + bytes(EVIL))
    closing = Raw(0, TOKEN, metas=((WSOL.account(), False, True), (THIEVES, False, True), (ME, True, False)), data=b"\x09")
    usdc_lost, bonk_lost = {USDC.key: USDC.units(1_500)}, {BONK.key: BONK.units(70_000_000)}
    for name, steps, held, lost, why, back in [
        ("the delegate of USDC", [approval(USDC, MAXIMUM)], [all_usdc], {}, "A stranger may take all USDC from now on.", 0),
        ("the delegate of three tokens", [approval(asset, MAXIMUM) for asset in (USDC, BONK, JUP)], [all_usdc, all_bonk, all_jup], {}, "A stranger may take three tokens from now on.", 0),
        ("the delegate of just what is there", [approval(USDC, USDC.units(1_500))], [all_usdc], {}, "A stranger may take all USDC that is there.", 0),
        ("the delegate of an NFT", [approval(FOX, 1)], [(FOX, 1)], {}, "A stranger may take the NFT from now on.", 0),
        ("the owner of the USDC account", [authority(USDC, 2)], [all_usdc], usdc_lost, "The account with all USDC becomes a stranger's.", 0),
        ("the owners of two token accounts", [authority(USDC, 2), authority(BONK, 2)], [all_usdc, all_bonk], usdc_lost | bonk_lost, "The accounts with all USDC and BONK become a stranger's.", 0),
        ("the closer of the USDC account", [authority(USDC, 3)], [all_usdc], {}, "A stranger may close the account from now on.", 0),
        ("wrapped SOL by closing its account", [closing], [(WSOL, 4)], {WSOL.key: WSOL.units(4), "SOL": rent(165)}, "The account with 4 wrapped SOL is closed to a stranger.", rent(165)),
        ("the wallet itself", [evil_owner], [], wallet, "The wallet becomes a program's and its SOL is lost.", 0),
    ]:
        # A v1 message pays no priority fee on this chain.
        version = "v0" if "wallet" in name else None
        danger(f"an unread program takes {name}", "authority", why, partial(powers, steps=steps, held=held, lost=lost, rent_back=back), version=version)
        danger(f"an instruction gives away {name}", "authority", why, partial(powers, steps=steps, held=held, lost=lost, rent_back=back, is_direct=True), version=version)
    for is_direct in (False, True):
        by = "an instruction gives away" if is_direct else "an unread program takes"
        danger(f"{by} a stake's withdrawer", "authority", "A stake of 7 SOL becomes a stranger's.", partial(with_stake, kinds=[0, 1], is_direct=is_direct))
        danger(f"{by} a stake's staker", "authority", "A stranger may move the stake's delegation from now on.", partial(with_stake, kinds=[0], is_direct=is_direct))
        danger(f"{by} a nonce account", "authority", "A nonce account with 5 SOL becomes a stranger's.", partial(with_nonce_account, is_direct=is_direct))
        danger(f"{by} a mint's authority", "authority", "A stranger may make tokens of the user's own mint from now on.", partial(with_mint, is_direct=is_direct))
    danger("an unread program gives USDC and takes a delegate", "authority", "5 USDC arrive, and a stranger may take all JUP from now on.", partial(powers, steps=[approval(JUP, MAXIMUM)], held=[all_jup], gives=[get(USDC, 5)]))
    danger("an unread program swaps fairly and takes an owner", "authority", "A fair swap, and the account with all BONK becomes a stranger's.",
           lambda stage: (stage.hold(BONK, 70_000_000), stage.loses.update(bonk_lost), taken(stage, [(SOL, 1)], [get(USDC, 131)], extra=[authority(BONK, 2)])))


# Native: sweeps, approvals and nothing else, memos, nonces

def native(stage: Scene, takes: list[tuple[Asset, float]], to: Pubkey = NEW, note: str = "", is_made: bool = True) -> None:
    """Plain transfers, all to one address that is new."""
    for asset, amount in takes:
        if asset.is_native:
            stage.calls.append(transfer(to, asset.units(amount)))
        else:
            stage.hold(asset, amount)
            if is_made and not stage.has(asset.account(to)):
                stage.open_account(asset, to)
            stage.calls.append(as_instruction(tokens(asset, asset.account(), asset.account(to), ME, asset.units(amount))))
        stage.loses[asset.key] += asset.units(amount)
    if note:
        stage.calls.append(Instruction(MEMO, note.encode(), [AccountMeta(ME, True, False)]))


def in_parts(stage: Scene, asset: Asset, amount: float, count: int) -> None:
    native(stage, [(asset, amount)] * count)
    stage.hold(asset, amount * count)


def on_nonce(stage: Scene, then: Callable[[Scene], None]) -> None:
    """What follows can be sent at any time: it stands on the thief's nonce."""
    stage.put(THIEFS_NONCE.pubkey(), 10_000_000, struct.pack("<II", 1, 1) + bytes(THIEVES) + bytes(derived("a nonce")) + struct.pack("<Q", 5_000))
    stage.nonce = THIEFS_NONCE
    stage.signers.append(THIEF)
    stage.before_calls.append(advance_nonce_account(AdvanceNonceAccountParams(nonce_pubkey=THIEFS_NONCE.pubkey(), authorized_pubkey=THIEVES)))
    then(stage)


def add_native() -> None:
    notes = ["Sidekey: this transaction is verified and safe to sign", "Wallet security update, no funds will leave", "[Sidekey] Balance change: +500 USDC", "Account verification by your wallet. Approve to continue."]
    danger("three tokens and SOL go to one new address", "sweep", "Everything of worth goes to one address that was never used.", partial(native, takes=[(USDC, 700), (BONK, 3_000_000), (JUP, 90), (SOL, 58)]))
    danger("five NFTs go to one new address", "sweep", "Five NFTs go to one address that was never used.", partial(native, takes=[(collectible(f"Small Fox #{number}"), 1) for number in range(30, 35)]), version="tables")
    danger("all SOL and USDC go to one new address", "sweep", "All SOL and USDC go to one address that was never used.", partial(native, takes=[(USDC, 2_200), (SOL, 59.9)]), version="v1")
    danger("six tokens go to one new address", "sweep", "Six tokens go to one address that was never used.", partial(native, takes=[(USDC, 300), (USDT, 200), (BONK, 9_000_000), (JUP, 90), (WIF, 40), (MSOL, 2)]), version="tables")
    danger("many payments go to one new address", "sweep", "Ten payments to one address that was never used take nearly all SOL.", partial(native, takes=[(SOL, 5.5)] * 10))
    danger("many payments of USDC to one new address", "sweep", "Eight payments to one address that was never used take all USDC.", partial(in_parts, asset=USDC, amount=100, count=8))
    danger("all of a token and most of the SOL", "sweep", "All JUP and 50 SOL go to an address that was never used.", partial(native, takes=[(JUP, 800), (SOL, 50)]))
    for at, note in enumerate(notes):
        takes = [(SOL, 12), (USDC, 150)] if at % 2 else [(SOL, 25), (JUP, 10)]
        danger(f"a memo that pretends to be the wallet ({at + 1})", "memo", "SOL leaves to a new address beside a memo that pretends to be the wallet.", partial(native, takes=takes, note=note))
    danger("a memo pretends to be the wallet and a drainer takes SOL", "memo", "30 SOL leave to a stranger beside a memo that pretends to be the wallet.",
           lambda stage: (taken(stage, [(SOL, 30)]), stage.calls.append(Instruction(MEMO, b"Sidekey: gas-free verification", [AccountMeta(ME, True, False)]))))
    for count, names in ((1, [USDC]), (2, [USDC, JUP]), (5, [USDC, BONK, JUP, WIF, MSOL])):
        held = [(asset, 4_000) for asset in names]
        danger(f"approvals of {count} and nothing after", "approval", "Somebody may take tokens from now on, and nothing in the transaction uses it.", partial(powers, steps=[approval(asset, MAXIMUM, NEW) for asset in names], held=held, is_direct=True))
    checked = Raw(0, TOKEN, metas=((USDC.account(), False, True), (USDC.mint, False, False), (NEW, False, False), (ME, True, False)), data=struct.pack("<BQB", 13, USDC.units(4_000), 6))
    danger("a checked approval and nothing after", "approval", "Somebody may take all USDC from now on, and nothing in the transaction uses it.", partial(powers, steps=[checked], held=[(USDC, 4_000)], is_direct=True))
    usdc_lost = {USDC.key: USDC.units(1_500)}
    for name, then, why in [
        ("an owner", partial(powers, steps=[authority(USDC, 2)], held=[(USDC, 1_500)], lost=usdc_lost, is_direct=True), "At any time somebody may make the account with all USDC a stranger's."),
        ("a delegate", partial(powers, steps=[approval(USDC, MAXIMUM)], held=[(USDC, 1_500)], is_direct=True), "At any time somebody may make a stranger the delegate of all USDC."),
        ("a stake", partial(with_stake, kinds=[0, 1], is_direct=True), "At any time somebody may make a stake of 7 SOL a stranger's."),
        ("an unread program's authority", partial(powers, steps=[authority(USDC, 2)], held=[(USDC, 1_500)], lost=usdc_lost), "At any time an unread program may make the account with all USDC a stranger's."),
        ("an unread program", partial(taken, takes=[(SOL, 50), (USDC, 800)]), "At any time an unread program may take SOL and USDC."),
        ("a wallet", partial(powers, steps=[Raw(0, SYSTEM, metas=((ME, True, True),), data=b"\1\0\0\0" + bytes(EVIL))], lost={"SOL": 60 * LAMPORTS - FEE - 5_000}, is_direct=True), "At any time somebody may make the wallet a program's."),
        ("a multisig's member", multisig, "At any time a stranger may become a member of the user's multisig with all rights."),
        ("a program's upgrade authority", upgrade, "At any time a stranger may get the right to change the user's program."),
    ]:
        danger(f"a nonce and {name}", "nonce", why, partial(on_nonce, then=then))


def multisig(stage: Scene) -> None:
    stage.call("squads-v4", "multisigAddMember", [], accounts={"configAuthority": "me", "rentPayer": "me", "systemProgram": SYSTEM}, args={"args": {"newMember": {"key": THIEVES, "permissions": {"mask": 7}}}})


def upgrade(stage: Scene) -> None:
    loader, data = interface("loader-v3").id, derived("programdata")
    stage.put(data, 0, struct.pack("<IQB", 3, 50, 1) + bytes(ME) + bytes(64), loader)
    stage.calls.append(Instruction(loader, b"\4\0\0\0", [AccountMeta(data, False, True), AccountMeta(ME, True, False), AccountMeta(THIEVES, False, False)]))


# Known programs, misused

def add_misused() -> None:
    # The result goes to somebody else.
    for slug, name, source, target, given in [
        ("jupiter-v6", "route", USDC, WSOL, {"args": {"routePlan": route("Raydium")}}), ("jupiter-v6", "sharedAccountsRoute", BONK, USDC, {"args": {"id": 1, "routePlan": route("Raydium")}}),
        ("jupiter-v6", "exactOutRoute", USDC, BONK, {"args": {"routePlan": route("Raydium")}}), ("raydium-amm-v4", "swapBaseIn", USDC, WIF, {}),
        ("raydium-clmm", "swapV2", JUP, USDC, {}), ("raydium-cpmm", "swapBaseInput", USDC, BONK, {}), ("orca-whirlpool", "swap", USDC, JITOSOL, {}),
        ("meteora-dlmm", "swap", USDC, JUP, {}), ("meteora-damm-v2", "swap", JITOSOL, USDC, {}), ("okx-dex-v2", "swap", USDC, BONK, {}), ("jupiter-perps", "swap2", JITOSOL, USDC, {}),
    ]:
        def away(stage: Scene, slug=slug, name=name, source=source, target=target, given=given) -> None:
            out, into = amount_of(source, 1_500), amount_of(target, 1_495)
            slot = interface(slug).roles(name)[given.get("case", 0)]["in"][0]["token"]
            slot = slot[-1] if isinstance(slot, list) else slot
            to = theirs(stage, target)
            stage.call(slug, name, [pay(source, out), get(target, into, to)], accounts={slot: to}, **{key: dict(value) for key, value in given.items()})

        danger(f"{slug}: {name}, and {target.symbol} goes to a stranger", "misdirected", f"{source.symbol} worth 1,500 dollars is swapped at {title(slug)} into a stranger's account.", away, slug)

    # More is taken than the bytes promise: the program was taken over.
    for slug, name, moves, more in [
        ("raydium-amm-v4", "swapBaseIn", [pay(USDC, 2_000), get(BONK, 4_900_000)], {"bound": {"amountIn": USDC.units(100)}}),
        ("jupiter-v6", "route", [pay(USDC, 5_000), get(JUP, 240)], {"args": {"routePlan": route("Raydium")}, "bound": {"inAmount": USDC.units(100)}}),
        ("orca-whirlpool", "swap", [pay(JUP, 9_000), get(USDC, 39)], {"bound": {"amount": JUP.units(100)}}),
        ("meteora-dlmm", "swap", [pay(BONK, 90_000_000), get(USDC, 20)], {"bound": {"amountIn": BONK.units(1_000_000)}}),
        ("raydium-cpmm", "swapBaseInput", [pay(USDC, 3_000), get(WIF, 22)], {"bound": {"amountIn": USDC.units(20)}}),
        ("pump", "buy", [pay(SOL, 40), get(unknown("Frog of the day", "FROG"), 3_000_000)], {"bound": {"maxSolCost": SOL.units(0.1)}}),
        ("kamino-lend", "depositReserveLiquidity", [pay(USDC, 4_000), minted(unknown("Lending share of USDC", "cUSDC"), 48)], {"bound": {"liquidityAmount": USDC.units(50)}}),
        ("marginfi", "lendingAccountDeposit", [pay(USDC, 4_000)], {"bound": {"amount": USDC.units(50)}}),
        ("marinade", "deposit", [pay(SOL, 50), minted(MSOL, 0.76)], {"bound": {"lamports": SOL.units(1)}}),
        ("magic-eden-v2", "deposit", [pay(SOL, 45)], {"accounts": {"wallet": "me"}, "bound": {"amount": SOL.units(0.5)}}),
        ("drift", "deposit", [pay(USDC, 4_000)], {"bound": {"amount": USDC.units(10)}}),
        ("spl-stake-pool", "depositSol", [pay(SOL, 50), minted(JITOSOL, 0.8)], {"bound": {"lamportsIn": SOL.units(1)}}),
    ]:
        danger(f"{slug}: {name} takes more than it said", "overtaken", f"Much more leaves than the bytes promise to {title(slug)}.", plain_call(slug, name, moves, more), slug)

    # Nothing, or nearly nothing, comes back.
    for slug, name, moves, more, why in [
        ("jupiter-v6", "route", [pay(USDC, 1_200)], {"args": {"routePlan": route("Raydium"), "quotedOutAmount": 0}, "accounts": {"userDestinationTokenAccount": WSOL.account(), "destinationMint": WSOL.mint}}, "1,200 USDC leave and nothing comes back; no least amount was named."),
        ("raydium-amm-v4", "swapBaseIn", [pay(USDC, 1_200), get(BONK, 1)], {"bound": {"minimumAmountOut": 0}}, "1,200 USDC leave for one BONK; no least amount was named."),
        ("orca-whirlpool", "swap", [pay(JITOSOL, 12), get(USDC, 0.01)], {"bound": {"otherAmountThreshold": 1}}, "12 JitoSOL leave for a cent."),
        ("meteora-dlmm", "swap", [pay(WIF, 500), get(USDC, 0.000001)], {"bound": {"minAmountOut": 0}}, "500 WIF leave for a millionth of a dollar."),
        ("pump-amm", "buyExactQuoteIn", [pay(WSOL, 30), get(unknown("Own token of a thief", "OWN"), 1)], {"bound": {"minBaseAmountOut": 0}}, "30 SOL leave for a token that nobody has heard of; no least amount was named."),
        ("raydium-launchlab", "buyExactIn", [pay(WSOL, 30), get(unknown("Own token of a thief", "OWN"), 1)], {"bound": {"minimumAmountOut": 0}}, "30 SOL leave for a token that nobody has heard of; no least amount was named."),
        ("raydium-cpmm", "swapBaseInput", [pay(USDC, 1_000), get(BONK, 2)], {"bound": {"minimumAmountOut": BONK.units(49_000_000)}}, "Less comes back than the bytes promise: 2 BONK instead of 49 million."),
        ("meteora-damm-v2", "swap", [pay(USDC, 1_000), get(JUP, 1)], {"args": {"params": {"minimumAmountOut": JUP.units(2_400)}}}, "Less comes back than the bytes promise: 1 JUP instead of 2,400."),
        ("marinade", "liquidUnstake", [pay(MSOL, 9), get(SOL, 0.01)], {}, "9 mSOL leave for a hundredth of a SOL."),
    ]:
        danger(f"{slug}: {name} gives nearly nothing", "robbed", why, plain_call(slug, name, moves, more), slug)

    # Positions and NFTs.
    share = unknown("Lending share of USDC", "cUSDC")
    for slug, name, held, into, slot in [
        ("kamino-lend", "redeemReserveCollateral", share, USDC, "userDestinationLiquidity"), ("marginfi", "lendingAccountWithdraw", None, USDC, "destinationTokenAccount"),
        ("drift", "withdraw", None, USDC, "userTokenAccount"), ("jupiter-lend-earn", "withdraw", share, USDC, "recipientTokenAccount"), ("save-lend", "redeemReserveCollateral", share, USDC, "userDestinationLiquidity"),
    ]:
        def drawn(stage: Scene, slug=slug, name=name, held=held, into=into, slot=slot) -> None:
            to = theirs(stage, into)
            stage.call(slug, name, ([burned(held, 2_000)] if held else []) + [get(into, 2_050, to)], accounts={slot: to})

        danger(f"{slug}: {name} to a stranger", "misdirected", f"What the user has at {title(slug)} is paid out to a stranger.", drawn, slug)

    def staked_away(stage: Scene, slug: str, name: str, slot: str, asset: Asset, moves: list[Move]) -> None:
        to = theirs(stage, asset)
        state = stage.plan(interface(slug).id, "state")
        stage.minters[asset.mint] = state
        mint = Raw(0, TOKEN, metas=((asset.mint, False, True), (to, False, True), (state, True, False)), data=struct.pack("<BQ", 7, asset.units(8)))
        stage.call(slug, name, moves, accounts={slot: to, ("msolMint" if slug == "marinade" else "poolMint"): asset.mint}, extra=[mint])

    danger("marinade: deposit, and mSOL goes to a stranger", "misdirected", "10 SOL are staked and the mSOL goes to a stranger.", partial(staked_away, slug="marinade", name="deposit", slot="mintTo", asset=MSOL, moves=[pay(SOL, 10)]), "marinade")
    danger("spl-stake-pool: depositSol, and JitoSOL goes to a stranger", "misdirected", "10 SOL are staked and the JitoSOL goes to a stranger.",
           partial(staked_away, slug="spl-stake-pool", name="depositSol", slot="userPoolToken", asset=JITOSOL, moves=[pay(SOL, 10)]), "spl-stake-pool")
    for slug, name, args, accounts in [
        ("magic-eden-v2", "sell", {"buyerPrice": 1, "tokenSize": 1, "sellerStateExpiry": -1}, {"wallet": "me", "tokenAccount": "pay", "tokenMint": "pay.mint"}),
        ("tensor-marketplace", "listLegacy", {"amount": 1_000, "privateTaker": THIEVES}, {"owner": "me", "payer": "me", "ownerTa": "pay", "mint": "pay.mint"}),
        ("tensor-swap", "list", {"price": 10}, {"owner": "me", "payer": "me", "nftSource": "pay", "nftMint": "pay.mint"}),
    ]:
        danger(f"{slug}: {name}, for nothing", "market", f"Lists an NFT at {title(slug)} for less than a cent.", plain_call(slug, name, [pay(FOX, 1), opened(60, "state|listing|tradestate")], {"args": args, "accounts": accounts}), slug)
    danger("tensor-marketplace: takeBidLegacy, for nothing", "market", "Sells an NFT to a bid of one lamport.",
           plain_call("tensor-marketplace", "takeBidLegacy", [pay(FOX, 1), get(SOL, 0.000000001)], {"args": {"minAmount": 0}, "accounts": {"seller": "me", "sellerTa": "pay", "mint": "pay.mint"}}), "tensor-marketplace")

    danger("tensor-amm: sellNftTokenPool, for nothing", "market", "Sells an NFT to a pool for one lamport.",
           plain_call("tensor-amm", "sellNftTokenPool", [pay(FOX, 1), get(SOL, 0.000000001)], {"args": {"minPrice": 0}, "accounts": {"trade.taker": "me", "takerTa": "pay", "mplx.mint": "pay.mint"}}), "tensor-amm")

    def cores(stage: Scene) -> None:
        for number in range(3):
            asset = derived("core", f"Small Fox #{number}")
            stage.put(asset, 0, core_asset(f"Small Fox #{number}", ME), MPL_CORE)
            stage.watched.add(asset)
            stage.loses[str(asset)] += 1
            stage.call("mpl-core", "transferV1", [], accounts={"asset": asset, "payer": "me", "newOwner": NEW}, extra=core_moves(asset, NEW), label=f"state{number}")

    danger("mpl-core: three assets to one new address", "sweep", "Three NFTs of Core go to one address that was never used.", cores, "mpl-core")

    def delegated(stage: Scene) -> None:
        stage.hold(FOX, 1)
        stage.call("token-metadata", "delegate", [], extra=[approval(FOX, 1)], args={"delegateArgs": {"StandardV1": {"amount": 1}}},
                   accounts={"delegate": THIEVES, "authority": "me", "payer": "me", "mint": FOX.mint, "metadata": metadata_address(FOX.mint), "token": FOX.account(), "splTokenProgram": TOKEN})

    danger("token-metadata: delegate, a stranger", "authority", "A stranger may take the NFT from now on.", delegated, "token-metadata")
    danger("bubblegum: delegate, a stranger", "authority", "A stranger may take the compressed NFT from now on.",
           plain_call("bubblegum", "delegate", [], {"args": {"root": bytes(range(32)), "nonce": 8, "index": 8}, "accounts": {"leafOwner": "me", "previousLeafDelegate": "me", "newLeafDelegate": THIEVES}}), "bubblegum")
    danger("drift: updateUserDelegate, a stranger", "authority", "A stranger may trade with all that the user has at Drift.", plain_call("drift", "updateUserDelegate", [], {"args": {"delegate": THIEVES}, "accounts": {"authority": "me"}}), "drift")
    danger("spl-governance: setGovernanceDelegate, a stranger", "authority", "A stranger may vote with the user's tokens.",
           plain_call("spl-governance", "setGovernanceDelegate", [], {"args": {"newGovernanceDelegate": THIEVES}, "accounts": {"governanceAuthority": "me"}}), "spl-governance")
    danger("squads-v4: multisigAddMember, a stranger", "authority", "A stranger becomes a member of the user's multisig with all rights.", multisig, "squads-v4")
    danger("loader-v3: setAuthority, a stranger", "authority", "A stranger gets the right to change the user's program.", upgrade, "loader-v3")

    def marginfi_away(stage: Scene) -> None:
        fresh = Keypair.from_seed(bytes([75]) * 32)
        stage.signers.append(fresh)
        stage.call("marginfi", "transferToNewAccount", [], accounts={"authority": "me", "feePayer": "me", "newMarginfiAccount": fresh.pubkey(), "newAuthority": THIEVES}, signers=[fresh])

    danger("marginfi: transferToNewAccount, a stranger", "authority", "All that the user has at marginfi becomes a stranger's.", marginfi_away, "marginfi")

    # A fair swap first, then the theft.
    def bundled(stage: Scene, then: Callable[[Scene], None]) -> None:
        stage.call("jupiter-v6", "route", [pay(USDC, 50), get(BONK, 2_490_000)], args={"routePlan": route("Raydium")})
        then(stage)

    danger("a fair swap, then a drainer", "drainer", "A fair swap, and then 40 SOL leave to a stranger.", partial(bundled, then=partial(taken, takes=[(SOL, 40)])), "jupiter-v6")
    danger("a fair swap, then an approval", "approval", "A fair swap, and then somebody may take all JUP from now on.", partial(bundled, then=partial(powers, steps=[approval(JUP, MAXIMUM, NEW)], held=[(JUP, 800)], is_direct=True)), "jupiter-v6")
    danger("a fair swap, then a sweep", "sweep", "A fair swap, and then SOL and JUP go to an address that was never used.", partial(bundled, then=partial(native, takes=[(JUP, 800), (SOL, 50)])), "jupiter-v6", version="tables")
    danger("a fair swap, then half of the SOL", "sweep", "A fair swap, and then 30 SOL go to an address that was never used.", partial(bundled, then=partial(native, takes=[(SOL, 30)])), "jupiter-v6")
    danger("a fair swap, then all of a token", "sweep", "A fair swap, and then all JUP goes to an address that was never used.", partial(bundled, then=partial(native, takes=[(JUP, 800)])), "jupiter-v6")
    danger("a fair swap, then an NFT", "sweep", "A fair swap, and then an NFT goes to an address that was never used.", partial(bundled, then=partial(native, takes=[(FOX, 1)])), "jupiter-v6")


def plain_call(slug: str, name: str, moves: list[Move], more: dict) -> Callable[[Scene], None]:
    def build(stage: Scene) -> None:
        stage.call(slug, name, moves, **{key: dict(value) if isinstance(value, dict) else value for key, value in more.items()})

    return build


# Programs that do otherwise a moment later

def add_changing() -> None:
    """The simulation shows a gain; when the thief has changed his program's state, the same bytes take everything."""
    for name, shown_moves, real_moves, why in [
        ("a claim of USDC", [get(USDC, 500, when=1)], [(SOL, 50)], "Shows 500 USDC arriving and takes 50 SOL a moment later: a program that nobody knows can write to the wallet."),
        ("a claim of JUP", [get(JUP, 900, when=1)], [(USDC, 1_500)], "Shows 900 JUP arriving and takes all USDC a moment later."),
        ("a fair swap", [pay(SOL, 1, THIEVES, when=1), get(USDC, 131, when=1)], [(SOL, 55)], "Shows a fair swap and takes 55 SOL a moment later."),
        ("a staker", [pay(SOL, 2, THIEVES, when=1), get(JITOSOL, 1.66, when=1)], [(SOL, 55)], "Shows SOL for JitoSOL and takes 55 SOL a moment later."),
        ("a turn of a game", [], [(SOL, 30), (USDC, 900)], "Shows nothing at all and takes SOL and USDC a moment later."),
    ]:
        def build(stage: Scene, shown_moves=shown_moves, real_moves=real_moves) -> None:
            for asset, _ in real_moves:
                if not asset.is_native:
                    stage.hold(asset, 1_500)
            for move in shown_moves:
                if not move.asset.is_native and not stage.has(move.asset.account()):
                    stage.open_account(move.asset)
                (stage.gains if move.kind == "get" else stage.loses)[move.asset.key] += move.amount
            stage.raw(nobody("changing"), ENTER, [AccountMeta(ME, True, True)], [*shown_moves, *(pay(asset, amount, theirs(stage, asset), when=2) for asset, amount in real_moves)])

        danger(f"a program that changes: {name}", "changing", why, build, later=1)


for add in (add_takes, add_powers, add_native, add_misused, add_changing):
    add()
