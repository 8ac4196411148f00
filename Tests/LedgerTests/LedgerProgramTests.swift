import Devices
import Glibc
import Ledger
import SolanaTransactions
import TestSupport
import Testing

/// The whole way from the agent's side to a device in software: pipes, the confined program, reports.
@Suite struct LedgerProgramTests {
    private static let key = "3GJzvStsiYZonWE7WTsmt1BpWXkfcgWMGinaDwNs9HBc"

    private func program(in folder: ProgramFolder, limit: Duration = .seconds(30)) -> LedgerProgram {
        LedgerProgram(path: folder.path + "/sidekey-device", limit: limit)
    }

    private func transfer() throws -> LedgerRequest {
        let me = try PublicKey(base58: Self.key)
        let message = try Message(
            feePayer: me, blockhash: Blockhash(),
            instructions: [SystemProgram.transfer(from: me, to: PublicKey(), lamports: 1)])
        return .signTransaction(
            message.encoded(), path: try #require(LedgerPath([44, 501, 12_345])), account: me)
    }

    @Test func `a confined program lists keys and signs, each time anew`() async throws {
        let folder = try ProgramFolder()
        let program = program(in: folder)
        await #expect(throws: LedgerFault.absent) { try await program.ask(.app) }
        try folder.plugLedger(["--version", "1.14.0"])
        guard case .app(let app) = try await program.ask(.app) else {
            Issue.record("no app")
            return
        }
        #expect(app.version == LedgerApp.Version(1, 14) && app.model == .nanoSPlus)
        let path = try #require(LedgerPath([44, 501, 12_345]))
        #expect(try await program.ask(.accounts([path], shown: true)) == .accounts([PublicKey(base58: Self.key)]))
        guard case .signature = try await program.ask(transfer()) else {
            Issue.record("no signature")
            return
        }
        try folder.plugLedger(["--user", "reject"])
        await #expect(throws: LedgerFault.rejected) { try await program.ask(transfer()) }
        try folder.plugLedger(["--lie", "signature"])
        await #expect(throws: LedgerFault.invalid) { try await program.ask(transfer()) }
    }

    @Test func `a confined program may open, lock and look at a device's file`() async throws {
        let folder = try ProgramFolder()
        close(open(folder.path + "/ledger-is-null", O_CREAT | O_WRONLY, 0o600))
        // A call that the filter forbids would end the program, or be `forbidden`.
        await #expect(throws: LedgerFault.removed) { try await program(in: folder).ask(.app) }
        let lock = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        await #expect(throws: LedgerFault.busy) { try await program(in: folder).ask(.app) }
    }

    @Test func `cancelling the task ends the wait, and so does the limit`() async throws {
        let folder = try ProgramFolder()
        try folder.plugLedger(["--user", "never"])
        let (long, request) = (program(in: folder), try transfer())
        let asked = Task { () async -> LedgerFault? in
            do throws(LedgerFault) {
                _ = try await long.ask(request)
                return nil
            } catch { return error }
        }
        try await folder.waitForLedger()
        asked.cancel()
        #expect(await asked.value == .cancelled)
        let short = program(in: folder, limit: .seconds(2))
        await #expect(throws: LedgerFault.timedOut) { try await short.ask(request) }
    }

    @Test func `what no app signs reaches no program`() async throws {
        let me = try PublicKey(base58: Self.key)
        let message = try Message(
            feePayer: me, blockhash: Blockhash(), version: .v1,
            instructions: [SystemProgram.transfer(from: me, to: PublicKey(), lamports: 1)])
        let request = LedgerRequest.signTransaction(
            message.encoded(), path: try #require(LedgerPath([44, 501])), account: me)
        let nowhere = LedgerProgram(path: "/nowhere/sidekey-device")
        await #expect(throws: LedgerFault.unsupported) { try await nowhere.ask(request) }
        await #expect(throws: LedgerFault.unavailable) { try await nowhere.ask(.app) }
    }
}
