public import Devices
import Synchronization

/// A completed use of a security key.
public struct SecurityKeyOutcome: Sendable {
    /// The credential that was made; nil where one was used.
    public let credential: SecurityKeyCredential?
    /// The position of the slot that was used among those of the request.
    public let slot: Int
    /// Its secrets, with the key's signature.
    public let assertion: SecurityKeyAssertion

    public init(credential: SecurityKeyCredential?, slot: Int, assertion: SecurityKeyAssertion) {
        self.credential = credential
        self.slot = slot
        self.assertion = assertion
    }
}

/// Has a security key used outside the calling process; cancelling the task makes the key stop waiting.
public typealias SecurityKeyAsk =
    @Sendable (_ request: SecurityKeyRequest) async throws(SecurityKeyFault) -> SecurityKeyOutcome

/// The `sidekey-device` program, of which each use of a security key gets one of its own.
public typealias SecurityKeyProgram = DeviceProgram<SecurityKeyRequest>

extension SecurityKeyRequest: DeviceRequest {
    public static var device: DeviceKind { .securityKey }

    public func reader() -> @Sendable (UnsafeRawBufferPointer) throws(SecurityKeyFault) -> SecurityKeyOutcome? {
        let answer = SecurityKeyAnswer(to: self)
        return { frame throws(SecurityKeyFault) in try answer.take(frame) }
    }
}

/// The frames of one answer: a credential if one was to be made, then an assertion.
private final class SecurityKeyAnswer: Sendable {
    private let request: SecurityKeyRequest
    private let credential = Mutex<SecurityKeyCredential?>(nil)

    init(to request: SecurityKeyRequest) {
        self.request = request
    }

    func take(_ frame: UnsafeRawBufferPointer) throws(SecurityKeyFault) -> SecurityKeyOutcome? {
        let made = credential.withLock { $0 }
        switch SecurityKeyReply(reading: frame) {
        case .made(let new):
            guard case .make = request, made == nil else { throw .unavailable }
            credential.withLock { $0 = new }
            return nil
        case .used(let slot, let assertion):
            switch request {
            case .make:
                guard made != nil, slot == 0 else { throw .unavailable }
            case .use(_, _, let slots):
                guard made == nil, slots.indices.contains(slot) else { throw .unavailable }
            }
            return SecurityKeyOutcome(credential: made, slot: slot, assertion: assertion)
        case .fault(let fault): throw fault
        case nil: throw .unavailable
        }
    }
}
