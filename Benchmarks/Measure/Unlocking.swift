import CSodium
import JSONRPC

/// `vault.unlock` inside the agent, and the Argon2id of a new vault's cost made by libsodium alone.
struct Unlocking: Workload {
    private let wallet: InProcessWallet
    private let derivation = BareDerivation()

    init(folder: String) async throws {
        wallet = try await InProcessWallet(folder: folder)
    }

    /// The wallet is locked before each unlock, untimed.
    ///
    /// - Returns: nanoseconds.
    func run(_ name: String, count: Int) async throws -> String {
        var time = Duration.zero
        for _ in 0..<count {
            if name == "unlock" { try await wallet.commandLine.call("vault.lock", [:]) }
            let start = ContinuousClock.now
            switch name {
            case "unlock": try await wallet.unlock()
            case "argon2id": try derivation.run()
            default: throw MeasureError("no \(name)")
            }
            time += ContinuousClock.now - start
        }
        return "\(time.nanoseconds)"
    }
}

/// One derivation as the shortest C program would make it: 3 passes over 256 MiB, as every new vault asks for.
struct BareDerivation {
    private let salt: [UInt8] = (0..<16).map { $0 }

    init() { _ = sodium_init() }

    func run() throws {
        var key = [UInt8](repeating: 0, count: 32)
        let passphrase = InProcessWallet.passphrase
        let status = passphrase.withCString {
            crypto_pwhash(
                &key, 32, $0, UInt64(passphrase.utf8.count), salt, 3, 256 << 20, crypto_pwhash_alg_argon2id13())
        }
        guard status == 0 else { throw MeasureError("no memory for a derivation") }
    }
}
