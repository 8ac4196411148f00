"""A chain with a user and the dApps that one transaction meets.

    scene = Scene()
    scene.call("raydium-amm-v4", "swapBaseIn", [pay(USDC, 100), get(BONK, 5_000_000)])
    entry = scene.entry("USDC for BONK", "pool", "honest", "…")

The instruction's data and accounts are those of the interface. Behind the program's address stands plan_program.py, and the state of the pool (the
market, the lender …) is its plan: real calls of the System and Token programs that move what the real program would. What is expected and what the chain
did are compared, asset by asset; a difference is an error.
"""

import base64
import re
import struct
from collections import Counter

from dapp_accounts import Asset, LAMPORTS, MAXIMUM, ME, WSOL, metadata, metadata_address, mint_data, named_in_mint, outcome, rent, shown, token_data
from dapp_moves import NOT_STATE, STATE, VAULT, Assembled, Move, Raw, burned, closed, differ, get, get_path, lamports, minted, needs_of, needs_signature, opened, pay, set_path, sides, tokens, wanted
from dapp_programs import METADATA, SYSTEM, TOKEN, TOKEN_2022, derived, interface
from plan_program import Plan, Step, program
from solders.account import Account
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message, MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction
from spl.token import instructions as token
from transaction_corpus import COSIGNER, FRIEND, LOOKUP_PROGRAM, THIEF, USER, pay as transfer_sol

ELF = program()
COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111"


