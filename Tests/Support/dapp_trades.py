"""What honest dApps have people sign to trade: pools, deposits into pools, launchpads."""

from functools import partial

from dapp_accounts import BONK, JUP, ME, SOL, USDC, USDT, WSOL, Asset, known, unknown
from dapp_cases import JITOSOL, JLP, ORCA, RAY, WIF, amount_of, case, plain, title, words
from dapp_programs import TOKEN, TOKEN_2022, derived, interface
from dapp_scene import AccountMeta, Scene, burned, get, minted, opened, pay
from transaction_corpus import keypair

# Pools

PAIRS = [(USDC, WSOL), (WSOL, USDC), (USDC, BONK), (BONK, WSOL), (WSOL, JITOSOL), (JUP, USDC), (USDT, USDC), (WIF, USDC), (WSOL, RAY), (ORCA, USDC)]


def route(dex: str, is_second: bool = False) -> list[dict]:
    step = {"swap": dex, "bps" if is_second else "percent": 10_000 if is_second else 100, "inputIndex": 0, "outputIndex": 1}
    return [step]


WHIRLPOOL = {"Whirlpool": {"aToB": True}}
SWAPS: list[tuple[str, str, dict, int]] = [
    # Program, instruction, what else is given, how many pairs
    ("jupiter-v6", "route", {"args": {"routePlan": route("Raydium")}}, 5),
    ("jupiter-v6", "sharedAccountsRoute", {"args": {"id": 3, "routePlan": route("MeteoraDlmm")}}, 5),
    ("jupiter-v6", "routeV2", {"args": {"routePlan": route("RaydiumCP", True)}}, 3),
    ("jupiter-v6", "sharedAccountsRouteV2", {"args": {"id": 1, "routePlan": route(WHIRLPOOL, True)}}, 3),
    ("jupiter-v6", "exactOutRoute", {"args": {"routePlan": route("RaydiumClmm")}}, 2),
    ("raydium-amm-v4", "swapBaseIn", {}, 3), ("raydium-amm-v4", "swapBaseOut", {}, 2),
    ("raydium-clmm", "swap", {}, 2), ("raydium-clmm", "swapV2", {}, 2), ("raydium-clmm", "swapV2", {"case": 1}, 2),
    ("raydium-cpmm", "swapBaseInput", {}, 3), ("raydium-cpmm", "swapBaseOutput", {}, 2),
    ("orca-whirlpool", "swap", {}, 2), ("orca-whirlpool", "swap", {"case": 2}, 2), ("orca-whirlpool", "swapV2", {}, 2), ("orca-whirlpool", "swapV2", {"case": 1}, 2),
    ("orca-whirlpool", "twoHopSwapV2", {}, 2),
    ("meteora-dlmm", "swap", {}, 3), ("meteora-dlmm", "swap2", {}, 2), ("meteora-dlmm", "swapExactOut", {}, 2),
    ("meteora-damm-v1", "swap", {}, 2), ("meteora-damm-v2", "swap", {}, 2), ("meteora-dbc", "swap", {}, 2),
    ("pump-amm", "sell", {}, 1),
    ("fluxbeam", "swap", {}, 2), ("gamma", "swapBaseInput", {}, 2), ("lifinity-v2", "swap", {}, 2), ("saber-stable-swap", "swap", {}, 1),
    ("spl-token-swap", "swap", {}, 2), ("byreal-clmm", "swapV2", {}, 2), ("pancakeswap-clmm", "swapV2", {}, 2), ("jupiter-perps", "swap2", {}, 2),
    ("okx-dex-v2", "swap", {}, 2), ("okx-dex-v2", "commissionSolSwap", {}, 1),
]


def swap_pairs(slug: str, start: int, count: int) -> list[tuple[Asset, Asset]]:
    if slug == "saber-stable-swap":
        return [(USDT, USDC)]
    if slug == "pump-amm":
        return [(BONK, WSOL)]
    return [PAIRS[(start + index) % len(PAIRS)] for index in range(count)]


