import CCurl
import CPlatform
import SolanaRPC
import Synchronization

/// The thread that runs one transport's transfers, and the connections that they use one after another (libcurl's multi interface).
///
/// The thread begins with the first transfer, and ends with ``shutdown()`` or with this object.
final class TransferLoop: Sendable {
    private let runner = Runner()

    deinit { runner.end(nil) }

    /// Starts a transfer. The transfer learns of its end on the loop's thread, or here if there is no thread.
    func start(_ transfer: Transfer) {
        if let reason = runner.add(transfer) { transfer.isOver(reason) }
    }

    /// Wakes the loop to see a change: a transfer that was cancelled, or a connection that has something to write.
    func wake() { runner.wake() }

    /// Ends all transfers and connections; any transfer that is started after that is `unreachable`.
    func shutdown() async {
        await withCheckedContinuation { runner.end($0) }
    }
}

/// The state that the thread and its callers share. The thread retains it; the loop tells it of its own end.
private final class Runner: @unchecked Sendable {
    private enum Phase {
        case idle, running, ending, over
    }

    private struct Desk {
        var phase = Phase.idle
        var added: [Transfer] = []
        var mourners: [CheckedContinuation<Void, Never>] = []
    }

    /// The longest time that it sleeps if nothing wakes it.
    private static let nap: Duration = .seconds(60)
    private static let isStarted = curl_global_init(CLong(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let desk = Mutex(Desk())
    private let multi: UnsafeMutableRawPointer?
    // The thread's own.
    private var active: [UnsafeMutableRawPointer: Transfer] = [:]

    init() { multi = Self.isStarted ? curl_multi_init() : nil }

    deinit {
        if let multi { curl_multi_cleanup(multi) }
    }

    func add(_ transfer: Transfer) -> RPCTransportError? {
        let isFirst: Bool? = desk.withLock { desk in
            guard multi != nil, desk.phase == .idle || desk.phase == .running else { return nil }
            desk.added.append(transfer)
            defer { desk.phase = .running }
            return desk.phase == .idle
        }
        guard let isFirst else { return .unreachable }
        guard isFirst else {
            wake()
            return nil
        }
        let begun = platform_begin_thread(
            { Unmanaged<Runner>.fromOpaque($0).takeRetainedValue().run() }, Unmanaged.passRetained(self).toOpaque(),
            1 << 19)
        guard begun != 0 else { return nil }
        Unmanaged.passUnretained(self).release()
        let (others, mourners) = desk.withLock { desk in
            defer { desk = Desk(phase: .over) }
            return (desk.added.filter { $0 !== transfer }, desk.mourners)
        }
        for other in others { other.isOver(.unreachable) }
        for mourner in mourners { mourner.resume() }
        return .unreachable
    }

    func wake() {
        if let multi { curl_multi_wakeup(multi) }
    }

    func end(_ mourner: CheckedContinuation<Void, Never>?) {
        let isOver = desk.withLock { desk in
            switch desk.phase {
            case .idle: desk.phase = .over
            case .running: desk.phase = .ending
            case .ending, .over: break
            }
            if desk.phase == .over { return true }
            if let mourner { desk.mourners.append(mourner) }
            return false
        }
        if isOver { mourner?.resume() } else { wake() }
    }

    private func run() {
        guard let multi else { return }
        while true {
            let (added, isEnding) = desk.withLock { desk in
                defer { desk.added = [] }
                return (desk.added, desk.phase == .ending)
            }
            for transfer in added {
                guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
                    transfer.isOver(.unreachable)
                    continue
                }
                active[transfer.easy] = transfer
            }
            guard !isEnding else { break }
            for (easy, transfer) in active where transfer.isCancelled { drop(easy, .cancelled) }
            var running: CInt = 0
            curl_multi_perform(multi, &running)
            takeMessages(of: multi)
            for (easy, transfer) in active {
                if let reason = transfer.serve() { drop(easy, reason) }
            }
            sleep(multi)
        }
        for easy in active.keys { drop(easy, .cancelled) }
        let (late, mourners) = desk.withLock { desk in
            defer { desk = Desk(phase: .over) }
            return (desk.added, desk.mourners)
        }
        for transfer in late { transfer.isOver(.cancelled) }
        for mourner in mourners { mourner.resume() }
    }

    private func takeMessages(of multi: UnsafeMutableRawPointer) {
        var left: CInt = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = active[easy]
            else { continue }
            // Before the handle is taken out: what is to be known of the connection goes with it.
            if !transfer.isDone(message.pointee.data.result) {
                curl_multi_remove_handle(multi, easy)
                active[easy] = nil
            }
        }
    }

    private func drop(_ easy: UnsafeMutableRawPointer, _ reason: RPCTransportError) {
        guard let transfer = active.removeValue(forKey: easy) else { return }
        if let multi { curl_multi_remove_handle(multi, easy) }
        transfer.isOver(reason)
    }

    /// Sleeps until something arrives, can be written or is due. libcurl adds its own waits.
    private func sleep(_ multi: UnsafeMutableRawPointer) {
        let wishes = active.values.compactMap { $0.wish() }
        var entries = wishes.map { wish in
            curl_waitfd(
                fd: wish.socket, events: Int16(CURL_WAIT_POLLIN) | (wish.writing ? Int16(CURL_WAIT_POLLOUT) : 0),
                revents: 0)
        }
        let due = wishes.map { ContinuousClock.now.duration(to: $0.until) }.min() ?? Self.nap
        curl_multi_poll(
            multi, &entries, CUnsignedInt(entries.count), CInt(min(due, Self.nap).curlMilliseconds), nil)
    }
}
