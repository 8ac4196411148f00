import Base58
import Deeplinks
import SolanaTransactions
import SolanaWalletAdapter

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey-adapter-steps STEP...`: an app of Sidekey's that does one thing after the other and says what came of each, in a line.
///
/// Steps: `scheme:NAME` (answers come by this scheme from now on, over 127.0.0.1 before), `unscheme:NAME`, `recover`, `connect`,
/// `message:TEXT`, `sign:TRANSACTION`, `all:TRANSACTION,...`, `send:TRANSACTION` (in base58), `browse:URL`, `disconnect`.
/// Connections are kept in the desktop's keyring.
///
/// `sidekey-adapter-steps --deliver PIPE LINK` is what the desktop starts for a link of that scheme.
@main struct AdapterSteps {
    private static let context = DeeplinkContext(
        app: AppIdentity(name: "Steps", url: "https://steps.example"), cluster: .localnet,
        fetcher: DeeplinkFetcher(timeLimit: .seconds(180)))
    private static let manager = WalletConnectionManager(
        storage: SecretServiceStorage(application: "app.sidekey.steps"))

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let words = Array(arguments)
        if words.count == 3, words[0] == "--deliver" {
            exit(LinkPipe(path: words[1]).write(words[2]) ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        for step in arguments {
            let words = step.split(separator: ":", maxSplits: 1).map(String.init)
            do {
                say(try await perform(words[0], words.count > 1 ? words[1] : ""))
            } catch WalletAdapterError.refused(let error) {
                say("refused \(error.code)")
            } catch {
                say("failed \(error)")
            }
        }
    }

    private static func perform(_ step: String, _ word: String) async throws -> String {
        switch step {
        case "scheme": return try await answerBy(scheme: word)
        case "unscheme":
            try await CallbackScheme(word, appName: "Steps", command: [ownPath]).unregister()
            SolanaWalletAdapter.unregisterCallbackScheme(word)
            return "unregistered"
        case "recover":
            let found = try await manager.recover(from: [SidekeyWallet(context)])
            return "recovered \(found.connected.map(\.publicKey.description).joined(separator: ","))"
        case "connect": return "connected \(try await manager.connect(SidekeyWallet(context)).publicKey)"
        case "browse":
            try await SidekeyWallet(context).browse(word)
            return "opened"
        default: break
        }
        guard let wallet = await manager.connected.first else { return "not connected" }
        switch step {
        case "message": return "signature \(try await wallet.signMessage(Array(word.utf8)))"
        case "sign": return "transaction \(text(try await wallet.signTransaction(transaction(word))))"
        case "all":
            let asked = try word.split(separator: ",").map { try transaction(String($0)) }
            return "transactions \(try await wallet.signAllTransactions(asked).map(text).joined(separator: ","))"
        case "send": return "signature \(try await wallet.signAndSendTransaction(transaction(word)))"
        case "disconnect":
            try await manager.disconnect(wallet)
            return "disconnected"
        default: return "no such step"
        }
    }

    /// Makes a scheme this program's at the desktop, and hands on what comes by it.
    private static func answerBy(scheme: String) async throws -> String {
        let pipe = LinkPipe(path: (getenv("HOME").map { String(cString: $0) } ?? "") + "/links")
        try await CallbackScheme(scheme, appName: "Steps", command: [ownPath, "--deliver", pipe.path]).register()
        try SolanaWalletAdapter.registerCallbackScheme(scheme)
        pipe.handOn()
        return "registered"
    }

    private static func transaction(_ text: String) throws -> Transaction {
        try Transaction(decoding: Base58.decode(text))
    }

    private static func text(_ transaction: Transaction) -> String { Base58.encode(transaction.encoded()) }

    private static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static var ownPath: String {
        guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { free(path) }
        return String(cString: path)
    }
}
