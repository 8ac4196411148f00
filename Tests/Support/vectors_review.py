#!/usr/bin/env python3
"""Instructions as PyPI's solders and solana (spl) build them, with what a review must say; one JSON object a line.

    {"wire": HEX, "known": BOOL, "program": NAME, "name": NAME, "fields": [[NAME, VALUE], ...]}

Every instruction comes whole, which must be known, and damaged (a byte or an account too many or too few), which must
not be. Instructions that neither package builds are put together here, from the interface crates' layouts.
"""

import json
from struct import pack

import spl.memo.instructions as memo
import spl.token.instructions as token
from solders import compute_budget, system_program
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.message import Message
from solders.null_signer import NullSigner
from solders.pubkey import Pubkey
from solders.sysvar import RECENT_BLOCKHASHES, RENT
from solders.transaction import VersionedTransaction
from spl.memo.models import MemoParams
from spl.token import models
from spl.token.constants import ASSOCIATED_TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID

KEYS = [Pubkey(bytes([0xA0 + index]) * 32) for index in range(16)]
PAYER, A, B, C, D, E = KEYS[:6]
SIGNERS = KEYS[6:9]
BIG = 2**64 - 1
MEMO_V1 = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
MEMO_V2 = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")


class Case:
    """An instruction and what the review must say of it."""

    def __init__(
        self, program, name, instruction, fields, may_gain_account=False, may_lose_account=False, is_text=False
    ):
        self.program = program
        self.name = name
        self.instruction = instruction
        self.fields = [[key, str(value)] for key, value in fields]
        # Where the last account or the length of the data is free, the damage makes another known instruction.
        self.may_gain_account = may_gain_account
        self.may_lose_account = may_lose_account
        self.is_text = is_text

    def lines(self):
        yield self.line(self.instruction, True)
        yield from self.damaged()
        # The package pads an optional key that is left out with 32 zeros; the interface crates don't.
        data = bytes(self.instruction.data)
        if self.fields and self.fields[-1][1] == "none" and data.endswith(bytes(33)):
            self.instruction = Instruction(self.instruction.program_id, data[:-32], self.instruction.accounts)
            yield from self.lines()

    def damaged(self):
        program, data, accounts = self.instruction.program_id, bytes(self.instruction.data), self.instruction.accounts
        if self.program == "Compute Budget":
            more = Case(self.program, self.name, self.instruction, [*self.fields, ["unusedBytes", "00"]])
            yield more.line(Instruction(program, data + b"\0", accounts), True)
        elif not self.is_text:
            yield self.line(Instruction(program, data + b"\0", accounts), False)
            if len(data) > 1:
                yield self.line(Instruction(program, data[:-1], accounts), False)
        if self.ignores_accounts:
            count = len(accounts)
            more = Case(self.program, self.name, self.instruction, self.fields)
            more.fields = [*self.fields[:count], ["unused", str(E)], *self.fields[count:]]
            yield more.line(Instruction(program, data, accounts + [AccountMeta(E, False, False)]), True)
        elif not self.may_gain_account:
            yield self.line(Instruction(program, data, accounts + [AccountMeta(E, False, False)]), False)
        if accounts and not self.may_lose_account:
            yield self.line(Instruction(program, data, accounts[:-1]), False)

    @property
    def ignores_accounts(self):
        """Returns whether the program doesn't look behind its accounts: no multisignature account's signers can stand there."""
        if self.program in ("Compute Budget", "Memo (v1)") or (self.program, self.name) == ("System", "Transfer"):
            return True
        accounts = self.instruction.accounts
        if self.name not in OWNED or not accounts[-1].is_signer or any(key == "signer" for key, _ in self.fields):
            return False
        return self.program == "Token" or self.program == "Token-2022" and self.name not in ("Transfer", "TransferChecked")

    def line(self, instruction, known):
        message = Message.new_with_blockhash([instruction], PAYER, Hash.default())
        signers = message.account_keys[: message.header.num_required_signatures]
        wire = bytes(VersionedTransaction(message, [NullSigner(key) for key in signers]))
        return {
            "wire": wire.hex(),
            "known": known,
            "program": self.program,
            "name": self.name if known else None,
            "fields": self.fields if known else [],
        }


