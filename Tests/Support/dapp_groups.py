"""What honest dApps have people sign in groups, and with guards: proposals, votes, claims in one go, swaps that Lighthouse checks."""

import struct
from functools import partial

from dapp_accounts import BONK, JUP, LAMPORTS, ME, USDC, WSOL, SOL, known, unknown
from dapp_cases import MSOL, case, title, transfer
from dapp_programs import SYSTEM, TOKEN, derived
from dapp_scene import FRIEND, Scene, get, opened, pay
from solders.pubkey import Pubkey

VAULT = derived("squads", "vault")
GROUP_TOKENS, FRIENDS_TOKENS = derived("squads", "tokens"), derived("squads", "friend's tokens")


def counted(data: bytes, width: str = "B") -> bytes:
    return struct.pack(f"<{width}", len(data)) + data


def message(writable: list[Pubkey], readable: list[Pubkey], calls: list[tuple[Pubkey, list[Pubkey], bytes]]) -> bytes:
    """A message as Squads takes it, which the vault signs."""
    keys = [VAULT, *writable, *readable]
    head = bytes([1, 1, len(writable), len(keys)]) + b"".join(bytes(key) for key in keys)
    body = b"".join(bytes([keys.index(program)]) + counted(bytes(keys.index(each) for each in accounts)) + counted(data, "H") for program, accounts, data in calls)
    return head + bytes([len(calls)]) + body + b"\0"


def payment(lamports: int) -> tuple[Pubkey, list[Pubkey], bytes]:
    return SYSTEM, [VAULT, FRIEND.pubkey()], struct.pack("<IQ", 2, lamports)


PAYS = message([FRIEND.pubkey()], [SYSTEM], [payment(3 * LAMPORTS)])
SENDS = message([GROUP_TOKENS, FRIENDS_TOKENS], [TOKEN], [(TOKEN, [GROUP_TOKENS, FRIENDS_TOKENS, VAULT], struct.pack("<BQ", 3, 250_000_000))])
HANDS = message([USDC.mint], [TOKEN], [(TOKEN, [USDC.mint, VAULT], b"\6\0\1" + bytes(FRIEND.pubkey()))])


def proposed(stage: Scene, proposal: bytes, *also: str) -> None:
    squads = "squads-v4"
    stage.call(squads, "vaultTransactionCreate", [opened(87 + 2 * len(proposal), "transaction")], accounts={"creator": "me", "rentPayer": "me"},
               args={"args": {"vaultIndex": 0, "transactionMessage": proposal, "memo": "Pays what the group owes"}}, label="transact")
    if "proposalCreate" in also:
        stage.call(squads, "proposalCreate", [opened(180, "proposal")], accounts={"creator": "me", "rentPayer": "me"}, args={"args": {"transactionIndex": 12}}, label="proposal")
    if "proposalApprove" in also:
        stage.call(squads, "proposalApprove", [], accounts={"member": "me"}, args={"args": {}}, label="approve")


def voted(stage: Scene, name: str) -> None:
    stage.call("squads-v4", name, [], accounts={"member": "me"}, args={"args": {"memo": "Seen"}})


def batched(stage: Scene) -> None:
    stage.call("squads-v4", "batchAddTransaction", [opened(250, "transaction")], accounts={"member": "me", "rentPayer": "me"}, args={"args": {"transactionMessage": PAYS}})


def started(stage: Scene) -> None:
    stage.call("squads-v4", "proposalCreate", [opened(180, "proposal")], accounts={"creator": "me", "rentPayer": "me"}, args={"args": {"transactionIndex": 13}}, label="create")
    voted(stage, "proposalApprove")


def add_squads() -> None:
    squads = "squads-v4"
    for what, build, why in [
        ("vaultTransactionCreate, a payment", partial(proposed, proposal=PAYS), "Proposes that the user's own multisig pays 3 SOL. Nothing moves now."),
        ("vaultTransactionCreate, tokens", partial(proposed, proposal=SENDS), "Proposes that the user's own multisig sends 250 USDC. Nothing moves now."),
        ("vaultTransactionCreate, an authority", partial(proposed, proposal=HANDS), "Proposes to the user's own multisig that it hands over an authority. Nothing changes now."),
        ("vaultTransactionCreate and a vote for it", lambda stage: proposed(stage, PAYS, "proposalCreate", "proposalApprove"), "Proposes a payment to the user's own multisig and votes for it."),
        ("batchAddTransaction", batched, "Adds a payment to a batch that the user's own multisig decides on."),
        ("proposalReject", partial(voted, name="proposalReject"), "Votes against a proposal of the user's own multisig."),
        ("proposalCancel", partial(voted, name="proposalCancel"), "Votes to cancel a proposal of the user's own multisig."),
        ("proposalApprove, with a memo", partial(voted, name="proposalApprove"), "Votes for a proposal of the user's own multisig."),
        ("proposalCreate and proposalApprove", started, "Opens a vote in the user's own multisig and votes for it."),
    ]:
        case(f"{squads}: {what}", "vote", squads, why, build)


