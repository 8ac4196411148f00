internal import Base58
public import JSONRPC
public import Salt

/// A wallet's answer, in the query of the app's redirect link: composed by the wallet, read by the app.
///
/// ```
/// REDIRECT_LINK?WALLET_encryption_public_key=…&nonce=…&data=…    connect
/// REDIRECT_LINK?nonce=…&data=…                                   the others
/// REDIRECT_LINK                                                  disconnect
/// REDIRECT_LINK?errorCode=…&errorMessage=…
/// ```
public enum DeeplinkReply: Sendable, Hashable {
    /// The answer to `connect`: the wallet's X25519 key, and a ``DeeplinkAnswer`` sealed for the app.
    case connected(walletKey: DeeplinkKey, nonce: Nonce, data: [UInt8])
    /// A ``DeeplinkAnswer`` as ``DeeplinkBox`` seals it.
    case sealed(nonce: Nonce, data: [UInt8])
    /// The answer to `disconnect`, which is empty.
    case done
    case refused(DeeplinkError)

    /// The longest link that is read, in bytes: one argument of a program.
    public static let maximumBytes = 131_071

    /// The link that brings the answer.
    ///
    /// - Parameter keyParameter: The wallet's name for its key, such as `phantom_encryption_public_key`.
    public func link(to redirect: RedirectLink, keyParameter: String) -> String {
        switch self {
        case .connected(let walletKey, let nonce, let data):
            redirect.appending([
                (keyParameter, walletKey.description), (Name.nonce, Base58.encode(nonce.bytes)),
                (Name.data, Base58.encode(data)),
            ])
        case .sealed(let nonce, let data):
            redirect.appending([(Name.nonce, Base58.encode(nonce.bytes)), (Name.data, Base58.encode(data))])
        case .done: redirect.appending([])
        case .refused(let error):
            redirect.appending([(Name.errorCode, String(error.code)), (Name.errorMessage, error.message)])
        }
    }

    /// Reads the link that came back.
    ///
    /// Reading skips parameters that the protocol doesn't name, since wallets differ in what they add. Those that it names occur once.
    ///
    /// - Parameters:
    ///   - redirect: The link that the request named.
    ///   - keyParameter: The wallet's name for its key.
    /// - Throws: The fault, with the parameter's name; ``DeeplinkFault/wrongPlace`` if it isn't an answer to this redirect link.
    public init(
        parsing text: String, to redirect: RedirectLink, keyParameter: String
    ) throws(DeeplinkFault) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw .tooLong(limit: Self.maximumBytes, found: text.utf8.count)
        }
        let parameters = try LinkParameters(
            LinkText.parameters(of: redirect.added(in: text)),
            known: [keyParameter, Name.nonce, Name.data, Name.errorCode, Name.errorMessage], others: true)
        if parameters.has(Name.errorCode) {
            self = .refused(try Self.error(in: parameters))
        } else if !parameters.has(Name.nonce), !parameters.has(Name.data), !parameters.has(keyParameter) {
            // Half of an error or of an answer is invalid; an empty reply is the answer to `disconnect`.
            guard !parameters.has(Name.errorMessage) else { throw .missing(Name.errorCode) }
            self = .done
        } else {
            let bytes = try parameters.bytes(Name.nonce, count: Nonce.count)
            guard let nonce = try? Nonce(bytes: bytes) else { throw .value(Name.nonce) }
            let data = try parameters.bytes(Name.data, maximum: Self.maximumBytes)
            guard parameters.has(keyParameter) else {
                self = .sealed(nonce: nonce, data: data)
                return
            }
            let key = try parameters.bytes(keyParameter, count: SaltBox.keyCount)
            guard let walletKey = try? DeeplinkKey(bytes: key) else { throw .value(keyParameter) }
            self = .connected(walletKey: walletKey, nonce: nonce, data: data)
        }
    }

    private static func error(in parameters: LinkParameters) throws(DeeplinkFault) -> DeeplinkError {
        let text = try parameters.text(Name.errorCode)
        guard let code = Int(text), String(code) == text, (-99_999...99_999).contains(code) else {
            throw .value(Name.errorCode)
        }
        guard parameters.has(Name.errorMessage) else { return DeeplinkError(code: code) }
        let message = (try? parameters.text(Name.errorMessage)) ?? ""
        guard message.utf8.count <= DeeplinkError.maximumMessageBytes else { throw .value(Name.errorMessage) }
        return DeeplinkError(code: code, message: message)
    }

    private enum Name {
        static let nonce = "nonce"
        static let data = "data"
        static let errorCode = "errorCode"
        static let errorMessage = "errorMessage"
    }
}

/// The content of a wallet's sealed answer.
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

    /// Reads the answer to a method and skips members that the protocol doesn't name.
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

/// The members of sealed data, by their names.
struct PayloadMembers {
    private let object: JSONObject

    /// - Parameter known: The names that may occur; nil to skip any others.
    /// - Throws: ``DeeplinkFault/json``, ``DeeplinkFault/unknownParameter``.
    init(_ json: JSON, known: [String]?) throws(DeeplinkFault) {
        guard let object = json.object else { throw .json }
        if let known {
            guard object.names.allSatisfy({ name in known.contains { $0.utf8.elementsEqual(name.utf8) } }) else {
                throw .unknownParameter
            }
        }
        self.object = object
    }

    func value(_ name: String) -> JSON? { object[name] }

    func optionalText(_ name: String) throws(DeeplinkFault) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.text else { throw .value(name) }
        return text
    }

    func text(_ name: String) throws(DeeplinkFault) -> String {
        guard let text = try optionalText(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    func bytes(_ name: String) throws(DeeplinkFault) -> [UInt8] {
        try Self.decode(try text(name), name)
    }

    func bytes(_ name: String, count: Int) throws(DeeplinkFault) -> [UInt8] {
        let bytes = try bytes(name)
        guard bytes.count == count else { throw .wrongCount(name, expected: count, found: bytes.count) }
        return bytes
    }

    func list(_ name: String, maximum: Int) throws(DeeplinkFault) -> [[UInt8]] {
        guard let value = object[name] else { throw .missing(name) }
        guard let elements = value.array, (1...maximum).contains(elements.count) else { throw .value(name) }
        var list: [[UInt8]] = []
        for element in elements {
            guard let text = element.text, !text.isEmpty else { throw .value(name) }
            list.append(try Self.decode(text, name))
        }
        return list
    }

    private static func decode(_ text: String, _ name: String) throws(DeeplinkFault) -> [UInt8] {
        do throws(Base58Error) {
            return try Base58.decode(text)
        } catch {
            throw .base58(name)
        }
    }
}
