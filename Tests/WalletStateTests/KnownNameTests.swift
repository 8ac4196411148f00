import ApprovalQueue
import Foundation
import JSONRPC
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// What names stood for when the wallet last paid by them, under the vault's code.
@Suite struct KnownNameTests {
    private static let cluster = "solana:mainnet"

    private func pay(_ names: [String: String], in queue: Queue, on surface: ApprovalSurface = .prompt) async throws {
        let content = try Queue.content()
        let request = ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "sendTransaction", params: [:]),
            content: RequestContent(
                client: content.client, page: content.page, method: "sendTransaction", account: "account",
                cluster: Self.cluster, items: content.items),
            review: RequestReview(kind: .transactions, items: [], isComplete: true, paidNames: names)
        ) { _, _ in [:] }
        try await queue.records.admit(request, by: .passphrase, on: surface)
    }

    private func reason(_ body: () async throws -> Void) async -> RPCReason? {
        do {
            try await body()
            return nil
        } catch { return (error as? RPCError)?.reason }
    }

    @Test func `what a name stood for is kept with the approval that pays by it, for its cluster alone`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        try await pay(["a": "alice.sol"], in: queue)
        try await pay(["b": "alice.sns"], in: queue, on: .browser)
        try await pay(["c": "alice.sol"], in: queue)
        let known = await queue.records.names(on: Self.cluster).mapValues(\.address)
        #expect(known == ["alice.sol": "c", "alice.sns": "b"])
        #expect(await queue.records.names(on: "solana:devnet").isEmpty)
        // After a restart nothing is said of them before the first unlock; then they are there again.
        let records = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
        #expect(await records.names(on: Self.cluster).isEmpty)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        #expect(await records.names(on: Self.cluster).mapValues(\.address) == known)
    }

    @Test func `what the browser approves pushes out no name that the user confirmed outside it`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        try await pay(["a": "friend.sol"], in: queue)
        let names = Dictionary(uniqueKeysWithValues: (0..<600).map { ("\($0)", "n\($0).sol") })
        try await pay(names, in: queue, on: .browser)
        let kept = await queue.records.names(on: Self.cluster)
        #expect(kept.count == 512 && kept["friend.sol"]?.address == "a")
    }

    @Test func `a contact's name outlasts everything but the contact, and there are 512`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        let book = AddressBook(records: queue.records, wallClock: FixedWallClock())
        for number in 0..<512 {
            let name = KnownName.Key("n\(number).sol", on: Self.cluster)
            _ = try await book.add("a\(number)", label: "Contact \(number)", name: name)
        }
        let more = KnownName.Key("more.sol", on: Self.cluster)
        #expect(await reason { _ = try await book.add("more", label: "More", name: more) } == .tooManyContacts)
        #expect(try await book.contacts().count == 512)
        _ = try await book.add("more", label: "More")
        try await pay(["b": "other.sol"], in: queue)
        #expect(await queue.records.names(on: Self.cluster)["other.sol"] == nil)
        #expect(await book.names(on: Self.cluster)["a7"] == "n7.sol")
        // Paid at another address, the name still says which contact it was added for.
        try await pay(["b": "n7.sol"], in: queue)
        #expect(await queue.records.names(on: Self.cluster)["n7.sol"]?.contact == "a7")
        try await book.remove("a7")
        #expect(await book.names(on: Self.cluster)["a7"] == nil)
        #expect(await queue.records.names(on: Self.cluster)["n7.sol"]?.address == "b")
    }

    @Test func `a name that an address chose is compared with contacts and with what was paid`() async throws {
        let queue = try Queue(policy: ApprovalPolicy(setting: .popup, allowance: 1))
        defer { queue.remove() }
        let book = AddressBook(records: queue.records, wallClock: FixedWallClock())
        _ = try await book.add("ana", label: "Ana Lima")
        try await pay(["shop": "coffee-shop.sol"], in: queue)
        func likeness(_ name: String, at address: String = "x") async throws -> String? {
            try await book.likeness(of: name, at: address, on: Self.cluster)?.address
        }
        for name in ["anal1ma.sns", "lima.sns"] { #expect(try await likeness(name) == "ana") }
        #expect(try await likeness("coffeeshop.sns") == "shop")
        #expect(try await likeness("tea.sns") == nil)
        // An address resembles nobody by its own name.
        #expect(try await likeness("analima.sns", at: "ana") == nil)
        #expect(try await likeness("coffee-shop.sns", at: "shop") == nil)
        #expect(try await book.likeness(of: "coffee-shop.sns", at: "x", on: "solana:devnet") == nil)
        let records = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path,
            wallClock: FixedWallClock())
        let unproven = AddressBook(records: records, wallClock: FixedWallClock())
        #expect(await reason { _ = try await unproven.likeness(of: "a.sns", at: "x", on: Self.cluster) } != nil)
    }
}