OWNED = {
    "Transfer", "TransferChecked", "Approve", "ApproveChecked", "Revoke", "MintTo", "MintToChecked", "Burn", "BurnChecked",
    "CloseAccount", "FreezeAccount", "ThawAccount", "WithdrawExcessLamports", "UnwrapLamports", "SetAuthority",
}  # fmt: skip


def system_cases():
    system = system_program

    def case(name, build, params, fields, **options):
        return Case("System", name, build(params), fields, **options)

    seeded = Pubkey.create_with_seed(B, "seed", C)
    yield case(
        "CreateAccount",
        system.create_account,
        system.CreateAccountParams(from_pubkey=A, to_pubkey=B, lamports=BIG, space=165, owner=C),
        [("from", A), ("newAccount", B), ("lamports", BIG), ("space", 165), ("owner", C)],
    )
    yield case("Assign", system.assign, system.AssignParams(pubkey=A, owner=C), [("account", A), ("owner", C)])
    yield case(
        "Transfer",
        system.transfer,
        system.TransferParams(from_pubkey=A, to_pubkey=B, lamports=BIG),
        [("from", A), ("to", B), ("lamports", BIG)],
    )
    yield case(
        "CreateAccountWithSeed",
        system.create_account_with_seed,
        system.CreateAccountWithSeedParams(
            from_pubkey=A, to_pubkey=seeded, base=B, seed="seed", lamports=7, space=8, owner=C
        ),
        [("from", A), ("newAccount", seeded), ("baseAccount", B), ("base", B), ("seed", "seed"), ("lamports", 7)]
        + [("space", 8), ("owner", C)],
        may_lose_account=True,
    )
    yield case(
        "AdvanceNonceAccount",
        system.advance_nonce_account,
        system.AdvanceNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B),
        [("nonce", A), ("recentBlockhashes", RECENT_BLOCKHASHES), ("authority", B)],
    )
    yield case(
        "WithdrawNonceAccount",
        system.withdraw_nonce_account,
        system.WithdrawNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B, to_pubkey=C, lamports=9),
        [("nonce", A), ("to", C), ("recentBlockhashes", RECENT_BLOCKHASHES), ("rent", RENT), ("authority", B)]
        + [("lamports", 9)],
    )
    yield case(
        "InitializeNonceAccount",
        system.initialize_nonce_account,
        system.InitializeNonceAccountParams(nonce_pubkey=A, authority=B),
        [("nonce", A), ("recentBlockhashes", RECENT_BLOCKHASHES), ("rent", RENT), ("authority", B)],
    )
    yield case(
        "AuthorizeNonceAccount",
        system.authorize_nonce_account,
        system.AuthorizeNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B, new_authority=C),
        [("nonce", A), ("authority", B), ("newAuthority", C)],
    )
    yield case(
        "Allocate", system.allocate, system.AllocateParams(pubkey=A, space=10), [("account", A), ("space", 10)]
    )
    yield case(
        "AllocateWithSeed",
        system.allocate_with_seed,
        system.AllocateWithSeedParams(address=A, base=B, seed="\u202eseed", space=11, owner=C),
        [("account", A), ("baseAccount", B), ("base", B), ("seed", "\\u{202e}seed"), ("space", 11), ("owner", C)],
    )
    yield case(
        "AssignWithSeed",
        system.assign_with_seed,
        system.AssignWithSeedParams(address=A, base=B, seed="", owner=C),
        [("account", A), ("baseAccount", B), ("base", B), ("seed", ""), ("owner", C)],
    )
    yield case(
        "TransferWithSeed",
        system.transfer_with_seed,
        system.TransferWithSeedParams(
            from_pubkey=A, from_base=B, from_seed="seed", from_owner=C, to_pubkey=D, lamports=12
        ),
        [("from", A), ("baseAccount", B), ("to", D), ("lamports", 12), ("fromSeed", "seed"), ("fromOwner", C)],
    )
    yield case(
        "UpgradeNonceAccount",
        system.upgrade_nonce_account,
        system.UpgradeNonceAccountParams(nonce_pubkey=A),
        [("nonce", A)],
    )
    yield case(
        "CreateAccountAllowPrefund",
        system.create_account_allow_prefund,
        system.CreateAccountAllowPrefundParams(new_account=A, payer=B, lamports=13, space=14, owner=C),
        [("newAccount", A), ("from", B), ("lamports", 13), ("space", 14), ("owner", C)],
        may_lose_account=True,
    )


