#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few environment variables that Sidekey reads, taken once.
///
/// A browser hands its whole environment to the host. Only what is named in a list is ever looked at or passed on; a
/// value that is empty or isn't UTF-8 counts as not set.
public struct ProcessEnvironment: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// Reads `names` from the environment of this process.
    public init(reading names: [String]) {
        values = [:]
        for name in names {
            guard let value = getenv(name), let text = String(validatingCString: value), !text.isEmpty else { continue }
            values[name] = text
        }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        values = [:]
        for (name, value) in elements where !value.isEmpty { values[name] = value }
    }

    /// The value of one variable, or nil where it is not set.
    public subscript(name: String) -> String? { values[name] }

    /// The value of a variable that names a folder, or nil where it is not set or not absolute: the XDG Base Directory
    /// Specification has relative values ignored.
    func absolutePath(_ name: String) -> String? {
        guard let path = values[name], path.utf8.first == UInt8(ascii: "/") else { return nil }
        return path
    }

    /// The variables among `names` that are set, in the order of `names`.
    public func selecting(_ names: [String]) -> [(name: String, value: String)] {
        names.compactMap { name in values[name].map { (name, $0) } }
    }
}
