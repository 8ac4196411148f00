public import Salt

/// A secret that collections and tasks may hold; `SecretBytes` alone can't be copied.
public final class StoredSecret: Sendable {
    /// The bytes, which are wiped when the last holder lets go.
    public let bytes: SecretBytes

    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