def token_cases(program_id, program):
    def case(name, build, params, fields, **options):
        return Case(program, name, build(params), fields, **options)

    def multisig(signers):
        return [("signer", key) for key in signers]

    for signers in ([], SIGNERS[:1], SIGNERS):
        common = {"program_id": program_id, "signers": signers}
        ending = multisig(signers)
        # With more than one signer, one fewer is a smaller set; with one, the authority is left alone, unsigned.
        options = {"may_lose_account": bool(signers)}
        amount = [("amount", BIG)]
        checked = [("amount", BIG), ("decimals", 6)]
        yield case(
            "Transfer",
            token.transfer,
            models.TransferParams(source=A, dest=B, owner=C, amount=BIG, **common),
            [("source", A), ("destination", B), ("authority", C)] + ending + amount,
            **options,
        )
        yield case(
            "Approve",
            token.approve,
            models.ApproveParams(source=A, delegate=B, owner=C, amount=BIG, **common),
            [("source", A), ("delegate", B), ("owner", C)] + ending + amount,
            **options,
        )
        yield case(
            "Revoke",
            token.revoke,
            models.RevokeParams(account=A, owner=C, **common),
            [("source", A), ("owner", C)] + ending,
            **options,
        )
        for kind, kind_name in enumerate(["mintTokens", "freezeAccount", "accountOwner", "closeAccount"]):
            for new_authority in (None, D):
                yield case(
                    "SetAuthority",
                    token.set_authority,
                    models.SetAuthorityParams(
                        account=A,
                        authority=token.AuthorityType(kind),
                        current_authority=C,
                        new_authority=new_authority,
                        **common,
                    ),
                    [("account", A), ("authority", C)]
                    + ending
                    + [("authorityType", kind_name), ("newAuthority", new_authority or "none")],
                    **options,
                )
        yield case(
            "MintTo",
            token.mint_to,
            models.MintToParams(mint=A, dest=B, mint_authority=C, amount=BIG, **common),
            [("mint", A), ("destination", B), ("authority", C)] + ending + amount,
            **options,
        )
        yield case(
            "Burn",
            token.burn,
            models.BurnParams(account=A, mint=B, owner=C, amount=BIG, **common),
            [("source", A), ("mint", B), ("owner", C)] + ending + amount,
            **options,
        )
        yield case(
            "CloseAccount",
            token.close_account,
            models.CloseAccountParams(account=A, dest=B, owner=C, **common),
            [("account", A), ("destination", B), ("owner", C)] + ending,
            **options,
        )
        freeze = {"program_id": program_id, "account": A, "mint": B, "authority": C, "multi_signers": signers}
        yield case(
            "FreezeAccount",
            token.freeze_account,
            models.FreezeAccountParams(**freeze),
            [("account", A), ("mint", B), ("authority", C)] + ending,
            **options,
        )
        yield case(
            "ThawAccount",
            token.thaw_account,
            models.ThawAccountParams(**freeze),
            [("account", A), ("mint", B), ("authority", C)] + ending,
            **options,
        )
        yield case(
            "TransferChecked",
            token.transfer_checked,
            models.TransferCheckedParams(source=A, mint=B, dest=D, owner=C, amount=BIG, decimals=6, **common),
            [("source", A), ("mint", B), ("destination", D), ("authority", C)] + ending + checked,
            **options,
        )
        yield case(
            "ApproveChecked",
            token.approve_checked,
            models.ApproveCheckedParams(source=A, mint=B, delegate=D, owner=C, amount=BIG, decimals=6, **common),
            [("source", A), ("mint", B), ("delegate", D), ("owner", C)] + ending + checked,
            **options,
        )
        yield case(
            "MintToChecked",
            token.mint_to_checked,
            models.MintToCheckedParams(mint=A, dest=B, mint_authority=C, amount=BIG, decimals=6, **common),
            [("mint", A), ("destination", B), ("authority", C)] + ending + checked,
            **options,
        )
        yield case(
            "BurnChecked",
            token.burn_checked,
            models.BurnCheckedParams(account=A, mint=B, owner=C, amount=BIG, decimals=6, **common),
            [("source", A), ("mint", B), ("owner", C)] + ending + checked,
            **options,
        )
        authority = [AccountMeta(C, not signers, False)] + [AccountMeta(key, True, False) for key in signers]
        movement = [AccountMeta(A, False, True), AccountMeta(B, False, True)] + authority
        moved = [("source", A), ("destination", B), ("authority", C)] + ending
        yield Case(program, "WithdrawExcessLamports", Instruction(program_id, b"\x26", movement), moved, **options)
        for data, value in ((b"\x2d\x00", "none"), (b"\x2d\x01" + pack("<Q", BIG), BIG)):
            unwrap = Instruction(program_id, data, movement)
            yield Case(program, "UnwrapLamports", unwrap, moved + [("amount", value)], **options)

    for freeze in (None, D):
        params = {"program_id": program_id, "mint": A, "decimals": 9, "mint_authority": C, "freeze_authority": freeze}
        fields = [("decimals", 9), ("mintAuthority", C), ("freezeAuthority", freeze or "none")]
        yield case(
            "InitializeMint",
            token.initialize_mint,
            models.InitializeMintParams(**params),
            [("mint", A), ("rent", RENT)] + fields,
        )
        yield case(
            "InitializeMint2", token.initialize_mint2, models.InitializeMint2Params(**params), [("mint", A)] + fields
        )
    account = {"program_id": program_id, "account": A, "mint": B, "owner": C}
    yield case(
        "InitializeAccount",
        token.initialize_account,
        models.InitializeAccountParams(**account),
        [("account", A), ("mint", B), ("owner", C), ("rent", RENT)],
    )
    yield case(
        "InitializeAccount2",
        token.initialize_account2,
        models.InitializeAccount2Params(**account),
        [("account", A), ("mint", B), ("rent", RENT), ("owner", C)],
    )
    yield case(
        "InitializeAccount3",
        token.initialize_account3,
        models.InitializeAccount3Params(**account),
        [("account", A), ("mint", B), ("owner", C)],
    )
    group = {"program_id": program_id, "multisig": A, "m": 2, "signers": SIGNERS}
    free = {"may_gain_account": True, "may_lose_account": True}
    yield case(
        "InitializeMultisig",
        token.initialize_multisig,
        models.InitializeMultisigParams(**group),
        [("multisig", A), ("rent", RENT)] + multisig(SIGNERS) + [("requiredSigners", 2)],
        **free,
    )
    yield case(
        "InitializeMultisig2",
        token.initialize_multisig2,
        models.InitializeMultisig2Params(**group),
        [("multisig", A)] + multisig(SIGNERS) + [("requiredSigners", 2)],
        **free,
    )
    yield case(
        "SyncNative",
        token.sync_native,
        models.SyncNativeParams(program_id=program_id, account=A),
        [("account", A)],
        may_gain_account=True,
    )
    yield case(
        "GetAccountDataSize",
        token.get_account_data_size,
        models.GetAccountDataSizeParams(program_id=program_id, mint=A),
        [("mint", A)],
    )
    yield case(
        "InitializeImmutableOwner",
        token.initialize_immutable_owner,
        models.InitializeImmutableOwnerParams(program_id=program_id, account=A),
        [("account", A)],
    )
    yield case(
        "AmountToUiAmount",
        token.amount_to_ui_amount,
        models.AmountToUiAmountParams(program_id=program_id, mint=A, amount=BIG),
        [("mint", A), ("amount", BIG)],
    )
    yield case(
        "UiAmountToAmount",
        token.ui_amount_to_amount,
        models.UiAmountToAmountParams(program_id=program_id, mint=A, ui_amount="1.5"),
        [("mint", A), ("uiAmount", "1.5")],
        is_text=True,
    )


