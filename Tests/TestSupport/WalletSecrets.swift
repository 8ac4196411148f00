import Foundation

/// Everything secret of one wallet, worked out by `wallet_secrets.py` from its words, its passphrase and its vault.
public struct WalletSecrets: Sendable {
    public let phrase: String
    public let passphrase: String
    /// Keys, seeds and what lies between them, by their names.
    public private(set) var keys: [String: Hex]

    /// - Parameter folder: the wallet's, whose vault has the passphrase as its only way to unlock.
    public init(of folder: String, phrase: String, passphrase: String) throws {
        self.phrase = phrase
        self.passphrase = passphrase
        let output = try PythonScript("wallet_secrets.py").run(
            [folder], input: Data("\(passphrase)\n\(phrase)\n".utf8))
        keys = try JSONDecoder().decode([String: Hex].self, from: output)
    }

    /// Adds a key that isn't made from the phrase.
    public mutating func add(_ key: [UInt8], named name: String) { keys[name] = Hex(bytes: key) }

    /// Adds what another wallet, or this one at another time, keeps secret.
    public mutating func merge(_ other: WalletSecrets) {
        for (name, key) in other.keys where keys[name] != key { keys["\(name), later"] = key }
    }

    /// All of it as it may stand in memory.
    public var inMemory: [[UInt8]] {
        keys.values.map(\.bytes) + ProcessMemory.spellings(of: passphrase) + Self.wordsInMemory(phrase)
    }

    /// A phrase's words as they may stand in memory: wherever two of them meet, since each alone stands in the list of words that
    /// the programs hold, in UTF-8 and UTF-16, and all of them in base64.
    ///
    /// Where words of a language meet may stand in a program's own texts too: search one that was never told them, and count what
    /// stands there as the program's.
    public static func wordsInMemory(_ phrase: String) -> [[UInt8]] {
        let spellings = ProcessMemory.spellings(of: phrase)
        return meetings(spellings[0], perCharacter: 1) + meetings(spellings[1], perCharacter: 2) + spellings[2...]
    }

    /// The windows of 8 bytes with a space that isn't at their ends, but for those that the list of words has as well.
    private static func meetings(_ text: [UInt8], perCharacter size: Int) -> [[UInt8]] {
        text.indices.dropLast(7).map { Array(text[$0..<$0 + 8]) }.filter {
            $0[size..<8 - size].contains(UInt8(ascii: " ")) && !listedWindows.contains($0)
        }
    }

    private static let listedWindows: Set<[UInt8]> = {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let list = SystemFile.read(top.path + "/Sources/WalletKeys/Phrase/EnglishWords.swift") ?? []
        return Set(list.indices.dropLast(7).map { Array(list[$0..<$0 + 8]) })
    }()

    /// The names of the secrets that stand in payloads or files, in whatever spelling (`secret_search.py`).
    public func found(in payloads: [[UInt8]]) throws -> [String] {
        struct Search: Encodable {
            let payloads: [Hex]
            let secrets: [String: Hex]
            let phrase: [String]
        }
        var secrets = keys
        secrets["passphrase"] = Hex(bytes: Array(passphrase.utf8))
        let search = Search(
            payloads: payloads.map(Hex.init(bytes:)), secrets: secrets,
            phrase: phrase.split(separator: " ").map(String.init))
        let output = try PythonScript("secret_search.py").run(input: JSONEncoder().encode(search))
        return try JSONDecoder().decode([String].self, from: output)
    }
}
