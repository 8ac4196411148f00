public import Devices

/// The reason a Ledger gave nothing.
public enum LedgerFault: DeviceFault, Hashable {
    /// No Ledger is plugged in.
    case absent
    /// More than one is plugged in.
    case several
    /// The device is locked: its PIN has to be typed on it.
    case locked
    /// Another app is open on it, or none: the Solana app has to be opened.
    case otherApp
    /// The user refused on the device.
    case rejected
    /// The app can't show what this does, and its setting `Blind signing` is off.
    case blindSigningOff
    /// The app can't read it.
    case notParsable
    /// The account isn't among those that sign it, or the app reads its header otherwise.
    case wrongSigner
    /// The app can't sign text of this format.
    case textFormat
    /// The app has no room for it.
    case tooLarge
    /// Another program is talking to the device.
    case busy
    /// The device was pulled out, or answers no more.
    case removed
    /// Nobody confirmed on the device in time.
    case timedOut
    /// It was cancelled from here.
    case cancelled
    /// The answer isn't what was asked for: a signature that doesn't verify, for one.
    case invalid
    /// The program that talks to devices isn't there, or has failed.
    case unavailable
    /// Another error of the app's, by its status word.
    case other(code: UInt16)
    /// No version of the app signs this: a transaction of version 1, or text in an envelope that isn't an off-chain message's.
    case unsupported
    /// The app is too old for this.
    case outdated
    /// The account's key isn't on this device: it is another Ledger, or one with another recovery phrase or passphrase.
    case otherDevice
    /// This user may not open the device: its udev rule is missing.
    case forbidden
    /// The device waits for an update of its firmware.
    case bootloader
}

extension LedgerFault {
    /// Its name on the wire. Append-only.
    public var name: String {
        switch self {
        case .absent: "absent"
        case .several: "several"
        case .locked: "locked"
        case .otherApp: "other-app"
        case .rejected: "rejected"
        case .blindSigningOff: "blind-signing-off"
        case .notParsable: "not-parsable"
        case .wrongSigner: "wrong-signer"
        case .textFormat: "text-format"
        case .tooLarge: "too-large"
        case .busy: "busy"
        case .removed: "removed"
        case .timedOut: "timed-out"
        case .cancelled: "cancelled"
        case .invalid: "invalid"
        case .unavailable: "unavailable"
        case .other: "other"
        case .unsupported: "unsupported"
        case .outdated: "outdated"
        case .otherDevice: "other-device"
        case .forbidden: "forbidden"
        case .bootloader: "bootloader"
        }
    }

    /// Every fault but `other`, in the order of their numbers between the agent and `sidekey-device`. Append-only; `other` has the place of `nil`.
    private static let numbered: [LedgerFault?] = [
        .absent, .several, .locked, .otherApp, .rejected, .blindSigningOff, .notParsable, .wrongSigner, .textFormat,
        .tooLarge, .busy, .removed, .timedOut, .cancelled, .invalid, .unavailable, nil, .unsupported, .outdated,
        .otherDevice, .forbidden, .bootloader,
    ]

    /// Its number between the agent and `sidekey-device`, from 1 on, and the status word that goes with it; 0 for none.
    var code: (UInt8, status: UInt16) {
        let status: UInt16 = if case .other(let code) = self { code } else { 0 }
        let entry: LedgerFault? = status == 0 ? self : nil
        return (UInt8(clamping: (Self.numbered.firstIndex(of: entry) ?? 16) + 1), status)
    }

    /// The fault of a number; nil for one that doesn't exist.
    init?(code: UInt8, status: UInt16) {
        guard (1...Self.numbered.count).contains(Int(code)) else { return nil }
        self = Self.numbered[Int(code) - 1] ?? .other(code: status)
    }
}

extension LedgerFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absent: "no Ledger is plugged in"
        case .several: "more than one Ledger is plugged in"
        case .locked: "the Ledger is locked"
        case .otherApp: "the Solana app isn't open on the Ledger"
        case .rejected: "it was rejected on the Ledger"
        case .blindSigningOff: "blind signing is off in the Ledger's Solana app"
        case .notParsable: "the Ledger's Solana app can't read it"
        case .wrongSigner: "the account isn't among those that sign it"
        case .textFormat: "the Ledger's Solana app can't sign this text"
        case .tooLarge: "it is too large for the Ledger's Solana app"
        case .busy: "another program is talking to the Ledger"
        case .removed: "the Ledger was pulled out"
        case .timedOut: "nobody confirmed on the Ledger in time"
        case .cancelled: "it was cancelled"
        case .invalid: "the Ledger answered something else"
        case .unavailable: "sidekey-device, which talks to Ledgers, isn't there or has failed"
        case .other(let code): "the Ledger failed with status \(String(code, radix: 16))"
        case .unsupported: "the Ledger's Solana app can't sign this kind of transaction or message"
        case .outdated: "the Ledger's Solana app is too old for this"
        case .otherDevice: "the account's key isn't on this Ledger"
        case .forbidden: "this user may not open the Ledger"
        case .bootloader: "the Ledger waits for an update of its firmware"
        }
    }
}
