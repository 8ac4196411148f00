import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing

/// Built, signed and executed: a chain in memory (solders.litesvm) that verifies signatures does what was meant.
@Suite struct TransactionExecutionTests {
    private struct Life: Encodable {
        struct Step: Encodable {
            let slot: UInt64
            let wire: Hex
        }
        struct Airdrop: Encodable {
            let key: Hex
            let lamports: UInt64

            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(key)
                try list.encode(lamports)
            }
        }

        let airdrops: [Airdrop]
        let steps: [Step]
        let accounts: [Hex]
    }

    private struct Outcome: Decodable {
        struct Step: Decodable {
            let error: String?
            let logs: [String]
        }
        struct Account: Decodable {
            let lamports: UInt64
            let owner: Hex
            let data: Hex

            func number(at offset: Int) -> UInt64 {
                data.bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }

            func key(at offset: Int) throws -> PublicKey {
                try PublicKey(bytes: data.bytes[offset..<offset + 32])
            }
        }

        let steps: [Step]
        let accounts: [Account?]
    }

    /// A key that signs, made from one byte.
    private struct Signer {
        private let seed: [UInt8]
        let key: PublicKey

        init(_ byte: UInt8) throws {
            seed = [UInt8](repeating: byte, count: 32)
            key = try PublicKey(bytes: SaltSign.KeyPair(seed: SecretBytes(copying: seed)).publicKey)
        }

        func sign(_ transaction: Transaction) throws -> Transaction {
            let pair = try SaltSign.KeyPair(seed: SecretBytes(copying: seed))
            let signature = try SaltSign.sign(transaction.messageBytes, secretKey: pair.secretKey)
            return try transaction.placing(Signature(bytes: signature), for: key)
        }
    }

    private static func run(
        payer: Signer, steps: [(slot: UInt64, transaction: Transaction, signers: [Signer])], accounts: [PublicKey]
    ) throws -> Outcome {
        let life = Life(
            airdrops: [Life.Airdrop(key: Hex(payer.key.bytes), lamports: 100_000_000_000)],
            steps: try steps.map { step in
                let signed = try step.signers.reduce(step.transaction) { try $1.sign($0) }
                return Life.Step(slot: step.slot, wire: Hex(signed.encoded()))
            }, accounts: accounts.map { Hex($0.bytes) })
        let answer = try PythonScript("execute_instructions.py").run(
            ["transactions"], input: JSONEncoder().encode(life))
        return try JSONDecoder().decode(Outcome.self, from: answer)
    }

    private static let units = TransactionConfiguration(
        computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1 << 26)

    @Test func `transfers and tokens in all versions do on the chain what they say`() throws {
        let (payer, mint) = (try Signer(1), try Signer(3))
        let (owner, recipient) = (payer.key, try Signer(2).key)
        let source = AssociatedTokenProgram.address(owner: owner, mint: mint.key)
        let destination = AssociatedTokenProgram.address(owner: recipient, mint: mint.key)
        let transfer = try Transaction(feePayer: owner, blockhash: Blockhash(), version: .legacy) {
            ComputeBudgetProgram.setComputeUnitLimit(100_000)
            ComputeBudgetProgram.setComputeUnitPrice(microLamports: 1)
            SystemProgram.transfer(from: owner, to: recipient, lamports: 5_000_000)
            MemoProgram.memo("χαίρε", signers: [owner])
        }
        let tokens = try Transaction(feePayer: owner, blockhash: Blockhash()) {
            SystemProgram.createAccount(
                from: owner, newAccount: mint.key, lamports: 1_461_600, space: 82, owner: TokenProgram.id)
            TokenProgram.initializeMint(mint.key, decimals: 6, mintAuthority: owner, freezeAuthority: owner)
            for wallet in [owner, recipient] {
                AssociatedTokenProgram.createIdempotent(payer: owner, owner: wallet, mint: mint.key)
            }
            TokenProgram.mintToChecked(
                mint: mint.key, destination: source, authority: owner, amount: 1_000, decimals: 6)
            TokenProgram.transferChecked(
                source: source, mint: mint.key, destination: destination, authority: owner, amount: 300, decimals: 6)
        }
        let noMore = try TokenProgram.setAuthority(
            of: mint.key, .mintTokens, authority: owner, newAuthority: nil)
        let rights = try Transaction(
            feePayer: owner, blockhash: Blockhash(), version: .v1, configuration: Self.units
        ) {
            TokenProgram.approveChecked(
                source: source, mint: mint.key, delegate: recipient, owner: owner, amount: 50, decimals: 6)
            noMore
            TokenProgram.burnChecked(source: source, mint: mint.key, owner: owner, amount: 100, decimals: 6)
        }
        let outcome = try Self.run(
            payer: payer, steps: [(1, transfer, [payer]), (2, tokens, [payer, mint]), (3, rights, [payer])],
            accounts: [recipient, source, destination, mint.key])
        #expect(outcome.steps.map(\.error) == [nil, nil, nil])
        #expect(outcome.steps.first?.logs.contains { $0.contains("χαίρε") } == true)
        let accounts = try outcome.accounts.map { try #require($0) }
        #expect(accounts[0].lamports == 5_000_000)
        #expect(accounts[1].number(at: 64) == 600 && accounts[2].number(at: 64) == 300)
        // The delegate and how much of it is left to take.
        #expect(try accounts[1].key(at: 76) == recipient && accounts[1].number(at: 121) == 50)
        // A mint that nobody can add to, and what was made of it.
        #expect(accounts[3].data.bytes.prefix(4) == [0, 0, 0, 0] && accounts[3].number(at: 36) == 900)
    }

    @Test func `tables, nonces, stakes and extensions do on the chain what they say`() throws {
        let (payer, nonce, stake, mint) = (try Signer(1), try Signer(4), try Signer(5), try Signer(6))
        let (owner, other) = (payer.key, try Signer(2).key)
        let table = try AddressLookupTableProgram.address(authority: owner, recentSlot: 0).address
        let createTable = try AddressLookupTableProgram.create(authority: owner, payer: owner, recentSlot: 0)
        let tables = try Transaction(feePayer: owner, blockhash: Blockhash()) {
            createTable
            AddressLookupTableProgram.extend(table, authority: owner, payer: owner, addresses: [owner, other])
        }
        let transfer = try Transaction(
            feePayer: owner, blockhash: Blockhash(),
            lookupTables: [AddressLookupTable(key: table, addresses: [owner, other])]
        ) {
            SystemProgram.transfer(from: owner, to: other, lamports: 1_000_000)
        }
        #expect(transfer.message.accountKeys == [owner, SystemProgram.id])
        let nonces = try Transaction(feePayer: owner, blockhash: Blockhash(), version: .legacy) {
            SystemProgram.createAccount(
                from: owner, newAccount: nonce.key, lamports: 1_447_680, space: SystemProgram.nonceSpace,
                owner: SystemProgram.id)
            SystemProgram.initializeNonce(nonce.key, authority: owner)
            SystemProgram.authorizeNonce(nonce.key, authority: owner, newAuthority: other)
        }
        let stakes = try Transaction(
            feePayer: owner, blockhash: Blockhash(), version: .v1, configuration: Self.units
        ) {
            SystemProgram.createAccount(
                from: owner, newAccount: stake.key, lamports: 1_002_282_880, space: StakeProgram.space,
                owner: StakeProgram.id)
            StakeProgram.initialize(stake.key, staker: owner, withdrawer: owner)
            StakeProgram.authorize(stake.key, .withdrawer, authority: owner, newAuthority: other)
        }
        let fee = try Token2022Program.instruction(
            "InitializeTransferFeeConfig", accounts: ["mint": mint.key],
            arguments: [
                "transferFeeConfigAuthority": .key(owner), "withdrawWithheldAuthority": .absent,
                "transferFeeBasisPoints": .unsigned(50), "maximumFee": .unsigned(7_777),
            ])
        let extended = try Transaction(feePayer: owner, blockhash: Blockhash()) {
            SystemProgram.createAccount(
                from: owner, newAccount: mint.key, lamports: 3_000_000, space: 278, owner: Token2022Program.id)
            fee
            Token2022Program.initializeMint(mint.key, decimals: 2, mintAuthority: owner)
        }
        let outcome = try Self.run(
            payer: payer,
            steps: [
                (1, tables, [payer]), (2, transfer, [payer]), (3, nonces, [payer, nonce]), (4, stakes, [payer, stake]),
                (5, extended, [payer, mint]),
            ], accounts: [other, nonce.key, stake.key, mint.key])
        #expect(outcome.steps.map(\.error) == [nil, nil, nil, nil, nil])
        let accounts = try outcome.accounts.map { try #require($0) }
        #expect(accounts[0].lamports == 1_000_000)
        #expect(try accounts[1].key(at: 8) == other)
        #expect(try accounts[2].key(at: 12) == owner && accounts[2].key(at: 44) == other)
        #expect(accounts[3].owner.bytes == Token2022Program.id.bytes && accounts[3].data.bytes[44] == 2)
        // The extension lies behind the mint's 165 bytes and its type: 4 of its own, the two authorities, then fees.
        #expect(try accounts[3].key(at: 170) == owner)
        #expect(accounts[3].data.bytes.suffix(18).prefix(16).suffix(8).elementsEqual([0x61, 0x1E, 0, 0, 0, 0, 0, 0]))
    }

    @Test func `a signature that isn't there is missed`() throws {
        let (payer, recipient) = (try Signer(1), try Signer(2))
        let transfer = try Transaction(feePayer: payer.key, blockhash: Blockhash()) {
            SystemProgram.transfer(from: payer.key, to: recipient.key, lamports: 5_000_000)
        }
        let outcome = try Self.run(payer: payer, steps: [(1, transfer, [])], accounts: [recipient.key])
        #expect(outcome.steps.map { $0.error?.contains("SignatureFailure") } == [true])
        #expect(outcome.accounts.count == 1 && outcome.accounts[0] == nil)
    }
}
