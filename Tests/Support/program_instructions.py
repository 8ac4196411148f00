#!/usr/bin/env python3
"""Instructions as PyPI's solders and solana (spl) build them, by name; one JSON object a line.

    {"name": "System.transfer", "program": HEX, "accounts": [[HEX, SIGNER, WRITABLE], ...], "data": HEX}

Key number N is 32 times the byte 0xA0 + N.
"""

import json

import spl.memo.instructions as memo
import spl.token.instructions as token
from solders import compute_budget
from solders import system_program as system
from solders.instruction import AccountMeta, Instruction
from solders.pubkey import Pubkey
from spl.memo.models import MemoParams
from spl.token import models
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID

KEYS = [Pubkey(bytes([0xA0 + index]) * 32) for index in range(16)]
A, B, C, D = KEYS[:4]
SIGNERS = KEYS[6:9]
BIG = 2**64 - 1


def system_instructions():
    yield "transfer", system.transfer(system.TransferParams(from_pubkey=A, to_pubkey=B, lamports=BIG))
    yield (
        "createAccount",
        system.create_account(
            system.CreateAccountParams(from_pubkey=A, to_pubkey=B, lamports=BIG, space=165, owner=C)
        ),
    )
    for name, payer in (("createAccountAllowPrefund", B), ("createAccountAllowPrefund.unpaid", None)):
        params = system.CreateAccountAllowPrefundParams(new_account=A, payer=payer, lamports=13, space=14, owner=C)
        yield name, system.create_account_allow_prefund(params)
    for name, base in (("createAccountWithSeed", B), ("createAccountWithSeed.own", A)):
        params = system.CreateAccountWithSeedParams(
            from_pubkey=A, to_pubkey=D, base=base, seed="σπόρος", lamports=7, space=8, owner=C
        )
        yield name, system.create_account_with_seed(params)
    yield "assign", system.assign(system.AssignParams(pubkey=A, owner=C))
    yield (
        "assignWithSeed",
        system.assign_with_seed(system.AssignWithSeedParams(address=A, base=B, seed="", owner=C)),
    )
    yield "allocate", system.allocate(system.AllocateParams(pubkey=A, space=10))
    params = system.AllocateWithSeedParams(address=A, base=B, seed="seed", space=11, owner=C)
    yield "allocateWithSeed", system.allocate_with_seed(params)
    params = system.TransferWithSeedParams(
        from_pubkey=A, from_base=B, from_seed="seed", from_owner=C, to_pubkey=D, lamports=12
    )
    yield "transferWithSeed", system.transfer_with_seed(params)
    params = system.InitializeNonceAccountParams(nonce_pubkey=A, authority=B)
    yield "initializeNonce", system.initialize_nonce_account(params)
    params = system.AdvanceNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B)
    yield "advanceNonce", system.advance_nonce_account(params)
    params = system.WithdrawNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B, to_pubkey=C, lamports=9)
    yield "withdrawNonce", system.withdraw_nonce_account(params)
    params = system.AuthorizeNonceAccountParams(nonce_pubkey=A, authorized_pubkey=B, new_authority=C)
    yield "authorizeNonce", system.authorize_nonce_account(params)
    yield "upgradeNonce", system.upgrade_nonce_account(system.UpgradeNonceAccountParams(nonce_pubkey=A))


def lookup_table_instructions():
    params = system.CreateLookupTableParams(authority_address=A, payer_address=B, recent_slot=77)
    create, table = system.create_lookup_table(params)
    yield "create", create
    for name, payer in (("extend", B), ("extend.unpaid", None)):
        params = system.ExtendLookupTableParams(
            lookup_table_address=table, authority_address=A, payer_address=payer, new_addresses=[C, D]
        )
        yield name, system.extend_lookup_table(params)
    params = system.FreezeLookupTableParams(lookup_table_address=table, authority_address=A)
    yield "freeze", system.freeze_lookup_table(params)
    params = system.DeactivateLookupTableParams(lookup_table_address=table, authority_address=A)
    yield "deactivate", system.deactivate_lookup_table(params)
    params = system.CloseLookupTableParams(lookup_table_address=table, authority_address=A, recipient_address=B)
    yield "close", system.close_lookup_table(params)