def token_2022_cases():
    """What Token-2022 has and neither package builds."""
    program, name = TOKEN_2022_PROGRAM_ID, "Token-2022"
    mint = [AccountMeta(A, False, True)]
    system = system_program.ID

    def case(title, data, accounts, fields, **options):
        return Case(name, title, Instruction(program, data, accounts), fields, **options)

    yield case("InitializeMintCloseAuthority", b"\x19\x00", mint, [("mint", A), ("closeAuthority", "none")])
    yield case(
        "InitializeMintCloseAuthority", b"\x19\x01" + bytes(B), mint, [("mint", A), ("closeAuthority", B)]
    )
    yield case("InitializeNonTransferableMint", b"\x20", mint, [("mint", A)])
    yield case("InitializePermanentDelegate", b"\x23" + bytes(B), mint, [("mint", A), ("delegate", B)])
    yield case(
        "GetAccountDataSize",
        b"\x15" + pack("<HH", 7, 12),
        mint,
        [("mint", A), ("extensionType", 7), ("extensionType", 12)],
    )
    accounts = [
        AccountMeta(A, False, True), AccountMeta(B, True, True), AccountMeta(system, False, False),
        AccountMeta(C, True, False),
    ]  # fmt: skip
    fields = [("account", A), ("payer", B), ("systemProgram", system), ("owner", C), ("extensionType", 8)]
    yield case("Reallocate", b"\x1d" + pack("<H", 8), accounts, fields)
    accounts = [AccountMeta(B, True, True), AccountMeta(A, False, True), AccountMeta(system, False, False)]
    yield case("CreateNativeMint", b"\x1f", accounts, [("payer", B), ("mint", A), ("systemProgram", system)])
    kinds = ["transferFeeConfig", "withheldWithdraw", "closeMint", "interestRate", "permanentDelegate"]
    kinds += ["confidentialTransferMint", "transferHookProgramId", "confidentialTransferFeeConfig", "metadataPointer"]
    kinds += ["groupPointer", "groupMemberPointer", "scaledUiAmount", "pause", "permissionedBurn"]
    for index, kind in enumerate(kinds, 4):
        accounts = [AccountMeta(A, False, True), AccountMeta(C, True, False)]
        fields = [("account", A), ("authority", C), ("authorityType", kind), ("newAuthority", B)]
        yield case("SetAuthority", bytes([6, index, 1]) + bytes(B), accounts, fields)


