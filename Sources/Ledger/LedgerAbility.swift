public import SolanaTransactions

/// A kind of content that an account signs, as far as a Ledger's app tells them apart.
public enum LedgerContent: Sendable, Hashable {
    /// A transaction's message of this version.
    case transaction(MessageVersion)
    /// An off-chain message in the envelope of this version: 0 or 1.
    case offchain(version: UInt8)
}

extension LedgerApp {
    /// The most bytes of a path and a message together.
    public static let roomCount = 15_312

    /// The first version of the app that signs a kind of content; nil if none does.
    ///
    /// Versions of transactions: LedgerHQ/app-solana issue 248 (version 1 is read as version 0 with a broken layout). Off-chain messages: wallet-adapter
    /// issue 1094 and LedgerHQ/device-sdk-ts.
    public static func since(_ content: LedgerContent) -> Version? {
        switch content {
        case .transaction(.legacy): Version(0, 2)
        case .transaction(.v0): Version(1, 3, 1)
        case .transaction(.v1): nil
        case .offchain(version: 0): Version(1, 8)
        case .offchain(version: 1): Version(1, 14)
        case .offchain: nil
        }
    }

    /// Checks that this app signs a kind of content.
    ///
    /// - Throws: `outdated`, or `unsupported` if no version of it does.
    public func check(_ content: LedgerContent) throws(LedgerFault) {
        guard let first = Self.since(content) else { throw .unsupported }
        guard version >= first else { throw .outdated }
    }
}

extension LedgerRequest {
    /// The kind of content that is to be signed; nil if nothing is, or it is neither a transaction's message nor an off-chain message.
    public var content: LedgerContent? {
        switch self {
        case .app, .accounts: nil
        case .signTransaction(let message, _, _): LedgerContent(transaction: message)
        case .signOffchain(let message, _, _): LedgerContent(offchain: message)
        }
    }

    /// Checks what needs no device to know: that some version of the app signs this for the account, and has room for it.
    ///
    /// - Throws: `unsupported`, `tooLarge`, `wrongSigner`.
    public func check() throws(LedgerFault) {
        switch self {
        case .app, .accounts: return
        case .signTransaction(let message, let path, let account):
            try check(message, path)
            guard let message = try? Message(decoding: message) else { throw .unsupported }
            guard message.encoding.requiredSigners.contains(account) else { throw .wrongSigner }
        case .signOffchain(let message, let path, _): try check(message, path)
        }
    }

    private func check(_ message: [UInt8], _ path: LedgerPath) throws(LedgerFault) {
        guard let content, LedgerApp.since(content) != nil else { throw .unsupported }
        guard path.encoded.count + message.count <= LedgerApp.roomCount else { throw .tooLarge }
    }
}

extension LedgerContent {
    /// The version that a transaction's message begins with; nil if it is no such message.
    public init?(transaction message: [UInt8]) {
        guard let version = try? Message(decoding: message).version else { return nil }
        self = .transaction(version)
    }

    /// The version of an off-chain message's envelope; nil if it doesn't begin like one.
    public init?(offchain message: [UInt8]) {
        guard message.starts(with: Self.envelope), message.count > Self.envelope.count else { return nil }
        self = .offchain(version: message[Self.envelope.count])
    }

    /// The sixteen bytes that every off-chain message begins with.
    static let envelope: [UInt8] = [0xFF] + "solana offchain".utf8
}