def hop(stage: Scene, slug: str, count: int) -> list[AccountMeta]:
    """The accounts of a pool that a route goes through, as Jupiter has them behind its own: the program first."""
    stage.programs.add(interface(slug).id)
    found = [AccountMeta(interface(slug).id, False, False)]
    for at in range(count):
        address = derived("hop", slug, str(at))
        stage.put(address, 0, bytes(derived("kind", slug, str(at)))[:8] + bytes(200), interface(slug).id)
        found.append(AccountMeta(address, False, at % 3 != 2))
    return found


def swap(stage: Scene, slug: str, name: str, given: dict, source: Asset, target: Asset, out: float, into: float, slip: int = 50) -> None:
    more = {key: value for key, value in given.items()}
    if "args" in more:
        more["args"] = dict(more["args"])
    if slug == "jupiter-v6":
        more["more"] = hop(stage, "raydium-amm-v4", 12) + (hop(stage, "orca-whirlpool", 9) if source is not WSOL and target is not WSOL else [])
        if len(more["more"]) > 14:
            step = more["args"]["routePlan"][0]
            more["args"]["routePlan"] = [step | {"outputIndex": 1}, step | {"swap": WHIRLPOOL, "inputIndex": 1, "outputIndex": 2}]
    stage.call(slug, name, [pay(source, out), get(target, into)], slip=slip, **more)


def add_swaps() -> None:
    for at, (slug, name, given, count) in enumerate(SWAPS):
        for number, (source, target) in enumerate(swap_pairs(slug, at * 3, count)):
            dollars = (25, 140, 655, 2_000, 90)[(at + number) % 5]
            out = amount_of(source, dollars)
            into = amount_of(target, dollars * 0.997)
            slip = (50, 100, 10, 300)[(at + number) % 4]
            form = f"{name}{' case ' + str(given['case']) if 'case' in given else ''}"
            case(f"{slug}: {form}, {source.symbol} for {target.symbol}", "pool", slug,
                 f"Swaps {words(source, out)} for about {words(target, into)} at {title(slug)}, worth the same and bounded within {slip / 100:g} %.",
                 partial(swap, slug=slug, name=name, given=given, source=source, target=target, out=out, into=into, slip=slip))


