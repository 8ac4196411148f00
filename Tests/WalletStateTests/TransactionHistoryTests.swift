import ApprovalQueue
import JSONRPC
import TestSupport
import Testing
import WalletState

@Suite struct TransactionHistoryTests {
    private let key = ClusterAccount(cluster: "solana:devnet", account: "alice")

    /// A chain that lists an address's transactions as a node does.
    private struct Chain {
        var transactions: [(found: FoundTransaction, addresses: Set<String>)] = []
        let tellsIndex: Bool

        mutating func add(_ addresses: Set<String>, slot: UInt64) {
            let index = transactions.reversed().prefix { $0.found.slot == slot }.count
            let found = FoundTransaction(
                signature: "s\(transactions.count)", slot: slot, index: tellsIndex ? Int64(index) : nil)
            transactions.append((found, addresses))
        }

        func list(_ address: String, before: String? = nil, until: String? = nil, limit: Int) -> [FoundTransaction] {
            var list = transactions.filter { $0.addresses.contains(address) }.map(\.found)
            if let before, let place = list.firstIndex(where: { $0.signature == before }) {
                list.removeSubrange(place...)
            }
            if let until, let place = list.firstIndex(where: { $0.signature == until }) {
                list.removeSubrange(...place)
            }
            return list.suffix(limit).reversed()
        }
    }

    private let addresses = ["alice", "token-1", "token-2"]

    private func refresh(_ history: TransactionHistory, _ chain: Chain, limit: Int) async throws {
        let known = try await history.addresses(of: key)
        for address in addresses {
            let until = known[address] ?? nil
            let list = chain.list(address, until: until, limit: limit)
            try await history.add(list, newerThan: until, of: address, isWhole: list.count < limit, to: key)
        }
    }

    private func fill(_ history: TransactionHistory, _ chain: Chain, limit: Int) async throws {
        for gap in try await history.gaps(of: key, limit: 2) {
            let list = chain.list(gap.address, before: gap.before, until: gap.until, limit: limit)
            try await history.add(list, in: gap, isWhole: list.count < limit, to: key)
        }
    }

    /// What a reader of pages has seen so far.
    private struct Reader {
        var seen: [SavedTransaction] = []
        var isDone = false
    }

    @Test(arguments: 0..<12)
    func `pages read to the end hold each transaction once and in order, whatever comes meanwhile`(
        _ seed: UInt64
    ) async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let history = TransactionHistory(database: queue.database)
        var generator = SeededGenerator(seed: seed)
        var chain = Chain(tellsIndex: seed.isMultiple(of: 2))
        var slot: UInt64 = 1
        func grow(_ count: Int) {
            for _ in 0..<count {
                slot += UInt64(Int.random(in: 0...2, using: &generator))
                chain.add(Set(addresses.filter { _ in Bool.random(using: &generator) }), slot: slot)
            }
            slot += 1
        }
        grow(60)
        let listed = Int.random(in: 2...9, using: &generator)
        try await refresh(history, chain, limit: listed)
        var reader = Reader()
        let expected = chain.transactions.filter { !$0.addresses.isEmpty }.map(\.found).reversed()
        for _ in 0..<2_000 where !reader.isDone {
            if !reader.seen.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 {
                grow(Int.random(in: 1...20, using: &generator))
                try await refresh(history, chain, limit: listed)
            }
            let page = try await history.page(of: key, below: reader.seen.last?.place, limit: 7, wholly: true)
            reader.seen += page.transactions
            if page.hasGaps, page.transactions.count < 7 {
                try await fill(history, chain, limit: listed)
            } else {
                reader.isDone = page.transactions.isEmpty
            }
        }
        #expect(reader.isDone)
        // Between transactions of one slot without an index, the order is that in which they were found.
        #expect(reader.seen.map(\.place.slot) == expected.map(\.slot))
        #expect(Set(reader.seen.map(\.place.signature)) == Set(expected.map(\.signature)))
        if chain.tellsIndex { #expect(reader.seen.map(\.place.signature) == expected.map(\.signature)) }

        // Later, from the top again: what came meanwhile stands above, and nothing has moved.
        while try await !history.gaps(of: key, limit: 1).isEmpty { try await fill(history, chain, limit: listed) }
        let all = try await history.page(of: key, limit: 10_000, wholly: true).transactions.map(\.place)
        #expect(Array(all.suffix(reader.seen.count)) == reader.seen.map(\.place))
        #expect(all.count == chain.transactions.count { !$0.addresses.isEmpty })
    }

