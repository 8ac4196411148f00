extension PublicKey: Comparable {
    /// By the bytes from the first on, as a message orders its accounts.
    public static func < (left: PublicKey, right: PublicKey) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                left.lexicographicallyPrecedes(right)
            }
        }
    }
}
