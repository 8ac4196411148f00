"""What honest dApps have people sign: pools, markets, lenders, stakers, bridges, launchpads, claims, votes, names, guards, and programs nobody lists."""

from collections.abc import Callable
from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, ME, MPL_CORE, SOL, STAKE, USDC, USDT, WSOL, Asset, collectible, core_asset, known, metadata_address, rent, stake_data, unknown
from dapp_programs import TOKEN, TOKEN_2022, derived, interface
from dapp_scene import COSIGNER, FRIEND, AccountMeta, Instruction, Move, Raw, Scene, burned, closed, get, minted, opened, pay
from plan_program import Step
from solders.pubkey import Pubkey
from transaction_corpus import keypair

PRICES = {"SOL": 131.0, "USDC": 1.0, "USDT": 1.0, "BONK": 0.00002, "JUP": 0.4, "JitoSOL": 158.0, "mSOL": 171.0, "JLP": 4.6, "RAY": 2.5, "ORCA": 1.6, "PYTH": 0.15,
          "WIF": 0.9, "VIRTUAL": 1.2, "HNT": 3.1, "ORE": 60.0, "KMNO": 0.06, "JTO": 1.5, "bSOL": 150.0, "MNDE": 0.1, "PUMP": 0.004, "MET": 0.5, "LAYER": 0.7, "INF": 165.0}
VERSIONS = ["legacy", "v0", "tables", "legacy", "tables", "v1", "v0", "tables"]
JITOSOL, MSOL, JLP, RAY, ORCA, WIF = (known(symbol) for symbol in ("JitoSOL", "mSOL", "JLP", "RAY", "ORCA", "WIF"))
CASES: dict[str, Callable[[], dict]] = {}
FOX = collectible("Small Fox #12")


def amount_of(asset: Asset, dollars: float) -> float:
    """What so many dollars are worth, to seven digits."""
    return float(f"{dollars / PRICES[asset.symbol]:.7g}") if asset.decimals else 1


def words(asset: Asset, amount: float) -> str:
    return f"{amount:,.9f}".rstrip("0").rstrip(".") + f" {asset.symbol}"


def case(name: str, kind: str, program: str | None, why: str, build: Callable[[Scene], None], *, call: str = "honest", version: str | None = None,
         scene: Callable[[], Scene] = Scene, later: int | None = None) -> None:
    name = next(each for each in (name, *(f"{name} ({at})" for at in range(2, 9))) if each not in CASES)
    version = version or VERSIONS[len(CASES) % len(VERSIONS)]

    def made() -> dict:
        stage = scene()
        build(stage)
        return stage.entry(name, kind, call, why, version=version, program=program, later=later)

    CASES[name] = made


def title(slug: str) -> str:
    return interface(slug).file["name"]


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


def plain(slug: str, name: str, moves: list[Move], accounts: dict | None = None, **more: object) -> Callable[[Scene], None]:
    def build(stage: Scene) -> None:
        given = dict(more)
        if "args" in given:
            given["args"] = dict(given["args"])
        stage.call(slug, name, moves, accounts=accounts, **given)

    return build


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


# Lenders

