internal import Base58
internal import Salt

/// Opens a wallet's link and waits for the one link that comes back.
///
/// Each request is answered under its own name, drawn at random, within a time limit. However a request ends (with an answer, late,
/// cancelled, unopened), it leaves nothing: no waiting entry, listener, task or timer. A thousand may wait at once.
public actor DeeplinkFetcher {
    /// The link that came back.
    public struct Callback: Sendable, Hashable {
        /// The whole link.
        public let link: String
        /// The redirect link that the request named; `link` begins with it.
        public let redirect: String
    }

    /// The usual time limit of a request: 30 s, from before its link is opened.
    public static let usualTimeLimit: Duration = .seconds(30)

    /// The time that a callback may still take after the opener failed, unless nothing opens such links: 3 s.
    static let graceAfterFailure: Duration = .seconds(3)

    private let callbacks: CallbackRoute
    private let opener: any LinkOpening
    private let timeLimit: Duration
    private let clock: any Clock<Duration>
    private let registry: CallbackRegistry

    /// The number of requests that wait for their callbacks.
    public private(set) var waitingCount = 0

    /// - Parameters:
    ///   - callbacks: the way the answers come back.
    ///   - opener: opens the links.
    ///   - timeLimit: the time that a request waits; users need a while to read, so 30 s may be little.
    ///   - clock: the monotonic clock of the limit.
    public init(
        callbacks: CallbackRoute = .automatic, opener: any LinkOpening = SystemLinkOpener(),
        timeLimit: Duration = usualTimeLimit, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.callbacks = callbacks
        self.opener = opener
        self.timeLimit = timeLimit
        self.clock = clock
        registry = .shared
    }

    /// Opens a link and waits for its callback.
    ///
    /// - Parameters:
    ///   - timeLimit: The time limit; nil for the fetcher's.
    ///   - compose: Makes the link out of the redirect link, which is good for this request alone.
    /// - Throws: `timedOut`, `cancelled`, `noOpener`, `openerFailed`, `noCallbackScheme`, `noListener`, and what `compose` throws.
    public func fetch(
        within timeLimit: Duration? = nil,
        _ compose: @Sendable (_ redirect: String) throws(WalletAdapterError) -> String
    ) async throws(WalletAdapterError) -> Callback {
        guard !Task.isCancelled else { throw .cancelled }
        let pending = Pending<String>()
        let place = try CallbackPlace(callbacks, for: pending, in: registry)
        waitingCount += 1
        defer {
            place.close()
            waitingCount -= 1
        }
        let link = try compose(place.redirect)
        let timer = Task { [clock, limit = timeLimit ?? self.timeLimit] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            pending.end(.failure(.timedOut))
        }
        // Beside the wait, not before it: an opener that hangs has the same limit, and one that waits for the wallet holds up nothing.
        let opening = Task { [opener, clock] in
            do throws(WalletAdapterError) {
                try await opener.open(link)
            } catch {
                // `xdg-open` waits for what it starts: a wallet that has answered may end with a status of its own before the answer is here.
                if case .openerFailed(let status) = error, status != SystemLinkOpener.noHandler {
                    try? await clock.sleep(for: Self.graceAfterFailure)
                }
                pending.end(.failure(error))
            }
        }
        let outcome = await withTaskCancellationHandler {
            await pending.outcome()
        } onCancel: {
            pending.end(.failure(.cancelled))
        }
        timer.cancel()
        opening.cancel()
        return Callback(link: try outcome.get(), redirect: place.redirect)
    }

    /// Opens a link that has no answer.
    ///
    /// - Throws: `noOpener`, `openerFailed`, `timedOut`, `cancelled`.
    func open(_ link: String) async throws(WalletAdapterError) {
        guard !Task.isCancelled else { throw .cancelled }
        let pending = Pending<Void>()
        let timer = Task { [clock, timeLimit] in
            guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
            pending.end(.failure(.timedOut))
        }
        let opening = Task { [opener] in
            do throws(WalletAdapterError) {
                try await opener.open(link)
                pending.end(.success(()))
            } catch {
                pending.end(.failure(error))
            }
        }
        defer {
            timer.cancel()
            opening.cancel()
        }
        try await withTaskCancellationHandler {
            await pending.outcome()
        } onCancel: {
            pending.end(.failure(.cancelled))
        }.get()
    }
}

/// A place where one answer may arrive, until it is closed.
private struct CallbackPlace {
    let redirect: String
    private let registered: (registry: CallbackRegistry, name: String)?
    private let listener: LoopbackListener?

    init(
        _ route: CallbackRoute, for pending: Pending<String>, in registry: CallbackRegistry
    ) throws(WalletAdapterError) {
        let name = Base58.encode(Salt.randomBytes(count: 16))
        if route == .registeredScheme || route == .automatic && registry.scheme != nil {
            redirect = try registry.await(pending, as: name)
            (registered, listener) = ((registry, name), nil)
        } else {
            let listener = try LoopbackListener(path: name)
            redirect = listener.address
            listener.listen(for: pending)
            (registered, self.listener) = (nil, listener)
        }
    }

    func close() {
        if let registered { registered.registry.forget(registered.name) }
        listener?.close()
    }
}
