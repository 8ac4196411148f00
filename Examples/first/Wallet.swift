import ApprovalQueue
import FoundationEssentials
import Logging
import Salt
import Wallet
import WalletRuntime

let folder = FileManager.default.temporaryDirectory.appending(path: "sidekey-\(UUID().uuidString)")
try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(at: folder) }

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

let wallet = try await Wallet.open(
    folder: folder.path,
    identity: AgentIdentity(
        version: "1", protocolNumber: 1, home: nil, pid: ProcessInfo.processInfo.processIdentifier
    ) {},
    context: RuntimeContext(logger: Logger(label: "wallet") { _ in SwiftLogNoOpLogHandler() }))

// The phrase of BIP-39's test vectors: everybody has it. A program of yours draws one, or asks its user.
let phrase = String(repeating: "abandon ", count: 23) + "art"
try await wallet.createWallet(from: secret(phrase), passphrase: secret("correct horse battery"))
try await wallet.unlock(secret("correct horse battery"))

// The approval surface: here it reads, and says yes to messages alone.
await wallet.approvals.setApprovalHandler { request in
    print("asked for \(request.content.method)")
    return request.review.kind == .transactions ? .reject : .approve()
}

let dapp = await wallet.adapter(for: try Origin("https://dapp.example"))
for account in try await dapp.connect() { print("connected \(account.publicKey)") }
print(try await dapp.signMessage(Array("hello".utf8)).count)
await dapp.close()
await wallet.shutDown()
