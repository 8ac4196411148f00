import Salt

extension Optional where Wrapped == SecretBytes {
    /// Lends the bytes of a secret, or nil where there is none.
    borrowing func lend<Result: ~Copyable>(
        _ body: (UnsafeRawBufferPointer?) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        switch self {
        case .none: return try body(nil)
        case .some(let secret):
            return try secret.withBytes { secret throws(CommandError) in try body(secret) }
        }
    }
}
