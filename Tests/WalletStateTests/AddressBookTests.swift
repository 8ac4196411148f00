import Foundation
import GRDB
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

@Suite struct AddressBookTests {
    private func book(_ records: AuthenticatedStore) -> AddressBook {
        AddressBook(records: records, wallClock: FixedWallClock())
    }

    /// The same folder after a restart of the agent.
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

    @Test func contactsAreKeptAndNothingIsSaidOfThemBeforeTheFirstUnlock() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for (address, label) in [("c", "carol"), ("a", "Alice"), ("b", "Bob")] {
            _ = try await book(queue.records).add(address, label: label)
        }
        _ = try await book(queue.records).rename("b", to: "Robert")
        try await book(queue.records).remove("c")
        let records = restarted(queue)
        #expect(await reason { _ = try await book(records).contacts() } == .locked)
        #expect(await reason { _ = try await book(records).add("d", label: "Dave") } == .locked)
        #expect(await book(records).addresses.isEmpty)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(try await book(records).contacts().map { "\($0.label) \($0.address)" } == ["Alice a", "Robert b"])
        #expect(await book(records).addresses == ["a", "b"])
    }

    @Test func anAddressAndALabelAreOneContactsOnly() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let book = book(queue.records)
        _ = try await book.add("a", label: "Alice")
        _ = try await book.add("b", label: "Bob")
        #expect(await reason { _ = try await book.add("a", label: "Other") } == .contactExists)
        #expect(await reason { _ = try await book.add("c", label: "aLICE") } == .contactExists)
        #expect(await reason { _ = try await book.rename("b", to: "ALICE") } == .contactExists)
        #expect(await reason { _ = try await book.rename("c", to: "Carol") } == .contactUnknown)
        #expect(await reason { try await book.remove("c") } == .contactUnknown)
        // Its own label in other letters is no other contact's.
        #expect(try await book.rename("b", to: "BOB").label == "BOB")
        #expect(try await book.contacts().map(\.label) == ["Alice", "BOB"])
    }

    @Test func thereIsRoomForAThousand() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        for number in 0..<Contact.maximumCount {
            _ = try await book(queue.records).add("\(number)", label: "label \(number)")
        }
        #expect(await reason { _ = try await book(queue.records).add("x", label: "x") } == .tooManyContacts)
        let records = restarted(queue)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(await book(records).addresses.count == Contact.maximumCount)
    }

    @Test func anotherKeyOfTheSameWalletKeepsThemAndSoDoesAnotherWallet() async throws {
        for succession in [AuthenticatedStore.Succession.same, .other(nil)] {
            let queue = try Queue()
            defer { queue.remove() }
            _ = try await book(queue.records).add("a", label: "Alice")
            let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
            try await queue.records.stage(next, for: succession)
            // A loss of power here leaves the next vault with what was announced for it.
            let left = restarted(queue)
            _ = try await left.verify(next, isOlder: false)
            #expect(await left.trust == .intact)
            #expect(await book(left).addresses == ["a"])
        }
    }

    @Test(arguments: [false, true])
    func `what a backup holds is added, and what is there stays as it is`(_ isCut: Bool) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        _ = try await book(queue.records).add("a", label: "Alice")
        var (tight, loose) = (PolicyLimit(), PolicyLimit(origin: "https://dapp.example"))
        (tight.ceiling, loose.ceiling) = (1, 1_000)
        _ = try await queue.records.settle(loosening: false) { [tight] policy throws(RPCError) in
            policy.limits.add(tight)
        }
        let backup = BackupContents(
            contacts: [
                Contact(address: "a", label: "Mallory", added: 1), Contact(address: "b", label: "ALICE", added: 2),
                Contact(address: "c", label: "Carol", added: 3),
            ], limits: [loose, tight])
        #expect(try BackupContents(BackupContents(contacts: [], limits: backup.limits).json).limits == backup.limits)
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await queue.records.stage(next, for: .other(nil, backup: backup))
        #expect(try await queue.records.backupContents(room: 9_999)?.contents == nil)
        // A loss of power before that costs the contacts of the backup, and nothing that was known.
        if !isCut { await queue.records.commit() }
        let left = restarted(queue)
        #expect(try await left.backupContents(room: 9_999)?.contents == nil)
        _ = try await left.verify(next, isOlder: false)
        #expect(await left.trust == .intact)
        let contacts = try await book(left).contacts().map { "\($0.address) \($0.label)" }
        #expect(Set(contacts) == (isCut ? ["a Alice"] : ["a Alice", "b ALICE 2", "c Carol"]))
        #expect(await left.policy.limits.ordered.map(\.limit) == [tight, loose])
        #expect(try await left.backupContents(room: 9_999)?.contents.limits == [tight, loose])
    }

    @Test func `a backup whose limits don't all fit is refused, and none of them is lost in silence`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        func limit(_ number: Int) -> PolicyLimit {
            var limit = PolicyLimit(origin: "https://dapp.example")
            limit.ceiling = UInt64(number)
            return limit
        }
        _ = try await queue.records.settle(loosening: false) { policy throws(RPCError) in
            for number in 0..<30 { policy.limits.add(limit(number)) }
        }
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        func announce(_ numbers: Range<Int>) async throws {
            let backup = BackupContents(contacts: [], limits: numbers.map(limit))
            try await queue.records.stage(next, for: .other(nil, backup: backup))
        }
        #expect(await reason { try await announce(28..<33) } == .changeRefused)
        #expect(try await queue.records.backupContents(room: 9_999) != nil)
        try await announce(28..<32)
        await queue.records.commit()
        let left = restarted(queue)
        _ = try await left.verify(next, isOlder: false)
        #expect(await left.policy.limits.ordered.count == 32)
    }

    @Test func `a backup's contacts that a full disk didn't take are there after the next unlock`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        let backup = BackupContents(contacts: [Contact(address: "b", label: "Bob", added: 2)], limits: [])
        try await queue.records.stage(next, for: .other(nil, backup: backup))
        let disk = try DatabaseQueue(path: queue.folder.appendingPathComponent("wallet.sqlite").path)
        try await disk.write {
            try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON contact BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        await queue.records.commit()
        try await disk.write { try $0.execute(sql: "DROP TRIGGER full") }
        try disk.close()
        _ = try await queue.records.verify(next, isOlder: false)
        #expect(await book(queue.records).addresses == ["b"])
        let left = restarted(queue)
        _ = try await left.verify(next, isOlder: false)
        #expect(await left.trust == .intact)
        #expect(await book(left).addresses == ["b"])
    }

    @Test(arguments: ["", " Bob", "Bo\nb", "Bo\u{202E}b", "11111111111111111111111111111111"])
    func `a backup names nobody by what hides or imitates`(_ label: String) {
        let contact = Contact(address: "11111111111111111111111111111111", label: label, added: 1)
        #expect(throws: RPCError.self) { try BackupContents(BackupContents(contacts: [contact], limits: []).json) }
    }

    @Test func anotherWalletsRecordsAreFoundWhereTheBookCouldNotBeVerified() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        _ = try await book(queue.records).add("a", label: "Alice")
        let records = restarted(queue)
        let next = TestAuthenticator(vault: [UInt8](repeating: 9, count: 16), key: 2)
        try await records.stage(next, for: .other(nil))
        let left = restarted(queue)
        _ = try await left.verify(next, isOlder: false)
        #expect(await left.trust == .intact)
        #expect(await book(left).addresses.isEmpty)
    }
}