def add_open_swaps() -> None:
    """Swaps at programs whose interface says nothing of what they move."""
    usdc, sol, bonk = 100.0, amount_of(SOL, 99.7), amount_of(BONK, 99.7)
    stabble = {"user": "me", "userTokenIn": "pay", "userTokenOut": "get"}
    bonus = [
        ("stabble-weighted", "swap", [pay(USDC, usdc), get(BONK, bonk)], stabble, {"args": {"amountIn": USDC.units(usdc), "minimumAmountOut": BONK.units(bonk * 0.99)}}),
        ("stabble-weighted", "swapV2", [pay(USDC, usdc), get(WSOL, sol)], stabble, {"args": {"amountIn": USDC.units(usdc), "minimumAmountOut": WSOL.units(sol * 0.99)}}),
        ("stabble-stable", "swap", [pay(USDT, 500), get(USDC, 499.8)], stabble, {"args": {"amountIn": USDT.units(500), "minimumAmountOut": USDC.units(499)}}),
        ("raydium-stable", "swapBaseIn", [pay(USDT, 250), get(USDC, 249.9)], {"userOwner": "me", "userSourceToken": "pay", "userDestinationToken": "get"},
         {"args": {"amountIn": USDT.units(250), "minimumAmountOut": USDC.units(249)}}),
        ("invariant", "swap", [pay(USDC, usdc), get(WSOL, sol)], {"owner": "me", "accountX": "pay", "accountY": "get"},
         {"args": {"xToY": True, "amount": USDC.units(usdc), "byAmountIn": True, "sqrtPriceLimit": 79_228_162_514}}),
        ("bonkswap", "swap", [pay(BONK, bonk), get(USDC, 99.2)], {"swapper": "me", "swapperXAccount": "pay", "swapperYAccount": "get"},
         {"args": {"deltaIn": {"v": BONK.units(bonk)}, "priceLimit": {"v": 1}, "xToY": True}}),
        ("phoenix", "swap", [pay(USDC, usdc), get(WSOL, sol)], {"trader": "me", "quoteAccount": "pay", "baseAccount": "get"},
         {"args": {"orderPacket": {"ImmediateOrCancel": {"side": "Bid", "numQuoteLots": 100_000, "minBaseLotsToFill": 750}}}}),
        ("phoenix", "swap", [pay(WSOL, 1), get(USDC, 130.6)], {"trader": "me", "baseAccount": "pay", "quoteAccount": "get"},
         {"args": {"orderPacket": {"ImmediateOrCancel": {"side": "Ask", "numBaseLots": 1_000, "minQuoteLotsToFill": 130_000}}}}),
        ("openbook-v2", "placeTakeOrder", [pay(USDC, usdc), get(WSOL, sol)], {"signer": "me", "userQuoteAccount": "pay", "userBaseAccount": "get"},
         {"args": {"args": {"side": "Bid", "priceLots": 13_200, "maxBaseLots": 760, "maxQuoteLotsIncludingFees": 100_000, "orderType": "ImmediateOrCancel", "limit": 5}}}),
        ("dflow-v4", "swap", [pay(WSOL, 2), get(USDC, 261.5)], {"userTokenAuthority": "me"},
         {"args": {"params": {"quotedOutAmount": USDC.units(262), "slippageBps": 50}}}),
        ("flash", "swap", [pay(USDC, 400), get(WSOL, amount_of(SOL, 399))], {"owner": "me", "fundingAccount": "pay", "receivingAccount": "get"}, {}),
    ]
    pyusd, old, new = known("PYUSD"), TOKEN, TOKEN_2022
    bonus += [
        ("raydium-cpmm", "swapBaseInput", [pay(pyusd, 80), get(USDC, 79.9)], {"inputTokenProgram": new, "outputTokenProgram": old}, {}),
        ("raydium-cpmm", "swapBaseOutput", [pay(USDC, 80), get(pyusd, 79.9)], {"inputTokenProgram": old, "outputTokenProgram": new}, {}),
        ("orca-whirlpool", "swapV2", [pay(pyusd, 500), get(USDC, 499.6)], {"tokenProgramA": new, "tokenProgramB": old}, {}),
        ("meteora-dlmm", "swap2", [pay(WSOL, 1), get(pyusd, 130.5)], {"tokenXProgram": old, "tokenYProgram": new}, {}),
        ("meteora-damm-v2", "swap", [pay(pyusd, 60), get(WSOL, 0.456)], {"tokenAProgram": new, "tokenBProgram": old}, {}),
        ("jupiter-v6", "routeV2", [pay(pyusd, 250), get(USDT, 249.6)], {"sourceTokenProgram": new, "destinationTokenProgram": old}, {"args": {"routePlan": route("RaydiumCP", True)}}),
    ]
    for slug, name, moves, accounts, more in bonus:
        out, into = (each.asset for each in moves)
        case(f"{slug}: {name}, {out.symbol} for {into.symbol}, by hand", "pool", slug, f"Swaps {out.symbol} for {into.symbol} of the same worth at {title(slug)}.",
             plain(slug, name, moves, accounts, **more))


# Deposits into pools

