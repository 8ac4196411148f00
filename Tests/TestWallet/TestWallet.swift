import Foundation
import Salt
import Wallet
import WalletKeys
import WalletState

/// `sidekey-test-wallet FOLDER PASSPHRASE-FILE PHRASE-FILE APPROVALS`: makes a wallet as `sidekey create` does for a script, but with a passphrase
/// whose tries take milliseconds, for the hundreds of wallets of the browsers' tests. The phrase is written to its file.
@main enum TestWallet {
    static func main() async throws {
        let arguments = CommandLine.arguments
        // As the agent has it: what it makes is nobody else's.
        umask(0o077)
        guard arguments.count == 5, let setting = ApprovalPolicy.Setting(rawValue: arguments[4]) else { exit(64) }
        let line = try Data(contentsOf: URL(filePath: arguments[2])).prefix { $0 != UInt8(ascii: "\n") }
        let passphrase = Array(line)
        let phrase = SeedPhrase.generate()
        try phrase.withText { Data($0) }.write(to: URL(filePath: arguments[3]))

        let lock = SessionLock(file: VaultFile(folder: arguments[1]), cost: .minimum)
        try await lock.create(phrase: phrase, passphrase: SecretBytes(copying: passphrase), unattended: true)
        try await Wallet.beginRecords(
            in: arguments[1], lock: lock, passphrase: passphrase, policy: ApprovalPolicy(setting: setting))
    }
}
