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

    /// The wallet could not reach what it needs.
    public static let disconnected = DeeplinkError(code: 4900, message: "Disconnected")
    /// The app isn't connected, its session is over, or it asks for what it wasn't given.
    public static let unauthorized = DeeplinkError(code: 4100, message: "Unauthorized")
    /// The user said no.
    public static let userRejected = DeeplinkError(code: 4001, message: "User Rejected Request")
    /// A parameter is missing or says what it can't.
    public static let invalidInput = DeeplinkError(code: -32000, message: "Invalid Input")
    /// Something that is needed isn't free, such as a place in the queue.
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

    /// Phantom's error with this number, or the number with a text of its own.
    public init(code: Int) {
        self = Self.all.first { $0.code == code } ?? DeeplinkError(code: code, message: "Error \(code)")
    }
}

extension DeeplinkError: CustomStringConvertible {
    public var description: String { "\(message) (\(code))" }
}