def add_liquidity() -> None:
    lp = unknown("Pool share", "LP", 9)
    both = [pay(USDC, 200), pay(WSOL, 1.53)]
    for slug, name, moves, accounts, more in [
        ("raydium-amm-v4", "deposit", [*both, minted(lp, 12)], None, {}),
        ("raydium-cpmm", "deposit", [*both, minted(lp, 12)], None, {}),
        ("raydium-cpmm", "withdraw", [burned(lp, 12), get(USDC, 200), get(WSOL, 1.53)], None, {}),
        ("raydium-amm-v4", "withdraw", [burned(lp, 3), get(USDC, 50), get(WSOL, 0.38)], None, {}),
        ("orca-whirlpool", "increaseLiquidityV2", both, None, {"args": {"liquidityAmount": 10**12}}),
        ("orca-whirlpool", "decreaseLiquidityV2", [get(USDC, 199), get(WSOL, 1.52)], None, {"args": {"liquidityAmount": 10**12}}),
        ("pump-amm", "deposit", [pay(BONK, 10_000_000), pay(WSOL, 1.53), minted(lp, 12)], None, {}),
        ("pump-amm", "withdraw", [burned(lp, 12), get(BONK, 10_000_000), get(WSOL, 1.53)], None, {}),
        ("saber-stable-swap", "deposit", [pay(USDC, 100), pay(USDT, 100), minted(lp, 200)], None, {}),
        ("saber-stable-swap", "withdraw", [burned(lp, 200), get(USDC, 100), get(USDT, 100)], None, {}),
        ("meteora-vault", "deposit", [pay(USDC, 300), minted(lp, 290)], {"user": "me", "userToken": "pay", "userLp": "get"},
         {"args": {"tokenAmount": USDC.units(300), "minimumLpTokenAmount": lp.units(289)}}),
        ("meteora-vault", "withdraw", [burned(lp, 290), get(USDC, 301)], {"user": "me", "userLp": "pay", "userToken": "get"},
         {"args": {"unmintAmount": lp.units(290), "minOutAmount": USDC.units(300)}}),
        ("jupiter-perps", "addLiquidity2", [pay(USDC, 460), minted(JLP, 99.8)], None, {}),
        ("jupiter-perps", "removeLiquidity2", [burned(JLP, 99.8), get(USDC, 458)], None, {}),
        ("metadao-conditional-vault", "splitTokens", [pay(USDC, 50), minted(unknown("If passed: USDC", "pUSDC"), 50), minted(unknown("If failed: USDC", "fUSDC"), 50)],
         {"authority": "me", "userUnderlyingTokenAccount": "pay"}, {"args": {"amount": USDC.units(50)}}),
        ("metadao-conditional-vault", "mergeTokens", [burned(unknown("If passed: USDC", "pUSDC"), 50), burned(unknown("If failed: USDC", "fUSDC"), 50), get(USDC, 50)],
         {"authority": "me", "userUnderlyingTokenAccount": "get"}, {"args": {"amount": USDC.units(50)}}),
        ("exponent", "strip", [pay(JITOSOL, 2), minted(unknown("Principal JitoSOL", "PT", 9), 2), minted(unknown("Yield JitoSOL", "YT", 9), 2)],
         {"depositor": "me", "sySrc": "pay", "ptDst": "get", "ytDst": "get1"}, {"args": {"amount": JITOSOL.units(2)}}),
    ]:
        case(f"{slug}: {name}", "pool", slug, f"{'Puts tokens into' if any(move.kind == 'pay' for move in moves) else 'Takes tokens out of'} a pool of {title(slug)}, against shares of it or one's own position.",
             plain(slug, name, moves, accounts, **more))


# Launchpads: tokens that are on no list, which is what people come for

