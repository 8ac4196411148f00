import Glibc
import Ledger
import LedgerHID
import Salt
import SolanaTransactions
import Synchronization
import Testing

/// Requests to a Ledger, against a device that shares no code with this one.
@Suite struct LedgerServerTests {
    private static let path = LedgerPath(SoftwareLedger.addresses[0].path)
    private static let me = try? PublicKey(base58: SoftwareLedger.addresses[0].address)
    private static let other = PublicKey("SysvarRent111111111111111111111111111111111")

    /// A transfer, with memos before it so that its message has this many bytes more or less.
    private func transaction(
        memo count: Int = 0, _ version: MessageVersion = .legacy, tables: [AddressLookupTable] = []
    ) throws -> [UInt8] {
        let me = try #require(Self.me)
        var instructions = [SystemProgram.transfer(from: me, to: Self.other, lamports: 42)]
        if count > 0 { instructions.insert(MemoProgram.memo(String(repeating: "a", count: count)), at: 0) }
        return try Message(
            feePayer: me, blockhash: Blockhash(), version: version, lookupTables: tables, instructions: instructions
        ).encoded()
    }

    private func signing(_ message: [UInt8]) throws -> LedgerRequest {
        .signTransaction(message, path: try #require(Self.path), account: try #require(Self.me))
    }

    private func offchain(_ text: String, format: UInt8?) throws -> LedgerRequest {
        let me = try #require(Self.me)
        let (text, envelope) = (Array(text.utf8), [0xFF] + Array("solana offchain".utf8))
        let length = [UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
        let message =
            if let format {
                envelope + [0] + [UInt8](repeating: 0, count: 32) + [format, 1] + me.bytes + length + text
            } else { envelope + [1, 1] + me.bytes + text }
        return .signOffchain(message, path: try #require(Self.path), account: me)
    }

    /// The signature of a reply, which verifies for the request.
    private func verified(_ reply: LedgerReply, of request: LedgerRequest) throws {
        guard case .signature = reply else {
            Issue.record("no signature: \(reply)")
            return
        }
        _ = try request.outcome(of: reply)
    }

    @Test func `the app says its version and its settings, and the device its model`() throws {
        let nano = try SoftwareLedger(["--version", "1.16.2", "--blind"])
        let app = LedgerApp(
            model: .nanoSPlus, version: LedgerApp.Version(1, 16, 2), allowsBlindSigning: true, shortensAddresses: false)
        #expect(try nano.ask(.app) == .app(app))
        let short = LedgerApp(
            model: nil, version: LedgerApp.Version(1, 9), allowsBlindSigning: false, shortensAddresses: true)
        #expect(try SoftwareLedger(["--short"], product: 0x9011).ask(.app) == .app(short))
    }

    @Test func `the keys at its paths are those in the app's own tests`() throws {
        let ledger = try SoftwareLedger()
        let paths = SoftwareLedger.addresses.compactMap { LedgerPath($0.path) }
        let keys = try SoftwareLedger.addresses.map { try PublicKey(base58: $0.address) }
        #expect(try ledger.ask(.accounts(paths, shown: false)) == .accounts(keys))
        #expect(try ledger.ask(.accounts([paths[1]], shown: true)) == .accounts([keys[1]]))
        #expect(try ledger.line() == "waiting")
    }

    @Test(arguments: [0, 90, 91, 92, 600, 800])
    func `it signs, in one command or in several`(memo: Int) throws {
        let ledger = try SoftwareLedger(["--blind"])
        for version in [MessageVersion.legacy, .v0] {
            let request = try signing(transaction(memo: memo, version))
            try verified(try ledger.ask(request), of: request)
        }
    }

    @Test func `it signs text, and text that it can't show only blindly`() throws {
        let (careful, blind) = (try SoftwareLedger(), try SoftwareLedger(["--blind", "--version", "1.14.0"]))
        let plain = try offchain("Hello\nyou", format: 0)
        try verified(try careful.ask(plain), of: plain)
        let greek = try offchain("Γεια σου", format: 1)
        #expect(throws: LedgerFault.blindSigningOff) { try careful.ask(greek) }
        try verified(try blind.ask(greek), of: greek)
        #expect(throws: LedgerFault.textFormat) { try blind.ask(offchain("Γεια σου", format: 0)) }
        let newer = try offchain("Hello", format: nil)
        try verified(try blind.ask(newer), of: newer)
        let long = try offchain(String(repeating: "x", count: 15_000), format: 0)
        try verified(try careful.ask(long), of: long)
    }

    @Test func `a transaction that the app can't show takes blind signing`() throws {
        let table = AddressLookupTable(key: Self.other, addresses: [Self.other])
        let request = try signing(transaction(.v0, tables: [table]))
        #expect(throws: LedgerFault.blindSigningOff) { try SoftwareLedger().ask(request) }
        try verified(try SoftwareLedger(["--blind"]).ask(request), of: request)
    }

    @Test func `what the app is too old for isn't sent to it`() throws {
        #expect(throws: LedgerFault.outdated) {
            try SoftwareLedger(["--version", "1.3.0"]).ask(signing(transaction(.v0)))
        }
        #expect(throws: LedgerFault.outdated) {
            try SoftwareLedger(["--version", "1.7.9"]).ask(offchain("Hello", format: 0))
        }
        #expect(throws: LedgerFault.outdated) {
            try SoftwareLedger(["--version", "1.13.0"]).ask(offchain("Hello", format: nil))
        }
        #expect(throws: LedgerFault.unsupported) { try SoftwareLedger().ask(signing(transaction(.v1))) }
    }

