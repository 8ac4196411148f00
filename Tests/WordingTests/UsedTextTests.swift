import Foundation
import Testing
import Wording

/// Every text is said somewhere: one that isn't would be translated for nobody.
@Suite struct UsedTextTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The texts of the sources outside the tables.
    private static func sources() throws -> String {
        let folder = top.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", !file.path.contains("/Sources/Wording/Texts/") else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }

    @Test func `every text is used`() throws {
        let sources = try Self.sources()
        // What mends a finding of `doctor` is found by the finding.
        let used = Set(sources.matches(of: /\.([a-z][A-Za-z0-9_]*)/).map { String($0.output.1) })
            .union(TextKey.allCases.compactMap { $0.fix?.name })
        #expect(used.count > 500)
        // Found by their names, from what a review says: see `FindingWording`.
        let rules = try Self.rules()
        let review = try ["Sources/TransactionReview", "Sources/ReviewJSON"].map { path in
            try Self.text(of: path)
        }.joined()
        let openings = try ["Sources/Wallet/Keys", "Sources/sidekey/Commands/Vault"].map { path in
            try Self.text(of: path)
        }.joined()
        let signers = try Self.text(of: "Sources/WalletKeys/Vault")
        let closings = try Self.text(of: "Sources/SolanaTransactions/Accounts")
        for key in TextKey.allCases.map(\.name) + CountedKey.allCases.map(\.rawValue) where !used.contains(key) {
            let parts = key.split(separator: "_", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "finding": #expect(rules.contains("\n| \(parts[1].prefix(3)) |"), "\(key)")
            case "level": #expect(rules.contains("| `\(parts[1])` |"), "\(key)")
            case "kind", "reason":
                #expect(review.contains("\"\(parts[1].replacing("_", with: " "))\""), "\(key)")
            case "closing":
                let name = parts[1].replacing("_", with: "-")
                #expect(closings.contains("\"\(name)\"") || closings.contains("case \(name)\n"), "\(key)")
            // The parts and powers are held by `PartWordingTests`.
            case "opening", "openingMeans":
                let kind = parts[1].replacing("_", with: "-")
                // What stands behind them on the list, by the kind of the account's signer.
                let isSigner = signers.contains("    case \(kind)\n") || signers.contains(" = \"\(kind)\"\n")
                #expect(openings.contains("\"\(kind)\"") || isSigner, "\(key)")
            case "refusal", "entry", "network", "part", "role", "surface", "updateHow": break
            default: Issue.record("\(key) is used nowhere")
            }
        }
    }

    /// The names of a family, without its own.
    private static func family(_ name: String) -> [String] {
        TextKey.allCases.map(\.name).filter { $0.hasPrefix("\(name)_") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    /// Found by what the agent says: see `Phrasebook.refusal` and `Phrasebook.entry`.
    @Test func `every reason and every kind of entry that has a text is one of the agent's`() throws {
        let reasons = try Self.text(of: "Sources/JSONRPC")
        let refusals = Self.family("refusal").filter { $0 != "other" }
        #expect(refusals.count > 50)
        for name in refusals {
            let reason = name.replacing("_", with: "-")
            #expect(reasons.contains("RPCReason(rawValue: \"\(reason)\")"), "\(reason)")
        }
        let entries = try Self.text(of: "Sources/WalletState/Database")
        let kinds = try #require(entries.firstMatch(of: /enum Kind: String[^{]*\{([^}]*)\}/)).output.1
        let known = kinds.matches(of: /(?m)^ *case (\w+)(?: = "([a-z-]+)")?/).map {
            String($0.output.2 ?? $0.output.1).replacing("-", with: "_")
        }
        #expect(known.count > 20)
        #expect(Set(known) == Set(Self.family("entry")))
    }

    /// What a person reads comes out of the tables: a literal with words in it is a text that one language alone has.
    @Test func `the command line holds no text of its own`() throws {
        // Names, which are the same everywhere, and what the parser of the command line is told.
        let allowed = try Regex(
            #"Google Chrome|Microsoft Edge|Opera \(not tested\)|Secure Preferences|^sidekey: \x01|^\n *sidekey send |^sidekey policy limit --site |^\.TH SIDEKEY |^LC_ALL, |^flatpak run $|^Exec=\x01 open-url$|^sidekey \x01$|^\[Default Applications\]$|^\[Session Bus Policy\]$|^\x01 min$"#
        )
        let folder = Self.top.appending(path: "Sources/sidekey")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            for text in SwiftLiterals.texts(in: try String(contentsOf: file, encoding: .utf8)) {
                count += 1
                guard text.firstMatch(of: allowed) == nil else { continue }
                let isText =
                    text.contains(
                        /[A-Za-z]{2,}[,.;:]? [A-Za-z]{2,}|[a-z]{3,}:? ?\\n|[a-z]{3,}: |\x01 [a-z]{3,}|[a-z]{3,} \x01/)
                #expect(!isText, "\(file.lastPathComponent): \(text)")
            }
        }
        #expect(count > 500)
    }

    /// The other way round: a rule without a sentence would be named by its number.
    @Test func `every rule has a text`() throws {
        let numbers = try Self.rules().matches(of: /(?m)^\| ([RM]\d\d) \|/).map { String($0.output.1) }
        #expect(numbers.count > 50)
        // What is refused before anybody sees it.
        for number in numbers where !["M03", "M04"].contains(number) {
            let key = "finding_\(number)"
            #expect(TextKey(named: key) != nil || CountedKey(rawValue: key) != nil, "\(number)")
        }
    }

    /// The tables of all rules: transactions' and messages'.
    private static func rules() throws -> String {
        try ["docs/rules.md", "docs/protocol.md"].map {
            try String(contentsOf: top.appending(path: $0), encoding: .utf8)
        }.joined()
    }

    private static func text(of path: String) throws -> String {
        let files = FileManager.default.enumerator(at: top.appending(path: path), includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }
}