def add_lenders() -> None:
    share = unknown("Lending share of USDC", "cUSDC")
    for slug, name, moves, accounts, more in [
        ("kamino-lend", "depositReserveLiquidity", [pay(USDC, 500), minted(share, 480)], None, {}),
        ("kamino-lend", "redeemReserveCollateral", [burned(share, 480), get(USDC, 501)], None, {}),
        ("kamino-lend", "depositReserveLiquidityAndObligationCollateral", [pay(USDC, 500)], None, {}),
        ("kamino-lend", "depositReserveLiquidityAndObligationCollateral", [pay(WSOL, 3)], None, {}),
        ("kamino-lend", "withdrawObligationCollateralAndRedeemReserveCollateral", [get(USDC, 250)], None, {"args": {"collateralAmount": share.units(240)}}),
        ("kamino-lend", "borrowObligationLiquidity", [get(USDC, 120)], None, {}),
        ("kamino-lend", "repayObligationLiquidity", [pay(USDC, 121)], None, {}),
        ("kamino-vault", "deposit", [pay(USDC, 700), minted(share, 690)], None, {}),
        ("kamino-vault", "withdraw", [burned(share, 690), get(USDC, 702)], None, {}),
        ("marginfi", "lendingAccountDeposit", [pay(USDC, 300)], None, {}),
        ("marginfi", "lendingAccountDeposit", [pay(JITOSOL, 4)], None, {}),
        ("marginfi", "lendingAccountWithdraw", [get(USDC, 300)], None, {}),
        ("marginfi", "lendingAccountBorrow", [get(WSOL, 1)], None, {}),
        ("marginfi", "lendingAccountRepay", [pay(WSOL, 1.002)], None, {}),
        ("save-lend", "depositReserveLiquidity", [pay(USDC, 90), minted(share, 85)], None, {}),
        ("save-lend", "redeemReserveCollateral", [burned(share, 85), get(USDC, 91)], None, {}),
        ("save-lend", "borrowObligationLiquidity", [get(USDT, 40)], None, {"args": {"liquidityAmount": USDT.units(40)}}),
        ("save-lend", "repayObligationLiquidity", [pay(USDT, 41)], None, {}),
        ("jupiter-lend-earn", "deposit", [pay(USDC, 1_000), minted(share, 985)], None, {}),
        ("jupiter-lend-earn", "withdraw", [burned(share, 985), get(USDC, 1_003)], None, {}),
        ("jupiter-lend-borrow", "operate", [pay(WSOL, 10), get(USDC, 500)], {"signer": "me", "signerSupplyTokenAccount": "pay", "signerBorrowTokenAccount": "get"},
         {"args": {"newCol": 10 * LAMPORTS, "newDebt": USDC.units(500), "transferType": "DIRECT"}}),
        ("drift", "deposit", [pay(USDC, 800)], None, {}),
        ("drift", "deposit", [pay(WSOL, 5)], None, {"args": {"marketIndex": 1}}),
        ("drift", "withdraw", [get(USDC, 800)], None, {}),
        ("drift-vaults", "deposit", [pay(USDC, 150)], {"authority": "me", "userTokenAccount": "pay"}, {"args": {"amount": USDC.units(150)}}),
        ("mango-v4", "tokenDeposit", [pay(USDC, 60)], {"owner": "me", "tokenAuthority": "me", "tokenAccount": "pay"}, {"args": {"amount": USDC.units(60)}}),
        ("mango-v4", "tokenWithdraw", [get(USDC, 60)], {"owner": "me", "tokenAccount": "get"}, {"args": {"amount": USDC.units(60)}}),
        ("loopscale", "borrowPrincipal", [get(USDC, 220)], {"payer": "me", "borrower": "me", "borrowerTa": "get", "principalMint": "get.mint"},
         {"args": {"amount": USDC.units(220)}, "with_cosigner": "bsAuth"}),
        ("loopscale", "repayPrincipal", [pay(USDC, 222)], {"payer": "me", "borrower": "me", "borrowerTa": "pay", "principalMint": "pay.mint"},
         {"args": {"amount": USDC.units(222)}, "with_cosigner": "bsAuth"}),
        ("sharky", "offerLoan", [pay(WSOL, 2), opened(170, "loan")], {"lender": "me", "lenderValueTokenAccount": "pay", "valueMint": "pay.mint"}, {"args": {"principalLamports": 2 * LAMPORTS}}),
        ("sharky", "repayLoanV3", [pay(WSOL, 2.1), get(FOX, 1)], {"borrower": "me", "borrowerCollateralTokenAccount": "get", "collateralMint": "get.mint", "valueMint": "pay.mint"}, {}),
    ]:
        verbs = [("deposit", "Deposits"), ("redeem", "Redeems"), ("withdraw", "Withdraws"), ("borrow", "Borrows"), ("operate", "Deposits and borrows"), ("offer", "Lends"), ("repay", "Repays")]
        verb = next(word for start, word in verbs if start in name.lower())
        names = " and ".join(dict.fromkeys(move.asset.symbol for move in moves if move.kind in ("pay", "get")))
        more = dict(more)
        cosigner = more.pop("with_cosigner", None)

        def build(stage: Scene, slug=slug, name=name, moves=moves, accounts=accounts, more=more, cosigner=cosigner) -> None:
            given = {key: dict(value) if isinstance(value, dict) else value for key, value in more.items()}
            if cosigner:
                stage.signers.append(COSIGNER)
                given["signers"] = [COSIGNER]
                accounts = dict(accounts) | {cosigner: COSIGNER.pubkey()}
            stage.call(slug, name, moves, accounts=accounts, **given)

        case(f"{slug}: {name}, {names}", "lender", slug, f"{verb} {names} at {title(slug)}, into or out of one's own position.", build)


# Stakers

