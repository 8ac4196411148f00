import Foundation
import SolanaWalletAdapter
import Synchronization
import TestSupport

/// The wallet of `Tests/Support/deeplink_wallet.py`, run as a program for each link, as `xdg-open` would run one.
final class StandInWallet: LinkOpening {
    let folder: URL
    private let opener: SystemLinkOpener
    private let delivered = Mutex(0)

    init() throws {
        folder = ScratchRoot.url.appending(path: "stand-in-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/deeplink_wallet.py")
        let python = ProcessInfo.processInfo.environment["SIDEKEY_TEST_PYTHON"] ?? "/usr/bin/python3"
        let program = folder.appending(path: "open").path
        let commands = "exec '\(python)' '\(script.path)' '\(folder.path)' \"$1\""
        try SystemFile.writeProgram(program, "#!/bin/sh\n\(commands)\n".utf8)
        opener = SystemLinkOpener(program: program)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Has the wallet make a fault from now on; see its `FAULTS`.
    func make(_ fault: String?) throws {
        try Data("{\"fault\": \"\(fault ?? "")\"}".utf8).write(to: folder.appending(path: "behaviour.json"))
    }

    /// Runs the wallet, and hands on what it answered to a scheme as the system does.
    func open(_ link: String) async throws(WalletAdapterError) {
        try await opener.open(link)
        for callback in newCallbacks() { SolanaWalletAdapter.handleOnOpenURL(callback) }
    }

    /// What the wallet was asked: one object for each link.
    func requests() throws -> [[String: Any]] {
        let text = (try? String(contentsOf: folder.appending(path: "requests.jsonl"), encoding: .utf8)) ?? ""
        return try text.split(separator: "\n").map { line in
            guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                throw TestFault("the stand-in noted no object")
            }
            return object
        }
    }

    private func newCallbacks() -> [String] {
        let text = (try? String(contentsOf: folder.appending(path: "callbacks"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        return delivered.withLock { count in
            defer { count = lines.count }
            return Array(lines[count...])
        }
    }
}
