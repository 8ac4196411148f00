import CPkcs11
import Devices
package import HardwareTokens
import Salt
package import SolanaTransactions

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A PKCS #11 module that is loaded: somebody else's code in this process.
///
/// Sources: OASIS PKCS #11 Base Specification 2.40, sections 5.4 to 5.13; Current Mechanisms 3.0, section 2.3.14 (EdDSA). The signature is plain Ed25519:
/// a mechanism without a parameter.
package final class HardwareTokenLibrary {
    private static let edwards: CK_ULONG = 0x40
    private static let eddsa: CK_ULONG = 0x1057
    private static let publicKeys: CK_ULONG = 2
    private static let privateKeys: CK_ULONG = 3
    private static let mostTokens = 16

    private let list: UnsafePointer<CK_FUNCTION_LIST>

    /// Loads and starts a module. It stays until the process ends.
    ///
    /// - Throws: `noModule`, or the module's own fault.
    package init(path: String) throws(HardwareTokenFault) {
        guard path.hasPrefix("/"), let library = dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(library, "C_GetFunctionList")
        else { throw .noModule }
        let getList = unsafeBitCast(symbol, to: CK_GET_FUNCTION_LIST.self)
        var found: UnsafeMutablePointer<CK_FUNCTION_LIST>?
        guard getList(&found) == 0, let found, found.pointee.version.major == 2 || found.pointee.version.major == 3
        else {
            throw .noModule
        }
        list = UnsafePointer(found)
        let started = list.pointee.C_Initialize.map { $0(nil) } ?? Self.missing
        // Loaded twice in one process, as tests do.
        if started != 0x191 { try Self.check(started) }
    }

    /// The Ed25519 keys that the tokens show without a PIN.
    package func keys() throws(HardwareTokenFault) -> [HardwareTokenKey] {
        var keys: [HardwareTokenKey] = []
        for token in try tokens() {
            let session = try Session(list, token.slot)
            for object in try session.objects(Self.publicKeys, Self.edwards) {
                guard keys.count < HardwareTokenRequest.mostKeys,
                    let key = Self.key(try session.attribute(.point, of: object))
                else { continue }
                keys.append(
                    HardwareTokenKey(
                        serial: token.serial, token: token.label,
                        label: String(decoding: (try? session.attribute(.label, of: object)) ?? [], as: UTF8.self),
                        identifier: try session.attribute(.identifier, of: object), publicKey: key))
            }
        }
        return keys
    }

    /// Signs a message by the account's key on the token with a serial number.
    package func sign(
        _ message: [UInt8], account: PublicKey, serial: String, pin: HardwareTokenPIN?
    ) throws(HardwareTokenFault) -> Signature {
        let (token, session, identifier) = try find(account, serial)
        try login(session, token, pin)
        guard let key = try session.objects(Self.privateKeys, Self.edwards, identifier).first else { throw .noKey }
        var mechanism = CK_MECHANISM(mechanism: Self.eddsa, parameter: nil, parameter_count: 0)
        try Self.check(list.pointee.C_SignInit.map { $0(session.handle, &mechanism, key) } ?? Self.missing)
        // Some keys ask for the PIN before each signature, besides the one that opened the session.
        if (try? session.attribute(.authenticates, of: key))?.first == 1 {
            try login(session, token, pin, before: .signature)
        }
        var bytes = [UInt8](repeating: 0, count: Signature.count)
        var count = CK_ULONG(bytes.count)
        try Self.check(
            list.pointee.C_Sign.map { $0(session.handle, message, CK_ULONG(message.count), &bytes, &count) }
                ?? Self.missing)
        guard count == Signature.count, let signature = try? Signature(bytes: bytes) else { throw .invalid }
        return signature
    }

    /// Looks for the account's key on the token with a serial number, and has the token take the PIN if there is one.
    package func check(
        account: PublicKey, serial: String, pin: HardwareTokenPIN?
    ) throws(HardwareTokenFault) -> HardwareTokenState {
        let (token, session, identifier) = try find(account, serial)
        if token.isLocked { throw .pinLocked }
        if pin != nil {
            try login(session, token, pin)
            guard try !session.objects(Self.privateKeys, Self.edwards, identifier).isEmpty else { throw .noKey }
        }
        return HardwareTokenState(asksForPIN: token.asksForPIN, hasPad: token.hasPad)
    }

    /// The token with this serial number, a session with it, and the identifier of the account's key.
    private func find(
        _ account: PublicKey, _ serial: String
    ) throws(HardwareTokenFault) -> (Token, Session, identifier: [UInt8]) {
        guard let token = try tokens().first(where: { $0.serial == serial }) else { throw .absent }
        let session = try Session(list, token.slot)
        // The account says which key is meant; its identifier leads to the private one.
        for object in try session.objects(Self.publicKeys, Self.edwards)
        where Self.key(try session.attribute(.point, of: object)) == account {
            return (token, session, try session.attribute(.identifier, of: object))
        }
        throw .noKey
    }

    /// Logs in where the token asks for it. A wrong PIN comes with what the token says of the tries that are left.
    private func login(
        _ session: Session, _ token: Token, _ pin: HardwareTokenPIN?, before reason: Session.Login = .session
    ) throws(HardwareTokenFault) {
        guard token.asksForPIN else { return }
        do throws(HardwareTokenFault) {
            try session.login(token.hasPad ? nil : pin?.bytes, hasPad: token.hasPad, before: reason)
        } catch {
            guard case .pinWrong = error else { throw error }
            var info = CK_TOKEN_INFO()
            guard list.pointee.C_GetTokenInfo?(token.slot, &info) == 0 else { throw error }
            let after = Token(token.slot, info)
            if after.isLocked { throw .pinLocked }
            throw .pinWrong(left: after.tries)
        }
    }

    private struct Token {
        let slot: CK_SLOT_ID
        let serial: String
        let label: String
        let asksForPIN: Bool
        /// It has a pad for its PIN, so that no program learns it.
        let hasPad: Bool
        let isLocked: Bool
        let tries: HardwareTokenTries

        init(_ slot: CK_SLOT_ID, _ info: CK_TOKEN_INFO) {
            self.slot = slot
            serial = withUnsafeBytes(of: info.serial) { HardwareTokenLibrary.text($0) }
            label = withUnsafeBytes(of: info.label) { HardwareTokenLibrary.text($0) }
            asksForPIN = info.flags & 0x4 != 0
            hasPad = info.flags & 0x100 != 0
            isLocked = info.flags & 0x40000 != 0
            tries = info.flags & 0x20000 != 0 ? .one : info.flags & 0x10000 != 0 ? .few : .unsaid
        }
    }

    private func tokens() throws(HardwareTokenFault) -> [Token] {
        var slots = [CK_SLOT_ID](repeating: 0, count: Self.mostTokens)
        var count = CK_ULONG(slots.count)
        try Self.check(list.pointee.C_GetSlotList.map { $0(1, &slots, &count) } ?? Self.missing)
        return slots.prefix(Int(min(count, CK_ULONG(slots.count)))).compactMap { slot in
            var info = CK_TOKEN_INFO()
            // A token that was pulled out a moment ago, or that nobody has set up.
            guard list.pointee.C_GetTokenInfo?(slot, &info) == 0, info.flags & 0x400 != 0 else { return nil }
            return Token(slot, info)
        }
    }

    /// Text that is filled up with spaces, without them.
    fileprivate static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        var bytes = bytes[...]
        while bytes.last == 0x20 || bytes.last == 0 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The key of a point: an octet string in DER (version 2.40), or its bytes as they are (3.0).
    private static func key(_ point: [UInt8]) -> PublicKey? {
        let raw = point.count == 34 && point.starts(with: [0x04, 0x20]) ? Array(point[2...]) : point
        return try? PublicKey(bytes: raw)
    }

    /// The number of a function that a module hasn't (`CKR_FUNCTION_NOT_SUPPORTED`).
    fileprivate static let missing: CK_RV = 0x54

    fileprivate static func check(_ status: CK_RV) throws(HardwareTokenFault) {
        switch status {
        case 0: return
        case 0x30, 0x32, 0xE0: throw .removed
        case 0x1, 0x50: throw .cancelled
        case 0x54, 0x63, 0x70, 0x71: throw .unsupported
        case 0xA0, 0xA1, 0xA2: throw .pinWrong(left: .unsaid)
        case 0xA4: throw .pinLocked
        case 0x101: throw .pinRequired
        default: throw .other(code: UInt32(clamping: status))
        }
    }
}

