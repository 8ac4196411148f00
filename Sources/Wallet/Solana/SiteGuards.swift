package import SolanaTransactions
import Synchronization
import TransactionReview
import WalletNetwork
package import WalletRuntime
import WalletState

extension WalletKeyring {
    /// The guards that a site's transactions get by the user's rules.
    ///
    /// - Parameters:
    ///   - origin: The site, as the browser writes it; the wallet's own transactions have guards always.
    ///   - isGuarded: True if the transactions have their guards already.
    func guards(of account: PublicKey, for origin: String, isGuarded: Bool = false) async -> GuardRequest {
        let rules = await records.policy.guards
        return GuardRequest(
            signer: account, own: await own, tolerance: UInt16(clamping: rules.tolerance),
            isOff: rules.isOff(for: origin), isGuarded: isGuarded, isOnDevice: await isShownOnDevice(account))
    }
}

/// The guarded transactions that sites got in the last minute.
///
/// A site that compares bytes refuses one, and most often asks again. Nobody tells the wallet of it: that the site asks for the same is all
/// that can be seen. The blockhash doesn't count, because a site takes a new one for each attempt.
package final class GuardedReturns: Sendable {
    /// The time in which asking again counts.
    package static let period: Duration = .seconds(60)
    private static let maximumCount = 256

    private struct Subject: Hashable {
        let origin: String
        let version: MessageVersion
        let keys: [PublicKey]
        let instructions: [CompiledInstruction]
        let lookups: [AddressTableLookup]

        init(_ message: Message, for origin: String) {
            self.origin = origin
            version = message.version
            keys = message.accountKeys
            instructions = message.instructions
            lookups = message.addressTableLookups
        }
    }

    private let clock: any MonotonicClock
    private let times = Mutex<[Subject: Duration]>([:])

    package init(clock: any MonotonicClock) { self.clock = clock }

    /// Notes that a site gets guards on a transaction that it asked to have signed.
    package func note(_ transaction: Transaction, for origin: String) {
        let now = clock.now
        times.withLock { times in
            times = times.filter { now - $0.value < Self.period }
            guard times.count < Self.maximumCount else { return }
            times[Subject(transaction.message, for: origin)] = now
        }
    }

    /// Returns true if the site got the same with guards within the last minute.
    package func contains(_ transaction: Transaction, for origin: String) -> Bool {
        let now = clock.now
        return times.withLock { times in
            times[Subject(transaction.message, for: origin)].map { now - $0 < Self.period } ?? false
        }
    }
}
