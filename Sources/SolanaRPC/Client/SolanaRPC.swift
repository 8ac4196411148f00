public import JSONRPC
import Synchronization

/// A Solana node, asked over JSON-RPC 2.0.
///
/// ```swift
/// let node = SolanaRPC(transport)
/// let balance = try await node.getBalance(of: address)        // lamports, with the slot they were read at
/// let height = try await node.fetch("getBlockHeight")         // any method, as JSON
/// ```
///
/// An answer counts only if it has this request's `id` and either a result or an error. Anything else it says is one node's word.
public struct SolanaRPC<Transport: RPCTransport>: Sendable {
    let transport: Transport
    private let numbers = RequestNumbers()

    public init(_ transport: Transport) { self.transport = transport }

    /// Calls a method and reads its answer.
    public func answer<Method: SolanaRPCMethod>(to method: Method) async throws(SolanaRPCError) -> Method.Answer {
        let number = numbers.next()
        let answer = try await send(Self.request(method, number).serialized(), isRepeatable: method.isRepeatable)
        return try method.answer(try Self.result(of: answer, number, Method.name))
    }

    /// Calls any method and returns its result as it came.
    ///
    /// - Parameter isRepeatable: True if calling twice does no more than calling once; nothing is known about the method here.
    public func fetch(
        _ name: String, _ parameters: [JSON] = [], isRepeatable: Bool = false
    ) async throws(SolanaRPCError) -> JSON {
        let number = numbers.next()
        let request = Self.request(name, parameters, number)
        return try Self.result(
            of: try await send(request.serialized(), isRepeatable: isRepeatable), number, name
        ).json
    }

    /// Sends several calls of one method in one message, and returns their outcomes in that order.
    ///
    /// - Throws: If the whole message has no answer; the error of one call is in that call's outcome.
    public func batch<Method: SolanaRPCMethod>(
        _ methods: [Method]
    ) async throws(SolanaRPCError) -> [Result<Method.Answer, SolanaRPCError>] {
        guard !methods.isEmpty else { return [] }
        let numbered = methods.map { (number: numbers.next(), method: $0) }
        let body = JSON.array(numbered.map { Self.request($0.method, $0.number) })
        let answers = try await answers(
            to: body, count: methods.count, isRepeatable: methods.allSatisfy(\.isRepeatable))
        return numbered.map { number, method in Self.outcome(of: method, answers[number]) }
    }

    /// Calls several methods in one message.
    ///
    /// - Throws: As the other ``batch(_:)-([Method])``.
    public func batch<each Method: SolanaRPCMethod>(
        _ methods: repeat each Method
    ) async throws(SolanaRPCError) -> (repeat Result<(each Method).Answer, SolanaRPCError>) {
        var requests: [JSON] = []
        var asked: [UInt64] = []
        var isRepeatable = true
        func add(_ method: some SolanaRPCMethod) {
            let number = numbers.next()
            asked.append(number)
            requests.append(Self.request(method, number))
            isRepeatable = isRepeatable && method.isRepeatable
        }
        repeat add(each methods)
        let answers = try await answers(to: .array(requests), count: requests.count, isRepeatable: isRepeatable)
        var rest = asked[...]
        func outcome<One: SolanaRPCMethod>(of method: One) -> Result<One.Answer, SolanaRPCError> {
            Self.outcome(of: method, rest.popFirst().flatMap { answers[$0] })
        }
        return (repeat outcome(of: each methods))
    }
}

extension SolanaRPC {
    private static func request(_ method: some SolanaRPCMethod, _ number: UInt64) -> JSON {
        guard let named = method.namedParameters else {
            return request(type(of: method).name, method.parameters, number)
        }
        return [
            "jsonrpc": "2.0", "id": .number(number), "method": .string(type(of: method).name), "params": .object(named),
        ]
    }

    private static func request(_ name: String, _ parameters: [JSON], _ number: UInt64) -> JSON {
        var request: JSONObject = ["jsonrpc": "2.0", "id": .number(number), "method": .string(name)]
        if !parameters.isEmpty { request["params"] = .array(parameters) }
        return .object(request)
    }

