public import AgentSocket
import Devices
import Salt
public import SolanaTransactions

/// What a token gave.
public enum HardwareTokenOutcome: Sendable, Hashable {
    /// The keys on every token of the module.
    case keys([HardwareTokenKey])
    /// A signature that verifies for the account and the message of the request.
    case signature(Signature)
}

/// Has a token used outside the calling process; cancelling the task ends the wait.
public typealias HardwareTokenAsk =
    @Sendable (_ request: HardwareTokenRequest) async throws(HardwareTokenFault) -> HardwareTokenOutcome

/// The `sidekey-device` program, of which each use of a token gets one of its own.
public struct HardwareTokenProgram: Sendable, Hashable {
    private let program: DeviceProgram

    /// - Parameters:
    ///   - path: its absolute path.
    ///   - limit: the time limit for one request, touches included.
    public init(path: String, limit: Duration = .seconds(100)) {
        program = DeviceProgram(path: path, kind: .token, limit: limit)
    }

    private init(_ program: DeviceProgram) {
        self.program = program
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> HardwareTokenProgram {
        HardwareTokenProgram(try .besideThisProgram(kind: .token))
    }

    /// Has a request served. A signature is verified here once more: a module is somebody else's code.
    ///
    /// - Throws: The reason there is nothing; `timedOut` at the limit.
    public func ask(_ request: HardwareTokenRequest) async throws(HardwareTokenFault) -> HardwareTokenOutcome {
        try await program.ask({ request.frame() }) { frame throws(HardwareTokenFault) in
            guard let reply = HardwareTokenReply(reading: frame) else { throw .unavailable }
            return try request.outcome(of: reply)
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
        case (.sign(let message, let account, _, _, _), .signature(let signature)):
            guard SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes) else { throw .invalid }
            return .signature(signature)
        default: throw .unavailable
        }
    }
}