def add_stakers() -> None:
    pool = unknown("Pool stake", "pSOL", 9)
    restaked = unknown("Restaked JitoSOL", "rJitoSOL", 9)
    for slug, name, moves, accounts, more in [
        ("marinade", "deposit", [pay(SOL, 5), minted(MSOL, 3.83)], None, {}),
        ("marinade", "deposit", [pay(SOL, 0.2), minted(MSOL, 0.153)], None, {}),
        ("marinade", "liquidUnstake", [pay(MSOL, 3), get(SOL, 3.9)], {"liqPoolMsolLeg": "pay.vault", "liqPoolSolLegPda": "get.vault"}, {}),
        ("marinade", "orderUnstake", [burned(MSOL, 3)], None, {}),
        ("spl-stake-pool", "depositSol", [pay(SOL, 2), minted(JITOSOL, 1.66)], None, {}),
        ("spl-stake-pool", "depositSolWithSlippage", [pay(SOL, 2), minted(known("bSOL"), 1.74)], None, {}),
        ("spl-stake-pool", "depositSol", [pay(SOL, 1), minted(pool, 0.98)], None, {}),
        ("spl-stake-pool", "withdrawSol", [burned(JITOSOL, 1.66), get(SOL, 1.99)], None, {}),
        ("spl-stake-pool", "withdrawSolWithSlippage", [burned(JITOSOL, 1), get(SOL, 1.2)], None, {}),
        ("spl-single-pool", "depositSol", [pay(SOL, 3), minted(pool, 2.9)], None, {}),
        ("sanctum-router", "stakeWrappedSol", [pay(WSOL, 2), minted(JITOSOL, 1.66)], None, {}),
        ("sanctum-router", "withdrawWrappedSol", [burned(JITOSOL, 1.66), get(WSOL, 1.99)], None, {}),
        ("jito-vault", "mintTo", [pay(JITOSOL, 4), minted(restaked, 3.9)], None, {}),
        ("solayer", "restake", [pay(JITOSOL, 4), minted(restaked, 4)], {"signer": "me", "lstAta": "pay", "rstAta": "get", "lstMint": "pay.mint", "rstMint": "get.mint"}, {"args": {"amount": JITOSOL.units(4)}}),
        ("solayer", "unrestake", [burned(restaked, 4), get(JITOSOL, 4)], {"signer": "me", "lstAta": "get", "rstAta": "pay", "lstMint": "get.mint", "rstMint": "pay.mint"}, {"args": {"amount": JITOSOL.units(4)}}),
        ("hylo-exchange", "mintStablecoinLst", [pay(JITOSOL, 1), minted(unknown("Stable of SOL", "hyUSD"), 157)], {"user": "me", "userLstTa": "pay", "userStablecoinTa": "get", "lstMint": "pay.mint", "stablecoinMint": "get.mint"},
         {"args": {"amountLstToDeposit": JITOSOL.units(1)}}),
        ("quarry-mine", "stakeTokens", [pay(MSOL, 2)], {"authority": "me", "tokenAccount": "pay"}, {"args": {"amount": MSOL.units(2)}}),
        ("quarry-mine", "withdrawTokens", [get(MSOL, 2)], {"authority": "me", "tokenAccount": "get"}, {"args": {"amount": MSOL.units(2)}}),
        ("kamino-farms", "stake", [pay(known("KMNO"), 1_000)], {"owner": "me", "userAta": "pay", "tokenMint": "pay.mint"}, {"args": {"amount": known("KMNO").units(1_000)}}),
        ("helium-voter-stake-registry", "depositV0", [pay(known("HNT"), 40)], {"depositAuthority": "me", "depositToken": "pay", "mint": "pay.mint"}, {"args": {"args": {"amount": known("HNT").units(40)}}}),
    ]:
        names = " and ".join(dict.fromkeys(move.asset.symbol for move in moves))
        case(f"{slug}: {name}, {names}", "staker", slug, f"Stakes or unstakes at {title(slug)}: {names}, at the pool's rate.", plain(slug, name, moves, accounts, **more))

    def staked(slug: str, name: str, account: str, target: Asset | None, amount: float, accounts: dict, stage: Scene) -> None:
        stake = keypair(71).pubkey()
        stage.put(stake, 4 * LAMPORTS, stake_data(ME, 4 * LAMPORTS - rent(200)), STAKE)
        stage.watched.add(stake)
        stage.loses[str(stake)] += 4 * LAMPORTS
        state = stage.plan(interface(slug).id, "state")
        clock = Pubkey.from_string("SysvarC1ock11111111111111111111111111111111")
        hands = [Raw(0, STAKE, metas=((stake, False, True), (clock, False, False), (ME, True, False)), data=b"\1\0\0\0" + bytes(state) + kind) for kind in (b"\0\0\0\0", b"\1\0\0\0")]
        moves = [minted(target, amount)] if target and not target.is_native and target is not WSOL else [get(target, amount)]
        stage.call(slug, name, moves, accounts={account: stake} | accounts, extra=hands)

    case("marinade: depositStakeAccount", "staker", "marinade", "Hands a stake of 4 SOL to Marinade and gets mSOL of the same worth.",
         partial(staked, "marinade", "depositStakeAccount", "stakeAccount", MSOL, 3.06, {}))
    case("sanctum-unstake: unstake", "staker", "sanctum-unstake", "Sells a stake of 4 SOL to Sanctum's pool for SOL at once.", partial(staked, "sanctum-unstake", "unstake", "stakeAccount", SOL, 3.99, {}))
    case("spl-stake-pool: depositStake", "staker", "spl-stake-pool", "Hands a stake of 4 SOL to a stake pool and gets JitoSOL of the same worth.",
         partial(staked, "spl-stake-pool", "depositStake", "userStakeAccount", JITOSOL, 3.3, {}))


