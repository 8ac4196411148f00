"""What honest dApps have people sign at markets of NFTs."""

from functools import partial

from dapp_accounts import LAMPORTS, ME, MPL_CORE, SOL, core_asset, metadata_address, rent
from dapp_cases import FOX, case, plain, title
from dapp_programs import derived, interface
from dapp_scene import COSIGNER, FRIEND, Move, Raw, Scene, burned, closed, get, opened, pay
from plan_program import Step
from solders.pubkey import Pubkey

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
