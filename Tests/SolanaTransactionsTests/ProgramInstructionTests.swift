import Foundation
import SolanaTransactions
import TestSupport
import Testing

/// The functions for what people build, beside solders' and spl's.
@Suite struct ProgramInstructionTests {
    private struct Line: Decodable {
        struct Account: Decodable, Hashable {
            let key: Hex
            let isSigner: Bool
            let isWritable: Bool

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                key = try list.decode(Hex.self)
                isSigner = try list.decode(Bool.self)
                isWritable = try list.decode(Bool.self)
            }
        }

        let name: String
        let program: Hex
        let accounts: [Account]
        let data: Hex

        var instruction: Instruction {
            get throws {
                Instruction(
                    programID: try PublicKey(bytes: program.bytes),
                    accounts: try accounts.map { account in
                        AccountMeta(
                            try PublicKey(bytes: account.key.bytes), isSigner: account.isSigner,
                            isWritable: account.isWritable)
                    }, data: data.bytes)
            }
        }
    }

    private static let keys = (0..<16).map { index in
        (try? PublicKey(bytes: [UInt8](repeating: UInt8(0xA0 + index), count: 32))) ?? PublicKey()
    }
    private static let (a, b, c, d) = (keys[0], keys[1], keys[2], keys[3])
    private static let signers = Array(keys[6..<9])

    @Test func `every function builds what solders and spl build`() throws {
        let decoder = JSONDecoder()
        var wanted: [String: Instruction] = [:]
        for line in try PythonScript("program_instructions.py").run().split(separator: UInt8(ascii: "\n")) {
            let line = try decoder.decode(Line.self, from: line)
            wanted[line.name] = try line.instruction
        }
        let built = try Self.built()
        #expect(Set(built.keys) == Set(wanted.keys))
        for (name, instruction) in built {
            #expect(instruction == wanted[name], "\(name)")
            #expect(ProgramSet.known.decode(instruction) != nil, "\(name)")
        }
    }

    private static func built() throws -> [String: Instruction] {
        var built = try system().merging(other()) { first, _ in first }
        for (name, program) in [
            ("Token", TokenProgram.self as any TokenInterface.Type), ("Token2022", Token2022Program.self),
        ] {
            for (group, cosigners) in [(name, []), ("\(name).multisig", signers)] {
                for (function, instruction) in try token(program, cosigners) {
                    built["\(group).\(function)"] = instruction
                }
            }
            built["\(name).initializeMint"] = program.initializeMint(
                a, decimals: 9, mintAuthority: c, freezeAuthority: d)
            built["\(name).initializeAccount"] = program.initializeAccount(a, mint: b, owner: c)
            built["\(name).syncNative"] = program.syncNative(a)
            built["Associated.\(name).create"] = AssociatedTokenProgram.create(
                payer: a, owner: b, mint: c, program: program.id)
            built["Associated.\(name).createIdempotent"] = AssociatedTokenProgram.createIdempotent(
                payer: a, owner: b, mint: c, program: program.id)
        }
        return built
    }

    private static func system() throws -> [String: Instruction] {
        typealias System = SystemProgram
        return [
            "System.transfer": System.transfer(from: a, to: b, lamports: .max),
            "System.createAccount": System.createAccount(from: a, newAccount: b, lamports: .max, space: 165, owner: c),
            "System.createAccountAllowPrefund": System.createAccountAllowPrefund(
                newAccount: a, payment: (b, 13), space: 14, owner: c),
            "System.createAccountAllowPrefund.unpaid": System.createAccountAllowPrefund(
                newAccount: a, payment: nil, space: 14, owner: c),
            "System.createAccountWithSeed": System.createAccountWithSeed(
                from: a, newAccount: d, base: b, seed: "σπόρος", lamports: 7, space: 8, owner: c),
            "System.createAccountWithSeed.own": System.createAccountWithSeed(
                from: a, newAccount: d, base: a, seed: "σπόρος", lamports: 7, space: 8, owner: c),
            "System.assign": System.assign(a, owner: c),
            "System.assignWithSeed": System.assignWithSeed(a, base: b, seed: "", owner: c),
            "System.allocate": System.allocate(a, space: 10),
            "System.allocateWithSeed": System.allocateWithSeed(a, base: b, seed: "seed", space: 11, owner: c),
            "System.transferWithSeed": System.transferWithSeed(
                from: a, base: b, seed: "seed", owner: c, to: d, lamports: 12),
            "System.initializeNonce": System.initializeNonce(a, authority: b),
            "System.advanceNonce": System.advanceNonce(a, authority: b),
            "System.withdrawNonce": System.withdrawNonce(a, to: c, authority: b, lamports: 9),
            "System.authorizeNonce": System.authorizeNonce(a, authority: b, newAuthority: c),
            "System.upgradeNonce": System.upgradeNonce(a),
        ]
    }

    private static func other() throws -> [String: Instruction] {
        typealias Tables = AddressLookupTableProgram
        let table = try Tables.address(authority: a, recentSlot: 77).address
        let zeroConfig: KeyValuePairs<String, ArgumentValue> = [
            "transferFeeConfigAuthority": .absent, "withdrawWithheldAuthority": .key(c),
            "transferFeeBasisPoints": .unsigned(50), "maximumFee": .unsigned(.max),
        ]
        let config: KeyValuePairs<String, ArgumentValue> = [
            "transferFeeConfigAuthority": .key(b), "withdrawWithheldAuthority": .key(c),
            "transferFeeBasisPoints": .unsigned(50), "maximumFee": .unsigned(.max),
        ]
        let (one, two, three) = (signers[0], signers[1], signers[2])
        return [
            "LookupTable.create": try Tables.create(authority: a, payer: b, recentSlot: 77),
            "LookupTable.extend": Tables.extend(table, authority: a, payer: b, addresses: [c, d]),
            "LookupTable.extend.unpaid": Tables.extend(table, authority: a, payer: nil, addresses: [c, d]),
            "LookupTable.freeze": Tables.freeze(table, authority: a),
            "LookupTable.deactivate": Tables.deactivate(table, authority: a),
            "LookupTable.close": Tables.close(table, authority: a, recipient: b),
            "ComputeBudget.requestHeapFrame": ComputeBudgetProgram.requestHeapFrame(bytes: 65_536),
            "ComputeBudget.setComputeUnitLimit": ComputeBudgetProgram.setComputeUnitLimit(.max),
            "ComputeBudget.setComputeUnitPrice": ComputeBudgetProgram.setComputeUnitPrice(microLamports: .max),
            "ComputeBudget.setLoadedAccountsDataSizeLimit":
                ComputeBudgetProgram.setLoadedAccountsDataSizeLimit(bytes: 4_096),
            "Memo.memo": MemoProgram.memo("χαίρε", signers: [a]),
            "TransferFee.initializeTransferFeeConfig": try Token2022Program.instruction(
                "InitializeTransferFeeConfig", accounts: ["mint": a], arguments: config),
            "TransferFee.initializeTransferFeeConfig.none": try Token2022Program.instruction(
                "InitializeTransferFeeConfig", accounts: ["mint": a], arguments: zeroConfig),
            "TransferFee.withdrawWithheldTokensFromMint": try Token2022Program.instruction(
                "WithdrawWithheldTokensFromMint", accounts: ["mint": a, "destination": b, "authority": c]),
            "TransferFee.withdrawWithheldTokensFromMint.multisig": try Token2022Program.instruction(
                "WithdrawWithheldTokensFromMint",
                accounts: [
                    "mint": a, "destination": b, "authority": c, "signer": one, "signer": two, "signer": three,
                ]),
            "TransferFee.withdrawWithheldTokensFromAccounts": try Token2022Program.instruction(
                "WithdrawWithheldTokensFromAccounts",
                accounts: ["mint": a, "destination": b, "authority": c, "source": d, "source": keys[4]],
                arguments: ["accountCount": .unsigned(2)]),
            "TransferFee.withdrawWithheldTokensFromAccounts.multisig": try Token2022Program.instruction(
                "WithdrawWithheldTokensFromAccounts",
                accounts: [
                    "mint": a, "destination": b, "authority": c, "signer": one, "signer": two, "signer": three,
                    "source": d, "source": keys[4],
                ], arguments: ["accountCount": .unsigned(2)]),
            "TransferFee.harvestWithheldTokensToMint": try Token2022Program.instruction(
                "HarvestWithheldTokensToMint", accounts: ["mint": a, "source": d, "source": keys[4]]),
        ]
    }

    private static func token(
        _ program: any TokenInterface.Type, _ cosigners: [PublicKey]
    ) throws -> [String: Instruction] {
        [
            "transfer": program.transfer(
                source: a, destination: b, authority: c, amount: .max, cosigners: cosigners),
            "transferChecked": program.transferChecked(
                source: a, mint: b, destination: d, authority: c, amount: .max, decimals: 6, cosigners: cosigners),
            "approve": program.approve(source: a, delegate: b, owner: c, amount: .max, cosigners: cosigners),
            "approveChecked": program.approveChecked(
                source: a, mint: b, delegate: d, owner: c, amount: .max, decimals: 6, cosigners: cosigners),
            "revoke": program.revoke(source: a, owner: c, cosigners: cosigners),
            "setAuthority": try program.setAuthority(
                of: a, .accountOwner, authority: c, newAuthority: d, cosigners: cosigners),
            "mintTo": program.mintTo(mint: a, destination: b, authority: c, amount: .max, cosigners: cosigners),
            "mintToChecked": program.mintToChecked(
                mint: a, destination: b, authority: c, amount: .max, decimals: 6, cosigners: cosigners),
            "burnChecked": program.burnChecked(
                source: a, mint: b, owner: c, amount: .max, decimals: 6, cosigners: cosigners),
            "closeAccount": program.closeAccount(a, to: b, owner: c, cosigners: cosigners),
            "freezeAccount": program.freezeAccount(a, mint: b, authority: c, cosigners: cosigners),
            "thawAccount": program.thawAccount(a, mint: b, authority: c, cosigners: cosigners),
        ]
    }

    @Test func `the functions that neither package has fit their layouts`() throws {
        let (a, b, c, d) = (Self.a, Self.b, Self.c, Self.d)
        let built: [(String, Instruction)] = [
            ("Initialize", StakeProgram.initialize(a, staker: b, withdrawer: c)),
            ("DelegateStake", StakeProgram.delegate(a, vote: b, authority: c)),
            ("Deactivate", StakeProgram.deactivate(a, authority: c)),
            ("Withdraw", StakeProgram.withdraw(a, to: b, authority: c, lamports: 5)),
            ("Withdraw", StakeProgram.withdraw(a, to: b, authority: c, lamports: 5, custodian: d)),
            ("Authorize", StakeProgram.authorize(a, .withdrawer, authority: b, newAuthority: c)),
            ("Split", StakeProgram.split(a, into: b, authority: c, lamports: 5)),
            ("Merge", StakeProgram.merge(a, into: b, authority: c)),
            ("SetAuthority", UpgradeableLoaderProgram.setAuthority(of: a, authority: b, newAuthority: nil)),
            ("SetAuthority", UpgradeableLoaderProgram.setAuthority(of: a, authority: b, newAuthority: c)),
            ("Close", UpgradeableLoaderProgram.close(a, to: b, authority: c)),
            ("Close", UpgradeableLoaderProgram.close(a, to: b, authority: c, program: d)),
            ("Memo", MemoProgram.memo("")), ("Memo", LegacyMemoProgram.memo("text")),
        ]
        for (name, instruction) in built {
            #expect(ProgramSet.known.decode(instruction)?.name == name)
        }
        #expect(throws: LayoutError.argument("authorityType")) {
            try TokenProgram.setAuthority(of: a, .pause, authority: b, newAuthority: nil)
        }
    }
}
