"""Honest transactions that have the shape of a theft but for one thing: each stands beside the rule that must not fire.

The dangerous ones of the same shape are in dapp_dangers.py. What nobody could tell from a theft, like three NFTs to a friend whom the wallet
doesn't know, isn't here: it is called a danger, and docs/rules.md says why.
"""

import struct
from collections.abc import Callable
from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, ME, MPL_CORE, SOL, USDC, WSOL, Asset, core_asset, derived, unknown
from dapp_dangers import MSOL, as_instruction, circulating, native, plain_call
from dapp_honest import FOX, case, core_moves, nobody, route, transfer
from dapp_scene import FRIEND, AccountMeta, Instruction, Move, Scene, get, opened, pay, tokens
from solders.keypair import Keypair
from solders.system_program import AdvanceNonceAccountParams, advance_nonce_account
from transaction_corpus import MEMO

SHOP = derived("a shop")
FROG = unknown("Frog of the day", "FROG")


def honest(rule: str, name: str, why: str, build: Callable[[Scene], None], program: str | None = None, **more: object) -> None:
    case(f"near {rule}: {name}", "near", program, why, build, **more)


def note(stage: Scene, text: str) -> None:
    stage.calls.append(Instruction(MEMO, text.encode(), [AccountMeta(ME, True, False)]))


def sent(stage: Scene, asset: Asset, amount: float, to: object, held: float = 0) -> None:
    """A plain transfer; the user holds so much of the tokens before."""
    if asset.is_native:
        stage.calls.append(transfer(to, asset.units(amount)))
    else:
        if held:
            stage.hold(asset, held)
        if not stage.has(asset.account(to)):
            stage.hold(asset, 7, to)
        stage.calls.append(as_instruction(tokens(asset, asset.account(), asset.account(to), ME, asset.units(amount))))
    stage.loses[asset.key] += asset.units(amount)


def add_trades() -> None:
    def raw(stage: Scene, moves: list[Move]) -> None:
        circulating(stage)
        stage.raw(nobody("fair pool"), bytes(range(8)), [AccountMeta(ME, True, True)], moves)

    for name, moves, why in [
        ("USDC for as much BONK", [pay(USDC, 20), get(BONK, 995_000)], "Gets BONK of the same worth, of which there are very many."),
        ("a few BONK for a few JUP", [pay(BONK, 5_000), get(JUP, 0.25)], "Gets JUP worth ten cents for BONK worth ten cents."),
        ("mSOL for SOL, a little below its worth", [pay(MSOL, 9), get(SOL, 11.4)], "Gets 11.4 SOL for 9 mSOL, at once and for a fee."),
    ]:
        honest("R35", name, why, partial(raw, moves=moves))
    honest("R35", "mSOL given back at Marinade", "Gets 11.6 SOL for 9 mSOL at Marinade.", plain_call("marinade", "liquidUnstake", [pay(MSOL, 9), get(SOL, 11.6)], {}), "marinade")
    for slug, name, bound in [("pump-amm", "buyExactQuoteIn", "minBaseAmountOut"), ("raydium-launchlab", "buyExactIn", "minimumAmountOut")]:
        honest("R35", f"{slug}: {name}, with a least amount", "Buys a token that is on no list for 5 SOL, and names how many it takes at least.",
               plain_call(slug, name, [pay(WSOL, 5), get(FROG, 40_000_000)], {"bound": {bound: FROG.units(39_000_000)}}), slug)
    honest("R35", "an NFT sold to a low bid", "Sells an NFT to a bid of 0.02 SOL, and names that amount.",
           plain_call("tensor-marketplace", "takeBidLegacy", [pay(FOX, 1), get(SOL, 0.02)], {"args": {"minAmount": 20_000_000}, "accounts": {"seller": "me", "sellerTa": "pay", "mint": "pay.mint"}}), "tensor-marketplace")
    honest("R52", "just what was promised", "Gets to the last unit what the program promised at least.",
           plain_call("raydium-cpmm", "swapBaseInput", [pay(USDC, 100), get(BONK, 4_900_000)], {"bound": {"minimumAmountOut": BONK.units(4_900_000)}}), "raydium-cpmm")

    def elsewhere(stage: Scene) -> None:
        own = stage.hold(WSOL, 1, ME, derived("another account of the user's"))
        stage.does_unwrap = False
        stage.call("raydium-cpmm", "swapBaseInput", [pay(USDC, 100), get(WSOL, 0.76, own)], accounts={"outputTokenAccount": own})
        stage.gains[WSOL.key] += WSOL.units(0.76)

    honest("R51", "into another account of the user's", "Swaps into a token account of the user's that isn't the usual one.", elsewhere, "raydium-cpmm")
    for name, price, currency in [("for a small price", 10_000_000, None), ("for two dollars", 2_000_000, USDC.mint)]:
        honest("R58", f"an NFT listed {name}", "Lists an NFT for little, but for something.",
               plain_call("tensor-marketplace", "listLegacy", [pay(FOX, 1), opened(60, "state|listing|tradestate")], {"args": {"amount": price} | ({"currency": currency} if currency else {}), "accounts": {"owner": "me", "payer": "me", "ownerTa": "pay", "mint": "pay.mint"}}), "tensor-marketplace")