    @Test func `what was listed for a state that is past is left aside`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let history = TransactionHistory(database: queue.database)
        let found = (1...4).reversed().map { FoundTransaction(signature: "s\($0)", slot: UInt64($0)) }
        try await history.add(Array(found.prefix(2)), newerThan: nil, of: "alice", isWhole: false, to: key)
        // Two callers asked for the same; the second comes late.
        let late = try await history.add(found, newerThan: nil, of: "alice", isWhole: true, to: key)
        #expect(!late)
        let gap = try #require(try await history.gaps(of: key, limit: 9).first)
        #expect(gap == HistoryGap(address: "alice", before: "s3", slot: 3, until: nil))
        for _ in 0..<2 { try await history.add([found[2]], in: gap, isWhole: false, to: key) }
        #expect(try await history.gaps(of: key, limit: 9).map(\.before) == ["s2"])
        #expect(
            try await history.page(of: key, limit: 9, wholly: true).transactions.map(\.place.signature) == ["s4", "s3"])
        let overlooking = try await history.page(of: key, limit: 9, wholly: false)
        #expect(overlooking.hasGaps && overlooking.transactions.map(\.place.signature) == ["s4", "s3", "s2"])
    }

    @Test func `what a transaction was is kept once, and which tokens the account used itself`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let history = TransactionHistory(database: queue.database)
        let found = [
            FoundTransaction(signature: "s2", slot: 2, time: 1_700_000_000),
            FoundTransaction(signature: "s1", slot: 1, failure: "InsufficientFunds"),
        ]
        try await history.add(found, newerThan: nil, of: "alice", isWhole: true, to: key)
        let movement = SavedMovement(
            isIncoming: true, amount: .max, mint: "m", decimals: 6, counterparty: "bob", counterparties: 1,
            recipients: 9)
        let received = SavedTransaction.Activity(fee: .max, paysFee: false, isSigner: false, movements: [movement])
        for _ in 0..<2 { try await history.describe(["s2": received, "gone": received], of: key) }
        func page() async throws -> [SavedTransaction] {
            try await history.page(of: key, limit: 9, wholly: true).transactions
        }
        #expect(try await page().map(\.time) == [1_700_000_000, nil])
        #expect(try await page().map(\.failure) == [nil, "InsufficientFunds"])
        #expect(try await page()[0].activity == received)
        #expect(try await page()[1].activity == nil)
        let used = SavedTransaction.Activity(fee: 5, paysFee: true, isSigner: true, movements: [movement])
        try await history.describe(["s1": used], of: key)
        #expect(try await page()[0].activity?.movements.map(\.isUsed) == [true])
        try await PortfolioCache(database: queue.database)
            .save(["m": SavedMint(decimals: 6, name: "Pretend", symbol: "P")], on: key.cluster)
        #expect(try await page()[0].activity?.movements.first?.token?.name == "Pretend")
        let other = ClusterAccount(cluster: "solana:testnet", account: "alice")
        #expect(try await history.page(of: other, limit: 9, wholly: true).transactions.isEmpty)
    }

    @Test func `whom an account has paid is told from what it signed`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let history = TransactionHistory(database: queue.database)
        func movement(_ to: String?, isIncoming: Bool = false) -> SavedMovement {
            SavedMovement(
                isIncoming: isIncoming, amount: 1, mint: nil, decimals: 9, counterparty: to, counterparties: 1,
                recipients: 1)
        }
        func add(_ number: UInt64, isSigner: Bool, _ movements: [SavedMovement], to key: ClusterAccount) async throws {
            let found = FoundTransaction(signature: "s\(number)", slot: number)
            try await history.add(
                [found], newerThan: number == 1 ? nil : "s\(number - 1)", of: "a", isWhole: true, to: key)
            let activity = SavedTransaction.Activity(
                fee: 5, paysFee: isSigner, isSigner: isSigner, movements: movements)
            try await history.describe(["s\(number)": activity], of: key)
        }
        try await add(1, isSigner: true, [movement("bob"), movement("carol"), movement(nil)], to: key)
        try await add(2, isSigner: true, [movement("bob"), movement("payer", isIncoming: true)], to: key)
        // What a delegate moved away, the account didn't pay.
        try await add(3, isSigner: false, [movement("thief")], to: key)
        #expect(try await history.recipients(of: ["alice"], like: ["bob", "carRol", "payer", "thief"]) == ["bob"])
        #expect(try await history.recipients(of: ["alice"], like: ["carXrol"]) == ["carol"])
        #expect(try await history.recipients(of: ["alice"], like: ["carXrox", "caXrol", "boc"]) == [])
        #expect(try await history.recipients(of: ["mallory"], like: ["bob"]) == [])
    }
}
