import Salt
import SolanaTransactions
import WalletKeys

/// The vault file and a backup: any bytes are one or a named damage, and each is written as it was read.
///
/// An input is the file without its checksum, which the target appends: no mutation would find one. It is also read as it is.
enum VaultFiles {
    static func check(_ input: [UInt8]) -> Interest {
        checkFile(input)
        checkFile(input + SaltHash.sha256(input))
        return .keep
    }

    private static func checkFile(_ file: [UInt8]) {
        if let backup = try? WalletBackup(decoding: file) {
            promise(backup.encoded() == file, "a backup is written as it was read")
        }
        let vault: Vault
        do throws(WalletKeyError) {
            vault = try Vault(decoding: file)
        } catch {
            switch error {
            case .vaultDamaged(let damage):
                promise((0...file.count).contains(damage.offset), "damage stands within the file")
            case .vaultUnsupported(let version):
                promise(version != Vault.format, "only another format isn't supported")
            default: promise(false, "a file that isn't a vault is damaged or of another format")
            }
            return
        }
        promise(vault.encoded() == file, "a vault is written as it was read")
        promise(file.count <= Vault.maximumCount, "a vault isn't larger than it may be")
        promise(vault.identifier.count == 16 && vault.generation > 0, "a vault has a name and a generation")
        promise(vault.accounts.count <= 1024, "a vault has no more accounts than it may have")
        promise(Set(vault.accounts.map(\.publicKey)).count == vault.accounts.count, "no account stands twice")
        for account in vault.accounts {
            promise(account.label.utf8.count <= VaultAccount.maximumLabelCount, "a label isn't longer than it may be")
        }
        var damaged = file
        for offset in stride(from: 0, to: file.count, by: max(1, file.count / 16)) {
            damaged[offset] ^= 1
            promise((try? Vault(decoding: damaged)) == nil, "a bit that turns over is noticed")
            damaged[offset] ^= 1
        }
    }
}