def associated_token_cases():
    name = "Associated Token"
    for token_program in (TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID):
        address = token.get_associated_token_address(B, C, token_program)
        fields = [("payer", A), ("associatedAccount", address), ("wallet", B), ("mint", C)]
        fields += [("systemProgram", system_program.ID), ("tokenProgram", token_program)]
        create = token.create_associated_token_account(A, B, C, token_program)
        accounts = create.accounts[:6]
        # Without data, as wallets did at first, and with a byte; one byte less is again without data.
        yield Case(name, "Create", Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"", accounts), fields, is_text=True)
        yield Case(name, "Create", Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"\0", accounts), fields)
        with_rent = accounts + [AccountMeta(RENT, False, False)]
        yield Case(
            name,
            "Create",
            Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"\0", with_rent),
            fields + [("rent", RENT)],
            may_lose_account=True,
        )
        idempotent = token.create_idempotent_associated_token_account(A, B, C, token_program)
        yield Case(name, "CreateIdempotent", Instruction(idempotent.program_id, idempotent.data, accounts), fields)
        nested = [
            AccountMeta(A, False, True), AccountMeta(B, False, False), AccountMeta(C, False, True),
            AccountMeta(D, False, False), AccountMeta(SIGNERS[0], False, False), AccountMeta(SIGNERS[1], True, True),
            AccountMeta(token_program, False, False),
        ]  # fmt: skip
        roles = ["nestedAccount", "nestedMint", "destination", "ownerAccount", "ownerMint", "wallet", "tokenProgram"]
        yield Case(
            name,
            "RecoverNested",
            Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"\x02", nested),
            [(role, meta.pubkey) for role, meta in zip(roles, nested, strict=True)],
        )


