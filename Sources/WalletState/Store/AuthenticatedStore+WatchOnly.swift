public import JSONRPC

/// Watch-only accounts are a member of the policy's text: its code covers them, so that no other program adds or renames one unseen, and they move
/// with it from one vault key to the next.
///
/// ```
/// "watchOnly": [{"address", "label", "hidden"}, ...]     in the order in which they were added; absent where there are none
/// ```
extension AuthenticatedContents {
    static let watchOnlyMember = "watchOnly"

    /// The JSON as it is written; nil if there is nothing to write, so that older records still match their code.
    var watchOnlyJSON: JSON? {
        guard !watchOnly.isEmpty else { return nil }
        return .array(
            watchOnly.map { account in
                [
                    "address": .string(JSONString(account.address)), "label": .string(JSONString(account.label)),
                    "hidden": .bool(account.isHidden),
                ]
            })
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func readWatchOnly(_ parameters: inout RPCParameters) throws(RPCError) {
        let damaged = RPCError(.internalError, .storage, "a stored value is damaged")
        for row in try parameters.optionalArray(Self.watchOnlyMember) ?? [] {
            guard let object = row.object else { throw damaged }
            var members = RPCParameters(object)
            let address = try members.string("address")
            let label = try members.string("label")
            let isHidden = try members.bool("hidden")
            try members.finish()
            guard !watchOnly.contains(where: { $0.address == address }) else { throw damaged }
            watchOnly.append(WatchOnlyAccount(address: address, label: label, isHidden: isHidden))
        }
    }

    /// Checks that nothing else has this label: one name for two addresses would have the user take one for the other.
    fileprivate func checkLabel(_ label: String, of address: String, besides taken: [String]) throws(RPCError) {
        let watched = watchOnly.filter { $0.address != address }.map(\.label)
        let named = contacts.values.filter { $0.address != address }.map(\.label)
        guard !(taken + watched + named).contains(where: { $0.lowercased() == label.lowercased() }) else {
            throw RPCError(.invalidInput, .accountExists, "an account or a contact has this label already")
        }
    }

    /// The first of `Watch-only 1`, `Watch-only 2` and so on that is free.
    fileprivate func freeWatchOnlyLabel(besides taken: [String]) -> String {
        let taken = Set((taken + watchOnly.map(\.label) + contacts.values.map(\.label)).map { $0.lowercased() })
        var number = 1
        while taken.contains("watch-only \(number)") { number += 1 }
        return "Watch-only \(number)"
    }
}

/// Adds, changes and removes watch-only accounts.
extension AuthenticatedStore {
    /// The watch-only accounts in the order in which they were added; none before the first unlock, when they are anybody's claim.
    public var watchOnly: [WatchOnlyAccount] { contents?.watchOnly ?? [] }

    /// Adds a watch-only account.
    ///
    /// - Parameters:
    ///   - label: The user's name for it; nil for one with a number.
    ///   - taken: The labels of the wallet's own accounts.
    /// - Throws: -32000 (`account-exists`) if the address is watched or the label taken, (`too-many-watched`) beyond
    ///   ``WatchOnlyAccount/maximumCount``; 4101 before the first unlock; -32603 (`storage`).
    public func watch(_ address: String, label: String?, besides taken: [String]) throws(RPCError) {
        try change(entry: ActivityEntry(.watchAdded, detail: address)) { contents throws(RPCError) in
            guard !contents.watchOnly.contains(where: { $0.address == address }) else {
                throw RPCError(.invalidInput, .accountExists, "this address is watched already")
            }
            guard contents.watchOnly.count < WatchOnlyAccount.maximumCount else {
                throw RPCError(.invalidInput, .tooManyWatched, "64 addresses can be watched at most")
            }
            if let label { try contents.checkLabel(label, of: address, besides: taken) }
            let free = contents.freeWatchOnlyLabel(besides: taken)
            contents.watchOnly.append(WatchOnlyAccount(address: address, label: label ?? free))
        }
    }

    /// Renames, hides or shows a watch-only account.
    ///
    /// - Throws: -32000 (`account-unknown`), (`account-exists`) if the label is taken; 4101 before the first unlock; -32603 (`storage`).
    public func changeWatchOnly(
        _ address: String, label: String?, isHidden: Bool?, besides taken: [String]
    ) throws(RPCError) {
        try change(entry: ActivityEntry(.watchChanged, detail: address)) { contents throws(RPCError) in
            guard let place = contents.watchOnly.firstIndex(where: { $0.address == address }) else {
                throw Self.notWatched
            }
            if let label {
                try contents.checkLabel(label, of: address, besides: taken)
                contents.watchOnly[place].label = label
            }
            if let isHidden { contents.watchOnly[place].isHidden = isHidden }
        }
    }

    /// Removes a watch-only account.
    ///
    /// - Throws: -32000 (`account-unknown`); 4101 before the first unlock; -32603 (`storage`).
    public func unwatch(_ address: String) throws(RPCError) {
        try change(entry: ActivityEntry(.watchRemoved, detail: address)) { contents throws(RPCError) in
            guard contents.watchOnly.contains(where: { $0.address == address }) else { throw Self.notWatched }
            contents.watchOnly.removeAll { $0.address == address }
        }
    }

    private static let notWatched = RPCError(.invalidInput, .accountUnknown, "this address isn't watched")
}
