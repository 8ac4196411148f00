public import Devices

/// Has the TPM used outside the calling process.
public typealias TPMAsk = @Sendable (_ request: TPMRequest) async throws(TPMFault) -> TPMReply

/// The `sidekey-device` program, of which each use of the TPM gets one of its own.
public typealias TPMProgram = DeviceProgram<TPMRequest>

extension TPMRequest: DeviceRequest {
    public static var device: DeviceKind { .tpm }
    /// A slow TPM takes some seconds to make its key.
    public static var limit: Duration { .seconds(60) }

    /// The answer to this kind of request, never a fault.
    public func reader() -> @Sendable (UnsafeRawBufferPointer) throws(TPMFault) -> TPMReply? {
        { frame throws(TPMFault) in
            guard let reply = TPMReply(reading: frame) else { throw .unavailable }
            switch (self, reply) {
            case (_, .fault(let fault)): throw fault
            case (.look, .looked): return reply
            case (.seal, .sealed): return reply
            case (.unseal, .unsealed): return reply
            default: throw .unavailable
            }
        }
    }
}
