public import Devices

/// The reason a TPM gave nothing.
public enum TPMFault: DeviceFault, Hashable {
    /// This machine has no TPM 2.0 that is switched on.
    case absent
    /// The system lets this user not use the TPM.
    case denied
    /// The TPM's owner hierarchy has a password, or is switched off.
    case owned
    /// The TPM doesn't stop somebody who tries all PINs (``TPMLockout/isGuarding``).
    case unguarded
    /// The PIN is wrong. The TPM takes this many wrong ones more; nil if it didn't say.
    case pinWrong(retries: Int?)
    /// The TPM takes no PIN at present. It forgets one wrong PIN in so many seconds; nil if it didn't say.
    case locked(seconds: Int?)
    /// Another TPM made the seal, or this one before it was cleared.
    case otherTPM
    /// The TPM took too long.
    case timedOut
    /// It was cancelled from here.
    case cancelled
    /// The TPM answers no more, or something else than was asked for.
    case failed
    /// The program that talks to the TPM isn't there, or has failed.
    case unavailable
    /// Another error of the TPM's or of tpm2-tss, by its number.
    case other(code: UInt32)
}

extension TPMFault {
    /// Its number between the agent and `sidekey-device`, and the number that goes with it; 4,294,967,295 for none.
    var code: (UInt8, detail: UInt32) {
        let none = UInt32.max
        return switch self {
        case .absent: (1, none)
        case .denied: (2, none)
        case .owned: (3, none)
        case .unguarded: (4, none)
        case .pinWrong(let retries): (5, retries.map { UInt32(clamping: $0) } ?? none)
        case .locked(let seconds): (6, seconds.map { UInt32(clamping: $0) } ?? none)
        case .otherTPM: (7, none)
        case .timedOut: (8, none)
        case .cancelled: (9, none)
        case .failed: (10, none)
        case .unavailable: (11, none)
        case .other(let code): (12, code)
        }
    }

    /// The fault of a number; nil for one that doesn't exist.
    init?(code: UInt8, detail: UInt32) {
        let number = detail == .max ? nil : Int(detail)
        switch code {
        case 1: self = .absent
        case 2: self = .denied
        case 3: self = .owned
        case 4: self = .unguarded
        case 5: self = .pinWrong(retries: number)
        case 6: self = .locked(seconds: number)
        case 7: self = .otherTPM
        case 8: self = .timedOut
        case 9: self = .cancelled
        case 10: self = .failed
        case 11: self = .unavailable
        case 12: self = .other(code: detail)
        default: return nil
        }
    }
}

extension TPMFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absent: "this machine has no TPM 2.0 that is switched on"
        case .denied: "this user may not use the TPM (group tss)"
        case .owned: "the TPM's owner hierarchy has a password or is off"
        case .unguarded: "the TPM doesn't limit wrong PINs"
        case .pinWrong(let retries): "wrong PIN" + (retries.map { "; \($0) more may be tried" } ?? "")
        case .locked(let seconds):
            "the TPM takes no PIN" + (seconds.map { "; it takes one again within \($0) seconds" } ?? "")
        case .otherTPM: "another TPM made this, or this one before it was cleared"
        case .timedOut: "the TPM took too long"
        case .cancelled: "it was cancelled"
        case .failed: "the TPM answers no more"
        case .unavailable: "sidekey-device, which talks to the TPM, isn't there or has failed"
        case .other(let code): "the TPM failed with error \(code)"
        }
    }
}
