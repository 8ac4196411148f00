import ApprovalQueue
import JSONRPC
import Logging
import Salt
import Wallet
import WalletRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey-embedded FOLDER`: a wallet inside a program, with an approval surface of its own.
@main enum Embedded {
    /// The phrase of BIP-39's test vectors: everybody has it.
    private static let phrase = String(repeating: "abandon ", count: 23) + "art"
    private static let passphrase = "correct horse battery staple"

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            say("usage: sidekey-embedded FOLDER")
            exit(EX_USAGE)
        }
        umask(0o077)
        let wallet = try await Wallet.open(
            folder: CommandLine.arguments[1],
            identity: AgentIdentity(version: "example", protocolNumber: 1, home: nil, pid: getpid()) {},
            context: RuntimeContext(logger: Logger(label: "wallet") { _ in SwiftLogNoOpLogHandler() }))
        do throws(RPCError) {
            try await wallet.createWallet(from: secret(phrase), passphrase: secret(passphrase))
            try await wallet.unlock(secret(passphrase))
            await wallet.approvals.setApprovalHandler { request in ask(request) }
            try await sign(by: wallet)
        } catch {
            say("refused \(error.code.rawValue) \(error.reason?.rawValue ?? "")")
        }
        await wallet.shutDown()
    }

    /// The dApp.
    private static func sign(by wallet: WalletService) async throws(RPCError) {
        let dapp = await wallet.adapter(for: try Origin("https://dapp.example"))
        for account in try await dapp.connect() { say("connected \(account.publicKey)") }
        let signature = try await dapp.signMessage(Array("Hello from a program".utf8))
        say("signed \(Base64.encode(signature))")
        await dapp.close()
    }

    /// The approval surface.
    private static func ask(_ request: ApprovalRequest) -> ApprovalAnswer {
        say("\(request.content.method) for \(request.content.page.origin)? [y/n] ", end: "")
        return readLine() == "y" ? .approve() : .reject
    }

    private static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

    /// Straight to the descriptor: a question without a line's end would wait in a buffer.
    private static func say(_ text: String, end: String = "\n") {
        let bytes = Array((text + end).utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
