extension SignInMessage {
    /// Where a text stops being a sign-in.
    public struct GrammarError: Error, Hashable, Sendable {
        /// The line, counted from 1.
        public let line: Int
    }

    /// Reads the whole text by the lines of the grammar; what the values are made of is ``malformed``'s.
    ///
    /// - Throws: `GrammarError` with the first line that can't stand there.
    public init(parsing text: String) throws(GrammarError) {
        // By bytes: to Swift a carriage return and a line feed are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0) }
        var next = 0
        func peek() -> String? {
            // A carriage return, or another control character, makes a line that isn't what it looks like.
            guard next < lines.count, let line = lines[next] else { return nil }
            return line.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : line
        }
        guard let first = peek(), first.hasSuffix(Self.opening) else { throw GrammarError(line: 1) }
        let site = String(first.dropLast(Self.opening.count))
        next = 1
        guard let address = peek(), !address.isEmpty, !site.isEmpty else {
            throw GrammarError(line: site.isEmpty ? 1 : 2)
        }
        let (scheme, domain) = Self.parts(of: site)
        self.init(scheme: scheme, domain: domain, address: address)
        next = 2
        if next == lines.count { return }
        guard peek() == "", next + 1 < lines.count else { throw GrammarError(line: next + 1) }
        next = 3
        guard let line = peek(), !line.isEmpty else { throw GrammarError(line: next + 1) }
        if !Self.isField(line) {
            statement = line
            next = 4
            if next == lines.count { return }
            guard peek() == "", next + 1 < lines.count else { throw GrammarError(line: next + 1) }
            next = 5
            guard let line = peek(), Self.isField(line) else { throw GrammarError(line: next + 1) }
        }
        for field in Field.allCases {
            guard let line = peek(), line.hasPrefix("\(field.rawValue): ") else { continue }
            fields[field] = String(line.dropFirst(field.rawValue.count + 2))
            next += 1
        }
        if peek() == Self.resourcesLabel {
            next += 1
            var resources: [String] = []
            while let line = peek(), line.hasPrefix("- ") {
                resources.append(String(line.dropFirst(2)))
                next += 1
            }
            self.resources = resources
        }
        guard next == lines.count else { throw GrammarError(line: next + 1) }
    }

    private static func isField(_ line: String) -> Bool {
        line == resourcesLabel || Field.allCases.contains { line.hasPrefix("\($0.rawValue): ") }
    }

    /// A scheme, where one stands before the domain, and the domain.
    public static func parts(of site: String) -> (scheme: String?, domain: String) {
        let bytes = Array(site.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[(colon + 1)...].starts(with: "//".utf8), SignInGrammar.isScheme(bytes[..<colon])
        else { return (nil, site) }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 3)...], as: UTF8.self)
        )
    }
}
