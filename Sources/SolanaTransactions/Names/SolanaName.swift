import Salt

/// A name that stands for an address: `alice.sol`, `alice.sns` or `pay.alice.sns`.
///
/// The two endings are two namespaces, and one name can belong to two people: `.sol` is the Solana Record Service's, `.sns` the SPL Name Service's.
/// Neither is looked up in the place of the other. A name has one spelling: small letters, digits, `-` and `_`, 64 bytes at most.
package struct SolanaName: Hashable, Sendable {
    /// The registry that a name belongs to, by its ending.
    package enum Registry: String, Sendable, CaseIterable {
        /// The Solana Record Service.
        case sol
        /// The SPL Name Service.
        case sns
    }

    /// The reason a text isn't a name. Append-only.
    package enum Fault: String, Error, Sendable, CaseIterable {
        /// It doesn't end as a name does.
        case ending
        /// It has a capital letter, which would be another name on the chain.
        case capital
        /// It has a letter outside ASCII, which may look like another one.
        case foreign
        /// It has another character that names don't have, or an empty part.
        case character
        /// It is longer than 64 bytes.
        case length
        /// It has more parts than names of its ending have.
        case parts
    }

    /// The most bytes of a name, its ending among them.
    package static let maximumCount = 64

    package let registry: Registry
    /// The part before the ending: the `alice` of `pay.alice.sns`.
    package let label: String
    /// The part before that: the `pay` of `pay.alice.sns`; nil if there is none.
    package let subdomain: String?

    /// True if a text ends as a name does, whatever stands before.
    package static func isMeant(by text: String) -> Bool {
        Registry.allCases.contains { text.lowercased().hasSuffix("." + $0.rawValue) }
    }

    /// Reads a name in its one spelling.
    ///
    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.maximumCount else { throw .length }
        guard Self.isMeant(by: text) else { throw .ending }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "."):
                continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): throw .capital
            case 0x80...: throw .foreign
            default: throw .character
            }
        }
        var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .character }
        guard let registry = parts.popLast().flatMap(Registry.init(rawValue:)), let label = parts.popLast() else {
            throw .ending
        }
        // Records of the Record Service have no parent, so a second part would be a name of its own.
        guard parts.count <= (registry == .sns ? 1 : 0) else { throw .parts }
        self.registry = registry
        self.label = label
        subdomain = parts.first
    }

    /// The same name in the SPL Name Service, whose accounts `.sol` named until October 2026; nil for `.sns`.
    package var former: SolanaName? {
        registry == .sol ? try? SolanaName(label + "." + Registry.sns.rawValue) : nil
    }
}

extension SolanaName: CustomStringConvertible {
    package var description: String {
        [subdomain, label, registry.rawValue].compactMap { $0 }.joined(separator: ".")
    }
}

/// The accounts of the Solana Record Service, in which `.sol` stands.
///
/// Sources: `solana-record-service` (program and layout), `sns-sdk` (the class of `.sol`). The class belongs to a registrar that can move any record.
package enum RecordService {
    package static let program = PublicKey("srsWjm76StJucL7atFyPSdXFaVLNPFqEt1uFEDPrZsn")
    package static let registrar = PublicKey("soL7856gZrjQMSJMT33YDpfAuRYbetAbkZPuv7YeLht")
    /// The class of `.sol`: derived from the registrar's central state.
    package static let solClass = PublicKey("Dqc9TrYg1AZLEa6UkZUqCDrr9zsHQveo1szGTE1BTW5")

    /// SHA-256 of `name` and the label: the seed of the record.
    package static func seed(of label: String) -> [UInt8] {
        SaltHash.sha256(Array("name".utf8) + Array(label.utf8))
    }

    /// The record of a name.
    ///
    /// - Throws: ``SeedError``; no such label is known.
    package static func record(of label: String) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(
            seeds: [Array("record".utf8), solClass.bytes, seed(of: label)], programID: program
        ).address
    }

    /// The mint of the token that holds a record.
    package static func mint(of record: PublicKey) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(seeds: [Array("mint".utf8), record.bytes], programID: program).address
    }
}

/// The accounts of the SPL Name Service, in which `.sns` stands.
///
/// Sources: `spl-name-service`, `sns-sdk`.
package enum NameService {
    package static let program = PublicKey("namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX")
    /// The parent of every name without a subdomain. A constant: nothing derives it.
    package static let root = PublicKey("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx")
    package static let registrar = PublicKey("jCebN34bUfdeUYJT13J1yG16XWQpt5PDx6Mse9GUqhR")
    /// The class of accounts that tell the name of another account.
    package static let reverseClass = PublicKey("33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z")
    package static let tokenizer = PublicKey("nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk")
    package static let records = PublicKey("HP3D4D1ZCmohQGFVms2SS4LCANgJyksBf5s1F77FuFjZ")
    /// The class of records of the second version.
    package static let recordClass = PublicKey("2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo")
    /// The program in which an account says which name it goes by.
    package static let offers = PublicKey("85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29")

    /// The account of a text: SHA-256 of a fixed prefix and the text, then the class, then the parent.
    private static func account(
        _ text: String, class kind: PublicKey = PublicKey(), parent: PublicKey = PublicKey()
    ) throws(SeedError) -> PublicKey {
        let hash = SaltHash.sha256(Array("SPL Name Service".utf8) + Array(text.utf8))
        return try PublicKey.findProgramAddress(seeds: [hash, kind.bytes, parent.bytes], programID: program).address
    }

    /// The account of a label below the root.
    package static func domain(_ label: String) throws(SeedError) -> PublicKey { try account(label, parent: root) }

    /// The account of a label below another name's account.
    package static func subdomain(_ label: String, of domain: PublicKey) throws(SeedError) -> PublicKey {
        try account("\0" + label, parent: domain)
    }

    /// The account of a name, whatever its ending.
    package static func account(of name: SolanaName) throws(SeedError) -> PublicKey {
        let domain = try domain(name.label)
        guard let label = name.subdomain else { return domain }
        return try subdomain(label, of: domain)
    }

    /// The SOL record of the first version: an address, signed by the name's owner.
    package static func signedRecord(of account: PublicKey) throws(SeedError) -> PublicKey {
        try self.account("\u{1}SOL", parent: account)
    }

    /// The SOL record of the second version: an address, verified by the records program.
    package static func verifiedRecord(of account: PublicKey) throws(SeedError) -> PublicKey {
        try self.account("\u{2}SOL", class: recordClass, parent: account)
    }

    /// The account that tells the label of a name's account below the root.
    package static func reverse(of account: PublicKey) throws(SeedError) -> PublicKey {
        try self.account(account.base58, class: reverseClass)
    }

    /// The record that tells if a token holds the name.
    package static func tokenRecord(of account: PublicKey) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(seeds: [Array("nft_record".utf8), account.bytes], programID: tokenizer).address
    }

    /// The mint of the token that may hold the name.
    package static func mint(of account: PublicKey) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(seeds: [Array("tokenized_name".utf8), account.bytes], programID: tokenizer)
            .address
    }

    /// The account in which an address says which name it goes by.
    package static func primary(of address: PublicKey) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(seeds: [Array("favourite_domain".utf8), address.bytes], programID: offers)
            .address
    }
}