def other_cases():
    budget = "Compute Budget"
    yield Case(budget, "RequestHeapFrame", compute_budget.request_heap_frame(65536), [("bytes", 65536)])
    yield Case(budget, "SetComputeUnitLimit", compute_budget.set_compute_unit_limit(2**32 - 1), [("units", 2**32 - 1)])
    yield Case(budget, "SetComputeUnitPrice", compute_budget.set_compute_unit_price(BIG), [("microLamports", BIG)])
    yield Case(
        budget,
        "SetLoadedAccountsDataSizeLimit",
        compute_budget.set_loaded_accounts_data_size_limit(4096),
        [("bytes", 4096)],
    )
    params = MemoParams(program_id=MEMO_V2, signer=A, message="χαίρε\u200b".encode())
    yield Case(
        "Memo",
        "Memo",
        memo.create_memo(params),
        [("signer", A), ("memo", "χαίρε\\u{200b}")],
        may_lose_account=True,
        is_text=True,
    )
    yield Case("Memo (v1)", "Memo", Instruction(MEMO_V1, b"hello", []), [("memo", "hello")], is_text=True)


def unknown_lines():
    """Instructions that must stay unknown."""

    def line(program, instruction):
        return Case(program, None, instruction, []).line(instruction, False)

    writable = [AccountMeta(A, True, True), AccountMeta(B, False, True), AccountMeta(C, True, False)]
    yield line(None, Instruction(D, pack("<IQ", 2, 5), writable[:2]))
    yield line("System", Instruction(system_program.ID, pack("<I", 14), []))
    yield line("System", Instruction(system_program.ID, b"", []))
    seed_beyond = pack("<I", 10) + bytes(B) + pack("<Q", 2**63) + b"seed" + bytes(C)
    yield line("System", Instruction(system_program.ID, seed_beyond, writable[:2]))
    seed_not_text = pack("<I", 10) + bytes(B) + pack("<Q", 1) + b"\xff" + bytes(C)
    yield line("System", Instruction(system_program.ID, seed_not_text, writable[:2]))
    for data in (b"", b"\xff", b"\xff\x03\x09\x03" + pack("<Q", 1), b"\x19\x00", b"\x06\x04\x00", b"\x06\x02\x02"):
        yield line("Token", Instruction(TOKEN_PROGRAM_ID, data, writable[:2]))
    for tag in (26, 27, 28, 30, 33, 34, 36, 37, 39, 40, 41, 42, 43, 44, 46, 255):
        yield line("Token-2022", Instruction(TOKEN_2022_PROGRAM_ID, bytes([tag]), writable))
    # What stands behind an owner of Token-2022 may be for a transfer hook, and a co-signer who doesn't sign is none.
    transfer = b"\x03" + pack("<Q", 1)
    for signs in (True, False):
        yield line("Token-2022", Instruction(TOKEN_2022_PROGRAM_ID, transfer, writable + [AccountMeta(D, signs, False)]))
    unsigned = [AccountMeta(A, False, True), AccountMeta(B, False, True), AccountMeta(C, False, False)]
    yield line("Token", Instruction(TOKEN_PROGRAM_ID, transfer, unsigned + [AccountMeta(D, False, False)]))
    # Twelve signers are one more than a multisignature account has; one signer twelve times fits the transaction.
    many = [AccountMeta(SIGNERS[0], True, False)] * 12
    yield line("Token", Instruction(TOKEN_PROGRAM_ID, b"\x05", unsigned[:1] + unsigned[2:] + many))
    # A stranger in the place of the token program.
    accounts = token.create_associated_token_account(A, B, C).accounts[:5] + [AccountMeta(D, False, False)]
    yield line("Associated Token", Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"\0", accounts))
    yield line("Associated Token", Instruction(ASSOCIATED_TOKEN_PROGRAM_ID, b"\x03", accounts))
    yield line("Compute Budget", Instruction(compute_budget.ID, b"\0" + pack("<II", 1, 1), []))
    yield line("Memo", Instruction(MEMO_V2, b"\xff\xfe", []))
    yield line("Memo", Instruction(MEMO_V2, b"unsigned", [AccountMeta(A, False, False)]))


def main():
    cases = [*system_cases(), *token_cases(TOKEN_PROGRAM_ID, "Token")]
    cases += [*token_cases(TOKEN_2022_PROGRAM_ID, "Token-2022"), *token_2022_cases()]
    cases += [*associated_token_cases(), *other_cases()]
    for case in cases:
        for line in case.lines():
            print(json.dumps(line))
    for line in unknown_lines():
        print(json.dumps(line))


if __name__ == "__main__":
    main()
