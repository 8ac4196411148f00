"""What honest dApps have people sign: the parts in their order, then guards, hops, programs nobody lists, and what a careful person would stop at."""

from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, ME, SOL, USDC, USDT, WSOL, collectible, unknown
from dapp_acts import add_claims, add_votes
from dapp_cases import CASES, FOX, JITOSOL, PRICES, amount_of, case, nobody, plain, title, transfer
from dapp_finance import add_bridges, add_lenders, add_stakers
from dapp_groups import add_collected, add_governance, add_guarded, add_squads
from dapp_markets import add_markets, core_moves
from dapp_scene import COSIGNER, FRIEND, AccountMeta, Move, Scene, closed, get, minted, opened, pay
from dapp_trades import add_launchpads, add_liquidity, add_open_swaps, add_swaps, route
from solders.pubkey import Pubkey

# Guards, hops, sponsors

def add_mixed() -> None:
    def guarded(stage: Scene, slug: str, name: str, given: dict) -> None:
        stage.call(slug, name, [pay(USDC, 100), get(WSOL, 0.76)], **{key: dict(value) for key, value in given.items()})
        stage.call("lighthouse", "assertTokenAccount", [], accounts={"targetAccount": USDC.account()}, args={"logLevel": "Silent", "assertion": {"Amount": {"value": USDC.units(200), "operator": "GreaterThanOrEqual"}}})
        stage.call("lighthouse", "assertAccountInfo", [], accounts={"targetAccount": ME}, args={"logLevel": "Silent", "assertion": {"Lamports": {"value": 59 * LAMPORTS, "operator": "GreaterThanOrEqual"}}})

    for slug, name, given in [("jupiter-v6", "route", {"args": {"routePlan": route("Raydium")}}), ("raydium-cpmm", "swapBaseInput", {}), ("meteora-dlmm", "swap", {}), ("orca-whirlpool", "swap", {})]:
        case(f"{slug}: {name} with guards of Lighthouse", "pool", slug, f"Swaps 100 USDC for 0.76 SOL at {title(slug)}, with checks at the end that more can't be lost.", partial(guarded, slug=slug, name=name, given=given))

    def twice(stage: Scene) -> None:
        stage.hold(BONK, 20_000_000)
        stage.call("raydium-cpmm", "swapBaseInput", [pay(USDC, 50), get(JUP, 124)])
        stage.call("meteora-dlmm", "swap", [pay(BONK, 5_000_000), get(JUP, 248)])

    case("two swaps into one token", "pool", "raydium-cpmm", "Swaps USDC and BONK into JUP at two pools, each bounded.", twice, version="tables")

    def lent(stage: Scene) -> None:
        stage.call("jupiter-v6", "route", [pay(USDC, 100), get(JITOSOL, 0.63)], args={"routePlan": route("Raydium")})
        stage.call("marginfi", "lendingAccountDeposit", [pay(JITOSOL, 0.63)], counted=False)
        stage.gains[JITOSOL.key] = 0

    case("a swap whose result is lent", "lender", "marginfi", "Swaps 100 USDC into JitoSOL and deposits it at marginfi into one's own position.", lent, version="tables")

    def sponsored(stage: Scene) -> None:
        stage.call("jupiter-v6", "route", [pay(USDC, 40), get(BONK, 1_990_000)], args={"routePlan": route("Raydium")})

    case("jupiter-v6: route, paid for by the site", "pool", "jupiter-v6", "Swaps 40 USDC for BONK; the site pays the fee.", sponsored, scene=lambda: Scene(COSIGNER))

    def tipped(stage: Scene) -> None:
        stage.call("raydium-amm-v4", "swapBaseIn", [pay(WSOL, 1), get(USDC, 130)])
        tip = Pubkey.from_string("96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5")
        stage.put(tip, 10 * LAMPORTS)
        stage.after_calls.append(transfer(tip, 100_000))
        stage.loses["SOL"] += 100_000

    case("raydium-amm-v4: swapBaseIn with a tip", "pool", "raydium-amm-v4", "Swaps 1 SOL for 130 USDC and tips a validator 0.0001 SOL.", tipped)

    def fee_taken(stage: Scene) -> None:
        stage.call("jupiter-v6", "sharedAccountsRoute", [pay(USDC, 200), get(WSOL, 1.51)], args={"id": 2, "routePlan": route("Raydium"), "platformFeeBps": 85}, accounts={"platformFeeAccount": stage.hold(WSOL, 3, FRIEND.pubkey())})

    case("jupiter-v6: sharedAccountsRoute with a platform's fee", "pool", "jupiter-v6", "Swaps 200 USDC for SOL, of which the site keeps 0.85 %.", fee_taken)


