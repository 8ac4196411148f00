import WalletKeys

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey-vault-steps FOLDER CHANGE`: makes one change to the vault in a folder, for a test that ends it in the middle.
@main enum VaultSteps {
    static func main() async {
        guard CommandLine.arguments.count == 3, let change = VaultChange(rawValue: CommandLine.arguments[2]) else {
            exit(64)
        }
        do throws(WalletKeyError) {
            try await change.make(in: CommandLine.arguments[1])
        } catch {
            let line = Array("sidekey-vault-steps: error: \(error)\n".utf8)
            _ = write(2, line, line.count)
            exit(1)
        }
    }
}
