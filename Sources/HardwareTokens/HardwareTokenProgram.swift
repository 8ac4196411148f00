public import Devices
import Salt
public import SolanaTransactions

/// What a token gave.
public enum HardwareTokenOutcome: Sendable, Hashable {
    /// The keys on every token of the module.
    case keys([HardwareTokenKey])
    /// A signature that verifies for the account and the message of the request.
    case signature(Signature)
    /// The account's key is there, and the PIN is right where one was given.
    case ready(HardwareTokenState)
}

/// Has a token used outside the calling process; cancelling the task ends the wait.
public typealias HardwareTokenAsk =
    @Sendable (_ request: HardwareTokenRequest) async throws(HardwareTokenFault) -> HardwareTokenOutcome

/// The `sidekey-device` program, of which each use of a token gets one of its own.
public typealias HardwareTokenProgram = DeviceProgram<HardwareTokenRequest>

extension HardwareTokenRequest: DeviceRequest {
    public static var device: DeviceKind { .token }

    /// What the user named is trusted only where nobody else can have put something in its place. It is looked at before each use.
    public func check() throws(HardwareTokenFault) { try module.checkPlace() }

    /// A signature is verified here once more: a module is somebody else's code.
    public func reader() -> @Sendable (UnsafeRawBufferPointer) throws(HardwareTokenFault) -> HardwareTokenOutcome? {
        { frame throws(HardwareTokenFault) in
            guard let reply = HardwareTokenReply(reading: frame) else { throw .unavailable }
            return try outcome(of: reply)
        }
    }
}

extension HardwareTokenRequest {
    /// The outcome that a reply to this request is.
    ///
    /// - Throws: Its fault; `invalid` for a signature that doesn't verify; `unavailable` for a reply to something else.
    package func outcome(of reply: HardwareTokenReply) throws(HardwareTokenFault) -> HardwareTokenOutcome {
        switch (self, reply) {
        case (_, .fault(let fault)): throw fault
        case (.keys, .keys(let keys)): return .keys(keys)
        case (.check, .ready(let state)): return .ready(state)
        case (.sign(let message, let account, _, _, _), .signature(let signature)):
            guard SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes) else { throw .invalid }
            return .signature(signature)
        default: throw .unavailable
        }
    }
}