# Programs that no registry knows


def add_unknown() -> None:
    def raw(name: str, moves: list[Move], data: bytes, stage: Scene) -> None:
        stage.raw(nobody(name), data, [AccountMeta(ME, True, True)], moves)

    gold, fox = unknown("Game gold", "GOLD"), collectible("Game card #88")
    for name, moves, call, why in [
        ("a pool: SOL for USDC", [pay(WSOL, 1), get(USDC, 130.4)], "honest", "Swaps 1 SOL for 130.4 USDC at a program that is on no list: what arrives is worth what leaves."),
        ("a pool: USDC for SOL", [pay(USDC, 130), get(WSOL, 0.99)], "honest", "Swaps 130 USDC for 0.99 SOL at a program that is on no list: what arrives is worth what leaves."),
        ("a pool: USDC for BONK", [pay(USDC, 20), get(BONK, 995_000)], "honest", "Swaps 20 USDC for BONK of the same worth at a program that is on no list."),
        ("a pool: JUP for USDT", [pay(JUP, 100), get(USDT, 39.7)], "honest", "Swaps 100 JUP for USDT of the same worth at a program that is on no list."),
        ("a faucet: USDC arrives", [get(USDC, 5)], "honest", "5 USDC arrive and nothing leaves but the fee."),
        ("a claim: JUP arrives", [opened(60), get(JUP, 40)], "honest", "40 JUP arrive; the user pays rent for the claim's record."),
        ("a claim: a token of no list arrives", [opened(60), get(unknown("Small drop", "DROP"), 900)], "honest", "Tokens of unknown worth arrive; only rent is paid."),
        ("a game: a prize in SOL", [get(SOL, 0.4)], "honest", "0.4 SOL arrive from a game and nothing leaves."),
        ("a game: a turn is played", [], "honest", "Plays a turn: nothing leaves but the fee."),
        ("a game: a turn is played and written down", [opened(48)], "honest", "Plays a turn and pays the rent of its record."),
        ("a market: an NFT sold for SOL", [pay(fox, 1), get(SOL, 1.1)], "honest", "Sells one NFT for 1.1 SOL at a market that is on no list."),
        ("a market: an NFT sold for USDC", [pay(fox, 1), get(USDC, 140)], "honest", "Sells one NFT for 140 USDC at a market that is on no list."),
        ("a market: an NFT taken back", [get(fox, 1), closed(60)], "honest", "Takes an NFT back out of a market, and its rent with it."),
        ("a vote", [opened(80)], "honest", "Votes at a program that is on no list and pays the rent of the vote."),
        ("a staker: SOL for JitoSOL", [pay(SOL, 1), get(JITOSOL, 0.82)], "honest", "Gives 1 SOL for JitoSOL of the same worth at a program that is on no list."),
        ("a lender: USDC back", [get(USDC, 75), closed(100)], "honest", "Takes 75 USDC out of a lender that is on no list."),
        ("a game: gold for SOL", [pay(SOL, 0.05), get(gold, 500)], "warning", "Pays 0.05 SOL to an unknown program for tokens whose worth nobody can tell; the amount is small."),
        ("a game: an entry fee", [pay(SOL, 0.02)], "warning", "Pays 0.02 SOL to an unknown program and nothing comes back now; the amount is small."),
        ("a mint of an NFT for SOL", [pay(SOL, 0.1), get(fox, 1)], "warning", "Pays 0.1 SOL to an unknown program for an NFT that says itself what it is."),
        ("a mint of an NFT for USDC", [pay(USDC, 15), get(fox, 1)], "warning", "Pays 15 USDC to an unknown program for an NFT that says itself what it is."),
        ("a market: an NFT bought", [pay(SOL, 0.3), get(fox, 1)], "warning", "Pays 0.3 SOL to a market on no list for an NFT whose worth only the user can tell."),
        ("a lender: a deposit", [pay(USDC, 12)], "warning", "Puts 12 USDC into a program that is on no list, and nothing comes back now."),
        ("a staker: a share of no list", [pay(SOL, 0.2), minted(unknown("Staked thing", "stTHING", 9), 0.19)], "warning", "Gives 0.2 SOL for a share that is on no list."),
    ]:
        case(f"unknown program: {name}", "unknown", None, why, partial(raw, name, moves, bytes(range(8)) + name.encode()[:8]), call=call)

    def held(stage: Scene) -> None:
        stage.hold(gold, 10_000)
        stage.raw(nobody("game"), b"spend" + bytes(8), [AccountMeta(ME, True, True)], [pay(gold, 200), get(unknown("Game wood", "WOOD"), 50)])

    case("unknown program: a game's gold for its wood", "unknown", None, "Spends 200 of a game's own tokens in that game.", held)