# Bridges and orders

def add_bridges() -> None:
    fresh = keypair(72)
    mine = bytes(range(12, 44))
    for slug, name, moves, accounts, more, has_signer in [
        ("cctp-token-messenger-v2", "depositForBurn", [burned(USDC, 250)], {"eventRentPayer": "me", "messageSentEventData": fresh.pubkey()},
         {"args": {"params": {"amount": USDC.units(250), "destinationDomain": 0, "mintRecipient": mine, "maxFee": 250}}}, True),
        ("cctp-token-messenger-v1", "depositForBurn", [burned(USDC, 80)], {"eventRentPayer": "me", "messageSentEventData": fresh.pubkey()},
         {"args": {"params": {"amount": USDC.units(80), "destinationDomain": 6, "mintRecipient": mine}}}, True),
        ("wormhole-token-bridge", "transferNative", [pay(BONK, 9_000_000)], {"payer": "me", "wormholeMessage": fresh.pubkey()}, {"args": {"targetAddress": mine, "targetChain": 2, "nonce": 5}}, True),
        ("wormhole-token-bridge", "transferWrapped", [burned(unknown("Wrapped ether", "wETH", 8), 0.4)], {"payer": "me", "wormholeMessage": fresh.pubkey()}, {"args": {"targetAddress": mine, "targetChain": 2, "nonce": 6}}, True),
        ("debridge-dln-source", "createOrderWithNonce", [pay(USDC, 120), opened(300, "order")], None,
         {"args": {"orderArgs": {"take": {"chainId": bytes(31) + b"\1", "tokenAddress": mine[:20], "amount": bytes(28) + b"\0\x77\x35\x94"}, "receiverDst": mine[:20], "orderAuthorityAddressDst": mine[:20], "givePatchAuthoritySrc": ME}, "nonce": 9}}, False),
        ("jupiter-dca", "openDcaV2", [pay(USDC, 300), opened(289, "dca")], {"payer": "me", "userAta": "pay", "inputMint": "pay.mint", "outputMint": WSOL.mint},
         {"args": {"applicationIdx": 1, "inAmountPerCycle": USDC.units(10), "cycleFrequency": 86_400}}, False),
        ("jupiter-limit-v2", "initializeOrder", [pay(USDC, 200), opened(372, "order")], {"payer": "me", "outputMint": JUP.mint}, {"args": {"uniqueId": 7, "takingAmount": JUP.units(600)}}, False),
        ("jupiter-limit-v1", "initializeOrder", [pay(USDC, 200), opened(240, "order")], {"base": fresh.pubkey(), "outputMint": JUP.mint}, {"args": {"takingAmount": JUP.units(600)}}, True),
        ("jupiter-perps", "createIncreasePositionMarketRequest", [pay(USDC, 100), opened(300, "positionrequest")], None, {"args": {"sizeUsdDelta": 500_000_000, "side": "Long", "priceSlippage": 140_000_000, "counter": 1}}, False),
        ("phoenix", "depositFunds", [pay(USDC, 75)], {"trader": "me", "quoteAccount": "pay"}, {"args": {"depositFundsParams": {"quoteLotsToDeposit": 75_000}}}, False),
    ]:
        kind = "bridge" if any(word in slug for word in ("cctp", "wormhole", "debridge")) else "order"

        def build(stage: Scene, slug=slug, name=name, moves=moves, accounts=accounts, more=more, has_signer=has_signer) -> None:
            given = {key: dict(value) for key, value in more.items()}
            if has_signer:
                stage.signers.append(fresh)
                given["signers"] = [fresh]
            stage.call(slug, name, moves, accounts=accounts, **given)

        what = words(moves[0].asset, moves[0].amount / 10 ** moves[0].asset.decimals)
        case(f"{slug}: {name}", kind, slug, f"{'Sends ' + what + ' to one’s own address on another chain by' if kind == 'bridge' else 'Places ' + what + ' as an order or margin at'} {title(slug)}.", build)

    def mayan(stage: Scene) -> None:
        messages = [keypair(73), keypair(74)]
        stage.signers += [COSIGNER, *messages]
        stage.call("mayan-swap", "swap", [pay(USDC, 60)], args={"minAmountOut": 58_000_000, "destinationChain": 2, "destinationAddress": mine},
                   accounts={"delegate": COSIGNER.pubkey(), "msg1": messages[0].pubkey(), "msg2": messages[1].pubkey(), "fromMint": "pay.mint", "toMint": WSOL.mint}, signers=[COSIGNER, *messages])

    case("mayan-swap: swap", "bridge", "mayan-swap", "Sends 60 USDC to one’s own address on another chain by Mayan.", mayan)


