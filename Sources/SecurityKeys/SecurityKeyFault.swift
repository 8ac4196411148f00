public import Devices

/// The reason a security key gave nothing.
public enum SecurityKeyFault: DeviceFault, Hashable {
    /// No security key is plugged in.
    case absent
    /// None of the credentials was made on a key that is plugged in.
    case otherKey
    /// The key can't compute a secret from a salt (`hmac-secret`).
    case unsupported
    /// One of the credentials is on this key already.
    case present
    /// More than one key is plugged in, and it isn't clear which is meant.
    case several
    /// The key asks for its PIN, of which it takes so many wrong ones; nil if it didn't say.
    case pinRequired(retries: Int?)
    /// The key has no PIN, and one was given.
    case pinNotSet
    /// The PIN is wrong. After this many more the key takes none; nil if it didn't say.
    case pinWrong(retries: Int?)
    /// The key takes a PIN again once it was pulled out and plugged in.
    case pinPaused
    /// The key takes no PIN any more; only its reset helps, which loses its credentials.
    case pinBlocked
    /// The user refused at the key.
    case denied
    /// Nobody touched the key in time.
    case timedOut
    /// It was cancelled from here.
    case cancelled
    /// The key was pulled out, or answers no more.
    case removed
    /// The answer isn't what was asked for.
    case invalid
    /// The program that talks to keys isn't there, or has failed.
    case unavailable
    /// Another error of the key's or of libfido2's, by its number.
    case other(code: Int32)
}

extension SecurityKeyFault {
    /// Its name on the wire. Append-only.
    public var name: String {
        switch self {
        case .absent: "absent"
        case .otherKey: "other-key"
        case .unsupported: "unsupported"
        case .present: "present"
        case .several: "several"
        case .pinRequired: "pin-required"
        case .pinNotSet: "pin-not-set"
        case .pinWrong: "pin-wrong"
        case .pinPaused: "pin-paused"
        case .pinBlocked: "pin-blocked"
        case .denied: "denied"
        case .timedOut: "timed-out"
        case .cancelled: "cancelled"
        case .removed: "removed"
        case .invalid: "invalid"
        case .unavailable: "unavailable"
        case .other: "other"
        }
    }

    /// The wrong PINs that the key still takes, if it said so.
    public var retries: Int? {
        switch self {
        case .pinRequired(let retries), .pinWrong(let retries): retries
        default: nil
        }
    }

    /// Its number between the agent and `sidekey-device`, and the number that goes with it; -1 for none.
    var code: (UInt8, detail: Int32) {
        switch self {
        case .absent: (1, -1)
        case .otherKey: (2, -1)
        case .unsupported: (3, -1)
        case .present: (4, -1)
        case .several: (5, -1)
        case .pinRequired(let retries): (6, retries.map { Int32(clamping: $0) } ?? -1)
        case .pinNotSet: (7, -1)
        case .pinWrong(let retries): (8, retries.map { Int32(clamping: $0) } ?? -1)
        case .pinPaused: (9, -1)
        case .pinBlocked: (10, -1)
        case .denied: (11, -1)
        case .timedOut: (12, -1)
        case .cancelled: (13, -1)
        case .removed: (14, -1)
        case .invalid: (15, -1)
        case .unavailable: (16, -1)
        case .other(let code): (17, code)
        }
    }

    /// The fault of a number; nil for one that doesn't exist.
    init?(code: UInt8, detail: Int32) {
        let retries = detail < 0 ? nil : Int(detail)
        switch code {
        case 1: self = .absent
        case 2: self = .otherKey
        case 3: self = .unsupported
        case 4: self = .present
        case 5: self = .several
        case 6: self = .pinRequired(retries: retries)
        case 7: self = .pinNotSet
        case 8: self = .pinWrong(retries: retries)
        case 9: self = .pinPaused
        case 10: self = .pinBlocked
        case 11: self = .denied
        case 12: self = .timedOut
        case 13: self = .cancelled
        case 14: self = .removed
        case 15: self = .invalid
        case 16: self = .unavailable
        case 17: self = .other(code: detail)
        default: return nil
        }
    }
}

extension SecurityKeyFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absent: "no security key is plugged in"
        case .otherKey: "this is another security key"
        case .unsupported: "this security key can't compute secrets (hmac-secret)"
        case .present: "this security key is added already"
        case .several: "more than one security key is plugged in"
        case .pinRequired: "the security key asks for its PIN"
        case .pinNotSet: "the security key has no PIN"
        case .pinWrong(let retries): "wrong PIN" + (retries.map { "; \($0) more may be tried" } ?? "")
        case .pinPaused: "the security key has to be pulled out and plugged in again"
        case .pinBlocked: "the security key takes no PIN any more"
        case .denied: "it was refused at the security key"
        case .timedOut: "nobody touched the security key in time"
        case .cancelled: "it was cancelled"
        case .removed: "the security key was pulled out"
        case .invalid: "the security key answered something else"
        case .unavailable: "sidekey-device, which talks to security keys, isn't there or has failed"
        case .other(let code): "the security key failed with error \(code)"
        }
    }
}