def token_instructions(program_id, signers):
    common = {"program_id": program_id, "signers": signers}
    yield "transfer", token.transfer(models.TransferParams(source=A, dest=B, owner=C, amount=BIG, **common))
    params = models.TransferCheckedParams(source=A, mint=B, dest=D, owner=C, amount=BIG, decimals=6, **common)
    yield "transferChecked", token.transfer_checked(params)
    yield "approve", token.approve(models.ApproveParams(source=A, delegate=B, owner=C, amount=BIG, **common))
    params = models.ApproveCheckedParams(source=A, mint=B, delegate=D, owner=C, amount=BIG, decimals=6, **common)
    yield "approveChecked", token.approve_checked(params)
    yield "revoke", token.revoke(models.RevokeParams(account=A, owner=C, **common))
    params = models.SetAuthorityParams(
        account=A, authority=token.AuthorityType.ACCOUNT_OWNER, current_authority=C, new_authority=D, **common
    )
    yield "setAuthority", token.set_authority(params)
    yield "mintTo", token.mint_to(models.MintToParams(mint=A, dest=B, mint_authority=C, amount=BIG, **common))
    params = models.MintToCheckedParams(mint=A, dest=B, mint_authority=C, amount=BIG, decimals=6, **common)
    yield "mintToChecked", token.mint_to_checked(params)
    params = models.BurnCheckedParams(account=A, mint=B, owner=C, amount=BIG, decimals=6, **common)
    yield "burnChecked", token.burn_checked(params)
    yield "closeAccount", token.close_account(models.CloseAccountParams(account=A, dest=B, owner=C, **common))
    freeze = {"program_id": program_id, "account": A, "mint": B, "authority": C, "multi_signers": signers}
    yield "freezeAccount", token.freeze_account(models.FreezeAccountParams(**freeze))
    yield "thawAccount", token.thaw_account(models.ThawAccountParams(**freeze))


def token_initializations(program_id):
    params = models.InitializeMint2Params(
        program_id=program_id, mint=A, decimals=9, mint_authority=C, freeze_authority=D
    )
    yield "initializeMint", token.initialize_mint2(params)
    params = models.InitializeAccount3Params(program_id=program_id, account=A, mint=B, owner=C)
    yield "initializeAccount", token.initialize_account3(params)
    yield "syncNative", token.sync_native(models.SyncNativeParams(program_id=program_id, account=A))


def transfer_fee_instructions():
    common = {"program_id": TOKEN_2022_PROGRAM_ID, "mint": A}
    for name, authority in (("initializeTransferFeeConfig", B), ("initializeTransferFeeConfig.none", None)):
        params = models.InitializeTransferFeeConfigParams(
            transfer_fee_config_authority=authority,
            withdraw_withheld_authority=C,
            transfer_fee_basis_points=50,
            maximum_fee=BIG,
            **common,
        )
        yield name, token.initialize_transfer_fee_config(params)
    for name, signers in (("", []), (".multisig", SIGNERS)):
        params = models.WithdrawWithheldTokensFromMintParams(
            dest=B, authority=C, signers=signers, **common
        )
        yield "withdrawWithheldTokensFromMint" + name, token.withdraw_withheld_tokens_from_mint(params)
        params = models.WithdrawWithheldTokensFromAccountsParams(
            dest=B, authority=C, signers=signers, sources=[D, KEYS[4]], **common
        )
        yield "withdrawWithheldTokensFromAccounts" + name, token.withdraw_withheld_tokens_from_accounts(params)
    params = models.HarvestWithheldTokensToMintParams(sources=[D, KEYS[4]], **common)
    yield "harvestWithheldTokensToMint", token.harvest_withheld_tokens_to_mint(params)


def other_instructions():
    yield "ComputeBudget.requestHeapFrame", compute_budget.request_heap_frame(65536)
    yield "ComputeBudget.setComputeUnitLimit", compute_budget.set_compute_unit_limit(2**32 - 1)
    yield "ComputeBudget.setComputeUnitPrice", compute_budget.set_compute_unit_price(BIG)
    yield "ComputeBudget.setLoadedAccountsDataSizeLimit", compute_budget.set_loaded_accounts_data_size_limit(4096)
    memo_program = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
    built = memo.create_memo(MemoParams(program_id=memo_program, signer=A, message="χαίρε".encode()))
    # The package asks to write the signer; the interface crate doesn't.
    yield "Memo.memo", Instruction(built.program_id, built.data, [AccountMeta(A, True, False)])


def associated_instructions(program_id):
    built = token.create_associated_token_account(A, B, C, program_id)
    # The package still sends the rent sysvar along, and no data; the interface crate sends a byte.
    yield "create", Instruction(built.program_id, b"\0", built.accounts[:6])
    yield "createIdempotent", token.create_idempotent_associated_token_account(A, B, C, program_id)


def main():
    groups = {"System": system_instructions(), "LookupTable": lookup_table_instructions()}
    for name, program in (("Token", TOKEN_PROGRAM_ID), ("Token2022", TOKEN_2022_PROGRAM_ID)):
        groups[name] = [*token_instructions(program, []), *token_initializations(program)]
        groups[f"{name}.multisig"] = token_instructions(program, SIGNERS)
        groups[f"Associated.{name}"] = associated_instructions(program)
    groups["TransferFee"] = transfer_fee_instructions()
    named = [(f"{group}.{name}", value) for group, values in groups.items() for name, value in values]
    for name, instruction in named + list(other_instructions()):
        accounts = [[bytes(meta.pubkey).hex(), meta.is_signer, meta.is_writable] for meta in instruction.accounts]
        line = {"name": name, "program": bytes(instruction.program_id).hex(), "accounts": accounts}
        print(json.dumps(line | {"data": bytes(instruction.data).hex()}))


if __name__ == "__main__":
    main()
