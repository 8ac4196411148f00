import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct WatchOnlyAccountTests {
    private func restarted(_ queue: Queue) -> AuthenticatedStore {
        AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
    }

    private func reason(_ body: () async throws -> Void) async -> RPCReason? {
        do {
            try await body()
            return nil
        } catch { return (error as? RPCError)?.reason }
    }

    @Test func `watch-only accounts are kept in their order, and none counts before the first unlock`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        try await queue.records.watch("c", label: "Cold", besides: [])
        try await queue.records.watch("a", label: nil, besides: [])
        try await queue.records.watch("b", label: "Bank", besides: [])
        try await queue.records.changeWatchOnly("a", label: nil, isHidden: true, besides: [])
        try await queue.records.changeWatchOnly("c", label: "Colder", isHidden: nil, besides: [])
        try await queue.records.unwatch("b")
        let records = restarted(queue)
        #expect(await records.watchOnly.isEmpty)
        #expect(await reason { try await records.watch("d", label: nil, besides: []) } == .locked)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(
            await records.watchOnly.map { "\($0.address) \($0.label) \($0.isHidden)" } == [
                "c Colder false", "a Watch-only 1 true",
            ])
    }

    @Test func `one that was added to the file, or renamed in it, is none`() async throws {
        for (before, after) in [("Cold", "Mine"), ("\"address\":\"c\"", "\"address\":\"e\"")] {
            let queue = try Queue()
            defer { queue.remove() }
            try await queue.records.watch("c", label: "Cold", besides: [])
            try await queue.database.pool.write { database in
                try database.execute(
                    sql: "UPDATE protected SET policy = CAST(replace(CAST(policy AS TEXT), ?, ?) AS BLOB)",
                    arguments: [before, after])
            }
            let records = restarted(queue)
            _ = try await records.verify(TestAuthenticator(), isOlder: false)
            #expect(await records.watchOnly.isEmpty)
            #expect(await records.trust == .reset)
        }
    }

    @Test func `an address and a label stand for one account, and 64 are the most`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let records = queue.records
        _ = try await AddressBook(records: records, wallClock: FixedWallClock()).add("x", label: "Xenia")
        try await records.watch("a", label: "Cold", besides: ["Account 1"])
        for (address, label) in [("a", "Other"), ("b", "cOLD"), ("b", "account 1"), ("b", "xenia")] {
            #expect(
                await reason { try await records.watch(address, label: label, besides: ["Account 1"]) }
                    == .accountExists,
                "\(address) \(label)")
        }
        // A contact's own address may have its name here too.
        try await records.watch("x", label: "Xenia", besides: [])
        for number in 3...64 { try await records.watch("n\(number)", label: nil, besides: []) }
        #expect(Set(await records.watchOnly.map(\.label)).count == 64)
        #expect(await reason { try await records.watch("z", label: nil, besides: []) } == .tooManyWatched)
        #expect(await reason { try await records.unwatch("z") } == .accountUnknown)
        try await records.unwatch("a")
        try await records.watch("z", label: nil, besides: [])
    }
}
