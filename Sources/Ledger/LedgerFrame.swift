import Devices
public import Salt
public import SolanaTransactions

/// The request for one use of a Ledger, as the agent sends it to `sidekey-device`.
///
/// Frames are those of every device (`DeviceFrame`). The program serves one request and ends.
///
/// ```
/// 1 app                 |
/// 2 accounts            | flags: 1 | number: 1 | paths |       flags: 1 the device shows the address, and its user confirms it
/// 3 sign transaction    | account: 32 | path | message, to the end
/// 4 sign off-chain text | account: 32 | path | message, to the end
///     path: | number of steps: 1 | steps: 4 each, big endian, hardened |
/// ```
///
/// ``LedgerReply`` has the answers.
public enum LedgerRequest: Sendable, Hashable {
    /// Asks for the app's version and settings.
    case app
    /// Asks for the keys at these paths, at most 64.
    ///
    /// - Parameter shown: true if the device shows each address until its user confirms it.
    case accounts([LedgerPath], shown: Bool)
    /// Asks for the signature over a transaction's message.
    ///
    /// - Parameter account: the key that has to be at the path. It isn't asked to sign if another is.
    case signTransaction([UInt8], path: LedgerPath, account: PublicKey)
    /// Asks for the signature over an off-chain message, envelope and text.
    case signOffchain([UInt8], path: LedgerPath, account: PublicKey)

    /// The most paths of one request.
    public static let mostPaths = 64

    private enum Kind: UInt8 {
        case app = 1
        case accounts
        case signTransaction
        case signOffchain
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        let body: [UInt8] =
            switch self {
            case .app: [Kind.app.rawValue]
            case .accounts(let paths, let shown):
                [Kind.accounts.rawValue, shown ? 1 : 0, UInt8(clamping: paths.count)] + paths.flatMap(\.encoded)
            case .signTransaction(let message, let path, let account):
                [Kind.signTransaction.rawValue] + account.bytes + path.encoded + message
            case .signOffchain(let message, let path, let account):
                [Kind.signOffchain.rawValue] + account.bytes + path.encoded + message
            }
        return DeviceFrame.joining([.plain(body)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }) else { return nil }
        switch kind {
        case .app: self = .app
        case .accounts:
            guard let flags = reader.integer(UInt8.self), flags < 2, let number = reader.integer(UInt8.self),
                number <= Self.mostPaths
            else { return nil }
            var paths: [LedgerPath] = []
            for _ in 0..<number {
                guard let path = reader.path() else { return nil }
                paths.append(path)
            }
            self = .accounts(paths, shown: flags == 1)
        case .signTransaction, .signOffchain:
            guard let account = reader.key(), let path = reader.path() else { return nil }
            let message = reader.rest()
            self =
                kind == .signTransaction
                ? .signTransaction(message, path: path, account: account)
                : .signOffchain(message, path: path, account: account)
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// A frame of `sidekey-device`: the answer to a ``LedgerRequest``, or a fault.
///
/// ```
/// 130 app       | model: 1 | flags: 1 | version: 3 |       0 for another model; flags: 1 signs blindly, 2 shortens addresses
/// 131 accounts  | number: 1 | keys: 32 each |
/// 132 signature | 64 |
/// 143 fault     | code: 1 | status word: 2 |               the code of LedgerFault
/// ```
public enum LedgerReply: Sendable, Hashable {
    case app(LedgerApp)
    case accounts([PublicKey])
    case signature(Signature)
    case fault(LedgerFault)

    private enum Kind: UInt8 {
        case app = 130
        case accounts = 131
        case signature = 132
        case fault = 143
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        var body: [UInt8] = []
        switch self {
        case .app(let app):
            let flags: UInt8 = (app.allowsBlindSigning ? 1 : 0) | (app.shortensAddresses ? 2 : 0)
            body = [Kind.app.rawValue, app.model?.rawValue ?? 0, flags]
            body += [app.version.major, app.version.minor, app.version.patch]
        case .accounts(let keys):
            body = [Kind.accounts.rawValue, UInt8(clamping: keys.count)] + keys.flatMap(\.bytes)
        case .signature(let signature):
            body = [Kind.signature.rawValue] + signature.bytes
        case .fault(let fault):
            let (code, status) = fault.code
            body = [Kind.fault.rawValue, code]
            body.append(littleEndianField: status)
        }
        return DeviceFrame.joining([.plain(body)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }) else { return nil }
        switch kind {
        case .app:
            guard let model = reader.integer(UInt8.self), let flags = reader.integer(UInt8.self), flags < 4,
                let version = reader.take(3)
            else { return nil }
            self = .app(
                LedgerApp(
                    model: LedgerApp.Model(rawValue: model),
                    version: LedgerApp.Version(version[0], version[1], version[2]), allowsBlindSigning: flags & 1 != 0,
                    shortensAddresses: flags & 2 != 0))
        case .accounts:
            guard let number = reader.integer(UInt8.self), number <= LedgerRequest.mostPaths else { return nil }
            var keys: [PublicKey] = []
            for _ in 0..<number {
                guard let key = reader.key() else { return nil }
                keys.append(key)
            }
            self = .accounts(keys)
        case .signature:
            guard let signature = reader.take(Signature.count).flatMap({ try? Signature(bytes: $0) }) else {
                return nil
            }
            self = .signature(signature)
        case .fault:
            guard let code = reader.integer(UInt8.self), let status = reader.integer(UInt16.self),
                let fault = LedgerFault(code: code, status: status)
            else { return nil }
            self = .fault(fault)
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension DeviceFields {
    fileprivate mutating func key() -> PublicKey? {
        take(PublicKey.count).flatMap { try? PublicKey(bytes: $0) }
    }

    fileprivate mutating func path() -> LedgerPath? {
        guard let count = integer(UInt8.self), count <= LedgerPath.maximumCount else { return nil }
        var indices: [UInt32] = []
        for _ in 0..<count {
            guard let step = integer(UInt32.self)?.byteSwapped, step >> 31 == 1 else { return nil }
            indices.append(step & ~(1 << 31))
        }
        return LedgerPath(indices)
    }
}
