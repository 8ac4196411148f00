import DisplayText
public import JSONRPC

/// Amounts in words: in the common unit if it is known, otherwise in the smallest units of a token.
///
/// ```
/// 0.5 SOL
/// 5 USDC                                      a token of the list, which its mint decides
/// “Mad Lads #123” (7xKX…gAsU)                 what there is one of; its name is its own claim
/// 5 “USDX” (CdHZ…9wQe)                        the symbol is the token's own claim, so that its mint stands with it
/// 5 of the token CdHZ…9wQe
/// 5000000 of the smallest unit of CdHZ…9wQe   where nobody says how many decimals it has
/// ```
///
/// Digits are grouped as the language groups them.
struct AmountWording {
    let words: Phrasebook

    /// Lamports in SOL; a text that is no number stays the same.
    func sol(_ lamports: String) -> String {
        UInt64(lamports).map(words.sol) ?? lamports.visible
    }

    /// - Parameter token: A flow, an effect, or parameters of a finding, with `mint`, `decimals`, `symbol` and `name` as far as they are
    ///   known.
    func tokens(_ units: String, of token: JSON?) -> String {
        let mint = token?["mint"]?.text.map { Self.shortened($0.visible) }
        guard let decimals = token?["decimals"]?.int.flatMap({ UInt8(exactly: $0) }), let count = UInt64(units) else {
            let written = UInt64(units).map { words.language.written(DecimalAmount(units: $0, decimals: 0)) }
            let amount: KeyValuePairs = ["amount": written ?? units.visible, "mint": mint ?? ""]
            return words(mint == nil ? .amountSmallestOfSome : .amountSmallest, amount)
        }
        let amount = words.language.written(DecimalAmount(units: count, decimals: decimals))
        if let known = token?["known"]?.text {
            return known == "SOL" ? words(.amountWrapped, ["amount": amount]) : "\(amount) \(known.visible)"
        }
        guard let mint else { return words(.amountOfSome, ["amount": amount]) }
        if let name = token?["name"]?.text, !name.isEmpty, decimals == 0, count == 1 {
            return "\(QuotedText.inline(name, most: 32)) (\(mint))"
        }
        guard let symbol = token?["symbol"]?.text, !symbol.isEmpty else {
            return words(.amountOfToken, ["amount": amount, "mint": mint])
        }
        return "\(amount) \(QuotedText.inline(symbol, most: 16)) (\(mint))"
    }

    /// The first and last characters of an address, for use beside a name or an amount; it is shown whole where it is
    /// used.
    static func shortened(_ address: String) -> String {
        address.count > 12 ? "\(address.prefix(4))…\(address.suffix(4))" : address
    }
}

extension Phrasebook {
    /// Lamports in SOL, as the language writes them.
    public func sol(_ lamports: UInt64) -> String { "\(language.written(.sol(lamports))) SOL" }

    /// Tokens as the language writes them; in smallest units with the mint where they stand on no list.
    ///
    /// - Parameter known: The symbol and the decimals from the list of known tokens.
    public func tokens(_ units: UInt64, of mint: String, known: (symbol: String, decimals: UInt8)?) -> String {
        var token: JSONObject = ["mint": .string(JSONString(mint))]
        token["known"] = known.map { .string(JSONString($0.symbol)) }
        token["decimals"] = known.map { .number(JSONNumber(Int($0.decimals))) }
        return tokens(units, of: .object(token))
    }

    /// Tokens as the language writes them.
    ///
    /// - Parameter token: A change of a review, with `mint`, `decimals`, `symbol` and `known` as far as they are known.
    public func tokens(_ units: UInt64, of token: JSON) -> String {
        AmountWording(words: self).tokens("\(units)", of: token)
    }

    /// Hundredths of a percent as a percentage: `0.5%`, in Turkish `%0,5`.
    public func percent(_ hundredths: UInt64) -> String {
        let number = language.written(DecimalAmount(units: hundredths, decimals: 2))
        return language == .turkish ? "%\(number)" : "\(number)%"
    }
}

/// Addresses with the names for them: the user's for accounts and contacts, those by which the user pays them, and those that strangers chose.
struct AddressWording {
    private let names: [String: Name]
    private let words: Phrasebook

    /// - Parameter names: The names from the answer of `approvals.get`.
    init(_ names: JSON?, in words: Phrasebook) {
        self.words = words
        self.names = (names?.array ?? []).reduce(into: [:]) { names, name in
            guard let address = name["address"]?.text, let label = name["label"]?.text else { return }
            names[address] = Name(
                label: label, kind: name["kind"]?.text, resolved: name["name"]?.text, like: name["like"]?["name"]?.text)
        }
    }

    private struct Name {
        let label: String
        let kind: String?
        /// The `.sol` or `.sns` name of a contact.
        let resolved: String?
        /// The name of another address that a stranger's could be taken for.
        let like: String?

        /// True if the address chose it for itself.
        var isClaim: Bool { kind == "claim" }
    }

