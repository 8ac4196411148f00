import Ledger
import SolanaTransactions
import Testing

/// What a Ledger shows before it signs, and what its app can sign at all.
@Suite struct LedgerPreviewTests {
    private static func key(_ byte: UInt8) -> PublicKey {
        (try? PublicKey(bytes: [UInt8](repeating: byte, count: 32))) ?? PublicKey()
    }

    private static let me = key(1)
    private static let other = key(2)
    private static let mint = key(3)
    private static let stranger = key(4)

    private static let transfer = SystemProgram.transfer(from: me, to: other, lamports: 5)
    private static let price = ComputeBudgetProgram.setComputeUnitPrice(microLamports: 9)
    private static let nonce = SystemProgram.advanceNonce(key(5), authority: me)
    private static let unknown = Instruction(programID: stranger, accounts: [], data: [1])
    private static let create = AssociatedTokenProgram.create(
        payer: me, owner: other, mint: mint, program: TokenProgram.id)

    private static func send(to destination: PublicKey) -> Instruction {
        TokenProgram.transferChecked(
            source: key(6), mint: mint, destination: destination, authority: me, amount: 7, decimals: 0)
    }

    private static let mine = AssociatedTokenProgram.address(owner: other, mint: mint, program: TokenProgram.id)
    private static let created = SystemProgram.createAccount(
        from: me, newAccount: key(8), lamports: 9, space: 200, owner: StakeProgram.id)
    private static let initialized = StakeProgram.initialize(key(8), staker: me, withdrawer: me)
    private static let delegated = StakeProgram.delegate(key(8), vote: other, authority: me)

    private static func message(
        _ instructions: [Instruction], _ version: MessageVersion = .v0, tables: [AddressLookupTable] = []
    ) throws -> [UInt8] {
        try Message(
            feePayer: me, blockhash: Blockhash(), version: version, lookupTables: tables, instructions: instructions
        ).encoded()
    }

    private static func app(_ minor: UInt8, blind: Bool = false) -> LedgerApp {
        LedgerApp(
            model: .nanoX, version: LedgerApp.Version(1, minor), allowsBlindSigning: blind, shortensAddresses: false)
    }

    @Test(arguments: [
        [transfer], [price, transfer], [nonce, transfer], [nonce, price, transfer], [send(to: other)],
        [create, send(to: mine)], [create], [created, initialized], [created, initialized, delegated], [delegated],
        [nonce], [TokenProgram.revoke(source: key(6), owner: me)],
    ])
    func `what the app reads is shown`(instructions: [Instruction]) throws {
        for version in [MessageVersion.legacy, .v0] {
            let preview = try #require(LedgerPreview(transaction: Self.message(instructions, version)))
            #expect(preview.display == .details && preview.reason == nil && !preview.isBlind)
        }
    }

    @Test(
        arguments: [
            ([unknown], .unknownProgram(stranger)), ([transfer, unknown], .unknownProgram(stranger)),
            ([transfer, transfer], .combination), ([transfer, price], .combination),
            ([create, send(to: other)], .combination),
            ([created, StakeProgram.delegate(other, vote: me, authority: me)], .combination),
            ([created, StakeProgram.initialize(other, staker: me, withdrawer: me)], .combination),
            ([created], .unknownInstruction(SystemProgram.id)), ([price], .combination),
            ([StakeProgram.merge(key(8), into: key(9), authority: me)], .unknownInstruction(StakeProgram.id)),
            (
                [TokenProgram.transfer(source: key(6), destination: other, authority: me, amount: 1)],
                .unknownInstruction(TokenProgram.id)
            ),
            ([Token2022Program.revoke(source: key(6), owner: me)], .unknownInstruction(Token2022Program.id)),
            ([price, price, price, price, price, price, transfer], .combination),
            (
                [Instruction(programID: SystemProgram.id, accounts: [], data: [2, 0, 0, 0])],
                .unknownInstruction(SystemProgram.id)
            ),
        ] as [([Instruction], LedgerPreview.Reason)])
    func `of the rest it shows a hash`(instructions: [Instruction], reason: LedgerPreview.Reason) throws {
        let preview = try #require(LedgerPreview(transaction: Self.message(instructions, .legacy)))
        #expect(preview.isBlind && preview.reason == reason)
        // No promise for an app of another version.
        #expect(try LedgerPreview(transaction: Self.message(instructions, .legacy), app: Self.app(16)) == preview)
    }

    @Test func `accounts from a lookup table make it blind, and an app that may not sign blindly refuses`() throws {
        let table = AddressLookupTable(key: Self.key(9), addresses: [Self.other])
        let message = try Self.message([Self.transfer], tables: [table])
        let preview = try #require(LedgerPreview(transaction: message))
        #expect(preview.reason == .lookupTable)
        #expect(preview.fault(of: Self.app(9)) == .blindSigningOff)
        #expect(preview.fault(of: Self.app(9, blind: true)) == nil)
        let unsure = try #require(LedgerPreview(transaction: Self.message([Self.transfer, Self.transfer])))
        #expect(unsure.isBlind && unsure.fault(of: Self.app(9)) == nil)
    }

