import Salt
import SolanaTransactions
import SolanaWalletAdapter

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey-keyring-steps APPLICATION STEP...`: does one thing after the other with the desktop's keyring and says what came of each.
///
/// Steps: `store:NUMBER:TEXT`, `retrieve:NUMBER`, `all`, `clear:NUMBER`, and `ask`, which lets what follows ask for the password.
@main enum KeyringSteps {
    static func main() async {
        var storage = SecretServiceStorage(
            application: CommandLine.arguments[1], asksToUnlock: false, timeLimit: .seconds(20))
        for step in CommandLine.arguments.dropFirst(2) {
            let words = step.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            if words[0] == "ask" {
                storage = SecretServiceStorage(application: storage.application, timeLimit: .seconds(20))
                continue
            }
            do throws(SecureStorageError) {
                say(try await perform(words, storage))
            } catch {
                say("\(error)")
            }
        }
    }

    private static func perform(
        _ words: [String], _ storage: SecretServiceStorage
    ) async throws(SecureStorageError) -> String {
        switch words[0] {
        case "store":
            try await storage.store(StoredSecret(SecretBytes(copying: Array(words[2].utf8))), for: key(words[1]))
            return "stored"
        case "retrieve": return try await storage.retrieve(key(words[1])).map(text) ?? "nothing"
        case "clear":
            try await storage.clear(key(words[1]))
            return "cleared"
        default: return try await storage.retrieveAll().values.map(text).sorted().joined(separator: ",")
        }
    }

    private static func key(_ number: String) -> StorageKey {
        StorageKey(
            wallet: number, app: AppIdentity(name: "Test", url: "https://app.example"), cluster: .devnet,
            publicKey: PublicKey())
    }

    private static func text(_ secret: StoredSecret) -> String {
        String(decoding: secret.bytes.disclosed(), as: UTF8.self)
    }

    private static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
