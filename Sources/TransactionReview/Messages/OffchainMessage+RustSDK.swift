extension OffchainMessage {
    /// The version-0 bytes as Solana's Rust SDK and `solana sign-offchain-message` make them; nil where they make none of the text.
    ///
    /// ```
    /// ff "solana offchain" | 00 | format (1) | length (u16, little endian) | text
    /// ```
    ///
    /// It has neither application domain nor signers, which came into the proposal later under the same version number. Sidekey signs no such message: only
    /// the account's own key tells for whom it was.
    public static func encodedByRustSDK(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        let format: Format
        switch bytes.count {
        case ...1_212: format = bytes.allSatisfy { (0x20...0x7E).contains($0) } ? .restrictedASCII : .utf8
        case ...65_515: format = .longUTF8
        default: return nil
        }
        let length = [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)]
        return prefix + [0, format.rawValue] + length + bytes
    }
}