def add_governance() -> None:
    slug, token = "spl-governance", unknown("Community", "VOTE")
    voter = {"governanceAuthority": "me", "payer": "me"}
    program, accounts, data = payment(LAMPORTS)
    inner = {"programId": program, "accounts": [{"pubkey": key, "isSigner": key == VAULT, "isWritable": True} for key in accounts], "data": data}

    def inserted(stage: Scene) -> None:
        stage.call(slug, "insertTransaction", [opened(220, "proposaltransaction")], accounts=voter, args={"instructions": [inner]})

    def cast(stage: Scene, vote: object) -> None:
        stage.call(slug, "castVote", [opened(102, "voterecord")], accounts=voter, args={"vote": vote})

    def entered(stage: Scene) -> None:
        stage.call(slug, "depositGoverningTokens", [pay(token, 300)], args={"amount": token.units(300)}, label="deposit",
                   accounts={"governingTokenSource": "pay", "governingTokenOwner": "me", "governingTokenSourceAuthority": "me", "payer": "me"})
        cast(stage, {"Approve": {"0": [{"rank": 0, "weightPercentage": 100}]}})

    for what, build, why in [
        ("insertTransaction", inserted, "Puts a payment of 1 SOL into a proposal; the DAO decides on it. Nothing moves now."),
        ("castVote, abstain", partial(cast, vote="Abstain"), "Abstains from a vote and pays the rent of the vote."),
        ("castVote, two choices", partial(cast, vote={"Approve": {"0": [{"rank": 0, "weightPercentage": 60}, {"rank": 1, "weightPercentage": 40}]}}), "Votes for two choices and pays the rent of the vote."),
        ("castVote, veto", partial(cast, vote="Veto"), "Vetoes a proposal and pays the rent of the vote."),
        ("tokens put in, and a vote", entered, "Puts 300 governance tokens in and votes with them."),
    ]:
        case(f"{slug}: {what}", "vote", slug, why, build)


def add_collected() -> None:
    hundred = {"claimBump": 255, "proof": [bytes([at] * 32) for at in range(6)]}

    def both(stage: Scene) -> None:
        stage.call("rewards-solana", "claimMerkle", [opened(65, "claimaccount"), get(JUP, 40)], args=hundred | {"totalAmount": JUP.units(40), "amount": JUP.units(40)},
                   accounts={"payer": "me", "claimant": "me", "claimantTokenAccount": "get", "mint": "get.mint"}, label="merkle")
        stage.call("rewards-solana", "claimDirect", [get(BONK, 900_000)], args={"amount": BONK.units(900_000)},
                   accounts={"recipient": "me", "recipientTokenAccount": "get", "mint": "get.mint"}, label="direct")

    def left(stage: Scene) -> None:
        stage.call("quarry-mine", "claimRewardsV2", [get(known("MNDE"), 8)], accounts={"claim.authority": "me", "rewardsTokenAccount": "get", "rewardsTokenMint": "get.mint"}, label="claim")
        stage.call("quarry-mine", "withdrawTokens", [get(MSOL, 1)], accounts={"authority": "me", "tokenAccount": "get"}, args={"amount": MSOL.units(1)}, label="withdraw")

    def mined(stage: Scene) -> None:
        stage.call("ore", "claimOre", [get(known("ORE"), 0.1)], accounts={"signer": "me", "recipient": "get", "mint": "get.mint"}, label="ore")
        stage.call("ore", "claimSol", [get(SOL, 0.3)], accounts={"signer": "me"}, label="sol")

    def lent(stage: Scene) -> None:
        stage.call("mango-v4", "tokenWithdraw", [get(USDC, 35)], accounts={"owner": "me", "tokenAccount": "get"}, args={"amount": USDC.units(35), "allowBorrow": True})

    def harvested(stage: Scene) -> None:
        stage.call("kamino-farms", "harvestReward", [get(unknown("Farm coin", "FARM"), 12)], accounts={"payer": "me", "userRewardTokenAccount": "get", "rewardMint": "get.mint"}, args={"rewardIndex": 1})

    for slug, what, kind, build, why in [
        ("rewards-solana", "claimMerkle and claimDirect", "claim", both, "Claims JUP and BONK; besides, at most rent and fee leave."),
        ("quarry-mine", "claimRewardsV2 and withdrawTokens", "claim", left, "Claims rewards and takes 1 mSOL of the user's own out."),
        ("ore", "claimOre and claimSol", "claim", mined, "Claims ORE and SOL; besides, at most rent and fee leave."),
        ("mango-v4", "tokenWithdraw, on credit", "lender", lent, "Borrows 35 USDC at Mango against one's own position."),
        ("kamino-farms", "harvestReward, a token of no list", "claim", harvested, "Claims a farm's own token; only the fee leaves."),
    ]:
        case(f"{slug}: {what}", kind, slug, why, build)


