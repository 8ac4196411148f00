package import ApprovalQueue
import SolanaRPC
package import SolanaTransactions
package import WalletNetwork
package import WalletRuntime

/// Listens to a node's news of the accounts that the user has lately looked at, so that their balances are requested again.
///
/// It takes only the fact of a change and its slot. It listens to an account for five minutes after the last look, and to eight accounts at most; no
/// node hears of the other accounts. It listens to the account itself, its known token accounts, and the transactions that name it, which bring new
/// token accounts to light.
package actor AccountWatch {
    /// The time of listening after the last look.
    static let period = Duration.seconds(300)
    /// The most accounts at a time.
    static let limit = 8
    /// The most token accounts of one account.
    package static let tokenLimit = 32
    /// The most token accounts of all accounts together, so that `sidekey-rpc` has room for questions beside.
    package static let wholeTokenLimit = 96

    private struct Watch {
        /// The number that tells it from an earlier one of the same account.
        let number: UInt64
        let account: PublicKey
        let task: Task<Void, Never>
        var until: Duration
        var source: SolanaSubscriptions<NetworkListener>?
        /// The token accounts to listen to, those that were found first before the others.
        var tokens: [PublicKey] = []
        var listeners: [WatchedSubject: Task<Void, Never>] = [:]
        /// The subjects that the node refused; they aren't asked for again.
        var refused: Set<WatchedSubject> = []
        var news = AccountNews()

        func cancel() {
            task.cancel()
            for listener in listeners.values { listener.cancel() }
        }
    }

    private let signals: AccountSignals
    private let clock: any MonotonicClock
    private var watches: [ClusterAccount: Watch] = [:]
    private var lastNumber: UInt64 = 0

    package init(signals: AccountSignals, clock: any MonotonicClock) {
        self.signals = signals
        self.clock = clock
    }

    deinit { for watch in watches.values { watch.cancel() } }

    /// Listens from now on, if a node of the cluster can be listened to.
    package func follow(_ account: WatchedAccount, on network: any SolanaNetwork) {
        let (key, until) = (account.key, clock.now + Self.period)
        guard watches[key] == nil else {
            watches[key]?.until = until
            return
        }
        guard watches.count < Self.limit else { return }
        lastNumber += 1
        let number = lastNumber
        let task = Task { [weak self, clock] in
            let nodes = try? await network.nodes(of: account.cluster)
            if let source = nodes?.lazy.compactMap(\.subscriptions).first {
                await self?.begin(key, number, source)
                while let until = await self?.deadline(of: key, number), clock.now < until {
                    do { try await clock.sleep(until: until) } catch { return }
                }
            }
            await self?.end(key, number)
        }
        watches[key] = Watch(number: number, account: account.publicKey, task: task, until: until)
    }

    /// Notes the token accounts and the slot that were read of an account, if it is listened to.
    ///
    /// - Parameter tokens: Its token accounts, the most important first; none that is listened to already has to give way to another.
    package func found(_ tokens: [PublicKey], asOf slot: UInt64, in key: ClusterAccount) {
        guard var watch = watches[key] else { return }
        // A node that calls the account its own token account is listened to once.
        let tokens = tokens.filter { $0 != watch.account }
        let present = Set(tokens)
        let kept = watch.tokens.filter(present.contains)
        let known = Set(kept)
        watch.tokens = Array((kept + tokens.filter { !known.contains($0) }).prefix(Self.tokenLimit))
        let isOld = watch.news.read(asOf: slot)
        watches[key] = watch
        listen(key)
        if isOld { signals.publish(key) }
    }

    /// Ends listening to one account, or to all: they aren't the user's any more, or the user wants other nodes to be asked, or none.
    package func end(_ key: ClusterAccount? = nil) {
        for key in key.map({ [$0] }) ?? Array(watches.keys) { watches.removeValue(forKey: key)?.cancel() }
    }
}

/// The subject of a subscription at a node.
private enum WatchedSubject: Hashable {
    case account(PublicKey)
    /// The transactions that name an account.
    case mentions(PublicKey)
}

extension AccountWatch {
    private func deadline(of key: ClusterAccount, _ number: UInt64) -> Duration? {
        watches[key].flatMap { $0.number == number ? $0.until : nil }
    }

