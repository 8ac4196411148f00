import Foundation
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct WalletDatabaseTests {
    @Test func whatIsLeftOfAHalfMadeDatabaseIsReplaced() async throws {
        let folder = try Folder()
        for name in ["wallet.sqlite.new", "wallet.sqlite.new-journal", "wallet.sqlite.new-wal"] {
            try Data("cut off".utf8).write(to: folder[name])
        }
        let database = try WalletDatabase(path: folder["wallet.sqlite"].path)
        defer { database.close() }
        let log = ActivityLog(database: database, wallClock: FixedWallClock())
        try await log.append(ActivityEntry(.unlocked))
        #expect(try await log.entries(limit: 10).count == 1)
        #expect(try folder.names.filter { $0.contains(".new") }.isEmpty)
    }

    @Test func theLogOfADatabaseThatIsGoneIsNotPlayedBackIntoTheNext() async throws {
        let folder = try Folder()
        let path = folder["wallet.sqlite"].path
        let first = try WalletDatabase(path: path)
        try await ActivityLog(database: first, wallClock: FixedWallClock()).append(ActivityEntry(.unlocked))
        let written = try Data(contentsOf: folder["wallet.sqlite-wal"])
        first.close()
        try FileManager.default.removeItem(atPath: path)
        try written.write(to: folder["wallet.sqlite-wal"])

        let second = try WalletDatabase(path: path)
        defer { second.close() }
        #expect(try await ActivityLog(database: second, wallClock: FixedWallClock()).entries(limit: 10).isEmpty)
    }

    @Test func aDatabaseThatIsThereIsKept() async throws {
        let folder = try Folder()
        for count in 1...3 {
            let database = try WalletDatabase(path: folder["wallet.sqlite"].path)
            let log = ActivityLog(database: database, wallClock: FixedWallClock())
            try await log.append(ActivityEntry(.unlocked))
            #expect(try await log.entries(limit: 10).count == count)
            #expect(try await log.firstBreak() == nil)
            database.close()
        }
    }
}

/// A folder that is removed with its last user.
private final class Folder {
    private let url = ScratchRoot.url.appendingPathComponent("sidekey-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(name: String) -> URL { url.appendingPathComponent(name) }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path) }
    }
}
