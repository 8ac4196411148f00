internal import Salt
internal import Synchronization

/// The nonces that were used under one key, in either direction: each counts once.
///
/// The key is the same both ways, so without its own nonces in here, an app would take its own request, sent back, for an answer.
final class NonceLedger: Sendable {
    /// How many are remembered; a user answers each of them.
    private static let limit = 16_384

    private struct State {
        var known: Set<Nonce> = []
        var order: [Nonce] = []
    }

    private let state = Mutex(State())

    /// Notes a nonce; false where it was used before.
    func use(_ nonce: Nonce) -> Bool {
        state.withLock { state in
            guard state.known.insert(nonce).inserted else { return false }
            state.order.append(nonce)
            if state.order.count > Self.limit { state.known.remove(state.order.removeFirst()) }
            return true
        }
    }
}
