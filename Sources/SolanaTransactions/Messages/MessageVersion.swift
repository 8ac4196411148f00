/// The formats of a message and its transaction.
public enum MessageVersion: Sendable, CaseIterable {
    /// The first format, without a version byte.
    case legacy

    /// Version byte `0x80`: legacy with address lookup tables.
    case v0

    /// Version byte `0x81`, SIMD-0385: no lookup tables, the compute budget in the message, signatures at the end.
    case v1

    /// The most bytes that a whole transaction may have: 1,232, and 4,096 for version 1.
    public var maximumTransactionCount: Int {
        switch self {
        case .legacy, .v0: 1_232
        case .v1: 4_096
        }
    }

    /// The byte before the message's header, which legacy messages don't have.
    package var prefix: UInt8? {
        switch self {
        case .legacy: nil
        case .v0: 0x80
        case .v1: 0x81
        }
    }
}

extension MessageVersion: CustomStringConvertible {
    /// `legacy`, `0` or `1`.
    public var description: String {
        switch self {
        case .legacy: "legacy"
        case .v0: "0"
        case .v1: "1"
        }
    }
}