    private func send(_ body: [UInt8], isRepeatable: Bool) async throws(SolanaRPCError) -> JSON {
        do throws(RPCTransportError) {
            let answer = try await transport.send(body, isRepeatable: isRepeatable)
            guard let json = try? JSON(parsing: JSONSource(answer), maximumDepth: 64) else {
                throw RPCTransportError.notAnAnswer
            }
            return json
        } catch {
            throw .transport(error)
        }
    }

    /// Returns the answers to a batch by their numbers, in whatever order the node gave them.
    ///
    /// - Throws: If the node refused the whole batch, or its answers don't match the requests.
    private func answers(
        to body: JSON, count: Int, isRepeatable: Bool
    ) async throws(SolanaRPCError) -> [UInt64: JSON] {
        let answer = try await send(body.serialized(), isRepeatable: isRepeatable)
        guard let array = answer.array else {
            if let error = answer["error"], let fault = RPCNodeError(error) { throw .node(fault) }
            throw .transport(.notAnAnswer)
        }
        var answers: [UInt64: JSON] = [:]
        for each in array {
            guard let number = each["id"]?.number?.uint64(), answers.updateValue(each, forKey: number) == nil else {
                throw .transport(.notAnAnswer)
            }
        }
        guard array.count <= count else { throw .transport(.notAnAnswer) }
        return answers
    }

    private static func outcome<Method: SolanaRPCMethod>(
        of method: Method, _ answer: JSON?
    ) -> Result<Method.Answer, SolanaRPCError> {
        do throws(SolanaRPCError) {
            guard let answer, let number = answer["id"]?.number?.uint64() else {
                throw .transport(.notAnAnswer)
            }
            return .success(try method.answer(try result(of: answer, number, Method.name)))
        } catch {
            return .failure(error)
        }
    }

    private static func result(
        of answer: JSON, _ number: UInt64, _ method: String
    ) throws(SolanaRPCError) -> RPCValue {
        guard answer["jsonrpc"] == "2.0", let id = answer["id"] else { throw .transport(.notAnAnswer) }
        switch (answer["result"], answer["error"]) {
        // A node that couldn't read the request doesn't know its number.
        case (nil, let error?) where id.isNull || id.number?.uint64() == number:
            guard let fault = RPCNodeError(error) else { throw .transport(.notAnAnswer) }
            throw .node(fault)
        case (let result?, nil) where id.number?.uint64() == number:
            return RPCValue(result, method: method)
        default: throw .transport(.notAnAnswer)
        }
    }
}

extension RPCNodeError {
    /// Reads the `error` of an answer; nil if it isn't one.
    package init?(_ error: JSON) {
        guard let code = error["code"]?.int, let message = error["message"]?.text else { return nil }
        self.init(code: Code(rawValue: code), message: message, data: error["data"])
    }
}

/// The numbers of a client's requests, from 1.
private final class RequestNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// A method of Solana's JSON-RPC: its request and the meaning of its answer.
///
/// A method of your own needs a name, its parameters and a reading of its result:
///
/// ```swift
/// struct GetBlockHeight: SolanaRPCMethod {
///     static let name = "getBlockHeight"
///     let parameters: [JSON] = []
///     func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 { try result.uint64() }
/// }
/// ```
public protocol SolanaRPCMethod: Sendable {
    /// The type that the result is read as.
    associatedtype Answer: Sendable

    /// The name as the node spells it: `getBalance`.
    static var name: String { get }

    /// The positional parameters, in their order.
    var parameters: [JSON] { get }

    /// The parameters by name, in place of the positional ones; nil for every method of a node's own.
    var namedParameters: JSONObject? { get }

    /// True if the transport may repeat a request whose outcome it doesn't know.
    var isRepeatable: Bool { get }

    /// Reads the result.
    ///
    /// - Throws: ``SolanaRPCError/answer(method:path:)`` if it isn't an answer of this method.
    func answer(_ result: RPCValue) throws(SolanaRPCError) -> Answer
}

extension SolanaRPCMethod {
    public var isRepeatable: Bool { true }
    public var parameters: [JSON] { [] }
    public var namedParameters: JSONObject? { nil }
}
