import Foundation
import Ledger
import Salt
import SolanaTransactions
import Synchronization

/// A Ledger in software, behind the process that talks to one: it has a key at each path, and does what its user and its faults say.
final class SoftwareLedger: Sendable {
    private struct State {
        var app = LedgerApp(
            model: .nanoX, version: LedgerApp.Version(1, 14), allowsBlindSigning: true, shortensAddresses: false)
        var faults: [LedgerFault] = []
        var asked: [LedgerRequest] = []
        var isForging = false
        var isAnother = false
        var isHeld = false
        var isCancelled = false
        var meanwhile: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// What it was asked until now.
    var asked: [LedgerRequest] { state.withLock(\.asked) }
    /// What it was asked to sign, or to show.
    var confirmed: [LedgerRequest] {
        asked.filter { if case .accounts(_, false) = $0 { false } else { $0 != .app } }
    }
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Fails the next requests that its user would have to confirm.
    func fail(_ faults: LedgerFault...) { state.withLock { $0.faults += faults } }

    /// Signs with another key than the one at the path.
    func forge() { state.withLock { $0.isForging = true } }

    /// Becomes one with another recovery phrase.
    func swap() { state.withLock { $0.isAnother = true } }

    /// Waits for its user until the request is cancelled.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Has something happen while its user reads.
    func meanwhile(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.meanwhile = body } }

    func open(_ version: LedgerApp.Version, blind: Bool) {
        state.withLock {
            $0.app = LedgerApp(
                model: .nanoX, version: version, allowsBlindSigning: blind, shortensAddresses: false)
        }
    }

    func keyPair(at path: LedgerPath) throws -> SaltSign.KeyPair {
        let name = "\(state.withLock(\.isAnother) ? "another" : "this") \(path)"
        return try SaltSign.KeyPair(seed: SecretBytes(copying: SaltHash.sha256(Array(name.utf8))))
    }

    func publicKey(at path: LedgerPath) throws -> PublicKey { try PublicKey(bytes: keyPair(at: path).publicKey) }

    var ask: LedgerAsk {
        { [self] request throws(LedgerFault) in
            state.withLock { $0.asked.append(request) }
            if request == .app {
                // What is wrong before anything is confirmed shows here too, and stays.
                if let fault = state.withLock({ $0.faults.first }), [.absent, .locked, .otherApp].contains(fault) {
                    throw fault
                }
                return .app(state.withLock(\.app))
            }
            if let fault = state.withLock({ $0.faults.isEmpty ? nil : $0.faults.removeFirst() }) { throw fault }
            if state.withLock(\.isHeld) {
                while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
                state.withLock { $0.isCancelled = true }
                throw .cancelled
            }
            await state.withLock(\.meanwhile)?()
            do {
                switch request {
                case .app: throw LedgerFault.invalid
                case .accounts(let paths, _): return .accounts(try paths.map(publicKey))
                case .signTransaction(let message, let path, let account),
                    .signOffchain(let message, let path, let account):
                    guard try publicKey(at: path) == account else { throw LedgerFault.otherDevice }
                    let isForging = state.withLock(\.isForging)
                    let keys = try isForging ? SaltSign.KeyPair(seed: .random(count: 32)) : keyPair(at: path)
                    return .signature(
                        try Signature(bytes: SaltSign.sign(message, secretKey: keys.secretKey)))
                }
            } catch let fault as LedgerFault {
                throw fault
            } catch {
                throw .invalid
            }
        }
    }
}
