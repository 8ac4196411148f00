/// The name of an instruction, read for whether it puts somebody else in charge.
///
/// Programs name their instructions `setAuthority`, `transferOwnership`, `updateUserDelegate`. An act comes first and what it changes after it; in
/// `adminSetFee` and `setFeeByAuthority` somebody in charge acts, and nobody else gets to be.
package struct HandoverName {
    private let words: [String]

    package init(_ name: String) {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
        }
        words.removeAll(where: \.isEmpty)
        // "setFeeRateByDelegatedFeeAuthority", "setTimeLockAsAuthority": who acts.
        self.words = Array(words.prefix { !["by", "as"].contains($0) })
    }

    /// True if the instruction changes who rules a program, an account or a group.
    package var changesRuler: Bool {
        hands(over: ["authority", "admin", "owner", "ownership"], by: Self.changes) || changesThreshold
    }

    /// True if the instruction gives somebody a power over something.
    package var givesPower: Bool {
        hands(
            over: ["authority", "admin", "owner", "ownership", "delegate", "delegated", "member", "manager"],
            by: Self.changes.union(["add", "assign", "approve"]))
            || words.first == "delegate" || words.starts(with: ["transfer", "to", "new", "account"])
    }

    private static let changes: Set<String> = [
        "set", "update", "change", "transfer", "accept", "propose", "complete", "initiate", "request",
    ]

    private func hands(over powers: Set<String>, by acts: Set<String>) -> Bool {
        // What takes a handover back hands nothing over.
        guard let first = words.first, !["cancel", "reset", "revoke", "remove", "delete"].contains(first),
            let act = words.firstIndex(where: acts.contains)
        else { return false }
        return words.indices.contains { place in
            guard powers.contains(words[place]) else { return false }
            let next = place + 1 < words.count ? words[place + 1] : nil
            // "setTokenOwnerRecordLock" changes a record.
            let ends = next.map { Self.endings.contains($0) || $0.hasPrefix("v") && Int($0.dropFirst()) != nil } ?? true
            return act < place && ends || next == "transfer"
        }
    }

    private static let endings: Set<String> = [
        "to", "and", "group", "signers", "checked", "wallet", "nft", "pubkey", "status", "authority",
    ]

    /// A number of signatures, and no other threshold.
    private var changesThreshold: Bool {
        guard words.contains("threshold"), words.contains(where: Self.changes.contains) else { return false }
        return words.count == 2 || !Set(words).isDisjoint(with: ["signature", "multisig", "signer", "signers"])
    }
}
