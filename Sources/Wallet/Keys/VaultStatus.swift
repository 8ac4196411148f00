import JSONRPC
import SolanaTransactions
import WalletKeys

/// The vault and its session as surfaces are told of them.
struct VaultStatus: Sendable {
    enum State: String, Sendable {
        case none
        case locked
        case unlocked
        /// There is a file, and it isn't what the wallet wrote.
        case damaged
    }

    let state: State
    let isUnattended: Bool
    let accounts: [VaultAccount]
    let remaining: Duration?
    /// Why the vault can't be opened; nil where it can.
    let fault: VaultFault?

    init(_ status: SessionStatus) {
        switch status.state {
        case .none: state = .none
        case .locked: state = .locked
        case .unlocked: state = .unlocked
        }
        isUnattended = status.isUnattended
        accounts = status.accounts
        remaining = status.remaining
        fault = nil
    }

    /// That of a vault which can't be opened.
    init(_ fault: VaultFault) {
        self.fault = fault
        state = .damaged
        isUnattended = false
        accounts = []
        remaining = nil
    }
}

extension VaultAccount {
    var json: JSON {
        [
            "publicKey": .string(publicKey.description), "label": .string(label), "path": .string(path.description),
            "hidden": .bool(isHidden), "imported": .bool(path == .none),
        ]
    }
}
