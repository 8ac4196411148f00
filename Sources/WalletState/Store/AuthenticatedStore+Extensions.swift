import JSONRPC
import WalletRuntime

/// Granting and taking back what other extensions may do.
extension AuthenticatedStore {
    /// What an extension was granted; nil where it is nothing, or nothing is verified yet.
    func grant(of id: ExtensionID) -> ExtensionGrant? { extensions?[id] }

    /// Everything that was granted, by id. Before the first unlock what the database claims.
    func extensionGrants() throws(RPCError) -> [ExtensionGrant] {
        guard let extensions else { return try claimedExtensions() }
        return extensions.values.sorted {
            $0.id.description.utf8.lexicographicallyPrecedes($1.id.description.utf8)
        }
    }

    /// Grants, beside what was granted before.
    ///
    /// - Throws: 4101 before the first unlock; -32002 (`too-many-pending`) beyond ``ExtensionGrant/maximumCount``; -32603 (`storage`).
    func grant(_ next: ExtensionGrant, entry: ActivityEntry) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in
            guard contents.extensions[next.id] != nil || contents.extensions.count < ExtensionGrant.maximumCount else {
                throw RPCError(.tooManyPending, .tooManyPending, "100 extensions can be allowed at most")
            }
            contents.extensions[next.id] = next
        }
    }

    func revoke(_ id: ExtensionID, entry: ActivityEntry) throws(RPCError) {
        try change(entry: entry) { contents throws(RPCError) in contents.extensions[id] = nil }
    }
}
