public import JSONRPC

/// What a transaction changes, in words: one line an effect.
public struct EffectWording: Sendable {
    private let effect: JSON
    private let words: Phrasebook

    /// - Parameter effect: As docs/protocol.md lists it.
    public init(_ effect: JSON, in words: Phrasebook) {
        self.effect = effect
        self.words = words
    }

    public var line: String {
        switch effect["kind"]?.text {
        case "lamports-out": moved(.effectOut) + towards(.effectTo)
        case "lamports-in": moved(.effectIn) + towards(.effectFrom)
        case "tokens-out": moved(.effectOut) + towards(.effectTo) + mint
        case "tokens-in": moved(.effectIn) + towards(.effectFrom) + mint
        case "created": words(.effectCreated, value: value)
        case "closed": words(.effectClosed, value: value) + towards(.effectFavour)
        case "owner": words(.effectOwner, value: value)
        case "authority":
            words(word("after") == nil ? .effectAuthorityEnded : .effectAuthority, value: value)
        case "delegate":
            if word("after") != nil { moved(.effectDelegate) + mint } else { words(.effectUndelegated, value: value) }
        case "frozen": words(.effectFrozen, value: value)
        case "thawed": words(.effectThawed, value: value)
        case "written": words(.effectWritten, value: value)
        case "code": words(.effectCode, value: value)
        default: "\(word("kind") ?? "?"): \(word("account") ?? "?")"
        }
    }

    private func value(_ name: String) -> String? {
        switch name {
        case "to": word("after")
        case "role": word("role") ?? words(.effectControl)
        case "before": word("before").map { words(.effectBefore, ["account": $0]) } ?? ""
        default: word(name)
        }
    }

    private func moved(_ key: TextKey) -> String {
        words(key) { name in name == "amount" ? amount : value(name) }
    }

    /// The amount that moves, in the unit that people use; "some" where the chain decides how much.
    private var amount: String {
        let isSOL = effect["kind"]?.text?.hasPrefix("lamports") == true
        guard let units = effect["amount"]?.text else { return words(isSOL ? .amountSomeSOL : .amountSomeTokens) }
        return isSOL ? AmountWording.sol(units) : AmountWording(words: words).tokens(units, of: effect)
    }

    private var mint: String { word("mint").map { words(.effectMint, ["mint": $0]) } ?? "" }

    private func towards(_ key: TextKey) -> String { word("counterpart").map { words(key, ["account": $0]) } ?? "" }

    private func word(_ name: String) -> String? { effect[name]?.text?.visible }
}