    @Test(arguments: [
        (["--locked"], LedgerFault.locked), (["--app", "BOLOS"], .otherApp), (["--app", "Ethereum"], .otherApp),
        (["--user", "reject"], .rejected), (["--lie", "signature"], .invalid), (["--lie", "key"], .otherDevice),
        (["--lie", "short"], .otherApp), (["--phrase", "abandon"], .otherDevice), (["--noise", "always"], .busy),
        (["--pull", "1"], .removed), (["--pull", "2"], .removed), (["--pull", "4"], .removed),
    ])
    func `what goes wrong is told apart`(options: [String], fault: LedgerFault) throws {
        let ledger = try SoftwareLedger(options)
        #expect(throws: fault) { try ledger.ask(signing(transaction())) }
    }

    @Test func `another app is never sent what it reads as something else`() throws {
        let ledger = try SoftwareLedger(["--app", "Ethereum"])
        for request in [LedgerRequest.app, .accounts([], shown: false), try signing(transaction())] {
            #expect(throws: LedgerFault.otherApp) { try ledger.ask(request) }
        }
        // Its first word would be `misused`.
        #expect(throws: (any Error).self) { try ledger.line(within: 1) }
    }

    @Test(arguments: [["--noise", "channel"], ["--noise", "once"], ["--between", "first"]])
    func `what another program does once is overcome`(options: [String]) throws {
        let ledger = try SoftwareLedger(options + ["--blind"])
        let request = try signing(transaction(memo: 600))
        try verified(try ledger.ask(request), of: request)
    }

    @Test func `a program that always comes between is told`() throws {
        let ledger = try SoftwareLedger(["--between", "always", "--blind"])
        #expect(throws: LedgerFault.busy) { try ledger.ask(signing(transaction(memo: 600))) }
        // The last of two commands: it may be the message that can't be read as well.
        #expect(throws: LedgerFault.notParsable) { try ledger.ask(signing(transaction(memo: 100))) }
    }

    @Test func `bytes of another program inside a message give no signature for ours`() throws {
        let ledger = try SoftwareLedger(["--between", "more", "--blind"])
        #expect(throws: LedgerFault.invalid) { try ledger.ask(signing(transaction(memo: 600))) }
    }

    @Test func `a user who takes time is waited for, and cancelling ends the wait`() throws {
        let slow = try SoftwareLedger(["--slow", "6"])
        let request = try signing(transaction())
        try verified(try slow.ask(request), of: request)
        let never = try SoftwareLedger(["--user", "never"])
        let begun = ContinuousClock.now
        #expect(throws: LedgerFault.cancelled) {
            try never.ask(request) { ContinuousClock.now - begun > .seconds(1) }
        }
    }

    @Test func `a device that never answers is given up after seconds`() throws {
        let silent = try SoftwareLedger(["--silent"])
        let begun = ContinuousClock.now
        #expect(throws: LedgerFault.removed) { try silent.ask(.app) }
        #expect(ContinuousClock.now - begun < .seconds(20))
    }

    @Test func `none, several and one that waits for its firmware are told apart`() throws {
        let ledger = try SoftwareLedger()
        let bootloader = LedgerDevice(path: "/nowhere", product: 0x0005)
        func ask(_ devices: [LedgerDevice]) throws(LedgerFault) -> LedgerReply {
            try LedgerServer.reply(to: .app, by: devices, io: SoftwareLedger.io)
        }
        #expect(throws: LedgerFault.absent) { try ask([]) }
        #expect(throws: LedgerFault.bootloader) { try ask([bootloader]) }
        #expect(throws: LedgerFault.several) {
            try ask([ledger.device, LedgerDevice(path: "/other", product: 0x4011)])
        }
        _ = try ask([bootloader, ledger.device])
        #expect(throws: LedgerFault.removed) { try ask([LedgerDevice(path: "/nowhere", product: 0x4011)]) }
    }

    @Test func `the system's own way opens no device that isn't there or isn't one`() {
        func ask(_ path: String) throws(LedgerFault) -> LedgerReply {
            try LedgerServer.reply(to: .app, by: [LedgerDevice(path: path, product: 0x4011)], io: .system)
        }
        #expect(throws: LedgerFault.removed) { try ask("/dev/there-is-no-such-ledger") }
        #expect(throws: LedgerFault.removed) { try ask("/dev/null") }
    }
}
