internal import Base58
public import Salt

/// What a wallet answers, in the query of the app's redirect link: composed by the wallet, read by the app.
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
    /// The answer to `disconnect`: nothing.
    case done
    case refused(DeeplinkError)

    /// The longest link that is read, in bytes: one argument of a program.
    public static let maximumBytes = 131_071

    /// The link that brings the answer.
    ///
    /// - Parameter keyParameter: What the wallet calls its key, such as `phantom_encryption_public_key`.
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
    /// Parameters that the protocol doesn't name are passed over: wallets differ in what they add. Those that it names stand there once.
    ///
    /// - Parameters:
    ///   - redirect: The link that the request named.
    ///   - keyParameter: What the wallet calls its key.
    /// - Throws: What is wrong, with the parameter's name; ``DeeplinkFault/wrongPlace`` where it isn't an answer to this redirect link.
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
            // A half of an error or of an answer is none; all of nothing is the answer to `disconnect`.
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
