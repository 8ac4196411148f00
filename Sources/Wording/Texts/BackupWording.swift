/// The parts of a backup beside the keys, in the order in which they are told. The names are those of `vault.backup` and `vault.inspect`.
public enum BackupPart: String, Sendable, CaseIterable {
    case contacts
    case limits
    case names
    case hidden
    case blocked
    case settings
    case nodes
    case outstanding
    case activity
    /// They are in the file, and a restore takes none.
    case budgets

    fileprivate var key: CountedKey {
        switch self {
        case .contacts: .countedBackupContacts
        case .limits: .countedBackupLimits
        case .names: .countedBackupNames
        case .hidden: .countedBackupHidden
        case .blocked: .countedBackupBlocked
        case .settings: .countedBackupSettings
        case .nodes: .countedBackupNodes
        case .outstanding: .countedBackupOutstanding
        case .activity: .countedBackupActivity
        case .budgets: .countedBackupBudgets
        }
    }
}

extension Phrasebook {
    /// What a backup holds, one line a part that isn't empty.
    ///
    /// - Parameter count: The number of entries of a part; nil where there are none.
    public func backup(accounts: Int, _ count: (BackupPart) -> Int?) -> [String] {
        let parts = BackupPart.allCases.compactMap { part -> String? in
            guard let count = count(part), count > 0 else { return nil }
            return self(part.key, count)
        }
        return [self(.countedAccounts, accounts)] + parts
    }
}