def add_payments() -> None:
    honest("R53", "three small payments to one address", "Pays 0.3 SOL in three parts, a small part of what there is.", lambda stage: [sent(stage, SOL, 0.1, SHOP) for _ in range(3)])
    honest("R53", "payments to four people", "Pays four people, half of what there is.", lambda stage: [sent(stage, SOL, 8, derived("a worker", str(at))) for at in range(4)])
    honest("R53", "two tokens to one address", "Sends some USDC and some JUP to one address.", lambda stage: (sent(stage, USDC, 40, SHOP, held=900), sent(stage, JUP, 30, SHOP, held=500)))

    def cores(stage: Scene) -> None:
        for number in range(2):
            asset = derived("core", f"Small Fox #{number}")
            stage.put(asset, 0, core_asset(f"Small Fox #{number}", ME), MPL_CORE)
            stage.watched.add(asset)
            stage.loses[str(asset)] += 1
            stage.call("mpl-core", "transferV1", [], accounts={"asset": asset, "payer": "me", "newOwner": FRIEND.pubkey()}, extra=core_moves(asset, FRIEND.pubkey()), label=f"state{number}")

    honest("R53", "two NFTs of Core to a friend", "Gives two NFTs of Core to a friend.", cores, "mpl-core")
    honest("R49", "all of one token", "Sends all USDC to a new address, and a little SOL for its fees.", partial(native, takes=[(USDC, 700), (SOL, 0.05)]))
    honest("R49", "half of the SOL and some of a token", "Pays 32 SOL and 100 of 900 USDC to one address.", lambda stage: (sent(stage, SOL, 32, SHOP), sent(stage, USDC, 100, SHOP, held=900)))
    for text in ("invoice 7, approved by Maria", "wallet refill", "security deposit for flat 12", "order #8812: please confirm", "Phantom of the Opera, 2 seats", "update of the insurance"):
        honest("R56", f"a payment with the memo “{text}”", "Pays 2 SOL with a memo about what it is for.", lambda stage, text=text: (sent(stage, SOL, 2, SHOP), note(stage, text)))
    honest("R56", "a memo alone", "Nothing leaves beside a memo that a wallet wrote.", lambda stage: note(stage, "Phantom: signed with my own hand"))
    honest("R57", "a token with a full stop in its name", "Claims a token named like a town; only rent is paid.",
           lambda stage: stage.raw(nobody("drop"), bytes(8), [AccountMeta(ME, True, True)], [opened(60), get(unknown("St. Moritz No.1", "MORITZ"), 900)]))


def add_bundles() -> None:
    def swapped(stage: Scene, out: Move, into: Move, then: Callable[[Scene], object]) -> None:
        stage.call("jupiter-v6", "route", [out, into], args={"routePlan": route("Raydium")})
        then(stage)

    honest("R60", "a swap with the site's fee", "Swaps 20 SOL, and the site takes 0.2 SOL by a plain transfer.", partial(swapped, out=pay(WSOL, 20), into=get(USDC, 2_610), then=lambda stage: sent(stage, SOL, 0.2, SHOP)), "jupiter-v6")
    honest("R60", "a swap whose result is paid to a shop", "Swaps JUP for 100 USDC, and pays 99 of them to a shop.", partial(swapped, out=pay(JUP, 250), into=get(USDC, 100), then=lambda stage: sent(stage, USDC, 99, SHOP)), "jupiter-v6")
    honest("R60", "a swap whose SOL is paid to a shop", "Swaps USDC for 7.6 SOL, and pays 7.5 of them to a shop.", partial(swapped, out=pay(USDC, 1_000), into=get(WSOL, 7.6), then=lambda stage: sent(stage, SOL, 7.5, SHOP)), "jupiter-v6")

    def bought(stage: Scene) -> None:
        stage.call("tensor-marketplace", "buyLegacy", [pay(SOL, 10), get(FOX, 1)], accounts={"buyer": "me", "payer": "me", "buyerTa": "get", "mint": "get.mint"}, args={"maxAmount": 10 * LAMPORTS})
        sent(stage, SOL, 0.5, SHOP)

    honest("R60", "an NFT bought with the maker's share", "Buys an NFT for 10 SOL, and its maker gets 0.5 SOL by a plain transfer.", bought, "tensor-marketplace")


def on_own_nonce(stage: Scene, then: Callable[[Scene], object]) -> None:
    """What follows is signed on one day and sent on another, over a nonce of the user's."""
    nonce = Keypair.from_seed(bytes([81]) * 32)
    stage.put(nonce.pubkey(), 10_000_000, struct.pack("<II", 1, 1) + bytes(ME) + bytes(derived("a nonce of the user's")) + struct.pack("<Q", 5_000))
    stage.nonce = nonce
    stage.before_calls.append(advance_nonce_account(AdvanceNonceAccountParams(nonce_pubkey=nonce.pubkey(), authorized_pubkey=ME)))
    then(stage)


def add_powers() -> None:
    honest("R55", "a payment over a nonce", "Pays 3 SOL over a nonce of the user's, to be sent later.", partial(on_own_nonce, then=lambda stage: sent(stage, SOL, 3, SHOP)))
    honest("R55", "a proposal refused over a nonce", "Refuses a proposal of the user's own multisig over a nonce.", partial(on_own_nonce, then=plain_call("squads-v4", "proposalReject", [], {"accounts": {"member": "me"}, "args": {"args": {}}})), "squads-v4")
    honest("R59", "a delegate taken back", "Takes back from a delegate the right to vote with the user's tokens.", plain_call("spl-governance", "setGovernanceDelegate", [], {"accounts": {"governanceAuthority": "me"}}), "spl-governance")


for add in (add_trades, add_payments, add_bundles, add_powers):
    add()
