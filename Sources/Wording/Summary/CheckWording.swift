import DisplayText
import JSONRPC

/// The checks of an instruction of Lighthouse in words, a sentence each.
struct CheckWording {
    private let check: JSON
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameter check: A check as docs/protocol.md lists it.
    init(_ check: JSON, _ names: AddressWording, in words: Phrasebook) {
        self.check = check
        self.names = names
        self.words = words
    }

    var sentence: String {
        let kind = check["kind"]?.text ?? ""
        if let key = Self.compared[kind], let condition {
            return words(key, ["account": account ?? "?", "condition": condition])
        }
        guard let account else { return words(Self.times.contains(kind) ? .checkClock : plain(kind)) }
        return words(plain(kind), ["account": account])
    }

    private var account: String? { check["account"]?.text.map(names.named) }

    /// The sentence without a condition.
    private func plain(_ kind: String) -> TextKey {
        if let key = Self.plain[kind] { return key }
        return account == nil ? .checkSomething : .checkAccount
    }

    /// What the value has to be; nil if nothing is compared, or in a way that has no words.
    private var condition: String? {
        switch (check["comparison"]?.text, value) {
        case ("Equal", let value?): words(.checkExactly, ["value": value])
        case ("NotEqual", let value?): words(.checkAnythingBut, ["value": value])
        case ("GreaterThan", let value?): words(.checkMoreThan, ["value": value])
        case ("LessThan", let value?): words(.checkLessThan, ["value": value])
        case ("GreaterThanOrEqual", let value?): words(.changeAtLeast, ["amount": value])
        case ("LessThanOrEqual", let value?): words(.changeAtMost, ["amount": value])
        default: nil
        }
    }

    private var value: String? {
        guard let value = check["value"]?.text else { return nil }
        if value == "none" { return words(.checkNobody) }
        switch check["kind"]?.text {
        case "lamports", "stakeAmount": return AmountWording(words: words).sol(value)
        case "lamportsDelta":
            guard value.hasPrefix("-") else { return AmountWording(words: words).sol(value) }
            return "−\(AmountWording(words: words).sol(String(value.dropFirst())))"
        case "tokenAmount", "tokenDelegated":
            return AmountWording(words: words).tokens(value, of: check["mint"] == nil ? nil : check)
        default: return names.named(value)
        }
    }

    private static let times: Set<String> = ["slot", "epoch", "time"]

    /// The sentences with a condition.
    private static let compared: [String: TextKey] = [
        "lamports": .checkLamports, "size": .checkSize, "owner": .checkOwner, "tokenMint": .checkTokenMint,
        "tokenOwner": .checkTokenOwner, "tokenAmount": .checkTokenAmount, "tokenDelegate": .checkTokenDelegate,
        "tokenDelegated": .checkTokenDelegated, "tokenCloser": .checkTokenCloser,
        "mintAuthority": .checkMintAuthority, "mintSupply": .checkMintSupply, "mintDecimals": .checkMintDecimals,
        "mintFreezer": .checkMintFreezer, "stakeStaker": .checkStakeStaker,
        "stakeWithdrawer": .checkStakeWithdrawer, "stakeVote": .checkStakeVote, "stakeAmount": .checkStakeAmount,
        "programAuthority": .checkProgramAuthority, "slot": .checkSlot, "epoch": .checkEpoch, "time": .checkTime,
        "lamportsDelta": .checkLamportsDelta,
    ]

    /// The sentences without one.
    private static let plain: [String: TextKey] = [
        "contents": .checkContents, "tokenState": .checkTokenState, "tokenDerived": .checkTokenDerived,
        "stake": .checkStake, "program": .checkProgram, "delta": .checkDelta, "lamportsDelta": .checkDelta,
        "note": .checkNote, "noteClosed": .checkNoteClosed,
    ]
}
