import SolanaRPC
import SolanaTransactions
import Synchronization
import WalletKeys
import WalletNetwork

/// An account of a phrase, and what a node said of it.
struct FoundAccount: Sendable, Hashable {
    let path: DerivationPath
    let publicKey: PublicKey
    /// Its balance in lamports; nil if no node told it.
    var lamports: UInt64?
    /// True if it exists or ever signed, paid or was paid; nil if nobody knows.
    var isUsed: Bool?
}

/// A search for the accounts of a phrase that the chain knows: the user of another wallet finds theirs there, whatever its way to number them.
///
/// Of each ``DerivationPath/Numbering`` the first five are looked for, and five more behind each that was used, up to 50. The node learns these
/// addresses, and that they belong together.
struct AccountSearch: Sendable {
    /// The longest time that a person waits for it.
    private static let patience: Duration = .seconds(12)
    /// No account is looked for from this number on.
    private static let end: UInt32 = 50
    /// The most requests for signatures at once: public nodes refuse a crowd.
    private static let crowd = 4

    let network: (any SolanaNetwork)?
    /// The endpoints of the policy; nil if the wallet has something in their place.
    let endpoints: EndpointNetwork?
    /// True while there is no wallet.
    let isFirst: @Sendable () async -> Bool

    /// The usual accounts of a phrase, and those beyond that were used; what no node says in time stays unknown.
    ///
    /// - Throws: The errors of the derivation.
    func accounts(of secret: VaultSecret) async throws(WalletKeyError) -> [FoundAccount] {
        let findings = Findings(try Self.derive(secret, DerivationPath.usual))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard let node = try? await node() else { return }
                try? await Self.search(secret, node, findings)
            }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
        return findings.accounts
    }

    /// The user's first node; where there is no wallet and so no choice of the user's, the one that every new wallet asks.
    private func node() async throws(NetworkError) -> NetworkNode? {
        if let endpoints, await isFirst() {
            let settings = NetworkSettings()
            return try await endpoints.nodes(of: settings.preferred, by: settings).first
        }
        guard let network else { return nil }
        return try await network.nodes(of: network.preferred).first
    }

    private static func derive(
        _ secret: VaultSecret, _ paths: [DerivationPath]
    ) throws(WalletKeyError) -> [FoundAccount] {
        try SessionLock.candidates(of: secret, at: paths).map { FoundAccount(path: $0.path, publicKey: $0.publicKey) }
    }

    private static func search(
        _ secret: VaultSecret, _ node: NetworkNode, _ findings: Findings
    ) async throws {
        try await look(for: findings.accounts, node, findings)
        for numbering in DerivationPath.Numbering.allCases {
            var next = DerivationPath.gap
            while next < end, let last = findings.lastUsed(of: numbering, below: next) {
                let until = min(last + 1 + DerivationPath.gap, end)
                guard until > next else { break }
                let more = try derive(secret, (next..<until).compactMap(numbering.path))
                try await look(for: more, node, findings)
                next = until
            }
        }
    }

    private static func look(
        for accounts: [FoundAccount], _ node: NetworkNode, _ findings: Findings
    ) async throws {
        let answer = try await node.rpc.getMultipleAccounts(accounts.map(\.publicKey), RPCContextOptions(.confirmed))
        var looked = accounts
        for (index, info) in zip(looked.indices, answer.value) {
            (looked[index].lamports, looked[index].isUsed) = (info?.lamports ?? 0, info == nil ? nil : true)
        }
        findings.note(looked)
        // An account that was emptied doesn't exist any more, and its owner knows its address all the same.
        var gone = looked.filter { $0.isUsed == nil }[...]
        while !gone.isEmpty {
            try Task.checkCancellation()
            let asked = await withTaskGroup(of: FoundAccount.self) { group in
                for account in gone.prefix(crowd) {
                    group.addTask {
                        let signatures = try? await node.rpc.getSignaturesForAddress(
                            account.publicKey, limit: 1, RPCContextOptions(.confirmed))
                        var asked = account
                        // Without an answer it stays unknown.
                        asked.isUsed = signatures.map { !$0.isEmpty }
                        return asked
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            findings.note(asked)
            gone = gone.dropFirst(crowd)
        }
    }

    /// The accounts found so far, since the time limit may end the search early.
    private final class Findings: Sendable {
        private let state: Mutex<[FoundAccount]>

        init(_ accounts: [FoundAccount]) { state = Mutex(accounts) }

        var accounts: [FoundAccount] { state.withLock { $0 } }

        /// Takes what is new; of an account beyond the usual ones, only that it was used.
        func note(_ looked: [FoundAccount]) {
            state.withLock { known in
                for account in looked {
                    if let index = known.firstIndex(where: { $0.path == account.path }) {
                        known[index] = account
                    } else if account.isUsed == true {
                        known.append(account)
                    }
                }
            }
        }

        /// The highest number of a used account.
        func lastUsed(of numbering: DerivationPath.Numbering, below end: UInt32) -> UInt32? {
            let used = Set(accounts.filter { $0.isUsed == true }.map(\.path))
            return (0..<end).last { number in numbering.path(number).map(used.contains) == true }
        }
    }
}
