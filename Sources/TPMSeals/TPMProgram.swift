public import AgentSocket
import Devices

/// Has the TPM used outside the calling process.
public typealias TPMAsk = @Sendable (_ request: TPMRequest) async throws(TPMFault) -> TPMReply

/// The `sidekey-device` program, of which each use of the TPM gets one of its own.
public struct TPMProgram: Sendable, Hashable {
    private let program: DeviceProgram

    /// - Parameters:
    ///   - path: its absolute path.
    ///   - limit: the time limit for one request. A slow TPM takes some seconds to make its key.
    public init(path: String, limit: Duration = .seconds(60)) {
        program = DeviceProgram(path: path, kind: .tpm, limit: limit)
    }

    private init(_ program: DeviceProgram) {
        self.program = program
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> TPMProgram {
        TPMProgram(try .besideThisProgram(kind: .tpm))
    }

    /// Has a request served.
    ///
    /// - Returns: The answer to this kind of request, never a fault.
    /// - Throws: The reason there is none; `timedOut` at the limit.
    public func ask(_ request: TPMRequest) async throws(TPMFault) -> TPMReply {
        try await program.ask({ request.frame() }) { frame throws(TPMFault) in
            guard let reply = TPMReply(reading: frame) else { throw .unavailable }
            switch (request, reply) {
            case (_, .fault(let fault)): throw fault
            case (.look, .looked): return reply
            case (.seal, .sealed): return reply
            case (.unseal, .unsealed): return reply
            default: throw .unavailable
            }
        }
    }
}
