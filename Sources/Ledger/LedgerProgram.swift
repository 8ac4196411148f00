public import Devices
import Salt
public import SolanaTransactions

/// What a Ledger gave.
public enum LedgerOutcome: Sendable, Hashable {
    /// The app that is open.
    case app(LedgerApp)
    /// The keys at the paths, in their order.
    case accounts([PublicKey])
    /// A signature that verifies for the account and the message of the request.
    case signature(Signature)
}

/// Has a Ledger used outside the calling process; cancelling the task stops the wait, though the device still shows its request.
public typealias LedgerAsk = @Sendable (_ request: LedgerRequest) async throws(LedgerFault) -> LedgerOutcome

/// The `sidekey-device` program, of which each use of a Ledger gets one of its own.
public typealias LedgerProgram = DeviceProgram<LedgerRequest>

extension LedgerRequest: DeviceRequest {
    public static var device: DeviceKind { .ledger }

    /// A signature is verified here once more: the program that talks to devices is no judge of what came from one.
    public func reader() -> @Sendable (UnsafeRawBufferPointer) throws(LedgerFault) -> LedgerOutcome? {
        { frame throws(LedgerFault) in
            guard let reply = LedgerReply(reading: frame) else { throw .unavailable }
            return try outcome(of: reply)
        }
    }
}

extension LedgerRequest {
    /// The outcome that a reply to this request is.
    ///
    /// - Throws: Its fault; `invalid` for a signature that doesn't verify; `unavailable` for a reply to something else.
    package func outcome(of reply: LedgerReply) throws(LedgerFault) -> LedgerOutcome {
        switch (self, reply) {
        case (_, .fault(let fault)): throw fault
        case (.app, .app(let app)): return .app(app)
        case (.accounts(let paths, _), .accounts(let keys)) where keys.count == paths.count: return .accounts(keys)
        case (.signTransaction(let message, _, let account), .signature(let signature)),
            (.signOffchain(let message, _, let account), .signature(let signature)):
            guard SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes) else { throw .invalid }
            return .signature(signature)
        default: throw .unavailable
        }
    }
}
