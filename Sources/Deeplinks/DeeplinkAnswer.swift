internal import Base58
public import JSONRPC

/// What a wallet's sealed answer says.
public enum DeeplinkAnswer: Sendable, Hashable {
    /// To `connect`: the account, and the session that every later request names.
    case connected(publicKey: DeeplinkKey, session: String)
    /// To `signTransaction`: the signed transaction.
    case transaction([UInt8])
    /// To `signAllTransactions`: the signed transactions, in their order.
    case transactions([[UInt8]])
    /// To `signMessage` and `signAndSendTransaction`: 64 bytes.
    case signature([UInt8])

    /// The members of the answer.
    public var json: JSON {
        switch self {
        case .connected(let publicKey, let session):
            ["public_key": .string(publicKey.description), "session": .string(session)]
        case .transaction(let transaction): ["transaction": .string(Base58.encode(transaction))]
        case .transactions(let transactions):
            ["transactions": .array(transactions.map { .string(Base58.encode($0)) })]
        case .signature(let signature): ["signature": .string(Base58.encode(signature))]
        }
    }

    /// Reads the answer to a method; members that the protocol doesn't name are passed over.
    ///
    /// - Throws: ``DeeplinkFault/missing(_:)``, ``DeeplinkFault/base58(_:)``, ``DeeplinkFault/value(_:)``,
    ///   ``DeeplinkFault/wrongCount(_:expected:found:)``, ``DeeplinkFault/methodUnknown`` of a method that has no answer.
    public init(_ json: JSON, to method: DeeplinkMethod) throws(DeeplinkFault) {
        let members = try PayloadMembers(json, known: nil)
        switch method {
        case .connect:
            let bytes = try members.bytes("public_key", count: 32)
            guard let key = try? DeeplinkKey(bytes: bytes) else { throw .value("public_key") }
            let session = try members.text("session")
            guard session.utf8.count <= DeeplinkCall.maximumSessionBytes else { throw .value("session") }
            self = .connected(publicKey: key, session: session)
        case .signTransaction: self = .transaction(try members.bytes("transaction"))
        case .signAllTransactions:
            self = .transactions(try members.list("transactions", maximum: DeeplinkCall.maximumTransactions))
        case .signMessage, .signAndSendTransaction: self = .signature(try members.bytes("signature", count: 64))
        case .disconnect, .browse: throw .methodUnknown
        }
    }
}