# Markets

def add_markets() -> None:
    house = "magic-eden-v2"

    def bought(stage: Scene, price: float = 3.2) -> None:
        stage.signers.append(COSIGNER)
        shared = {"notary": COSIGNER.pubkey()}
        escrow, seller = derived("escrow", "buyer"), FRIEND.pubkey()
        stage.put(escrow, rent(64), bytes(64), interface(house).id)
        stage.call(house, "deposit", [pay(SOL, price, escrow)], accounts={"wallet": "me", "escrowPaymentAccount": escrow} | shared, args={"escrowPaymentBump": 254}, label="deposit")
        stage.call(house, "buyV2", [opened(40, "tradestate")], accounts={"wallet": "me", "tokenMint": FOX.mint, "escrowPaymentAccount": escrow, "metadata": metadata_address(FOX.mint)} | shared,
                   args={"buyerPrice": SOL.units(price), "tokenSize": 1, "buyerStateExpiry": -1}, label="buy")
        out = [Raw(1, escrow, seller, data=SOL.units(price).to_bytes(8, "little"))]
        stage.call(house, "executeSaleV2", [get(FOX, 1)], extra=out, args={"buyerPrice": SOL.units(price), "tokenSize": 1, "buyerStateExpiry": -1, "sellerStateExpiry": -1},
                   accounts={"buyer": "me", "seller": seller, "tokenMint": FOX.mint, "metadata": metadata_address(FOX.mint), "escrowPaymentAccount": escrow, "buyerReceiptTokenAccount": "get", "tokenAccount": "get.vault"} | shared, signers=[COSIGNER], label="sale")

    case(f"{house}: an NFT bought (deposit, buyV2, executeSaleV2)", "market", house, "Buys one NFT for 3.2 SOL at Magic Eden.", bought, version="tables")
    case(f"{house}: a cheap NFT bought (deposit, buyV2, executeSaleV2)", "market", house, "Buys one NFT for 0.08 SOL at Magic Eden.", partial(bought, price=0.08), version="tables")

    def listed(stage: Scene, slug: str, name: str, args: dict, accounts: dict, size: int) -> None:
        stage.call(slug, name, [pay(FOX, 1), opened(size, "state|listing|tradestate")], args=args, accounts=accounts | ({"metadata": metadata_address(FOX.mint)} if "metadata" in [slot.name for slot in interface(slug).slots(name)] else {}))

    price = {"amount": 4 * LAMPORTS}
    for slug, name, args, accounts, size in [
        (house, "sell", {"buyerPrice": 4 * LAMPORTS, "tokenSize": 1, "sellerStateExpiry": -1}, {"wallet": "me", "tokenAccount": "pay", "tokenMint": "pay.mint"}, 60),
        (house, "ocpSell", {"args": {"price": 4 * LAMPORTS, "expiry": -1}}, {"wallet": "me", "tokenAta": "pay", "tokenMint": "pay.mint"}, 60),
        ("tensor-marketplace", "listLegacy", price, {"owner": "me", "payer": "me", "ownerTa": "pay", "mint": "pay.mint"}, 230),
        ("tensor-marketplace", "listT22", price, {"owner": "me", "payer": "me", "ownerTa": "pay", "mint": "pay.mint"}, 230),
        ("tensor-swap", "list", {"price": 4 * LAMPORTS}, {"owner": "me", "payer": "me", "nftSource": "pay", "nftMint": "pay.mint"}, 210),
        ("auction-house", "sell", {"buyerPrice": 4 * LAMPORTS, "tokenSize": 1}, {"wallet": "me", "tokenAccount": "pay"}, 40),
    ]:
        case(f"{slug}: {name}, an NFT listed", "market", slug, f"Lists one NFT for 4 SOL at {title(slug)}, which holds it until it is sold or taken back.", partial(listed, slug=slug, name=name, args=args, accounts=accounts, size=size))

    for slug, name, moves, accounts, args in [
        (house, "cancelSell", [get(FOX, 1), closed(60, "tradestate")], {"wallet": "me", "tokenAccount": "get", "tokenMint": "get.mint"}, {"buyerPrice": 4 * LAMPORTS, "tokenSize": 1, "sellerStateExpiry": -1}),
        (house, "deposit", [pay(SOL, 1.5)], {}, {"escrowPaymentBump": 254}),
        (house, "withdraw", [get(SOL, 1.5)], {}, {"escrowPaymentBump": 254}),
        ("auction-house", "deposit", [pay(SOL, 0.7)], {"wallet": "me"}, {"escrowPaymentBump": 250}),
        ("auction-house", "buy", [pay(SOL, 0.7), opened(40, "tradestate")], {"wallet": "me"}, {"tokenSize": 1}),
        ("tensor-marketplace", "buyLegacy", [pay(SOL, 2.4), get(FOX, 1)], {"buyer": "me", "payer": "me", "buyerTa": "get", "mint": "get.mint", "listTa": "get.vault", "metadata": metadata_address(FOX.mint)}, {}),
        ("tensor-marketplace", "buyT22", [pay(SOL, 1.1), get(FOX, 1)], {"buyer": "me", "payer": "me", "buyerTa": "get", "mint": "get.mint", "listTa": "get.vault"}, {}),
        ("tensor-marketplace", "bid", [pay(SOL, 1.9), opened(230, "bidstate")], {"owner": "me", "rentPayer": "me"}, {"amount": SOL.units(1.9), "quantity": 1, "target": "Whitelist"}),
        ("tensor-swap", "buySingleListing", [pay(SOL, 2.2), get(FOX, 1)], {"buyer": "me", "nftBuyerAcc": "get", "nftMint": "get.mint", "nftEscrow": "get.vault"}, {}),
        ("tensor-amm", "buyNft", [pay(SOL, 2), get(FOX, 1)], {"trade.taker": "me", "trade.rentPayer": "me", "takerTa": "get", "mplx.mint": "get.mint", "poolTa": "get.vault"}, {"maxAmount": SOL.units(2.02)}),
        ("tensor-bid", "bid", [pay(SOL, 1.2)], {"bidder": "me", "nftMint": FOX.mint}, {"lamports": SOL.units(1.2)}),
        ("fixed-price-sale", "buy", [pay(SOL, 0.5), opened(80, "tradehistory")], {"userWallet": "me", "userTokenAccount": "me"}, {}),
    ]:
        what = " and ".join("an NFT" if move.asset is FOX else f"{move.amount / LAMPORTS:g} SOL" for move in moves if move.kind in ("pay", "get"))
        case(f"{slug}: {name}, {what}", "market", slug, f"Trades or escrows {what} at {title(slug)}, for a price that is named.", plain(slug, name, moves, accounts, args=args, slip=0))

    def sold(stage: Scene) -> None:
        stage.signers.append(COSIGNER)
        stage.call("magic-eden-mmm", "solFulfillBuy", [pay(FOX, 1), get(SOL, 2.9)], accounts={"payer": "me", "payerAssetAccount": "pay", "assetMint": "pay.mint", "cosigner": COSIGNER.pubkey()},
                   args={"args": {"assetAmount": 1, "minPaymentAmount": SOL.units(2.85)}}, signers=[COSIGNER])

    case("magic-eden-mmm: solFulfillBuy, an NFT sold", "market", "magic-eden-mmm", "Sells one NFT into a pool for 2.9 SOL.", sold)

    def taken(stage: Scene) -> None:
        stage.call("tensor-marketplace", "takeBidLegacy", [pay(FOX, 1), get(SOL, 2.5)], accounts={"seller": "me", "sellerTa": "pay", "mint": "pay.mint", "rentDestination": "me"},
                   args={"minAmount": SOL.units(2.5)})

    case("tensor-marketplace: takeBidLegacy, an NFT sold", "market", "tensor-marketplace", "Sells one NFT to a bidder for 2.5 SOL.", taken)

    def core(stage: Scene, slug: str, name: str, moves: list[Move], was: Pubkey, becomes: Pubkey, accounts: dict, args: dict) -> None:
        asset = core_account(stage, was)
        if was == ME:
            stage.loses[str(asset)] += 1
        if becomes == ME:
            stage.gains[str(asset)] += 1
        stage.call(slug, name, moves, accounts={"asset": asset} | accounts, args=args, extra=core_moves(asset, becomes) if slug == "mpl-core" else [core_call(stage, asset, becomes)])

    case("mpl-core: transferV1, to a friend", "market", "mpl-core", "Sends one NFT of Core to an address that the user gave.",
         partial(core, slug="mpl-core", name="transferV1", moves=[], was=ME, becomes=FRIEND.pubkey(), accounts={"payer": "me", "newOwner": FRIEND.pubkey()}, args={}))
    case("tensor-marketplace: listCore", "market", "tensor-marketplace", "Lists one NFT of Core for 4 SOL; the market holds it meanwhile.",
         partial(core, slug="tensor-marketplace", name="listCore", moves=[opened(230, "liststate")], was=ME, becomes=derived("list"), accounts={"owner": "me", "payer": "me"}, args=price))
    case("tensor-marketplace: buyCore", "market", "tensor-marketplace", "Buys one NFT of Core for 1.3 SOL.",
         partial(core, slug="tensor-marketplace", name="buyCore", moves=[pay(SOL, 1.3)], was=derived("list"), becomes=ME, accounts={"buyer": "me", "payer": "me"}, args={}))
    def sent(stage: Scene) -> None:
        stage.hold(FOX, 1)
        stage.open_account(FOX, FRIEND.pubkey())
        stage.call("token-metadata", "transfer", [pay(FOX, 1, FOX.account(FRIEND.pubkey()))], args={"transferArgs": {"V1": {"amount": 1}}},
                   accounts={"authority": "me", "payer": "me", "tokenOwner": "me", "destination": FOX.account(FRIEND.pubkey()), "destinationOwner": FRIEND.pubkey(), "mint": FOX.mint, "metadata": metadata_address(FOX.mint)})

    case("token-metadata: transfer, to a friend", "market", "token-metadata", "Sends one NFT to an address that the user gave.", sent)
    case("bubblegum: transfer, to a friend", "market", "bubblegum", "Sends one compressed NFT to an address that the user gave.",
         plain("bubblegum", "transfer", [], {"leafOwner": "me", "leafDelegate": "me", "newLeafOwner": FRIEND.pubkey()}, args={"root": bytes(range(32)), "nonce": 8, "index": 8}))
    case("token-metadata: burnNft", "market", "token-metadata", "Burns one NFT that the user chose, and its rent comes back.",
         plain("token-metadata", "burnNft", [burned(FOX, 1)], {}, ))


