internal import Synchronization

/// What an ``InMemoryWallet`` was told to answer, and what it was asked.
final class InMemoryBehaviour: Sendable {
    private struct State {
        var answer: WalletAdapterError?
        var requests: [InMemoryWallet.Request] = []
    }

    private let state = Mutex(State())

    var requests: [InMemoryWallet.Request] { state.withLock(\.requests) }

    func answer(_ error: WalletAdapterError?) {
        state.withLock { $0.answer = error }
    }

    /// - Throws: What the wallet was told to answer.
    func note(_ request: InMemoryWallet.Request) throws(WalletAdapterError) {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        if let answer { throw answer }
    }
}
