import DisplayText
import SolanaTransactions

/// What the values of a sign-in are made of (RFC 3986 for its characters).
enum SignInGrammar {
    static func isScheme(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Host and port, with the user before them that RFC 3986 allows and no origin has.
    static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { isUnreserved($0) || isSubdelimiter($0) || ":@[]%".utf8.contains($0) }
    }

    /// `scheme ":"`, and then nothing that no URI has.
    static func isURI(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
        return bytes.allSatisfy { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: "%") }
    }

    /// `reserved / unreserved / " "`.
    static func isStatement(_ text: String) -> Bool {
        text.utf8.allSatisfy { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: " ") }
    }

    static func isNonce(_ text: String) -> Bool {
        text.utf8.count >= 8 && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }

    /// `*pchar`.
    static func isRequestID(_ text: String) -> Bool {
        text.utf8.allSatisfy { isUnreserved($0) || isSubdelimiter($0) || ":@%".utf8.contains($0) }
    }

    static func isChainID(_ text: String) -> Bool {
        clusters.contains(text) || text.hasPrefix("solana:") && clusters.contains(String(text.dropFirst(7)))
    }

    /// 32 bytes in base58.
    static func isAddress(_ text: String) -> Bool {
        (try? PublicKey(base58: text)) != nil
    }

    /// Whether nothing in the text hides or pretends: a value that is only unusual.
    static func isPlain(_ text: String) -> Bool {
        VisibleText.spellingOut(text, keepingLines: false) == text
    }

    private static let clusters: Set<String> = ["mainnet", "testnet", "devnet", "localnet"]

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
    }

    private static func isReserved(_ byte: UInt8) -> Bool {
        ":/?#[]@".utf8.contains(byte) || isSubdelimiter(byte)
    }

    private static func isSubdelimiter(_ byte: UInt8) -> Bool {
        "!$&'()*+,;=".utf8.contains(byte)
    }
}

extension SignInMessage {
    /// The names of the values that the grammar doesn't allow, as they are labelled.
    ///
    /// `isUnusual` are those by which nobody is fooled: statement, nonce and request id with visible characters.
    public var malformed: [(field: String, isUnusual: Bool)] {
        var found: [(field: String, isUnusual: Bool)] = []
        if !SignInGrammar.isAuthority(domain) { found.append(("Domain", false)) }
        if !SignInGrammar.isAddress(address) { found.append(("Address", false)) }
        if let statement, !SignInGrammar.isStatement(statement) {
            found.append(("Statement", SignInGrammar.isPlain(statement)))
        }
        for field in Field.allCases {
            guard let value = fields[field], !field.allows(value) else { continue }
            let mayDiffer = field == .nonce || field == .requestID
            found.append((field.rawValue, mayDiffer && SignInGrammar.isPlain(value) && !value.isEmpty))
        }
        if let resources, !resources.allSatisfy(SignInGrammar.isURI) { found.append(("Resources", false)) }
        return found
    }
}

extension SignInMessage.Field {
    fileprivate func allows(_ value: String) -> Bool {
        switch self {
        case .uri: SignInGrammar.isURI(value)
        case .version: value == "1"
        case .chainID: SignInGrammar.isChainID(value)
        case .nonce: SignInGrammar.isNonce(value)
        case .issuedAt, .expirationTime, .notBefore: InternetTime(value) != nil
        case .requestID: SignInGrammar.isRequestID(value)
        }
    }
}
