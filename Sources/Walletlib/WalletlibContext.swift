import FoundationEssentials
public import JSONRPC
import Synchronization

/// One request of another extension as a walletlib handler sees it: read by its method, id and params, and completed once.
///
/// ```swift
/// func beginRequest(with context: WalletlibContext) {
///     guard context.requestMethod() == "MY_CUSTOM_PING_RPC_METHOD",
///         let params = context.decodeRpcRequestParameter(toType: PingParams.self)
///     else { return context.completeRpcRequestWith(error: WalletlibRpcErrors.invalidParams) }
///     context.completeRpcRequestWith(result: PingResult(pong: params.ping))
/// }
/// ```
///
/// It has the methods that walletlib gives `NSExtensionContext` on iOS. The first completion counts. A context that a handler releases
/// without completing it is completed with an internal error, so that no request is lost silently.
public final class WalletlibContext: Sendable {
    private let message: JSON
    private let completion: Completion

    /// Wraps a request.
    ///
    /// - Parameter message: The request, `{"id": string, "method": string, "params"?: object or a string that holds one}`.
    /// - Parameter complete: Called once, with the request's outcome.
    public init(message: JSON, complete: @escaping @Sendable (Result<JSON, RPCError>) -> Void) {
        self.message = message
        completion = Completion(complete)
    }

    deinit {
        completion.call(.failure(WalletlibRpcErrors.internalError))
    }

    /// Returns the request's id; nil if it has none that is a string.
    public func requestId() -> String? { message["id"]?.text }

    /// Returns the request's method; nil if it has none.
    public func requestMethod() -> String? { message["method"]?.text }

    /// Returns the request's params, decoded; nil if there are none, or they don't fit.
    ///
    /// They may be an object, or a string that holds one, as walletlib has them on iOS. Numbers that JavaScript can't carry exactly should be
    /// strings.
    public func decodeRpcRequestParameter<Value: Decodable>(toType type: Value.Type) -> Value? {
        guard let params = message["params"] else { return nil }
        let bytes: [UInt8]
        if let text = params.text {
            // Read strictly first: a decoder takes a name that stands there twice, and keeps one of the values.
            guard let json = try? JSON(parsing: JSONSource(text.utf8)), json.object != nil else { return nil }
            bytes = json.serialized()
        } else {
            guard params.object != nil else { return nil }
            bytes = params.serialized()
        }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Completes the request with a result; with an internal error if the result can't be written as JSON.
    public func completeRpcRequestWith(result: some Encodable) {
        guard let data = try? JSONEncoder().encode(result), let json = try? JSON(parsing: JSONSource(Array(data)))
        else {
            return completeRpcRequestWith(error: WalletlibRpcErrors.internalError)
        }
        completion.call(.success(json))
    }

    /// Completes the request with an error.
    public func completeRpcRequestWith(error: RPCError) {
        completion.call(.failure(error))
    }

    /// Completes the request with an error of the handler's own.
    public func completeRpcRequestWith(errorCode: Int, errorMessage: String) {
        completeRpcRequestWith(error: RPCError(RPCErrorCode(rawValue: errorCode), nil, errorMessage))
    }
}

/// The function that a completion calls, once.
private final class Completion: Sendable {
    private let body: Mutex<(@Sendable (Result<JSON, RPCError>) -> Void)?>

    init(_ body: @escaping @Sendable (Result<JSON, RPCError>) -> Void) {
        self.body = Mutex(body)
    }

    func call(_ result: Result<JSON, RPCError>) {
        let body = body.withLock { $0.take() }
        body?(result)
    }
}

/// The method that returns the accounts that the caller may see.
public let GET_ACCOUNTS_REQUEST_METHOD = "NATIVE_GET_ACCOUNTS_METHOD"

/// Its parameters, which decide nothing.
public struct GetAccountsParams: Codable, Sendable {
    public let extra_data: [String: String]?

    public init(extra_data: [String: String]? = nil) {
        self.extra_data = extra_data
    }
}

/// Its result.
public struct GetAccountsResult: Codable, Sendable {
    /// Public keys of 32 bytes, each as padded base64.
    public let addresses: [String]

    public init(addresses: [String]) {
        self.addresses = addresses
    }
}

/// The method that signs payloads with one account.
public let SIGN_PAYLOADS_REQUEST_METHOD = "NATIVE_SIGN_PAYLOADS_METHOD"

/// Its parameters.
public struct SignPayloadsParams: Codable, Sendable {
    /// The public key of the account, 32 bytes as padded base64.
    public let address: String
    /// Transactions or messages, each as padded base64.
    public let payloads: [String]
    public let extra_data: [String: String]?

    public init(address: String, payloads: [String], extra_data: [String: String]? = nil) {
        self.address = address
        self.payloads = payloads
        self.extra_data = extra_data
    }
}

/// Its result.
public struct SignPayloadsResult: Codable, Sendable {
    /// The result for each payload, in their order and as padded base64: the signed transaction, or the signature of a message, 64 bytes.
    public let signed_payloads: [String]

    public init(signed_payloads: [String]) {
        self.signed_payloads = signed_payloads
    }
}
