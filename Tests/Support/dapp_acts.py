"""What honest dApps have people sign that trades nothing: claims, votes, names."""

from dapp_accounts import JUP, SOL, USDC, WSOL, known, unknown
from dapp_cases import case, plain, title
from dapp_scene import FRIEND, get, opened, pay

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
        ("squads-v4", "vaultTransactionCreate", [opened(300, "transaction")], {"creator": "me", "rentPayer": "me"}, {"args": {"vaultIndex": 0, "transactionMessage": bytes(6)}}, "Proposes an empty transaction to the user's own multisig."),
        ("sns-registrar", "createSplitV2", [pay(USDC, 20), opened(96, "name")], {"buyer": "me", "feePayer": "me", "domainOwner": "me", "buyerTokenSource": "pay"}, {"name": "sidekey-user", "space": 1000}, "Buys a name for 20 USDC."),
        ("sns-registrar", "setPrimary", [opened(33, "primaryaccount")], {"owner": "me"}, {}, "Makes a name of one's own the primary one."),
        ("spl-name-service", "transfer", [], {"accountOwner": "me"}, {"newOwner": FRIEND.pubkey()}, "Gives a name to an address that the user gave."),
        ("drift", "initializeUser", [opened(4_376, "user")], {"authority": "me", "payer": "me"}, {"subAccountId": 0, "name": b"Main Account".ljust(32)}, "Opens an account at Drift; the rent comes back when it is closed."),
        ("drift", "placePerpOrder", [], {"authority": "me"}, {}, "Places an order with margin that is at Drift already; nothing leaves the wallet."),
    ]:
        case(f"{slug}: {name} ({why.split(' ')[0].lower()} {'no ' if args.get('vote') == 'Deny' else ''}{slug})", "vote" if "Vote" in name or "overn" in name or "squads" in slug or name == "voteV0" else "name", slug, why, plain(slug, name, moves, accounts, args=args))
