import FoundationEssentials
import WalletRuntime
import WalletState

let folder = FileManager.default.temporaryDirectory.appending(path: "sidekey-\(UUID().uuidString)")
try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(at: folder) }

let database = try WalletDatabase(path: folder.appending(path: "wallet.sqlite").path)
let log = ActivityLog(database: database, wallClock: SystemWallClock())
try await log.append(ActivityEntry(.walletCreated))
try await log.append(ActivityEntry(.contactAdded, detail: "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg"))
for entry in try await log.entries(limit: 10) {
    print(entry.sequence, entry.kind, entry.detail ?? "-")
}

let verification = try await log.verify()
print(verification.entries, verification.firstBreak.map { "broken at \($0)" } ?? "whole")
database.close()
