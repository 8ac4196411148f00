/// A secret in a form that arrays and enumerations can hold: it can't be copied, so what carries it shares it.
public final class HeldSecret: Sendable {
    public let bytes: SecretBytes

    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
