import Devices
public import Salt

/// The request for one use of the TPM, as the agent sends it to `sidekey-device`.
///
/// Frames are those of every device (`DeviceFrame`). The program serves one request and ends.
///
/// ```
/// 1 look      |
/// 2 seal      | PIN: 6 | secret: 32 |
/// 3 unseal    | PIN: 6 | parent: 34 | public area: count (2), bytes | private area: count (2), bytes |
/// ```
///
/// ``TPMReply`` has the answers.
public enum TPMRequest: Sendable {
    /// Reads how many wrong PINs the TPM takes.
    case look
    /// Seals a secret of 32 bytes.
    case seal(TPMPIN, TPMSecret)
    /// Opens a seal.
    case unseal(TPMPIN, TPMSeal)

    private enum Kind: UInt8 {
        case look = 1
        case seal
        case unseal
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        switch self {
        case .look: return DeviceFrame.joining([.plain([Kind.look.rawValue])])
        case .seal(let pin, let secret):
            return DeviceFrame.joining([
                .plain([Kind.seal.rawValue]), .secret(HeldSecret(pin.bytes.clone())),
                .secret(HeldSecret(secret.bytes.clone())),
            ])
        case .unseal(let pin, let seal):
            var tail = seal.parent
            tail.append(counted: seal.publicArea)
            tail.append(counted: seal.privateArea)
            return DeviceFrame.joining([
                .plain([Kind.unseal.rawValue]), .secret(HeldSecret(pin.bytes.clone())), .plain(tail),
            ])
        }
    }

    /// Reads a frame without its count; nil if it isn't exactly one.
    public init?(reading frame: UnsafeRawBufferPointer) {
        var reader = DeviceFields(frame)
        guard let kind = reader.integer(UInt8.self).flatMap({ Kind(rawValue: $0) }) else { return nil }
        switch kind {
        case .look: self = .look
        case .seal:
            guard let digits = reader.secret(TPMPIN.count), let pin = TPMPIN(digits),
                let bytes = reader.secret(TPMSecret.count), let secret = TPMSecret(bytes)
            else { return nil }
            self = .seal(pin, secret)
        case .unseal:
            guard let digits = reader.secret(TPMPIN.count), let pin = TPMPIN(digits),
                let seal = TPMSeal(reading: &reader)
            else { return nil }
            self = .unseal(pin, seal)
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// The one frame that `sidekey-device` answers.
///
/// ```
/// 130 looked     | flags: 1 | failures: 4 | most: 4 | interval: 4 |        flags: 1 the TPM takes no PIN at present
/// 131 sealed     | parent: 34 | public area: count (2), bytes | private area: count (2), bytes |
/// 132 unsealed   | secret: 32 |
/// 143 fault      | code: 1 | detail: 4 |        the code of TPMFault; tries, seconds, the TPM's number, or 4,294,967,295
/// ```
public enum TPMReply: Sendable {
    case looked(TPMLockout)
    case sealed(TPMSeal)
    case unsealed(TPMSecret)
    case fault(TPMFault)

    private enum Kind: UInt8 {
        case looked = 130
        case sealed = 131
        case unsealed = 132
        case fault = 143
    }

    /// The frame, with its count.
    public func frame() -> SecretBytes {
        var body: [UInt8] = []
        switch self {
        case .looked(let lockout):
            body += [Kind.looked.rawValue, lockout.isLocked ? 1 : 0]
            for number in [lockout.failures, lockout.most, lockout.interval] {
                body.append(littleEndianField: number)
            }
        case .sealed(let seal):
            body += [Kind.sealed.rawValue] + seal.parent
            body.append(counted: seal.publicArea)
            body.append(counted: seal.privateArea)
        case .unsealed(let secret):
            return DeviceFrame.joining([
                .plain([Kind.unsealed.rawValue]), .secret(HeldSecret(secret.bytes.clone())),
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
        case .looked:
            guard let flags = reader.integer(UInt8.self), flags < 2, let failures = reader.integer(UInt32.self),
                let most = reader.integer(UInt32.self), let interval = reader.integer(UInt32.self)
            else { return nil }
            self = .looked(TPMLockout(isLocked: flags == 1, failures: failures, most: most, interval: interval))
        case .sealed:
            guard let seal = TPMSeal(reading: &reader) else { return nil }
            self = .sealed(seal)
        case .unsealed:
            guard let bytes = reader.secret(TPMSecret.count), let secret = TPMSecret(bytes) else { return nil }
            self = .unsealed(secret)
        case .fault:
            guard let code = reader.integer(UInt8.self), let detail = reader.integer(UInt32.self),
                let fault = TPMFault(code: code, detail: detail)
            else { return nil }
            self = .fault(fault)
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension TPMSeal {
    fileprivate init?(reading reader: inout DeviceFields) {
        guard let parent = reader.take(Self.nameCount), let publicArea = reader.counted(),
            let privateArea = reader.counted()
        else { return nil }
        self.init(parent: parent, publicArea: publicArea, privateArea: privateArea)
    }
}