/// A session with one token, which ends with this object.
private final class Session {
    enum Attribute: CK_ULONG {
        case label = 0x3
        case identifier = 0x102
        case point = 0x181
        case authenticates = 0x202
    }

    /// The kinds of a login (`CKU_USER`, `CKU_CONTEXT_SPECIFIC`).
    enum Login: CK_ULONG {
        case session = 1
        case signature
    }

    private static let mostBytes = 256
    private static let mostObjects = 64

    let handle: CK_SESSION_HANDLE
    private let list: UnsafePointer<CK_FUNCTION_LIST>
    private var isLoggedIn = false

    init(_ list: UnsafePointer<CK_FUNCTION_LIST>, _ slot: CK_SLOT_ID) throws(HardwareTokenFault) {
        self.list = list
        var handle: CK_SESSION_HANDLE = 0
        // CKF_SERIAL_SESSION; it changes nothing on the token.
        let opened = list.pointee.C_OpenSession.map { $0(slot, 0x4, nil, nil, &handle) } ?? HardwareTokenLibrary.missing
        self.handle = handle
        try HardwareTokenLibrary.check(opened)
    }

    deinit {
        if isLoggedIn { _ = list.pointee.C_Logout?(handle) }
        _ = list.pointee.C_CloseSession?(handle)
    }

