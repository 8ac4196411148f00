import Foundation
import Logging
import Salt
import Synchronization
import Wallet
import WalletKeys
import WalletRuntime

/// A wallet with one phrase and the cheapest passphrase, in a folder and on clocks of its own.
final class FuzzedWallet: Sendable {
    static let passphrase = "correct horse battery"
    static let phrase =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    /// As bip_utils derives it at `m/44'/501'/0'/0'`.
    static let address = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"

    let service: WalletService
    let bell = Bell()
    private let folder: URL
    private let clock = ManualClock()
    private let sessionClock = SteppedClock()
    private let connections = Mutex<UInt64>(0)

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sidekey-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = SessionLock(file: VaultFile(folder: folder.path), clock: sessionClock, cost: .minimum)
        try await lock.create(
            phrase: SeedPhrase(parsing: SecretBytes(copying: Array(Self.phrase.utf8))),
            passphrase: SecretBytes(copying: Array(Self.passphrase.utf8)), unattended: false)
        try await Wallet.beginRecords(in: folder.path, lock: lock, passphrase: Array(Self.passphrase.utf8))
        service = try await Wallet.open(
            folder: folder.path, lock: lock,
            identity: AgentIdentity(version: "1.2.3", protocolNumber: 1, home: nil, pid: 1) {},
            context: RuntimeContext(
                clock: clock, wallClock: FixedWallClock(),
                logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }))
    }

    /// Lets time pass, for the queue and for the session.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
        advanceSession(by: duration)
    }

    /// Lets time pass for the session and for passphrases alone.
    func advanceSession(by duration: Duration) {
        sessionClock.advance(by: duration)
    }

    func nextConnection() -> ConnectionID {
        ConnectionID(
            connections.withLock { number in
                number += 1; return number
            })
    }

    func remove() async {
        await service.shutDown()
        try? FileManager.default.removeItem(at: folder)
    }
}