    @Test func `a memo isn't shown, and the preview says so`() throws {
        let preview = try #require(
            LedgerPreview(transaction: Self.message([MemoProgram.memo("rent"), Self.transfer])))
        #expect(preview.display == .details && preview.leftOut == [MemoProgram.id])
    }

    @Test func `nothing is promised for an app that is older than what was read`() throws {
        let message = try Self.message([Self.transfer])
        #expect(LedgerPreview(transaction: message, app: Self.app(8))?.reason == .olderApp)
        #expect(LedgerPreview(transaction: message, app: Self.app(9))?.display == .details)
    }

    @Test func `version 1 is refused before any device is asked, and so is what nobody can sign`() throws {
        let path = try #require(LedgerPath([44, 501]))
        let v1 = try Self.message([Self.transfer], .v1)
        #expect(LedgerPreview(transaction: v1) == nil)
        let request = LedgerRequest.signTransaction(v1, path: path, account: Self.me)
        #expect(request.content == .transaction(.v1))
        #expect(throws: LedgerFault.unsupported) { try request.check() }
        #expect(throws: LedgerFault.unsupported) { try Self.app(200).check(.transaction(.v1)) }
        for bytes in [[], [1, 2, 3], [0x80]] as [[UInt8]] {
            #expect(throws: LedgerFault.unsupported) {
                try LedgerRequest.signTransaction(bytes, path: path, account: Self.me).check()
            }
            #expect(throws: LedgerFault.unsupported) {
                try LedgerRequest.signOffchain(bytes, path: path, account: Self.me).check()
            }
        }
    }

    @Test func `an account that isn't asked to sign is told before the device is`() throws {
        let path = try #require(LedgerPath([44, 501]))
        let message = try Self.message([Self.transfer])
        try LedgerRequest.signTransaction(message, path: path, account: Self.me).check()
        #expect(throws: LedgerFault.wrongSigner) {
            try LedgerRequest.signTransaction(message, path: path, account: Self.other).check()
        }
    }

    @Test(
        arguments: [
            (LedgerContent.transaction(.legacy), 0, 2, 0), (.transaction(.v0), 1, 3, 1),
            (.offchain(version: 0), 1, 8, 0),
            (.offchain(version: 1), 1, 14, 0),
        ] as [(LedgerContent, UInt8, UInt8, UInt8)])
    func `each kind of content has the version that brought it`(
        content: LedgerContent, major: UInt8, minor: UInt8, patch: UInt8
    ) throws {
        func app(_ version: LedgerApp.Version) -> LedgerApp {
            LedgerApp(model: nil, version: version, allowsBlindSigning: false, shortensAddresses: false)
        }
        try app(LedgerApp.Version(major, minor, patch)).check(content)
        let before = patch > 0 ? LedgerApp.Version(major, minor, patch - 1) : LedgerApp.Version(major, minor - 1, 255)
        #expect(throws: LedgerFault.outdated) { try app(before).check(content) }
    }

    private static let envelope: [UInt8] = [0xFF] + "solana offchain".utf8

    private static func offchain(_ text: [UInt8], format: UInt8) -> [UInt8] {
        envelope + [0] + [UInt8](repeating: 7, count: 32) + [format, 1] + me.bytes
            + [UInt8(text.count & 0xFF), UInt8(text.count >> 8)] + text
    }

    @Test func `plain text is shown, other text isn't`() {
        #expect(LedgerPreview(offchain: Self.offchain(Array("Hello,\nyou".utf8), format: 0))?.display == .text)
        #expect(LedgerPreview(offchain: Self.offchain(Array("γεια".utf8), format: 0))?.reason == .characters)
        #expect(LedgerPreview(offchain: Self.offchain(Array("Hello".utf8), format: 1))?.reason == .characters)
        let v1 = Self.envelope + [1, 1] + Self.me.bytes + "Hello".utf8
        #expect(LedgerPreview(offchain: v1)?.reason == .noFormat)
        #expect(LedgerPreview(offchain: Self.envelope + [2]) == nil)
        let whole = Self.offchain([65], format: 0)
        for count in whole.indices { _ = LedgerPreview(offchain: Array(whole[..<count])) }
    }

    @Test(arguments: [(15_312, true), (15_313, false)])
    func `the app has room for 15,312 bytes, the path included`(count: Int, fits: Bool) throws {
        let path = try #require(LedgerPath([44, 501, 0]))
        let head = Self.envelope + [1, 1] + Self.me.bytes
        let message = head + [UInt8](repeating: 65, count: count - path.encoded.count - head.count)
        let request = LedgerRequest.signOffchain(message, path: path, account: Self.me)
        if fits { try request.check() } else { #expect(throws: LedgerFault.tooLarge) { try request.check() } }
    }
}