    private func begin(_ key: ClusterAccount, _ number: UInt64, _ source: SolanaSubscriptions<NetworkListener>) {
        guard watches[key]?.number == number else { return }
        watches[key]?.source = source
        listen(key)
    }

    private func end(_ key: ClusterAccount, _ number: UInt64) {
        if watches[key]?.number == number { end(key) }
    }

    /// Subscribes to the subjects that lack a subscription, and ends those that are no longer of use.
    private func listen(_ key: ClusterAccount) {
        guard let watch = watches[key], let source = watch.source else { return }
        let own: [WatchedSubject] = [.account(watch.account), .mentions(watch.account)]
        let tokens = watch.tokens.map { WatchedSubject.account($0) }
        for (subject, listener) in watch.listeners where !own.contains(subject) && !tokens.contains(subject) {
            listener.cancel()
            watches[key]?.listeners[subject] = nil
        }
        var room = Self.wholeTokenLimit - watches.values.reduce(0) { $0 + max(0, $1.listeners.count - own.count) }
        for subject in own + tokens
        where watches[key]?.listeners[subject] == nil && !watch.refused.contains(subject) {
            if !own.contains(subject) {
                guard room > 0 else { break }
                room -= 1
            }
            let number = watch.number
            watches[key]?.listeners[subject] = Task { [weak self] in
                switch subject {
                case .account(let address):
                    for await change in source.account(address) { await self?.take(change, subject, key, number) }
                case .mentions(let address):
                    for await change in source.logs(mentioning: address) {
                        await self?.take(change, subject, key, number)
                    }
                }
                if !Task.isCancelled { await self?.lose(subject, key, number) }
            }
        }
    }

    private func take<Value>(
        _ change: SubscriptionChange<Slotted<Value>>, _ subject: WatchedSubject, _ key: ClusterAccount,
        _ number: UInt64
    ) {
        guard watches[key]?.number == number else { return }
        switch change {
        case .told(let told):
            if watches[key]?.news.told(of: told.slot) == true { signals.publish(key) }
        case .began, .unreadable:
            watches[key]?.news.forget()
            signals.publish(key)
        case .refused: watches[key]?.refused.insert(subject)
        case .interrupted: break
        }
    }

    /// Handles the end of a sequence: the node refused it, or told more than could be taken.
    private func lose(_ subject: WatchedSubject, _ key: ClusterAccount, _ number: UInt64) {
        guard let watch = watches[key], watch.number == number else { return }
        watches[key]?.listeners[subject] = nil
        if subject == .account(watch.account) {
            end(key)
        } else if !watch.refused.contains(subject) {
            watches[key]?.news.forget()
            signals.publish(key)
        }
    }
}

/// An account of the wallet on a cluster.
package struct WatchedAccount: Sendable, Hashable {
    package let cluster: Cluster
    package let publicKey: PublicKey

    package init(cluster: Cluster, publicKey: PublicKey) {
        self.cluster = cluster
        self.publicKey = publicKey
    }

    package var key: ClusterAccount { ClusterAccount(cluster: cluster.rawValue, account: publicKey.base58) }
}

/// A node's news of an account, compared with the last reading: it tells whether the account must be read again.
///
/// Several changes in one slot are one: a reading as of that slot covers them all.
struct AccountNews {
    /// The most times that it is read again if the reading is older than the news, as with several machines behind one name.
    private static let mostTries = 3

    /// The slot of the last reading.
    private var read: UInt64?
    /// The newest slot in the news.
    private var told: UInt64?
    private var tries = 0

    /// Notes that something has changed as of a slot.
    ///
    /// - Returns: True if it has to be read.
    mutating func told(of slot: UInt64) -> Bool {
        guard slot > max(read ?? 0, told ?? 0) else { return false }
        told = slot
        tries = Self.mostTries
        return true
    }

    /// Notes that it was read.
    ///
    /// - Returns: True if it has to be read again.
    mutating func read(asOf slot: UInt64) -> Bool {
        read = slot
        guard let told, told > slot, tries > 0 else { return false }
        tries -= 1
        return true
    }

    /// Forgets both slots, since it is unknown what was missed: the node may even be another, or its chain a new one.
    mutating func forget() { (read, told) = (nil, nil) }
}
