"""What honest dApps have people sign to lend, stake, bridge, and place orders."""

from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, ME, SOL, STAKE, USDC, USDT, WSOL, Asset, known, rent, stake_data, unknown
from dapp_cases import FOX, JITOSOL, MSOL, case, plain, title, words
from dapp_programs import interface
from dapp_scene import COSIGNER, Raw, Scene, burned, get, minted, opened, pay
from solders.pubkey import Pubkey
from transaction_corpus import keypair

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