def add_launchpads() -> None:
    coin = unknown("Frog of the day", "FROG")
    curve = [
        ("pump", "buy", [pay(SOL, 0.5), get(coin, 17_000_000)], None, {"slip": 300}),
        ("pump", "buyExactSolIn", [pay(SOL, 0.25), get(coin, 8_400_000)], None, {"slip": 200}),
        ("pump", "sell", [pay(coin, 5_000_000), get(SOL, 0.14)], None, {"slip": 300}),
        ("pump-amm", "buy", [pay(WSOL, 0.4), get(coin, 1_000_000)], None, {"slip": 100}),
        ("pump-amm", "buyExactQuoteIn", [pay(WSOL, 0.4), get(coin, 1_000_000)], None, {"slip": 100}),
        ("raydium-launchlab", "buyExactIn", [pay(WSOL, 0.3), get(coin, 9_000_000)], None, {"slip": 100}),
        ("raydium-launchlab", "buyExactOut", [pay(WSOL, 0.3), get(coin, 9_000_000)], None, {"slip": 100}),
        ("raydium-launchlab", "sellExactIn", [pay(coin, 9_000_000), get(WSOL, 0.29)], None, {"slip": 100}),
        ("raydium-launchlab", "sellExactOut", [pay(coin, 9_000_000), get(WSOL, 0.29)], None, {"slip": 100}),
        ("meteora-dbc", "swap2", [pay(WSOL, 0.2), get(coin, 2_500_000)], None, {"slip": 200}),
        ("moonshot", "buy", [pay(SOL, 0.2), get(coin, 2_500_000)], {"sender": "me", "senderTokenAccount": "get", "mint": "get.mint"},
         {"args": {"data": {"tokenAmount": coin.units(2_500_000), "collateralAmount": SOL.units(0.2), "slippageBps": 300}}}),
        ("moonshot", "sell", [pay(coin, 2_500_000), get(SOL, 0.19)], {"sender": "me", "senderTokenAccount": "pay", "mint": "pay.mint"},
         {"args": {"data": {"tokenAmount": coin.units(2_500_000), "collateralAmount": SOL.units(0.19), "slippageBps": 300}}}),
        ("vertigo", "buy", [pay(WSOL, 0.2), get(coin, 700_000)], {"user": "me", "userTaA": "pay", "userTaB": "get"}, {"args": {"params": {"amount": SOL.units(0.2), "limit": coin.units(690_000)}}}),
        ("vertigo", "sell", [pay(coin, 700_000), get(WSOL, 0.19)], {"user": "me", "userTaB": "pay", "userTaA": "get"}, {"args": {"params": {"amount": coin.units(700_000), "limit": SOL.units(0.185)}}}),
        ("boop", "buyToken", [pay(SOL, 0.15), get(coin, 4_000_000)], {"buyer": "me", "recipientTokenAccount": "get", "mint": "get.mint"},
         {"args": {"buyAmount": SOL.units(0.15), "amountOutMin": coin.units(3_900_000)}}),
        ("boop", "sellToken", [pay(coin, 4_000_000), get(SOL, 0.145)], {"seller": "me", "recipient": "me", "sellerTokenAccount": "pay", "mint": "pay.mint"},
         {"args": {"sellAmount": coin.units(4_000_000), "amountOutMin": SOL.units(0.14)}}),
        ("virtuals", "buy", [pay(known("VIRTUAL"), 30), get(coin, 100_000)], {"user": "me", "userVirtualsAta": "pay", "userTokenAta": "get", "tokenMint": "get.mint"},
         {"args": {"amount": coin.units(100_000), "maxAmountOut": known("VIRTUAL").units(31)}}),
        ("virtuals", "sell", [pay(coin, 100_000), get(known("VIRTUAL"), 29)], {"user": "me", "userVirtualsAta": "get", "userTokenAta": "pay", "tokenMint": "pay.mint"},
         {"args": {"amount": coin.units(100_000), "minAmountOut": known("VIRTUAL").units(28)}}),
        ("heaven", "buy", [pay(WSOL, 0.3), get(coin, 600_000)], {"user": "me", "userTokenAVault": "get", "userTokenBVault": "pay"},
         {"args": {"params": {"maxSolSpend": SOL.units(0.303), "minimumAmountOut": coin.units(594_000)}}}),
        ("heaven", "sell", [pay(coin, 600_000), get(WSOL, 0.29)], {"user": "me", "userTokenAVault": "pay", "userTokenBVault": "get"},
         {"args": {"params": {"amountIn": coin.units(600_000), "minimumAmountOut": SOL.units(0.285)}}}),
    ]
    for slug, name, moves, accounts, more in curve:
        is_buy = moves[1].asset is coin
        case(f"{slug}: {name}, a token on no list", "launchpad", slug,
             f"{'Buys' if is_buy else 'Sells'} a token that is on no list at {title(slug)}, and {'what it costs is small and bounded' if is_buy else 'what arrives is SOL or a known token'}.",
             plain(slug, name, moves, accounts, **more))

    def created(stage: Scene) -> None:
        fresh = keypair(70)
        stage.signers.append(fresh)
        stage.call("pump", "create", [opened(82, "bonding"), ], args={"name": "Frog of the day", "symbol": "FROG", "uri": "https://frog.example/1.json", "creator": ME},
                   accounts={"mint": fresh.pubkey(), "user": "me"}, signers=[fresh])

    case("pump: create, a token of one's own", "launchpad", "pump", "Launches a token of one's own and pays the rent of its accounts.", created)