class Scene:
    def __init__(self, payer: Keypair = USER):
        self.payer = payer
        self.chain = LiteSVM().with_sigverify(True)
        self.accounts: dict[Pubkey, Account] = {}
        self.programs: set[Pubkey] = set()
        self.plans: dict[Pubkey, Plan] = {}
        self.before_calls: list[Instruction] = []
        self.calls: list[Instruction] = []
        self.after_calls: list[Instruction] = []
        self.signers: list[Keypair] = []
        self.assets: dict[Pubkey, Asset] = {}
        self.loses: Counter[str] = Counter()
        self.gains: Counter[str] = Counter()
        self.rent = 0
        self.watched: set[Pubkey] = set()
        self.opened: set[Pubkey] = set()
        self.minters: dict[Pubkey, Pubkey] = {}
        self.supplies: Counter[Pubkey] = Counter()
        self.wrapped = 0
        self.has_wrapped = False
        self.does_unwrap = True
        self.nonce: Keypair | None = None
        self.put(ME, 60 * LAMPORTS)
        for person in (FRIEND, THIEF, COSIGNER):
            self.put(person.pubkey(), 20 * LAMPORTS)

    # What stands on the chain

    def put(self, address: Pubkey, amount: int = 0, data: bytes = b"", owner: Pubkey = SYSTEM) -> None:
        self.accounts[address] = Account(lamports=amount or rent(len(data)), data=data, owner=owner, executable=False, rent_epoch=MAXIMUM)

    def know(self, asset: Asset, minter: Pubkey | None = None) -> Asset:
        self.assets[asset.mint] = asset
        if minter:
            self.minters[asset.mint] = minter
        return asset

    def hold(self, asset: Asset, amount: float, owner: Pubkey = ME, address: Pubkey | None = None, **more: object) -> Pubkey:
        """Gives somebody tokens, in the associated account or another."""
        if asset.is_native:
            self.put(owner, asset.units(amount))
            return owner
        self.know(asset)
        address = address or asset.account(owner)
        data = token_data(asset, owner, asset.units(amount), **more)
        self.put(address, rent(len(data)) + (asset.units(amount) if asset.mint == WSOL.mint else 0), data, asset.program)
        self.supplies[asset.mint] += asset.units(amount)
        if owner == ME:
            self.watched.add(address)
        return address

    def has(self, address: Pubkey) -> bool:
        return address in self.accounts

    # Calls

    def plan(self, program_id: Pubkey, label: str) -> Pubkey:
        """The address of a program's state, which also signs for its vaults."""
        self.programs.add(program_id)
        address = Plan(program_id).address(label)
        if address not in self.plans:
            self.plans[address] = Plan(program_id)
            self.plans[address].address(label)
        return address

    def vault(self, asset: Asset, state: Pubkey, program_id: Pubkey) -> Pubkey:
        address = derived("vault", str(state), asset.key)
        if not self.has(address):
            if asset.is_native:
                self.put(address, 5_000 * LAMPORTS, bytes(64), program_id)
            else:
                self.hold(asset, 1 if not asset.decimals else 10**6 if asset.mint == WSOL.mint or asset.decimals > 9 else 10**9, state, address)
        return address

    def steps(self, moves: list[Move], state: Pubkey, program_id: Pubkey, who: Pubkey, mine: dict[str, Pubkey]) -> tuple[list[Raw], list[tuple]]:
        """The steps of a plan, and the accounts that must be among the instruction's: (address, is it written, what fits, what doesn't, asset)."""
        out: list[Raw] = []
        needs: list[tuple] = []
        opening = 0
        for move in moves:
            asset, amount = move.asset, move.amount
            if move.kind in ("pay", "get", "mint", "burn") and not asset.is_native:
                self.know(asset)
                needs.append((asset.program, False, None, None, None))
            user = mine.get(asset.key, asset.account(who))
            match move.kind:
                case "pay" | "get":
                    there = move.other if move.other and move.kind == "pay" else self.vault(asset, state, program_id)
                    if move.kind == "get" and move.other:
                        user = move.other
                    needs.append((there, True, VAULT, None, asset))
                    if asset.is_native and move.kind == "pay":
                        out.append(lamports(who, there, amount, move.when))
                        needs.append((SYSTEM, False, None, None, None))
                    elif asset.is_native:
                        out.append(Raw(1, there, user, data=struct.pack("<Q", amount), when=move.when))
                    elif move.kind == "pay":
                        out.append(tokens(asset, user, there, who, amount, move.when))
                    else:
                        out.append(tokens(asset, there, user, state, amount, move.when))
                case "mint":
                    self.minters[asset.mint] = state
                    out.append(Raw(0, asset.program, metas=((asset.mint, False, True), (user, False, True), (state, True, False)), data=struct.pack("<BQ", 7, amount)))
                    needs.append((asset.mint, True, re.compile("mint"), None, asset))
                case "burn":
                    out.append(Raw(0, asset.program, metas=((user, False, True), (asset.mint, False, True), (who, True, False)), data=struct.pack("<BQ", 8, amount)))
                    needs.append((asset.mint, True, re.compile("mint"), None, asset))
                case "open":
                    fresh = self.plans[state].address(f"new{opening}")
                    while fresh in self.opened:
                        opening += 1
                        fresh = self.plans[state].address(f"new{opening}")
                    self.opened.add(fresh)
                    data = struct.pack("<IQQ", 0, rent(move.size), move.size) + bytes(program_id)
                    out.append(Raw(0, SYSTEM, metas=((who, True, True), (fresh, True, True)), data=data))
                    needs += [(SYSTEM, False, None, None, None), (fresh, True, re.compile(move.words or "state|record|position|ticket|order|claim|receipt|account"), None, None)]
                case "close":
                    old = derived("old", str(state), str(move.size))
                    self.put(old, rent(move.size), bytes(move.size), program_id)
                    out.append(Raw(1, old, who, data=struct.pack("<Q", rent(move.size))))
                    needs.append((old, True, re.compile(move.words or "state|record|position|ticket|order|claim|receipt|account"), None, None))
        return out, needs

    def call(self, slug: str, name: str, moves: list[Move], *, args: dict | None = None, accounts: dict | None = None, case: int = 0, slip: int = 50,
             who: Keypair = USER, extra: list[Raw] = (), label: str = "state", counted: bool = True, signers: list[Keypair] = (),
             bound: dict[str, int] | None = None, more: list[AccountMeta] = ()) -> None:
        """An instruction of a program of the registry. `accounts`: by name, an address or "me", "pay", "get", "pay1" … (that account of the user's), "pay.mint", "pay.vault" …
        `slip`: how far the bounds in the data lie from what happens, in hundredths of a per cent."""
        about = interface(slug)
        me = who.pubkey()
        state = self.plan(about.id, label)
        form = Assembled(about, name)
        values = dict(args or {})
        pays = [move for move in moves if move.kind in ("pay", "burn")]
        gets = [move for move in moves if move.kind in ("get", "mint")]
        roles = about.roles(name)
        if roles:
            self.fill(form, values, roles[case], pays, gets, slip, me)
        values |= bound or {}
        mine: dict[str, Pubkey] = {}
        for slot, meant in (accounts or {}).items():
            asset = None
            if isinstance(meant, str) and meant != "me":
                kind, _, part = meant.partition(".")
                asset = (pays if kind.startswith("pay") else gets)[int(kind[3:] or 0)].asset
                meant = asset.mint if part == "mint" else self.vault(asset, state, about.id) if part else asset.account(me)
            form.name_it(slot, me if meant == "me" else meant, asset if str(meant) != "me" else None)
        steps, needs = self.steps(moves, state, about.id, me, mine)
        for step in extra:
            steps.append(step)
            needs += needs_of(step)
        held = {form.assets[at].key: sides(form.slots[at]) for at in range(len(form.slots)) if form.assets[at] and "mint" not in form.slots[at].words}
        writes_state = any(step.kind == 1 and step.a == state for step in steps)
        form.place(state, writes_state, STATE, NOT_STATE)
        for asset in {move.asset.key: move.asset for move in pays + gets if not move.asset.is_native}.values():
            self.place_mint(form, asset, held.get(asset.key, set()), len(pays) and asset == pays[0].asset)
        for address, is_written, good, bad, asset in needs:
            if address in (me, *(signer.pubkey() for signer in signers)):
                continue
            form.place(address, is_written, good, bad or re.compile("mint|fee|fees|creator|platform|rent" if good is VAULT else "-"), held.get(asset.key, set()) if asset else set(), asset)
        metas = self.finished(form, me, steps, signers) + list(more)
        self.add(Instruction(about.id, about.data(name, values), metas), state, steps)
        if counted:
            self.count(moves, me)

    def place_mint(self, form: Assembled, asset: Asset, side: set[str], is_first: bool) -> None:
        places = [at for at, slot in enumerate(form.slots) if form.free(at) and "mint" in slot.words and not slot.words & {"lp", "pool", "authority", "w"}]
        fitting = [at for at in places if sides(form.slots[at]) & side] or [at for at in places if not differ(sides(form.slots[at]), side)]
        if asset.mint not in form.given and fitting:
            form.given[fitting[0]], form.assets[fitting[0]] = asset.mint, asset

    def fill(self, form: Assembled, values: dict, role: dict, pays: list[Move], gets: list[Move], slip: int, me: Pubkey) -> None:
        """Accounts and bounds, as the interface's roles say which they are."""
        for path, value in role.get("when", {}).items():
            set_path(values, path, value[0] if isinstance(value, list) else value)
        if role.get("user"):
            form.name_it(role["user"], me)
        for movements, moves in ((role.get("out") or [], pays), (role.get("in") or [], gets)):
            for movement, move in zip(movements, moves):
                holder = movement.get("token") or movement.get("sol") or movement.get("from")
                holder = holder[-1] if isinstance(holder, list) else holder
                if holder:
                    form.name_it(holder, move.asset.account(me), move.asset)
                if "mint" in movement and form.given[form.index(movement["mint"])] is None:
                    form.name_it(movement["mint"], move.asset.mint, move.asset)
                kind = next((each for each in ("exact", "max", "min") if each in movement), None)
                amount = str(movement.get(kind, ""))
                found = re.match(r"(?:bps(?:Up|Down)\()*([a-zA-Z][\w.]*)", amount)
                if not found or found[1] == "all" or amount.isdigit():
                    continue
                bound = move.amount if kind == "exact" or "bps" in amount else move.amount * (10_000 + (slip if kind == "max" else -slip)) // 10_000
                if get_path(values, found[1]) is None:
                    set_path(values, found[1], max(bound, 0))
                if "slippageBps" in amount and values.get("slippageBps") is None:
                    values["slippageBps"] = slip

    def finished(self, form: Assembled, me: Pubkey, steps: list[Raw], signers: list[Keypair]) -> list[AccountMeta]:
        """All places filled: what is left is the program's own, or absent."""
        about, metas, left = form.about, [], list(signers)
        for at, slot in enumerate(form.slots):
            address = form.given[at]
            if address is None and "o" in slot.flags:
                if about.is_omitted(form.name):
                    continue
                metas.append(AccountMeta(about.id, False, False))
                continue
            if address is None and "s" in slot.flags:
                address = left.pop(0).pubkey() if left else me
            if address is None:
                address = derived(about.slug, slot.name)
                if not re.search(r"authority|signer|owner|wallet|recipient|receiver|pda|placeholder|event|record|ticket", slot.plain.lower()) and not self.has(address):
                    self.put(address, 0, derived(slot.plain).__bytes__()[:8] + bytes(120), about.id)
            is_signer = "s" in slot.flags or ("e" in slot.flags or not about.knows_flags or address == me and needs_signature(steps, me)) and address == me
            is_signer = is_signer or address in [signer.pubkey() for signer in signers]
            is_writable = "w" in slot.flags or (not about.knows_flags and (address == me or form.given[at] is not None and "program" not in slot.words and "mint" not in slot.words))
            metas.append(AccountMeta(address, is_signer, is_writable))
        metas += form.more
        # What the plan needs and the list doesn't allow stands once more behind it.
        for address, is_signer, is_writable in {need for step in steps for need in wanted(step)}:
            if not any(meta.pubkey == address and meta.is_writable >= is_writable and (meta.is_signer or not is_signer or address != me) for meta in metas):
                metas.append(AccountMeta(address, is_signer and address == me, is_writable))
        return metas

    def raw(self, program_id: Pubkey, data: bytes, accounts: list[AccountMeta], moves: list[Move], *, extra: list[Raw] = (), label: str = "state",
            counted: bool = True) -> None:
        """An instruction of a program that no registry knows."""
        state = self.plan(program_id, label)
        steps, needs = self.steps(moves, state, program_id, ME, {})
        steps += extra
        metas = [*accounts]
        if not any(meta.pubkey == state for meta in metas):
            metas.append(AccountMeta(state, False, False))
        needed = [(ME, True, True)] + [need for step in steps for need in wanted(step)] + [(address, False, is_written) for address, is_written, *_ in needs]
        for address, is_signer, is_writable in needed:
            at = next((at for at, meta in enumerate(metas) if meta.pubkey == address), None)
            if at is None:
                metas.append(AccountMeta(address, is_signer and address == ME, is_writable))
            else:
                metas[at] = AccountMeta(address, metas[at].is_signer or is_signer and address == ME, metas[at].is_writable or is_writable)
        self.add(Instruction(program_id, data, metas), state, steps)
        if counted:
            self.count(moves, ME)

    def add(self, instruction: Instruction, state: Pubkey, steps: list[Raw]) -> None:
        places = [meta.pubkey for meta in instruction.accounts]
        # Of an account that stands twice, the place with most rights.
        def place(address: Pubkey) -> int:
            rights = [(meta.is_signer + 2 * meta.is_writable, -at) for at, meta in enumerate(instruction.accounts) if meta.pubkey == address]
            if not rights:
                raise ValueError(f"{address} is not among the accounts of {instruction.program_id}")
            return -max(rights)[1]

        # Lamports that a program moves itself come last: a call in between would find that they don't add up.
        made = []
        for step in sorted(steps, key=lambda step: step.kind == 1):
            b = step.b if isinstance(step.b, int) else place(step.b)
            made.append(Step(step.kind, place(step.a), b, tuple((place(address), s, w) for address, s, w in step.metas), step.data, step.when))
        self.plans[state].scripts.append((bytes(instruction.data)[:8], made))
        assert state in places
        self.calls.append(instruction)

    def count(self, moves: list[Move], who: Pubkey) -> None:
        """What the user is expected to pay and to get, and the accounts that must be there for it."""
        for move in moves:
            if move.when or who != ME:
                continue
            asset = move.asset
            match move.kind:
                case "pay" | "burn":
                    self.loses[asset.key] += move.amount
                    if not asset.is_native and not self.has(asset.account()):
                        if asset.mint == WSOL.mint:
                            self.has_wrapped = True
                            self.wrapped += move.amount
                        else:
                            self.hold(asset, 3 * move.amount / 10**asset.decimals if asset.decimals else move.amount)
                case "get" | "mint":
                    if move.other in (None, asset.account()):
                        self.gains[asset.key] += move.amount
                    if not asset.is_native and move.other is None and not self.has(asset.account()):
                        if asset.mint == WSOL.mint:
                            self.has_wrapped = True
                        else:
                            self.open_account(asset)
                case "open":
                    self.rent += rent(move.size)
                case "close":
                    self.rent -= rent(move.size)

    def open_account(self, asset: Asset, owner: Pubkey = ME) -> None:
        made = token.create_idempotent_associated_token_account(self.payer.pubkey(), owner, asset.mint, asset.program)
        if made not in self.before_calls:
            self.before_calls.append(made)
            self.watched.add(asset.account(owner))
            if self.payer is USER:
                self.rent += rent(165 if asset.program == TOKEN else 170)

    # A transaction

    def instructions(self) -> list[Instruction]:
        account = WSOL.account()
        wraps, unwraps = [], []
        if self.has_wrapped:
            self.know(WSOL)
            wraps.append(token.create_idempotent_associated_token_account(ME, ME, WSOL.mint))
            if self.wrapped:
                wraps += [transfer_sol(account, self.wrapped), Instruction(TOKEN, b"\x11", [AccountMeta(account, False, True)])]
            if self.does_unwrap:
                unwraps.append(Instruction(TOKEN, b"\x09", [AccountMeta(account, False, True), AccountMeta(ME, False, True), AccountMeta(ME, True, False)]))
        return [*self.before_calls, *wraps, *self.calls, *unwraps, *self.after_calls]

    def settle(self) -> None:
        """Puts all accounts on the chain."""
        for address, plan in self.plans.items():
            data = bytes(plan)
            self.put(address, rent(len(data)) + 2_000 * LAMPORTS, data, plan.program)
        for mint, asset in self.assets.items():
            authority = self.minters.get(mint, derived("minter", asset.name or asset.symbol))
            extensions = named_in_mint(asset, authority) if asset.program == TOKEN_2022 and asset.has_metadata else b""
            self.put(mint, 0, mint_data(asset, authority, self.supplies[mint], extensions), asset.program)
            self.watched.add(mint)
            if asset.has_metadata and asset.program == TOKEN:
                self.put(metadata_address(mint), 0, metadata(asset, authority), METADATA)
                self.watched.add(metadata_address(mint))
        for program_id in self.programs:
            self.chain.add_program(program_id, ELF)
        self.watched |= {address for address, account in self.accounts.items() if len(account.data) >= 165 and bytes(account.data)[32:64] == bytes(ME)}
        for address, account in self.accounts.items():
            self.chain.set_account(address, account)

    def compiled(self, version: str) -> VersionedTransaction:
        instructions = [set_compute_unit_limit(400_000), set_compute_unit_price(20_000), *self.instructions()]
        blockhash = self.chain.latest_blockhash()
        if self.nonce:
            blockhash = Hash(bytes(self.chain.get_account(self.nonce.pubkey()).data)[40:72])
            instructions.insert(0, instructions.pop(next(at for at, each in enumerate(instructions) if each.program_id == SYSTEM and each.data[:4] == b"\4\0\0\0")))
        payer = self.payer.pubkey()
        signers = [self.payer, *(each for each in [USER, *self.signers] if each is not self.payer)]
        needed = {meta.pubkey for each in instructions for meta in each.accounts if meta.is_signer} | {payer}
        signers = [each for each in signers if each.pubkey() in needed]
        if version == "legacy":
            message = Message.new_with_blockhash(instructions, payer, blockhash)
        elif version == "v1":
            config = TransactionConfig(compute_unit_limit=400_000, priority_fee=8_000)
            message = MessageV1.try_compile(payer, [each for each in instructions if str(each.program_id) != COMPUTE_BUDGET], blockhash, config)
        else:
            tables = [self.table(instructions)] if version == "tables" else []
            message = MessageV0.try_compile(payer, instructions, tables, blockhash)
        made = VersionedTransaction(message, signers)
        # A v1 message may be 4,096 bytes long, all others 1,232.
        if len(bytes(made)) > (4_096 if version == "v1" else 1_232):
            if version == "tables":
                raise ValueError(f"a transaction of {len(bytes(made))} bytes")
            return self.compiled("tables")
        return made

    def table(self, instructions: list[Instruction]) -> AddressLookupTableAccount:
        invoked = {each.program_id for each in instructions}
        addresses = sorted({meta.pubkey for each in instructions for meta in each.accounts if not meta.is_signer and meta.pubkey not in invoked | {ME}}, key=str)
        address = derived("table")
        head = struct.pack("<IQQB", 1, MAXIMUM, 0, 0) + b"\0" + bytes(32) + b"\0\0"
        data = head + b"".join(bytes(each) for each in addresses)
        self.chain.set_account(address, Account(lamports=rent(len(data)), data=data, owner=LOOKUP_PROGRAM, executable=False, rent_epoch=MAXIMUM))
        self.watched.add(address)
        return AddressLookupTableAccount(address, addresses)

    def seen(self, addresses: list[Pubkey]) -> dict[str, dict | None]:
        return {str(address): shown(self.chain.get_account(address)) for address in addresses}

    def entry(self, name: str, kind: str, call: str, why: str, *, version: str = "legacy", program: str | None = None, later: "int | None" = None) -> dict:
        """Executes it. `later`: the mode that the programs' state has a moment after the simulation; the entry then tells both."""
        self.chain.warp_to_slot(100)
        self.settle()
        transaction = self.compiled(version)
        instructed = {meta.pubkey for each in self.instructions() for meta in each.accounts} | {each.program_id for each in self.instructions()}
        addresses = sorted({*self.watched, *instructed, *transaction.message.account_keys, *self.assets, ME}, key=str)
        slot = self.chain.get_clock().slot + 1
        before = self.seen(addresses)
        made = {"name": name, "kind": kind, "program": program, "call": call, "why": why, "transaction": base64.b64encode(bytes(transaction)).decode(), "user": str(ME), "slot": slot}
        if later is None:
            after, fee = self.sent(transaction, addresses)
        else:
            tried = self.chain.simulate_transaction(transaction)
            if type(tried).__name__ == "FailedTransactionMetadata":
                raise ValueError(f"{name}: {tried.err()} {tried.meta().logs()}")
            after = before | {str(address): shown(Account.from_bytes(bytes(account)) if not isinstance(account, Account) else account) for address, account in tried.post_accounts()}
            after = {address: after[address] for address in before}
            fee = tried.meta().fee()
        made |= {"before": before, "after": after} | outcome(before, after, fee, self.payer is USER)
        self.compare(name, made)
        if later is not None:
            for address, plan in self.plans.items():
                plan.mode = later
                data = bytes(plan)
                self.chain.set_account(address, replace_data(self.chain.get_account(address), data))
            changed = self.seen(addresses)
            really, fee = self.sent(transaction, addresses)
            made["later"] = {"before": changed, "after": really} | outcome(changed, really, fee, self.payer is USER)
        return made

    def sent(self, transaction: VersionedTransaction, addresses: list[Pubkey]) -> tuple[dict, int]:
        result = self.chain.send_transaction(transaction)
        if type(result).__name__ == "FailedTransactionMetadata":
            raise ValueError(f"{result.err()} {result.meta().logs()}")
        return self.seen(addresses), result.fee()

    def compare(self, name: str, made: dict) -> None:
        net: Counter[str] = Counter()
        for asset, amount in self.gains.items():
            net["SOL" if asset == WSOL.key and self.has_wrapped and self.does_unwrap else asset] += amount
        for asset, amount in self.loses.items():
            net["SOL" if asset == WSOL.key and self.has_wrapped and self.does_unwrap else asset] -= amount
        executed = Counter({each["asset"]: int(each["amount"]) for each in made["gains"]})
        executed.subtract({each["asset"]: int(each["amount"]) for each in made["loses"]})
        if {key: each for key, each in net.items() if each} != {key: each for key, each in executed.items() if each}:
            raise ValueError(f"{name}: expected {dict(net)}, executed {dict(executed)}, rent {made['rent']}")
        if int(made["rent"]) != self.rent:
            raise ValueError(f"{name}: a rent of {made['rent']} instead of {self.rent}")


def replace_data(account: Account, data: bytes) -> Account:
    return Account(lamports=account.lamports, data=data, owner=account.owner, executable=False, rent_epoch=account.rent_epoch)


# What the files of cases take from here, with a scene.
__all__ = ["COSIGNER", "FRIEND", "THIEF", "AccountMeta", "Instruction", "Move", "Raw", "Scene", "burned", "closed", "get", "minted", "opened", "pay", "tokens"]
