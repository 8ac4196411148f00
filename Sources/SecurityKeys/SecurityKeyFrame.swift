import Devices
public import Salt

/// The request for one use of a security key, as the agent sends it to `sidekey-device`.
///
/// Frames are those of every device (`DeviceFrame`). The program serves one request and ends.
///
/// ```
/// 1 make    | challenge: 32 | salts: 64 | user: 16 | PIN: count (1), bytes | number: 1 | credentials |
///           credential: | count (2), bytes |                 those of which none may be on the key
/// 2 use     | challenge: 32 | PIN: count (1), bytes | number: 1 | slots |
///           slot: | flags: 1 | salts: 64 | credential: count (2), bytes |
///           flags: 1 the credential takes the PIN
/// ```
///
/// ``SecurityKeyReply`` has the answers.
public enum SecurityKeyRequest: Sendable {
    /// Makes a credential and uses it once: two touches.
    ///
    /// - Parameters:
    ///   - user: 16 random bytes, by which the key tells credentials of one relying party apart.
    ///   - excluded: credentials of which none may be on the key.
    case make(challenge: [UInt8], salts: [UInt8], user: [UInt8], pin: SecurityKeyPIN, excluding: [[UInt8]])
    /// Uses the first of the credentials that is on a key.
    case use(challenge: [UInt8], pin: SecurityKeyPIN, slots: [Slot])

    /// The length of a challenge in bytes.
    public static let challengeCount = 32
    /// The length of both salts in bytes.
    public static let saltsCount = 64
    /// The length of a user's identifier in bytes.
    public static let userCount = 16
    /// The most credentials of one request.
    public static let mostCredentials = 16

    /// A credential that may be used.
    public struct Slot: Sendable, Hashable {
        public let credential: [UInt8]
        /// 64 bytes, for both of which the key computes a secret.
        public let salts: [UInt8]
        /// True if the key asks for its PIN.
        public let takesPIN: Bool

        public init(credential: [UInt8], salts: [UInt8], takesPIN: Bool) {
            self.credential = credential
            self.salts = salts
            self.takesPIN = takesPIN
        }
    }

    private enum Kind: UInt8 {
        case make = 1
        case use
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        var head: [UInt8] = []
        var tail: [UInt8] = []
        let held: SecurityKeyPIN
        switch self {
        case .make(let challenge, let salts, let user, let pin, let excluded):
            head = [Kind.make.rawValue] + challenge + salts + user
            tail.append(UInt8(clamping: excluded.count))
            for credential in excluded { tail.append(counted: credential) }
            held = pin
        case .use(let challenge, let pin, let slots):
            head = [Kind.use.rawValue] + challenge
            tail.append(UInt8(clamping: slots.count))
            for slot in slots {
                tail.append(slot.takesPIN ? 1 : 0)
                tail += slot.salts
                tail.append(counted: slot.credential)
            }
            held = pin
        }
        head.append(UInt8(clamping: held.bytes.count))
        return DeviceFrame.joining([.plain(head), .secret(HeldSecret(held.bytes.clone())), .plain(tail)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }),
            let challenge = reader.take(Self.challengeCount)
        else { return nil }
        let salts = kind == .make ? reader.take(Self.saltsCount) : []
        let user = kind == .make ? reader.take(Self.userCount) : []
        guard let salts, let user, let pinCount = reader.integer(UInt8.self), let pin = reader.secret(Int(pinCount)),
            let number = reader.integer(UInt8.self), number <= Self.mostCredentials
        else { return nil }
        let held = SecurityKeyPIN(pin)
        var credentials: [[UInt8]] = []
        var slots: [Slot] = []
        for _ in 0..<number {
            if kind == .make {
                guard let credential = reader.counted() else { return nil }
                credentials.append(credential)
            } else {
                guard let flags = reader.integer(UInt8.self), flags < 2, let salts = reader.take(Self.saltsCount),
                    let credential = reader.counted()
                else { return nil }
                slots.append(Slot(credential: credential, salts: salts, takesPIN: flags == 1))
            }
        }
        guard reader.isAtEnd else { return nil }
        self =
            kind == .make
            ? .make(challenge: challenge, salts: salts, user: user, pin: held, excluding: credentials)
            : .use(challenge: challenge, pin: held, slots: slots)
    }
}

/// A frame of `sidekey-device`: a credential if one was to be made, then an assertion; or a fault.
///
/// ```
/// 130 made   | flags: 1 | counter: 4 | public key: count (2), bytes | credential: count (2), bytes |
///            flags: 1 the key verified its user
/// 131 used   | slot: 1 | authenticator data: count (2), bytes | signature: count (2), bytes | secret: 32 | next secret: 32 |
/// 143 fault  | code: 1 | detail: 4, two's complement |        the code of SecurityKeyFault; retries, or libfido2's number, or -1
/// ```
public enum SecurityKeyReply: Sendable {
    case made(SecurityKeyCredential)
    /// - Parameter slot: the position of the slot among those of the request; 0 after `made`.
    case used(slot: Int, SecurityKeyAssertion)
    case fault(SecurityKeyFault)

    private enum Kind: UInt8 {
        case made = 130
        case used = 131
        case fault = 143
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        var body: [UInt8] = []
        switch self {
        case .made(let credential):
            body += [Kind.made.rawValue, credential.isUserVerified ? 1 : 0]
            body.append(littleEndianField: credential.counter)
            body.append(counted: credential.publicKey)
            body.append(counted: credential.identifier)
        case .used(let slot, let assertion):
            body += [Kind.used.rawValue, UInt8(clamping: slot)]
            body.append(counted: assertion.authenticatorData)
            body.append(counted: assertion.signature)
            return DeviceFrame.joining([
                .plain(body), .secret(HeldSecret(assertion.secret.clone())),
                .secret(HeldSecret(assertion.nextSecret.clone())),
            ])
        case .fault(let fault):
            let (code, detail) = fault.code
            body += [Kind.fault.rawValue, code]
            body.append(littleEndianField: detail)
        }
        return DeviceFrame.joining([.plain(body)])
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }) else { return nil }
        switch kind {
        case .made:
            guard let flags = reader.integer(UInt8.self), flags < 2, let counter = reader.integer(UInt32.self),
                let publicKey = reader.counted(), let identifier = reader.counted()
            else { return nil }
            self = .made(
                SecurityKeyCredential(
                    identifier: identifier, publicKey: publicKey, isUserVerified: flags == 1, counter: counter))
        case .used:
            let count = SecurityKeyAssertion.secretCount
            guard let slot = reader.integer(UInt8.self), let data = reader.counted(), let signature = reader.counted(),
                let secret = reader.secret(count), let nextSecret = reader.secret(count)
            else { return nil }
            self = .used(
                slot: Int(slot),
                SecurityKeyAssertion(
                    authenticatorData: data, signature: signature, secret: secret, nextSecret: nextSecret))
        case .fault:
            guard let code = reader.integer(UInt8.self), let detail = reader.integer(UInt32.self),
                let fault = SecurityKeyFault(code: code, detail: Int32(bitPattern: detail))
            else { return nil }
            self = .fault(fault)
        }
        guard reader.isAtEnd else { return nil }
    }
}
