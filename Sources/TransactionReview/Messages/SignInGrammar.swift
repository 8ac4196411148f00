import DisplayText
import SolanaTransactions

/// The grammar of a sign-in's values (RFC 3986 for its characters).
enum SignInGrammar {
    static func isScheme(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Accepts a host and port, and before them the user that RFC 3986 allows and no origin has.
    static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { isUnreserved($0) || isSubdelimiter($0) || ":@[]%".utf8.contains($0) }
    }

    /// Accepts `scheme ":"`, followed only by characters that a URI may have.
    static func isURI(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
        return bytes.allSatisfy { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: "%") }
    }

    /// Accepts `reserved / unreserved / " "`.
    static func isStatement(_ text: String) -> Bool {
        text.utf8.allSatisfy { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: " ") }
    }

    static func isNonce(_ text: String) -> Bool {
        text.utf8.count >= 8 && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }

    /// Accepts `*pchar`.
    static func isRequestID(_ text: String) -> Bool {
        text.utf8.allSatisfy { isUnreserved($0) || isSubdelimiter($0) || ":@%".utf8.contains($0) }
    }

    static func isChainID(_ text: String) -> Bool {
        clusters.contains(text) || text.hasPrefix("solana:") && clusters.contains(String(text.dropFirst(7)))
    }

    /// Accepts 32 bytes in base58.
    static func isAddress(_ text: String) -> Bool {
        (try? PublicKey(base58: text)) != nil
    }

    /// True if the text has no hidden or deceptive characters, so that a malformed value is only unusual.
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
    /// The names of the values that violate the grammar, as they are labelled.
    ///
    /// `isUnusual` marks those that can deceive no one: statement, nonce and request ID with visible characters.
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

/// A point in time as internet protocols write it (RFC 3339, `date-time`).
///
/// ```
/// 2026-11-22T05:30:00Z     2026-11-22T05:30:00.123+01:00
/// ```
struct InternetTime: Hashable, Comparable, Sendable {
    /// The milliseconds since 1970-01-01T00:00:00Z; digits after the third decimal place of the seconds are dropped.
    let milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Parses the whole text; nil if it is no valid time.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.number(&rest, digits: 4), Self.take(&rest, "-"),
            let month = Self.number(&rest, digits: 2), Self.take(&rest, "-"),
            let day = Self.number(&rest, digits: 2), Self.take(&rest, "T") || Self.take(&rest, "t"),
            let hour = Self.number(&rest, digits: 2), Self.take(&rest, ":"),
            let minute = Self.number(&rest, digits: 2), Self.take(&rest, ":"),
            let second = Self.number(&rest, digits: 2)
        else { return nil }
        guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            // 60 is a leap second; it counts as the second after it.
            second <= 60, let fraction = Self.fraction(&rest), let offset = Self.offset(&rest), rest.isEmpty
        else { return nil }
        let days = Self.days(before: year, month, day)
        let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
        milliseconds = Int64(seconds) * 1000 + Int64(fraction)
    }

    static func < (one: InternetTime, other: InternetTime) -> Bool {
        one.milliseconds < other.milliseconds
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, head.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads the milliseconds of a fraction of a second, if there is one.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard take(&rest, ".") else { return 0 }
        let digits = rest.prefix(while: isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let three = Array(digits.prefix(3)) + [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count))
        return three.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads the number of minutes by which the clock is ahead of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take(&rest, "Z") || take(&rest, "z") { return 0 }
        let sign = take(&rest, "+") ? 1 : take(&rest, "-") ? -1 : 0
        guard sign != 0, let hours = number(&rest, digits: 2), take(&rest, ":"),
            let minutes = number(&rest, digits: 2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The days from 1970-01-01 in the Gregorian calendar. Years are counted from March, so that a leap day comes last.
    private static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
