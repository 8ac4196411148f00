import Salt
public import SolanaTransactions

/// The accounts in which programs publish their interfaces.
///
/// Source: `program/src/state/header.rs` of solana-program/program-metadata, `lang/src/idl.rs` of Anchor 0.31.
public enum InterfaceAccount: String, Hashable, Sendable, CaseIterable {
    /// The account of the Program Metadata program that only the program's own upgrade authority can make.
    case metadata = "program-metadata"
    /// The account of Anchor before 1.0. Whoever asked for it first writes it, so it is weaker evidence.
    case anchor

    /// The Program Metadata program.
    public static let metadataProgram = PublicKey("ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S")

    /// The most bytes of an account that are read: the header, and 512 KiB.
    public static let maximumCount = headerCount + maximumTextCount

    /// The address of a program's account, derived here: what the account says of itself is checked against it.
    ///
    /// - Returns: Nil if no address can be derived, which happens for no known program.
    public func address(of program: PublicKey) -> PublicKey? {
        switch self {
        case .metadata:
            try? PublicKey.findProgramAddress(seeds: [program.bytes, Self.seed], programID: Self.metadataProgram)
                .address
        case .anchor:
            (try? PublicKey.findProgramAddress(seeds: [], programID: program)).flatMap { base in
                try? PublicKey.createWithSeed(base: base.address, seed: "anchor:idl", owner: program)
            }
        }
    }

    /// True if an account's bytes begin as one of these do, so that they are worth keeping.
    public static func isLikely(_ data: ByteSlice, of owner: PublicKey) -> Bool {
        guard data.count <= maximumCount else { return false }
        return owner == metadataProgram ? data.count >= headerCount : data.starts(with: mark)
    }

    /// Takes the text out of an account's bytes.
    ///
    /// ```
    /// metadata: kind 1 | program 32 | authority 32 | mutable 1 | canonical 1 | seed 16 | encoding 1 | compression 1 | format 1 | source 1 |
    ///           length u32 | padding 5 | text
    /// anchor:   mark 8 | authority 32 | length u32 | text
    /// ```
    ///
    /// - Parameter owner: The program to which the account belongs.
    /// - Throws: ``InterfaceError``.
    func text(in data: ByteSlice, owner: PublicKey, of program: PublicKey) throws(InterfaceError) -> [UInt8] {
        switch self {
        case .metadata: try Self.metadata(data, owner, program)
        case .anchor: try Self.anchor(data, owner, program)
        }
    }

    private static func metadata(
        _ data: ByteSlice, _ owner: PublicKey, _ program: PublicKey
    ) throws(InterfaceError) -> [UInt8] {
        guard owner == metadataProgram else { throw InterfaceError(.owner) }
        guard data.count >= headerCount else { throw InterfaceError(.truncated, at: data.count) }
        guard data[0] == 2 else { throw InterfaceError(.kind, at: 0) }
        guard data.part(1..<33).elementsEqual(program.bytes) else { throw InterfaceError(.program, at: 1) }
        guard data[66] == 1 else { throw InterfaceError(.notCanonical, at: 66) }
        guard data.part(67..<83).elementsEqual(seed) else { throw InterfaceError(.seed, at: 67) }
        switch data[86] {
        case 0: break
        case 1: throw InterfaceError(.url, at: 86)
        case 2: throw InterfaceError(.external, at: 86)
        default: throw InterfaceError(.member, at: 86)
        }
        guard data[83] == 1 else { throw InterfaceError(.encoding, at: 83) }
        guard data[85] == 1 else { throw InterfaceError(.format, at: 85) }
        let text = try part(of: data, from: headerCount, lengthAt: 87)
        switch data[84] {
        case 0: return [UInt8](text)
        case 1: return try Inflation.inflate(text, .gzip)
        case 2: return try Inflation.inflate(text, .zlib)
        default: throw InterfaceError(.compression, at: 84)
        }
    }

    private static func anchor(
        _ data: ByteSlice, _ owner: PublicKey, _ program: PublicKey
    ) throws(InterfaceError) -> [UInt8] {
        guard owner == program else { throw InterfaceError(.owner) }
        guard data.count >= 44 else { throw InterfaceError(.truncated, at: data.count) }
        guard data.starts(with: mark) else { throw InterfaceError(.kind, at: 0) }
        return try Inflation.inflate(part(of: data, from: 44, lengthAt: 40), .zlib)
    }

    /// The text behind a header. What follows it is room that the account has and doesn't use.
    private static func part(
        of data: ByteSlice, from start: Int, lengthAt place: Int
    ) throws(InterfaceError) -> ByteSlice {
        let count = (0..<4).reduce(0) { $0 | Int(data[place + $1]) << (8 * $1) }
        guard count <= maximumTextCount else { throw InterfaceError(.compressedSize, at: place) }
        guard count <= data.count - start else { throw InterfaceError(.truncated, at: data.count) }
        return data.part(start..<start + count)
    }

    private static let headerCount = 96
    private static let maximumTextCount = 512 << 10
    /// `idl`, filled up with zeros.
    private static let seed: [UInt8] = Array("idl".utf8) + [UInt8](repeating: 0, count: 13)
    /// The first 8 bytes of SHA-256 of `internal:IdlAccount`.
    private static let mark: [UInt8] = [0x18, 0x46, 0x62, 0xbf, 0x3a, 0x90, 0x7b, 0x9e]
}
