import JSONRPC
import Screens
import SolanaTransactions
import WalletKeys
import Wording

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension RecoverySheet {
    /// The sheet of a wallet, in the words of its user. Hidden accounts are on it too: they hold money like any other.
    ///
    /// - Parameters:
    ///   - backup: The file in which a backup is; nil if none is known.
    ///   - phrases: The number of phrases that are to be on it.
    /// - Throws: -32603 if a code can't be made.
    init(_ accounts: [VaultAccount], backup: String?, phrases: Int, in words: Phrasebook) throws(RPCError) {
        var shown: [Account] = []
        for account in accounts.prefix(Self.maximumCount) {
            let code = try AddressCode(account.publicKey.description)
            let path: String
            switch account.path {
            case _ where account.signer == .ledger: path = words(.sheetOnDevice)
            case _ where account.signer == .hardwareToken: path = words(.sheetOnHardwareToken)
            case .none: path = words(.sheetImported)
            case .seed: path = "seed (solana-keygen)"
            default: path = account.path.description
            }
            shown.append(
                Account(label: account.label, path: path, address: code.text, size: code.size, modules: code.modules))
        }
        let rest = accounts.count - shown.count
        self.init(
            title: words(.sheetTitle), date: LocalDate.today,
            texts: [words(phrases == 0 ? .sheetSecretless : .sheetSecret)], stepsTitle: words(.sheetStepsTitle),
            steps: [
                words(.sheetStepInstall), words(.sheetStepBackup), words(.sheetStepWords), words(.sheetStepCompare),
            ],
            rows: [Row(name: words(.sheetBackup), value: backup ?? words(.sheetBackupMissing))],
            accountsTitle: words(.groupAccounts), accounts: shown,
            more: rest > 0 ? words(.countedSheetMore, rest) : "", wordsTitle: words(.sheetWordsTitle),
            wordsMeans: words(phrases == 0 ? .sheetWordsEmpty : .sheetWordsDrawn), phrases: phrases)
    }
}

/// The date where the user is.
enum LocalDate {
    /// Year, month and day, as a part of a file's name too.
    static var today: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }
}
