import Dispatch
import Synchronization

/// The wallet behind its socket: whatever clients send, every request is answered once, and nothing is signed undecided.
///
/// An input is a script, one thing a client does a line; see `Step`. The whole of `Wallet` runs, with its database and a
/// real vault, on clocks that only the script moves.
enum Methods {
    /// After so many scripts the wallet is made anew, since its log and records grow.
    private static let scriptsPerWallet = 400

    nonisolated(unsafe) private static var wallet: FuzzedWallet?
    nonisolated(unsafe) private static var scripts = 0

    static func check(_ input: [UInt8]) -> Interest {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await run(input)
            } catch {
                promise(false, "the wallet can be opened: \(error)")
            }
            done.signal()
        }
        done.wait()
        return .keep
    }

    private static func run(_ input: [UInt8]) async throws {
        if scripts % scriptsPerWallet == 0 {
            await wallet?.remove()
            wallet = try await FuzzedWallet()
        }
        scripts += 1
        guard let wallet else { return }
        var play = await Play(wallet)
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(24) { await play.perform(Step(line)) }
        await play.end()
    }
}
