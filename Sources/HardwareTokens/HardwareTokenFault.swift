public import Devices

/// The reason a PKCS #11 token gave nothing.
public enum HardwareTokenFault: DeviceFault, Hashable {
    /// No token with this serial number is there.
    case absent
    /// The module isn't there, or is no PKCS #11 module.
    case noModule
    /// The token asks for its PIN.
    case pinRequired
    /// The PIN is wrong.
    case pinWrong(left: HardwareTokenTries)
    /// The token takes no PIN any more.
    case pinLocked
    /// The account's key isn't on the token.
    case noKey
    /// The token can't sign with Ed25519.
    case unsupported
    /// The token was pulled out, or answers no more.
    case removed
    /// The answer didn't come in time.
    case timedOut
    /// It was cancelled from here.
    case cancelled
    /// The answer isn't what was asked for: a signature that doesn't verify, for one.
    case invalid
    /// The program that talks to devices isn't there, or has failed: a module that crashes ends it.
    case unavailable
    /// Somebody else can change the module, or a folder on the way to it.
    case untrusted
    /// Another error of the module's, by its number (`CKR_…`).
    case other(code: UInt32)
}

extension HardwareTokenFault {
    /// Its name on the wire. Append-only.
    public var name: String {
        switch self {
        case .absent: "absent"
        case .noModule: "no-module"
        case .pinRequired: "pin-required"
        case .pinWrong: "pin-wrong"
        case .pinLocked: "pin-locked"
        case .noKey: "no-key"
        case .unsupported: "unsupported"
        case .removed: "removed"
        case .timedOut: "timed-out"
        case .cancelled: "cancelled"
        case .invalid: "invalid"
        case .unavailable: "unavailable"
        case .untrusted: "untrusted"
        case .other: "other"
        }
    }

    /// Every fault in the order of their numbers between the agent and `sidekey-device`, without what goes with it. Append-only.
    private static let numbered: [HardwareTokenFault] = [
        .absent, .noModule, .pinRequired, .pinWrong(left: .unsaid), .pinLocked, .noKey, .unsupported, .removed,
        .timedOut, .cancelled, .invalid, .unavailable, .other(code: 0), .untrusted,
    ]

    /// Its number between the agent and `sidekey-device`, from 1 on, and what goes with it; 0 for nothing.
    var code: (UInt8, detail: UInt32) {
        let (bare, detail): (HardwareTokenFault, UInt32) =
            switch self {
            case .other(let code): (.other(code: 0), code)
            case .pinWrong(let left): (.pinWrong(left: .unsaid), left.rawValue)
            default: (self, 0)
            }
        return (UInt8(clamping: (Self.numbered.firstIndex(of: bare) ?? 12) + 1), detail)
    }

    /// The fault of a number; nil for one that doesn't exist.
    init?(code: UInt8, detail: UInt32) {
        guard (1...Self.numbered.count).contains(Int(code)) else { return nil }
        switch Self.numbered[Int(code) - 1] {
        case .other: self = .other(code: detail)
        case .pinWrong:
            guard let left = HardwareTokenTries(rawValue: detail) else { return nil }
            self = .pinWrong(left: left)
        case let fault:
            guard detail == 0 else { return nil }
            self = fault
        }
    }
}

extension HardwareTokenFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absent: "the token isn't there"
        case .noModule: "there is no such PKCS #11 module"
        case .pinRequired: "the token asks for its PIN"
        case .pinWrong(.one): "wrong PIN, and the next wrong one locks the token"
        case .pinWrong: "wrong PIN"
        case .pinLocked: "the token takes no PIN any more"
        case .noKey: "the account's key isn't on the token"
        case .unsupported: "the token can't sign with Ed25519"
        case .removed: "the token was pulled out"
        case .timedOut: "the token didn't answer in time"
        case .cancelled: "it was cancelled"
        case .invalid: "the token answered something else"
        case .unavailable: "sidekey-device, which talks to tokens, isn't there or has failed"
        case .untrusted: "somebody else can change the PKCS #11 module or a folder on the way to it"
        case .other(let code): "the module failed with \(String(code, radix: 16))"
        }
    }
}