def core_account(stage: Scene, owner: Pubkey) -> Pubkey:
    asset = derived("core", "Small Fox #7")
    stage.put(asset, 0, core_asset("Small Fox #7", owner), MPL_CORE)
    stage.watched.add(asset)
    return asset


def core_moves(asset: Pubkey, becomes: Pubkey) -> list[Raw]:
    """The asset's owner, written by its own program."""
    return [Raw(2, asset, 1, data=bytes(becomes))]


def core_call(stage: Scene, asset: Pubkey, becomes: Pubkey) -> Raw:
    """A market that has Core change the asset's owner: Core's own state is what stands first in the call."""
    core_state = stage.plan(MPL_CORE, "state")
    stage.plans[core_state].scripts.append((b"\x0e", [Step(2, 0, 1, (), bytes(becomes))]))
    return Raw(0, MPL_CORE, metas=((asset, False, True), (ME, True, False), (core_state, False, False)), data=b"\x0e\0")


# Claims, votes, names

def add_claims() -> None:
    jup, hnt, ore, met, kmno = JUP, known("HNT"), known("ORE"), known("MET"), known("KMNO")
    for slug, name, moves, accounts, args in [
        ("rewards-solana", "claimMerkle", [opened(65, "claimaccount"), get(jup, 321)], {"payer": "me", "claimant": "me", "claimantTokenAccount": "get", "mint": "get.mint"},
         {"claimBump": 255, "totalAmount": jup.units(321), "amount": jup.units(321), "proof": [bytes([at] * 32) for at in range(8)]}),
        ("rewards-solana", "claimMerkle", [opened(65, "claimaccount"), get(unknown("New protocol", "NEW"), 4_000)], {"payer": "me", "claimant": "me", "claimantTokenAccount": "get", "mint": "get.mint"},
         {"claimBump": 255, "totalAmount": 4_000_000_000, "amount": 4_000_000_000, "proof": [bytes([at] * 32) for at in range(8)]}),
        ("rewards-solana", "claimDirect", [get(known("JTO"), 55)], {"recipient": "me", "recipientTokenAccount": "get", "mint": "get.mint"}, {"amount": known("JTO").units(55)}),
        ("meteora-alpha-vault", "deposit", [pay(USDC, 90)], {"owner": "me", "sourceToken": "pay", "tokenMint": "pay.mint"}, {"maxAmount": USDC.units(90)}),
        ("meteora-alpha-vault", "claimToken", [get(met, 800)], {"owner": "me", "destinationToken": "get", "tokenMint": "get.mint"}, {}),
        ("ore", "claimOre", [get(ore, 0.31)], {"signer": "me", "recipient": "get", "mint": "get.mint"}, {}),
        ("ore", "claimSol", [get(SOL, 0.2)], {"signer": "me"}, {}),
        ("ore", "deploy", [pay(SOL, 0.05)], {"signer": "me", "authority": "me"}, {"amount": SOL.units(0.01), "squares": 31}),
        ("kamino-farms", "harvestReward", [get(kmno, 70)], {"payer": "me", "userRewardTokenAccount": "get", "rewardMint": "get.mint"}, {"rewardIndex": 0}),
        ("quarry-mine", "claimRewardsV2", [get(known("MNDE"), 12)], {"claim.authority": "me", "rewardsTokenAccount": "get", "rewardsTokenMint": "get.mint"}, {}),
        ("helium-lazy-distributor", "distributeRewardsV0", [get(hnt, 6)], {"common.payer": "me", "common.owner": "me", "common.destinationAccount": "get", "common.rewardsMint": "get.mint"}, {}),
        ("jupiter-lock", "claim", [get(jup, 1_000)], {"recipient": "me", "recipientToken": "get"}, {"maxAmount": jup.units(1_000)}),
        ("pump", "claimCashback", [get(SOL, 0.03)], {"user": "me"}, {}),
        ("openbook-v2", "settleFunds", [get(USDC, 44), get(WSOL, 0.2)], {"owner": "me", "penaltyPayer": "me", "userQuoteAccount": "get", "userBaseAccount": "get1"}, {}),
    ]:
        asset = next(move.asset for move in moves if move.kind in ("get", "pay"))
        verb = "Claims" if any(move.kind == "get" for move in moves) else "Puts in"
        case(f"{slug}: {name}, {asset.symbol}", "claim", slug, f"{verb} {asset.symbol} at {title(slug)}; besides, at most rent and fee leave.", plain(slug, name, moves, accounts, args=args))


