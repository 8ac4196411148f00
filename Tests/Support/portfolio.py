#!/usr/bin/env python3
"""The holdings and transfers of an address, as PyPI's solana client reads them: portfolio.py URL ADDRESS.

One JSON object: `lamports`, `tokens` by account, and `history`, the newest first. All amounts are strings, and none
passes a float: the client's own `ui_amount` isn't looked at.
"""

import asyncio
import json
import sys
from collections import Counter

from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed
from solana.rpc.models import TokenAccountOpts
from solders.pubkey import Pubkey

PROGRAMS = ("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")


async def tokens(client: AsyncClient, owner: Pubkey) -> dict[str, dict[str, str]]:
    found = {}
    for program in PROGRAMS:
        options = TokenAccountOpts(program_id=Pubkey.from_string(program))
        for each in (await client.get_token_accounts_by_owner_json_parsed(owner, options, Confirmed)).value:
            info = each.account.data.parsed["info"]
            amount = info["tokenAmount"]
            found[str(each.pubkey)] = {
                "mint": info["mint"],
                "amount": amount["amount"],
                "decimals": str(amount["decimals"]),
                "delegate": info.get("delegate", ""),
                "delegated": info.get("delegatedAmount", {}).get("amount", "0"),
            }
    return found


async def history(client: AsyncClient, owner: Pubkey, addresses: list[Pubkey]) -> list[dict]:
    """Every transaction that names one of the addresses, with what the owner had more of afterwards."""
    seen = {}
    for address in addresses:
        for each in (await client.get_signatures_for_address(address, commitment=Confirmed)).value:
            seen[str(each.signature)] = each
    found = []
    for name, each in seen.items():
        answer = (await client.get_transaction(each.signature, "base64", Confirmed, 0)).value
        meta = answer.transaction.meta
        keys = list(answer.transaction.transaction.message.account_keys)
        keys += [*meta.loaded_addresses.writable, *meta.loaded_addresses.readonly]
        changes: Counter[str] = Counter()
        if owner in keys:
            at = keys.index(owner)
            changes["SOL"] = meta.post_balances[at] - meta.pre_balances[at] + (meta.fee if at == 0 else 0)
        for sign, balances in ((-1, meta.pre_token_balances), (1, meta.post_token_balances)):
            for balance in balances:
                if balance.owner == owner:
                    changes[str(balance.mint)] += sign * int(balance.ui_token_amount.amount)
        found.append(
            {
                "signature": name,
                "slot": str(each.slot),
                "failed": each.err is not None,
                "fee": str(meta.fee),
                "pays": keys[0] == owner,
                "changes": {currency: str(change) for currency, change in changes.items() if change},
            }
        )
    return sorted(found, key=lambda each: -int(each["slot"]))


async def main() -> None:
    owner = Pubkey.from_string(sys.argv[2])
    async with AsyncClient(sys.argv[1]) as client:
        held = await tokens(client, owner)
        lamports = (await client.get_balance(owner, Confirmed)).value
        past = await history(client, owner, [owner, *map(Pubkey.from_string, held)])
    print(json.dumps({"lamports": str(lamports), "tokens": held, "history": past}))


if __name__ == "__main__":
    asyncio.run(main())
