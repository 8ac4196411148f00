public import JSONRPC
public import Localization

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
        case "lamports-out": counted(.effectLamportsOut) + towards(.effectTo)
        case "lamports-in": counted(.effectLamportsIn) + towards(.effectFrom)
        case "tokens-out": counted(.effectTokensOut) + towards(.effectTo) + mint
        case "tokens-in": counted(.effectTokensIn) + towards(.effectFrom) + mint
        case "created": words(.effectCreated, value: value)
        case "closed": words(.effectClosed, value: value) + towards(.effectFavour)
        case "owner": words(.effectOwner, value: value)
        case "authority":
            words(word("after") == nil ? .effectAuthorityEnded : .effectAuthority, value: value)
        case "delegate":
            if word("after") != nil { counted(.effectDelegate) + mint } else { words(.effectUndelegated, value: value) }
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

    private func counted(_ key: CountedKey) -> String {
        words(key, word("amount") ?? words(.amountSome), value: value)
    }

    private var mint: String { word("mint").map { words(.effectMint, ["mint": $0]) } ?? "" }

    private func towards(_ key: TextKey) -> String { word("counterpart").map { words(key, ["account": $0]) } ?? "" }

    private func word(_ name: String) -> String? { effect[name]?.text?.visible }
}