def add_votes() -> None:
    vote_token = unknown("Community", "VOTE")
    for slug, name, moves, accounts, args, why in [
        ("spl-governance", "castVote", [opened(102, "voterecord")], {"governanceAuthority": "me", "payer": "me"}, {"vote": {"Approve": {"0": [{"rank": 0, "weightPercentage": 100}]}}}, "Votes yes on a proposal and pays the rent of the vote."),
        ("spl-governance", "castVote", [opened(102, "voterecord")], {"governanceAuthority": "me", "payer": "me"}, {"vote": "Deny"}, "Votes no on a proposal and pays the rent of the vote."),
        ("spl-governance", "depositGoverningTokens", [pay(vote_token, 500)], {"governingTokenSource": "pay", "governingTokenOwner": "me", "governingTokenSourceAuthority": "me", "payer": "me"}, {"amount": vote_token.units(500)},
         "Puts 500 governance tokens in to vote with them."),
        ("spl-governance", "withdrawGoverningTokens", [get(vote_token, 500)], {"governingTokenDestination": "get", "governingTokenOwner": "me"}, {}, "Takes 500 governance tokens out again."),
        ("helium-voter-stake-registry", "voteV0", [opened(90, "marker")], {"payer": "me", "voter": "me"}, {"args": {"choice": 1}}, "Votes on a proposal of Helium's."),
        ("squads-v4", "proposalApprove", [], {"member": "me"}, {"args": {}}, "Approves a proposal of the user's own multisig."),
        ("squads-v4", "proposalCreate", [opened(180, "proposal")], {"creator": "me", "rentPayer": "me"}, {"args": {"transactionIndex": 12}}, "Makes a proposal in the user's own multisig."),
        ("squads-v4", "vaultTransactionCreate", [opened(300, "transaction")], {"creator": "me", "rentPayer": "me"}, {"args": {"vaultIndex": 0, "transactionMessage": bytes([1, 1, 1, 0, 0, 0])}}, "Proposes an empty transaction to the user's own multisig."),
        ("sns-registrar", "createSplitV2", [pay(USDC, 20), opened(96, "name")], {"buyer": "me", "feePayer": "me", "domainOwner": "me", "buyerTokenSource": "pay"}, {"name": "sidekey-user", "space": 1000}, "Buys a name for 20 USDC."),
        ("sns-registrar", "setPrimary", [opened(33, "primaryaccount")], {"owner": "me"}, {}, "Makes a name of one's own the primary one."),
        ("spl-name-service", "transfer", [], {"accountOwner": "me"}, {"newOwner": FRIEND.pubkey()}, "Gives a name to an address that the user gave."),
        ("drift", "initializeUser", [opened(4_376, "user")], {"authority": "me", "payer": "me"}, {"subAccountId": 0, "name": b"Main Account".ljust(32)}, "Opens an account at Drift; the rent comes back when it is closed."),
        ("drift", "placePerpOrder", [], {"authority": "me"}, {}, "Places an order with margin that is at Drift already; nothing leaves the wallet."),
    ]:
        case(f"{slug}: {name} ({why.split(' ')[0].lower()} {'no ' if args.get('vote') == 'Deny' else ''}{slug})", "vote" if "Vote" in name or "overn" in name or "squads" in slug or name == "voteV0" else "name", slug, why, plain(slug, name, moves, accounts, args=args))


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


def transfer(to: Pubkey, amount: int) -> Instruction:
    return Instruction(Pubkey.from_string("11111111111111111111111111111111"), b"\2\0\0\0" + amount.to_bytes(8, "little"), [AccountMeta(ME, True, True), AccountMeta(to, False, True)])


# Programs that no registry knows

def nobody(name: str) -> Pubkey:
    return derived("program", name)


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


for add in (add_swaps, add_open_swaps, add_liquidity, add_launchpads, add_lenders, add_stakers, add_bridges, add_markets, add_claims, add_votes, add_mixed, add_unknown, add_careless):
    add()
