/// An error that a wallet answers with: `errorCode` and `errorMessage` (Phantom's table, <https://docs.phantom.com/solana/errors>).
public struct DeeplinkError: Error, Sendable, Hashable {
    /// The number, such as 4001.
    public let code: Int
    /// A short text for people, at most ``maximumMessageBytes``.
    public let message: String

    /// The longest message that is read or written, in bytes of UTF-8.
    public static let maximumMessageBytes = 1024

    /// Makes an error; a longer message is cut.
    public init(code: Int, message: String) {
        self.code = code
        var message = message
        while message.utf8.count > Self.maximumMessageBytes { message.removeLast() }
        self.message = message
    }

    /// The wallet could not reach a part that it needs.
    public static let disconnected = DeeplinkError(code: 4900, message: "Disconnected")
    /// The app isn't connected, its session has expired, or it asks for something that it wasn't given.
    public static let unauthorized = DeeplinkError(code: 4100, message: "Unauthorized")
    /// The user rejected the request.
    public static let userRejected = DeeplinkError(code: 4001, message: "User Rejected Request")
    /// A parameter is missing or has an impossible value.
    public static let invalidInput = DeeplinkError(code: -32000, message: "Invalid Input")
    /// A resource isn't free, such as a place in the queue.
    public static let resourceNotAvailable = DeeplinkError(code: -32002, message: "Requested resource not available")
    /// The network refused the transaction.
    public static let transactionRejected = DeeplinkError(code: -32003, message: "Transaction Rejected")
    /// The wallet doesn't have the method.
    public static let methodNotFound = DeeplinkError(code: -32601, message: "Method Not Found")
    /// Something went wrong within the wallet.
    public static let internalError = DeeplinkError(code: -32603, message: "Internal Error")

    /// The errors of the table.
    public static let all = [
        disconnected, unauthorized, userRejected, invalidInput, resourceNotAvailable, transactionRejected,
        methodNotFound, internalError,
    ]

    /// Phantom's error with this number, or the number with its own text.
    public init(code: Int) {
        self = Self.all.first { $0.code == code } ?? DeeplinkError(code: code, message: "Error \(code)")
    }
}

extension DeeplinkError: CustomStringConvertible {
    public var description: String { "\(message) (\(code))" }
}

/// The reason a link or its content doesn't follow the protocol. It names parameters and sizes, never contents. Append-only.
public enum DeeplinkFault: Error, Sendable, Hashable {
    /// The link is longer than it may be; both in bytes.
    case tooLong(limit: Int, found: Int)
    /// The text isn't a link: it has a character that must be escaped, an invalid scheme, or no path.
    case notALink
    /// The link begins with neither the wallet's scheme nor its universal links.
    case wrongBase
    /// There is no such method.
    case methodUnknown
    /// A percent sign without two hexadecimal digits behind it, or bytes that aren't UTF-8.
    case percentEncoding
    /// A parameter that the method needs is missing or empty.
    case missing(String)
    /// A parameter occurs twice.
    case duplicate(String)
    /// A parameter is foreign to the method; its name isn't repeated.
    case unknownParameter
    /// A parameter isn't base58.
    case base58(String)
    /// A parameter stands for a wrong number of bytes.
    case wrongCount(String, expected: Int, found: Int)
    /// A parameter or member has an impossible value.
    case value(String)
    /// The redirect link leads to a place that no answer may go to.
    case redirectRefused
    /// An answer came to a different place from the redirect link's.
    case wrongPlace
    /// The sealed data doesn't open: other keys, another nonce, or changed bytes.
    case notAuthentic
    /// The sealed data isn't strict JSON of an object.
    case json
}

extension DeeplinkFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let limit, let found): "the link has \(found) bytes, at most \(limit) are allowed"
        case .notALink: "this is not a link"
        case .wrongBase: "the link is not for this wallet"
        case .methodUnknown: "there is no such method"
        case .percentEncoding: "the link is not escaped as links are"
        case .missing(let name): "\(name) is missing"
        case .duplicate(let name): "\(name) stands there twice"
        case .unknownParameter: "the method has no such parameter"
        case .base58(let name): "\(name) is not base58"
        case .wrongCount(let name, let expected, let found): "\(name) has \(found) bytes, not \(expected)"
        case .value(let name): "\(name) says what it can't"
        case .redirectRefused: "no answer may go where redirect_link leads"
        case .wrongPlace: "the answer came to another place than redirect_link names"
        case .notAuthentic: "what is sealed does not open"
        case .json: "what is sealed is not json of an object"
        }
    }
}
