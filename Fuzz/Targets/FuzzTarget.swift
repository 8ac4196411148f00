import SolanaTransactions

/// A part that reads bytes from outside, and what it promises of any bytes.
public struct FuzzTarget: Sendable {
    /// As in the folder of its seeds.
    public let name: String
    public let check: @Sendable ([UInt8]) -> Interest

    public init(_ name: String, _ check: @escaping @Sendable ([UInt8]) -> Interest) {
        self.name = name
        self.check = check
    }

    public static let all = [
        FuzzTarget("frames", Frames.check),
        FuzzTarget("json", Texts.check),
        FuzzTarget("base58", Base58Texts.check),
        FuzzTarget("links", Links.check),
        FuzzTarget("legacy") { CodecCheck.check($0, version: .legacy) },
        FuzzTarget("v0") { CodecCheck.check($0, version: .v0) },
        FuzzTarget("v1") { CodecCheck.check($0, version: .v1) },
        FuzzTarget("programs", Programs.check),
        FuzzTarget("interfaces", Interfaces.check),
        FuzzTarget("accounts", Accounts.check),
        FuzzTarget("pictures", PictureFiles.check),
        FuzzTarget("ledger", LedgerBytes.check),
        FuzzTarget("tokens", TokenBytes.check),
        FuzzTarget("vault", VaultFiles.check),
        FuzzTarget("methods", Methods.check),
    ]
}

/// The fate of an input.
public enum Interest: Sendable {
    /// It is kept where it reaches something new.
    case keep
    /// It belongs to another target and isn't bred from.
    case discard
}