    func login(_ pin: HeldSecret?, hasPad: Bool, before reason: Login) throws(HardwareTokenFault) {
        guard pin != nil || hasPad else { throw .pinRequired }
        let (handle, login) = (handle, list.pointee.C_Login)
        func ask(_ bytes: UnsafePointer<CK_BYTE>?, _ count: Int) -> CK_RV {
            login.map { $0(handle, reason.rawValue, bytes, CK_ULONG(count)) } ?? HardwareTokenLibrary.missing
        }
        let status =
            pin.map { pin in
                pin.bytes.withBytes { ask($0.baseAddress?.assumingMemoryBound(to: CK_BYTE.self), $0.count) }
            } ?? ask(nil, 0)
        try HardwareTokenLibrary.check(status)
        isLoggedIn = true
    }

    /// The objects of a class and a type of key.
    func objects(
        _ kind: CK_ULONG, _ type: CK_ULONG, _ identifier: [UInt8]? = nil
    ) throws(HardwareTokenFault) -> [CK_OBJECT_HANDLE] {
        var (kind, type, name) = (kind, type, identifier ?? [])
        let begun = withUnsafeMutableBytes(of: &kind) { kind in
            withUnsafeMutableBytes(of: &type) { type in
                name.withUnsafeMutableBytes { name in
                    var attributes = [
                        CK_ATTRIBUTE(type: 0x0, value: kind.baseAddress, count: CK_ULONG(kind.count)),
                        CK_ATTRIBUTE(type: 0x100, value: type.baseAddress, count: CK_ULONG(type.count)),
                        CK_ATTRIBUTE(
                            type: Attribute.identifier.rawValue, value: name.baseAddress, count: CK_ULONG(name.count)),
                    ]
                    let count = CK_ULONG(identifier == nil ? 2 : 3)
                    return list.pointee.C_FindObjectsInit?(handle, &attributes, count) ?? HardwareTokenLibrary.missing
                }
            }
        }
        try HardwareTokenLibrary.check(begun)
        defer { _ = list.pointee.C_FindObjectsFinal?(handle) }
        var found = [CK_OBJECT_HANDLE](repeating: 0, count: Self.mostObjects)
        var count: CK_ULONG = 0
        try HardwareTokenLibrary.check(
            list.pointee.C_FindObjects.map { $0(handle, &found, CK_ULONG(found.count), &count) }
                ?? HardwareTokenLibrary.missing)
        return Array(found.prefix(Int(min(count, CK_ULONG(found.count)))))
    }

    /// The bytes of an attribute, at most 256.
    func attribute(_ kind: Attribute, of object: CK_OBJECT_HANDLE) throws(HardwareTokenFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        var count: CK_ULONG = 0
        let status = bytes.withUnsafeMutableBytes { room in
            var wanted = CK_ATTRIBUTE(type: kind.rawValue, value: room.baseAddress, count: CK_ULONG(room.count))
            let status = list.pointee.C_GetAttributeValue?(handle, object, &wanted, 1) ?? HardwareTokenLibrary.missing
            count = wanted.count
            return status
        }
        try HardwareTokenLibrary.check(status)
        guard count <= CK_ULONG(bytes.count) else { throw .invalid }
        return Array(bytes.prefix(Int(count)))
    }
}