    /// A label in quotation marks, and the name beside it.
    private func quoted(_ name: Name) -> String {
        let label = QuotedText.inline(name.label, most: 64)
        guard let resolved = name.resolved else { return label }
        return words(.contactNamed, ["label": label, "name": QuotedText.inline(resolved, most: 64)])
    }

    /// The ends of an address, behind its name if it has one: `“Ana” (B5k9…Y7FC)`. What a stranger chose stands beside the whole address alone.
    func short(_ address: String) -> String {
        let ends = AmountWording.shortened(address.visible)
        return names[address].flatMap { $0.isClaim ? nil : $0 }.map { "\(quoted($0)) (\(ends))" } ?? ends
    }

    /// The whole address with nothing hidden in it, and its name if it has one.
    func named(_ address: String) -> String {
        guard let name = names[address] else { return address.visible }
        let key: TextKey =
            switch name.kind {
            case "account": .addressOwn
            case "name": .addressName
            case "claim": name.like == nil ? .addressClaim : .addressClaimLike
            default: .addressContact
            }
        var values: [String: String] = ["account": address.visible, "label": quoted(name)]
        values["known"] = name.like.map { QuotedText.inline($0, most: 64) }
        return words(key) { values[$0] }
    }
}

/// The nodes' statements about a transaction in words, always with their source and their time.
struct ChainWording {
    private let chain: JSON?
    private let words: Phrasebook

    /// - Parameter chain: The member of a review's item, if it has one.
    init(_ chain: JSON?, in words: Phrasebook) {
        self.chain = chain
        self.words = words
    }

    var lines: [String] {
        guard let chain else { return [] }
        var lines: [String] = []
        if let simulation = chain["simulation"], let outcome = outcome(of: simulation) { lines.append(outcome) }
        for table in chain["lookupTables"]?.array ?? [] where table["node"] != nil {
            let name = table["account"]?.text?.visible ?? "?"
            if let second = table["second"] {
                let sources: KeyValuePairs = ["account": name, "source": source(table), "second": source(second)]
                lines.append(words(.chainTableOfTwo, sources))
            } else {
                lines.append(words(.chainTableOfOne, ["account": name, "source": source(table)]))
            }
        }
        return lines
    }

    private func outcome(of simulation: JSON) -> String? {
        let key: TextKey
        switch simulation["outcome"]?.text {
        case "succeeded": key = .chainSucceeded
        case "failed": key = .chainFailed
        case "impossible": key = .chainImpossible
        default: return nil
        }
        // Why is the node's to say, in its own words.
        let reason = simulation["reason"]?.text.map { QuotedText.inline($0) } ?? "?"
        return words(key, ["reason": reason, "source": source(simulation)])
    }

    private func source(_ said: JSON) -> String {
        words(
            .chainSource,
            ["node": said["node"]?.text?.visible ?? "?", "slot": said["slot"]?.text?.visible ?? "?"])
    }
}

/// The changes that a transaction makes, in words: one line for each effect.
public struct EffectWording: Sendable {
    private let effect: JSON
    private let words: Phrasebook

    /// - Parameter effect: An effect as docs/protocol.md lists it.
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
        case "role": effect["role"]?.text.map(words.role) ?? words(.effectControl)
        case "before": word("before").map { words(.effectBefore, ["account": $0]) } ?? ""
        default: word(name)
        }
    }

    private func moved(_ key: TextKey) -> String {
        words(key) { name in name == "amount" ? amount : value(name) }
    }

    /// The amount that moves, in the common unit; "some" if the chain decides the amount.
    private var amount: String {
        let isSOL = effect["kind"]?.text?.hasPrefix("lamports") == true
        guard let units = effect["amount"]?.text else { return words(isSOL ? .amountSomeSOL : .amountSomeTokens) }
        return isSOL ? AmountWording(words: words).sol(units) : AmountWording(words: words).tokens(units, of: effect)
    }

    private var mint: String { word("mint").map { words(.effectMint, ["mint": $0]) } ?? "" }

    private func towards(_ key: TextKey) -> String { word("counterpart").map { words(key, ["account": $0]) } ?? "" }

    private func word(_ name: String) -> String? { effect[name]?.text?.visible }
}

extension Language {
    /// An amount with the language's decimal sign, its digits in groups of three: `1,234.5`, or `1.234,5` (CLDR).
    func written(_ amount: DecimalAmount) -> String {
        let (group, point) = self == .english ? (",", ".") : (".", ",")
        let parts = amount.description.split(separator: ".").map(Array.init)
        var whole = ""
        for (index, digit) in (parts.first ?? []).enumerated() {
            if index > 0, ((parts.first?.count ?? 0) - index) % 3 == 0 { whole += group }
            whole.append(digit)
        }
        return parts.count == 2 ? whole + point + String(parts[1]) : whole
    }
}

extension String {
    var visible: String { VisibleText.spellingOut(self, keepingLines: false) }
}
