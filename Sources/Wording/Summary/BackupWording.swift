/// The parts of a backup beside the keys, in the order in which they are told. The names are those of `vault.backup` and `vault.inspect`.
public enum BackupPart: String, Sendable, CaseIterable {
    case contacts
    case limits
    case names
    case watchOnly
    case siteLists
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
        case .watchOnly: .countedBackupWatchOnly
        case .siteLists: .countedBackupSiteLists
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

    /// What a backup hasn't and the wallet has, one sentence each.
    ///
    /// - Parameters:
    ///   - isPartial: True if it holds the vault alone.
    ///   - activity: The lines of activity that it holds, and those that the wallet has.
    ///   - omitted: The number of entries of a part for which it had no room; nil where there are none.
    public func backupLacks(
        isPartial: Bool, activity: (held: Int, total: Int), omitted: (BackupPart) -> Int?
    ) -> [String] {
        var lacks = isPartial ? [self(.backupPartial)] : []
        for part in BackupPart.allCases {
            guard let count = omitted(part) else { continue }
            lacks.append(self(.backupOmits, ["what": self(part.key, count)]))
        }
        if activity.total > activity.held {
            lacks.append(self(.backupActivityPart, ["held": "\(activity.held)", "total": "\(activity.total)"]))
        }
        return lacks
    }
}
