import Devices
public import Salt
public import SolanaTransactions

/// The request for one use of a PKCS #11 token, as the agent sends it to `sidekey-device`.
///
/// Frames are those of every device (`DeviceFrame`). The program serves one request and ends.
///
/// ```
/// 1 keys    | module |
/// 2 sign    | module | account: 32 | serial: text | PIN | message, to the end
/// 3 check   | module | account: 32 | serial: text | PIN |
///     module: | path: text | number: 1 | folders: text each |
///     text:   | count: 2 | UTF-8 |
///     PIN:    | count: 1, 0 or 4 to 64 | bytes |
/// ```
///
/// ``HardwareTokenReply`` has the answers.
public enum HardwareTokenRequest: Sendable {
    /// Lists the Ed25519 keys that every token of the module shows without a PIN, at most 64.
    case keys(HardwareTokenModule)
    /// Asks for the signature over a message by the account's key on the token with this serial number.
    ///
    /// - Parameter pin: nil for a token that asks for none, or has a pad of its own.
    case sign([UInt8], account: PublicKey, serial: String, pin: HardwareTokenPIN?, HardwareTokenModule)
    /// Asks if that key is there, and has the token take the PIN where there is one. Nothing is signed.
    case check(account: PublicKey, serial: String, pin: HardwareTokenPIN?, HardwareTokenModule)

    /// The most keys of one answer.
    public static let mostKeys = 64

    private enum Kind: UInt8 {
        case keys = 1
        case sign
        case check
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        switch self {
        case .keys(let module):
            return DeviceFrame.joining([.plain([Kind.keys.rawValue] + module.encoded)])
        case .sign(let message, let account, let serial, let pin, let module):
            return Self.frame(.sign, account, serial, pin, module, message)
        case .check(let account, let serial, let pin, let module):
            return Self.frame(.check, account, serial, pin, module, [])
        }
    }

    private static func frame(
        _ kind: Kind, _ account: PublicKey, _ serial: String, _ pin: HardwareTokenPIN?, _ module: HardwareTokenModule,
        _ message: [UInt8]
    ) -> SecretBytes {
        var head = [kind.rawValue] + module.encoded + account.bytes
        head.append(counted: Array(serial.utf8))
        head.append(UInt8(clamping: pin?.bytes.bytes.count ?? 0))
        return DeviceFrame.joining([.plain(head)] + (pin.map { [.secret($0.bytes)] } ?? []) + [.plain(message)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }), let module = reader.module() else {
            return nil
        }
        switch kind {
        case .keys: self = .keys(module)
        case .sign, .check:
            guard let account = reader.key(), let serial = reader.text(), let count = reader.integer(UInt8.self) else {
                return nil
            }
            var pin: HardwareTokenPIN?
            if count > 0 {
                guard let bytes = reader.secret(Int(count)), let given = HardwareTokenPIN(bytes) else { return nil }
                pin = given
            }
            self =
                kind == .sign
                ? .sign(reader.rest(), account: account, serial: serial, pin: pin, module)
                : .check(account: account, serial: serial, pin: pin, module)
        }
        guard reader.isAtEnd else { return nil }
    }

    /// The module that serves it.
    public var module: HardwareTokenModule {
        switch self {
        case .keys(let module), .sign(_, _, _, _, let module), .check(_, _, _, let module): module
        }
    }
}

/// A frame of `sidekey-device`: the answer to a ``HardwareTokenRequest``, or a fault.
///
/// ```
/// 130 keys      | number: 1 | keys |     key: | public key: 32 | identifier: count (2), bytes | serial: text | token: text | label: text |
/// 131 signature | 64 |
/// 132 ready     | flags: 1 |             bit 0: it asks for a PIN; bit 1: it has a pad for it; all others 0
/// 143 fault     | code: 1 | detail: 4 |       the code of HardwareTokenFault, and the module's number, or the tries that are left
/// ```
public enum HardwareTokenReply: Sendable, Hashable {
    case keys([HardwareTokenKey])
    case signature(Signature)
    case ready(HardwareTokenState)
    case fault(HardwareTokenFault)

    private enum Kind: UInt8 {
        case keys = 130
        case signature = 131
        case ready = 132
        case fault = 143
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        var body: [UInt8] = []
        switch self {
        case .keys(let keys):
            body = [Kind.keys.rawValue, UInt8(clamping: keys.count)]
            for key in keys {
                body += key.publicKey.bytes
                body.append(counted: key.identifier)
                body.append(counted: Array(key.serial.utf8))
                body.append(counted: Array(key.token.utf8))
                body.append(counted: Array(key.label.utf8))
            }
        case .signature(let signature): body = [Kind.signature.rawValue] + signature.bytes
        case .ready(let state): body = [Kind.ready.rawValue, state.flags]
        case .fault(let fault):
            let (code, detail) = fault.code
            body = [Kind.fault.rawValue, code]
            body.append(littleEndianField: detail)
        }
        return DeviceFrame.joining([.plain(body)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }) else { return nil }
        switch kind {
        case .keys:
            guard let number = reader.integer(UInt8.self), number <= HardwareTokenRequest.mostKeys else { return nil }
            var keys: [HardwareTokenKey] = []
            for _ in 0..<number {
                guard let key = reader.key(), let identifier = reader.counted(), let serial = reader.text(),
                    let token = reader.text(), let label = reader.text()
                else { return nil }
                keys.append(
                    HardwareTokenKey(
                        serial: serial, token: token, label: label, identifier: identifier, publicKey: key))
            }
            self = .keys(keys)
        case .signature:
            guard let signature = reader.take(Signature.count).flatMap({ try? Signature(bytes: $0) }) else {
                return nil
            }
            self = .signature(signature)
        case .ready:
            guard let state = reader.integer(UInt8.self).flatMap({ HardwareTokenState(flags: $0) }) else { return nil }
            self = .ready(state)
        case .fault:
            guard let code = reader.integer(UInt8.self), let detail = reader.integer(UInt32.self),
                let fault = HardwareTokenFault(code: code, detail: detail)
            else { return nil }
            self = .fault(fault)
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension HardwareTokenModule {
    fileprivate var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(counted: Array(path.utf8))
        bytes.append(UInt8(clamping: folders.count))
        for folder in folders { bytes.append(counted: Array(folder.utf8)) }
        return bytes
    }
}

extension DeviceFields {
    fileprivate mutating func key() -> PublicKey? {
        take(PublicKey.count).flatMap { try? PublicKey(bytes: $0) }
    }

    fileprivate mutating func text() -> String? { counted().flatMap { String(validating: $0, as: UTF8.self) } }

    fileprivate mutating func module() -> HardwareTokenModule? {
        guard let path = text(), let number = integer(UInt8.self), number <= HardwareTokenModule.mostFolders else {
            return nil
        }
        var folders: [String] = []
        for _ in 0..<number {
            guard let folder = text() else { return nil }
            folders.append(folder)
        }
        return HardwareTokenModule(path: path, folders: folders)
    }
}
