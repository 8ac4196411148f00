/// Whether an account is there, and what it is.
public enum AccountState: Hashable, Sendable {
    /// Nobody has ever sent anything there, or it was emptied.
    case absent
    /// It is there, and this is what it is.
    case present(ChainAccount)

    var account: ChainAccount? {
        switch self {
        case .absent: nil
        case .present(let account): account
        }
    }
}
