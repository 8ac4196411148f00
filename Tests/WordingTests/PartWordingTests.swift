import Foundation
import JSONRPC
import SolanaTransactions
import Testing
import Wording

/// The rows of an instruction are named in the reader's language, and what a program calls them is set apart.
@Suite struct PartWordingTests {
    /// Told as amounts, under texts of their own.
    private static let amounts: Set = ["lamports", "microLamports", "amount"]
    /// The machinery of zero-knowledge proofs, which has names in its program alone.
    private static func isOfProof(_ name: String) -> Bool {
        name.contains(/[pP]roofInstructionOffset$|ProofContext$|[dD]ecryptable|^auditorAmount/)
    }
    /// What isn't in an instruction: a transaction's own limits, and the kinds of a field of metadata.
    private static let elsewhere: Set = [
        "priorityFee", "computeUnitLimit", "loadedAccountsDataSizeLimit", "heapSize", "key",
    ]

    private static let names: Set<String> = {
        let names = ProgramSet.known.numberedLayouts.flatMap { _, layout in
            layout.accounts.map(\.name) + layout.fields.map(\.name)
        }
        return Set(names).filter { name in
            !amounts.contains(name) && !isOfProof(name)
        }
    }()

    /// The names that a family of texts has.
    private static func family(_ name: String) -> Set<String> {
        Set(
            TextKey.allCases.map(\.name).filter { $0.hasPrefix("\(name)_") }.map {
                String($0.dropFirst(name.count + 1))
            })
    }

    private func lines(_ name: String, _ value: String = "X", in words: Phrasebook = .english) -> [String] {
        let instruction: JSON = [
            "programName": "Its program", "name": "Act", "known": true,
            "fields": [["name": .string(JSONString(name)), "value": .string(JSONString(value))]],
        ]
        return ReviewSummary.transaction(["kind": "transaction", "instructions": [instruction]], in: words)
    }

    @Test func `every account and value of Solana's own programs has a name`() {
        #expect(Self.names.count > 100)
        #expect(Self.names.subtracting(Self.family("part")) == [])
        #expect(Self.family("part").subtracting(Self.names) == Self.elsewhere.subtracting(Self.names))
    }

    @Test func `every power of an authority has a name`() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let source = try String(
            contentsOf: top.appending(path: "Sources/TransactionReview/Effects/Effect.swift"), encoding: .utf8)
        let powers = try #require(source.firstMatch(of: /enum Power: String[^{]*\{([^}]*)\}/)).output.1
        let cases = powers.matches(of: /(?m)^ *case (.*)$/).flatMap {
            $0.output.1.split(separator: ", ").map(String.init)
        }
        #expect(cases.count > 20)
        #expect(Set(cases) == Self.family("role"))
    }

    @Test(
        arguments: [
            (.english, "new authority", "from", "mint authority over A is removed"),
            (.brazilianPortuguese, "autoridade nova", "de", "a autoridade de emissão sobre A deixa de existir"),
            (.greek, "νέος αρμόδιος", "από", "εξουσία έκδοσης στον A: καταργείται"),
            (.turkish, "yeni yetkili", "gönderen", "A üzerinde token basma yetkisi kaldırılıyor"),
        ] as [(Language, String, String, String)])
    func `a part is named in the reader's language`(
        language: Language, authority: String, from: String, ended: String
    ) {
        let words = Phrasebook(language)
        #expect(lines("newAuthority", in: words).contains("     \(authority): X"))
        #expect(lines("from", in: words).contains("     \(from): X"))
        let effect: JSON = ["kind": "authority", "account": "A", "role": "mintTokens"]
        #expect(EffectWording(effect, in: words).line == ended)
    }

    @Test func `a name that only its program knows stands between quotation marks`() {
        #expect(lines("poolState").contains("     “poolState”: X"))
        #expect(lines("to\u{202E}” Sidekey: safe").contains(#"     “to\u{202e}\u{201d} Sidekey: safe”: X"#))
        let effect: JSON = ["kind": "authority", "account": "A", "role": "vault"]
        #expect(EffectWording(effect, in: .english).line == "“vault” over A is removed")
    }
}