def add_guarded() -> None:
    def check(stage: Scene, name: str, at: int, account: Pubkey | None = None, **args: object) -> None:
        stage.call("lighthouse", name, [], accounts={"targetAccount": account} if account else {}, args={"logLevel": "Silent"} | args, label=f"check {at}")

    def at_least(name: str, value: int) -> dict:
        return {name: {"value": value, "operator": "GreaterThanOrEqual"}}

    def tokens(stage: Scene) -> None:
        stage.call("raydium-cpmm", "swapBaseInput", [pay(USDC, 60), get(WSOL, 0.456)])
        check(stage, "assertTokenAccountMulti", 1, USDC.account(), assertions=[at_least("Amount", USDC.units(120)), {"Delegate": {"operator": "Equal"}}, "TokenAccountOwnerIsDerived"])

    def timed(stage: Scene) -> None:
        stage.call("meteora-dlmm", "swap", [pay(WSOL, 1), get(USDC, 130)])
        check(stage, "assertSysvarClock", 1, assertion={"Slot": {"value": 100_000, "operator": "LessThanOrEqual"}})
        check(stage, "assertMintAccount", 2, USDC.mint, assertion={"Decimals": {"value": 6, "operator": "Equal"}})

    def deposited(stage: Scene) -> None:
        stage.call("marginfi", "lendingAccountDeposit", [pay(USDC, 45)])
        check(stage, "assertAccountInfoMulti", 1, ME, assertions=[at_least("Lamports", 59 * LAMPORTS), {"KnownOwner": {"value": "System", "operator": "Equal"}}])

    def claimed(stage: Scene) -> None:
        stage.call("jupiter-lock", "claim", [get(JUP, 15)], accounts={"recipient": "me", "recipientToken": "get"}, args={"maxAmount": JUP.units(15)})
        check(stage, "assertTokenAccount", 1, JUP.account(), assertion={"Owner": {"value": ME, "operator": "Equal"}})

    def sent(stage: Scene) -> None:
        stage.after_calls.append(transfer(FRIEND.pubkey(), LAMPORTS // 4))
        stage.loses["SOL"] += LAMPORTS // 4
        check(stage, "assertAccountInfo", 1, ME, assertion=at_least("Lamports", 59 * LAMPORTS))

    for slug, what, kind, build, why in [
        ("raydium-cpmm", "swapBaseInput with checks of a token account", "pool", tokens, "Swaps 60 USDC for SOL, with checks that more can't be lost."),
        ("meteora-dlmm", "swap with checks of time and token", "pool", timed, "Swaps 1 SOL for USDC, before a certain slot."),
        ("marginfi", "lendingAccountDeposit with checks of the wallet", "lender", deposited, "Deposits 45 USDC, with a check that no SOL is lost."),
        ("jupiter-lock", "claim with a check of the account's owner", "claim", claimed, "Claims 15 JUP, with a check that they arrive at the user's account."),
        ("lighthouse", "a payment with a check", "pool", sent, f"Pays 0.25 SOL to a friend, with a check of {title('lighthouse')} that no more is lost."),
    ]:
        case(f"{slug}: {what}", kind, slug, why, build)
