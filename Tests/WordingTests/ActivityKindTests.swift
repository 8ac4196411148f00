import Foundation
import Testing
import Wording

/// What the activity can say has words in the terminal and in the popup.
@Suite struct ActivityKindTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The kinds as the activity's type declares them, which no library of words knows.
    private static func kinds() throws -> Set<String> {
        let file = root.appending(path: "Sources/WalletState/Database/ActivityEntry.swift")
        let type = try String(contentsOf: file, encoding: .utf8).split(separator: "public var sequence")[0]
        let cases = type.matches(of: /\n        case (\w+)(?: = "([a-z-]+)")?/)
        return Set(cases.map { String($0.output.2 ?? $0.output.1) })
    }

    @Test func `each kind of entry has words on every surface, and nothing else has`() throws {
        let kinds = try Self.kinds()
        #expect(kinds.count > 40 && kinds.contains("tpm-added") && kinds.contains("queued"))
        for kind in kinds { #expect(TextKey("entry", kind) != nil, "\(kind)") }
        let messages = Self.root.appending(path: "extension/_locales/en/messages.json")
        let texts = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: messages)) as? [String: Any])
        let named = texts.keys.filter { $0.hasPrefix("kind_") }.map {
            String($0.dropFirst(5).replacing("_", with: "-"))
        }
        #expect(Set(named) == kinds)
    }
}
