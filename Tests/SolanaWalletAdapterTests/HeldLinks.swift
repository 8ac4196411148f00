import SolanaWalletAdapter
import Synchronization
import TestSupport

/// An opener that keeps the links, for a test to answer them itself.
final class HeldLinks: LinkOpening {
    private let links = Mutex<[String]>([])
    private let fault: WalletAdapterError?

    init(failing fault: WalletAdapterError? = nil) { self.fault = fault }

    var all: [String] { links.withLock(\.self) }

    func open(_ link: String) async throws(WalletAdapterError) {
        links.withLock { $0.append(link) }
        if let fault { throw fault }
    }

    /// Waits until so many links were opened.
    func wait(for count: Int) async throws {
        let deadline = Deadline(seconds: 60)
        while all.count < count {
            guard !deadline.hasPassed else { throw TestFault("\(all.count) of \(count) links were opened") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// The scheme of this test program.
enum TestScheme {
    static let name = "sidekey-adapter-test"

    /// Registers the scheme and gives a fetcher that is answered by it.
    static func fetcher(
        _ opener: any LinkOpening, timeLimit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()
    ) throws -> DeeplinkFetcher {
        try SolanaWalletAdapter.registerCallbackScheme(name)
        return DeeplinkFetcher(callbacks: .registeredScheme, opener: opener, timeLimit: timeLimit, clock: clock)
    }
}

/// Waits until something holds that nothing tells of.
func eventually(_ condition: () async -> Bool) async throws {
    let deadline = Deadline(seconds: 60)
    while await !condition() {
        guard !deadline.hasPassed else { throw TestFault("it did not come to be") }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// The error of an operation; nil where there is none.
func fault<Value>(_ body: () async throws(WalletAdapterError) -> Value) async -> WalletAdapterError? {
    do throws(WalletAdapterError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