def add_careless() -> None:
    """Honest programs, but a careful person would stop for a moment."""
    fair = "raydium-cpmm"
    for name, slug, method, moves, more, why in [
        ("no least amount", fair, "swapBaseInput", [pay(USDC, 100), get(WSOL, 0.75)], {"bound": {"minimumAmountOut": 0}}, "Swaps 100 USDC at a fair price now, but names no least amount: it may get anything."),
        ("no least amount at Jupiter", "jupiter-v6", "route", [pay(USDC, 100), get(WSOL, 0.75)], {"args": {"routePlan": route("Raydium")}, "bound": {"quotedOutAmount": 0}}, "Swaps 100 USDC at a fair price now, but names no least amount: it may get anything."),
        ("half may be lost to slippage", "jupiter-v6", "route", [pay(WSOL, 2), get(USDC, 258)], {"args": {"routePlan": route("Raydium"), "slippageBps": 5_000}}, "Swaps 2 SOL, and the bound lets half of it be lost."),
        ("a bad price at a thin pool", "meteora-damm-v2", "swap", [pay(USDC, 500), get(BONK, 17_500_000)], {}, "Gets BONK worth 350 dollars for 500 USDC: the price is bad."),
        ("a bad price at a thin pool, all of it bounded", "orca-whirlpool", "swap", [pay(USDC, 300), get(WSOL, 1.5)], {}, "Gets SOL worth about 196 dollars for 300 USDC: the price is bad."),
        ("much more may be taken than is needed", "pump", "buy", [pay(SOL, 0.5), get(unknown("Frog of the day", "FROG"), 17_000_000)], {"slip": 40_000}, "Buys for 0.5 SOL now, but lets the program take five times as much."),
    ]:
        case(f"careless: {name}", "careless", slug, why, plain(slug, method, moves, **more), call="warning")


for add in (add_swaps, add_open_swaps, add_liquidity, add_launchpads, add_lenders, add_stakers, add_bridges, add_markets, add_claims, add_votes, add_mixed, add_unknown, add_careless,
            add_squads, add_governance, add_collected, add_guarded):
    add()

# What the dangerous ones take from here.
__all__ = ["CASES", "FOX", "PRICES", "amount_of", "case", "core_moves", "nobody", "route", "title", "transfer"]
