public import Logging

/// A value that only a reader who already knows it can identify. It prints masked everywhere, also within another
/// value's description, in a dump, and in a log.
///
/// ```
/// address   7xKX…9fQz     first and last four characters
/// hash      1f0c9a2e…     first eight
/// token     ••• (43)      how many characters
/// origin    https://…     the scheme
/// path      …/agent.log   the last part
/// ```
public struct Masked: Sendable, Hashable {
    private let value: String
    private let kind: Kind

    private enum Kind {
        case address
        case hash
        case token
        case origin
        case path
    }

    private init(_ value: String, _ kind: Kind) {
        self.value = value
        self.kind = kind
    }

    /// Masks a public key, which links the user to everything that they do.
    public static func address(_ value: String) -> Masked { Masked(value, .address) }

    /// Masks a digest, a signature or a request's hash.
    public static func hash(_ value: String) -> Masked { Masked(value, .hash) }

    /// Masks a token, which gives its holder access.
    public static func token(_ value: String) -> Masked { Masked(value, .token) }

    /// Masks a site, since it shows where the user has been.
    public static func origin(_ value: String) -> Masked { Masked(value, .origin) }

    /// Masks a file or folder, since its path names the user.
    public static func path(_ value: String) -> Masked { Masked(value, .path) }

    /// Returns an error's text with every absolute path in it masked. A path reaches to the next colon, since it may contain blanks.
    static func paths(in text: String) -> String {
        var (masked, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "/") {
            let path = rest[start...]
            let end = path.firstRange(of: ": ")?.lowerBound ?? path.endIndex
            masked += rest[..<start] + Masked.path(String(path[..<end])).description
            rest = path[end...]
        }
        return masked + rest
    }

    /// The value itself, for a comparison within the wallet.
    package var unmasked: String { value }
}

extension Masked: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch kind {
        // Eight characters of a short text would be all of it.
        case .address: value.count < 16 ? "…" : "\(value.prefix(4))…\(value.suffix(4))"
        case .hash: value.count < 24 ? "…" : "\(value.prefix(8))…"
        case .token: "••• (\(value.count))"
        case .origin: value.firstRange(of: "://").map { "\(value[..<$0.upperBound])…" } ?? "…"
        case .path: value.lastIndex(of: "/").map { "…\(value[$0...])" } ?? value
        }
    }

    public var debugDescription: String { description }

    /// An empty mirror. Without it, `dump` and a mirror would show the value inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Logger.MetadataValue {
    /// A masked value in a log.
    public static func masked(_ value: Masked) -> Self { .stringConvertible(value) }

    /// Returns an error's text without the paths in it.
    public static func masked(_ error: any Error) -> Self { .string(Masked.paths(in: "\(error)")) }
}
