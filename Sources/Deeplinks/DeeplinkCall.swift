internal import Base58
public import JSONRPC

/// The content of a sealed request: the session that the wallet gave, and the task.
public struct DeeplinkCall: Sendable, Hashable {
    /// The app's task for the wallet, with its data.
    public enum Task: Sendable, Hashable {
        case disconnect
        /// A transaction in its wire form.
        case signTransaction([UInt8])
        case signAllTransactions([[UInt8]])
        case signMessage([UInt8], display: Display)
        case signAndSendTransaction([UInt8], options: DeeplinkSendOptions)
    }

    /// The way the app wants its message shown.
    public enum Display: String, Sendable, Hashable {
        case utf8
        case hex
    }

    /// The most transactions that one call signs.
    public static let maximumTransactions = 100
    /// The longest session token, in bytes.
    public static let maximumSessionBytes = 4096

    public let session: String
    public let task: Task

    public init(session: String, task: Task) {
        self.session = session
        self.task = task
    }

    public var method: DeeplinkMethod {
        switch task {
        case .disconnect: .disconnect
        case .signTransaction: .signTransaction
        case .signAllTransactions: .signAllTransactions
        case .signMessage: .signMessage
        case .signAndSendTransaction: .signAndSendTransaction
        }
    }

    /// The members of the payload.
    public var json: JSON {
        var object: JSONObject = ["session": .string(session)]
        switch task {
        case .disconnect: break
        case .signTransaction(let transaction): object["transaction"] = .string(Base58.encode(transaction))
        case .signAllTransactions(let transactions):
            object["transactions"] = .array(transactions.map { .string(Base58.encode($0)) })
        case .signMessage(let message, let display):
            object["message"] = .string(Base58.encode(message))
            object["display"] = .string(display.rawValue)
        case .signAndSendTransaction(let transaction, let options):
            object["transaction"] = .string(Base58.encode(transaction))
            if options != DeeplinkSendOptions() { object["sendOptions"] = options.json }
        }
        return .object(object)
    }

    /// Reads the payload of a method.
    ///
    /// - Throws: ``DeeplinkFault/missing(_:)``, ``DeeplinkFault/base58(_:)``, ``DeeplinkFault/value(_:)``,
    ///   ``DeeplinkFault/unknownParameter``, ``DeeplinkFault/methodUnknown`` of a method that has no payload.
    public init(_ json: JSON, method: DeeplinkMethod) throws(DeeplinkFault) {
        let members: PayloadMembers
        switch method {
        case .connect, .browse: throw .methodUnknown
        case .disconnect:
            members = try PayloadMembers(json, known: ["session"])
            task = .disconnect
        case .signTransaction:
            members = try PayloadMembers(json, known: ["session", "transaction"])
            task = .signTransaction(try members.bytes("transaction"))
        case .signAllTransactions:
            members = try PayloadMembers(json, known: ["session", "transactions"])
            task = .signAllTransactions(try members.list("transactions", maximum: Self.maximumTransactions))
        case .signMessage:
            members = try PayloadMembers(json, known: ["session", "message", "display"])
            var display = Display.utf8
            if let text = try members.optionalText("display") {
                guard let named = Display(rawValue: text) else { throw .value("display") }
                display = named
            }
            task = .signMessage(try members.bytes("message"), display: display)
        case .signAndSendTransaction:
            members = try PayloadMembers(json, known: ["session", "transaction", "sendOptions"])
            task = .signAndSendTransaction(
                try members.bytes("transaction"), options: try DeeplinkSendOptions(members.value("sendOptions")))
        }
        session = try members.text("session")
        guard session.utf8.count <= Self.maximumSessionBytes else { throw .value("session") }
    }
}

/// Options for the node that receives the transaction, as `SendOptions` of web3.js. The wallet chooses the rest.
public struct DeeplinkSendOptions: Sendable, Hashable {
    /// The commitment that the state for the simulation of a transaction must have.
    public enum Commitment: String, Sendable, Hashable {
        case processed
        case confirmed
        case finalized
    }

    public var skipPreflight: Bool?
    public var preflightCommitment: Commitment?
    public var maxRetries: UInt64?
    public var minContextSlot: UInt64?

    public init(
        skipPreflight: Bool? = nil, preflightCommitment: Commitment? = nil, maxRetries: UInt64? = nil,
        minContextSlot: UInt64? = nil
    ) {
        self.skipPreflight = skipPreflight
        self.preflightCommitment = preflightCommitment
        self.maxRetries = maxRetries
        self.minContextSlot = minContextSlot
    }

    /// The members, numbers as numbers.
    public var json: JSON {
        var object: JSONObject = [:]
        object["skipPreflight"] = skipPreflight.map { .bool($0) }
        object["preflightCommitment"] = preflightCommitment.map { .string($0.rawValue) }
        object["maxRetries"] = maxRetries.map { .number($0) }
        object["minContextSlot"] = minContextSlot.map { .number($0) }
        return .object(object)
    }

    /// Reads the options; without any, nothing is set.
    ///
    /// - Throws: ``DeeplinkFault/value(_:)`` with `sendOptions`.
    public init(_ json: JSON?) throws(DeeplinkFault) {
        self.init()
        guard let json, !json.isNull else { return }
        guard let object = json.object else { throw .value("sendOptions") }
        for member in object.members where !member.value.isNull {
            switch member.name.string {
            case "skipPreflight": skipPreflight = try Self.read(member.value.bool)
            case "preflightCommitment":
                preflightCommitment = try Self.read(member.value.text.flatMap(Commitment.init))
            case "maxRetries": maxRetries = try Self.read(member.value.number?.uint64())
            case "minContextSlot": minContextSlot = try Self.read(member.value.number?.uint64())
            default: throw .value("sendOptions")
            }
        }
    }

    private static func read<Value>(_ value: Value?) throws(DeeplinkFault) -> Value {
        guard let value else { throw .value("sendOptions") }
        return value
    }
}
