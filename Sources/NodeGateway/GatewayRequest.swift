package import JSONRPC
import NativeMessaging
public import SolanaRPC

/// A message from the agent to `sidekey-rpc`, in a frame of its own (``Frame``).
///
/// ```
/// {"ask": 7, "url": "https://rpc.example/", "body": "eyJ...", "milliseconds": 30000, "bytes": 16777216}
/// {"fetch": 9, "url": "https://lists.example/bad.txt", "milliseconds": 120000, "bytes": 16777216}
/// {"fetch": 11, "url": "https://art.example/1.json", "milliseconds": 20000, "bytes": 262144, "public": true}
/// {"cancel": 7}
/// {"subscribe": 8, "url": "https://rpc.example/", "kind": "account", "params": ["8qbH...", {"encoding": "base64"}]}
/// {"unsubscribe": 8}
/// ```
///
/// Numbers begin at 1 and are never used again. Each `ask` and `fetch` is answered to its end and each `subscribe` is ended, even if no one waits for it.
public enum GatewayRequest: Sendable, Hashable {
    case ask(UInt64, NodeQuestion)
    case cancel(UInt64)
    case subscribe(UInt64, RPCEndpoint, RPCSubscription)
    case unsubscribe(UInt64)

    package var json: JSON {
        switch self {
        case .ask(let number, let question):
            if let body = question.body {
                [
                    "ask": .number(number), "url": .string(question.endpoint.url),
                    "body": .string(Base64.encode(body)), "milliseconds": .number(question.milliseconds),
                    "bytes": .number(question.bytes),
                ]
            } else {
                .object(Self.file(number, question))
            }
        case .cancel(let number): ["cancel": .number(number)]
        case .subscribe(let number, let endpoint, let subscription):
            [
                "subscribe": .number(number), "url": .string(endpoint.url),
                "kind": .string(subscription.kind.rawValue), "params": .array(subscription.parameters),
            ]
        case .unsubscribe(let number): ["unsubscribe": .number(number)]
        }
    }

    private static func file(_ number: UInt64, _ question: NodeQuestion) -> JSONObject {
        var object: JSONObject = [
            "fetch": .number(number), "url": .string(question.endpoint.url),
            "milliseconds": .number(question.milliseconds), "bytes": .number(question.bytes),
        ]
        if question.isPublic { object["public"] = true }
        return object
    }

    /// Reads a frame.
    ///
    /// - Throws: If it is none of those above: another member, a missing one, another type, or a value out of its bounds.
    package init(_ frame: JSONSource) throws(GatewayFault) {
        var members = try GatewayMembers(frame)
        if members.contains("cancel") {
            self = .cancel(try members.number("cancel"))
        } else if members.contains("unsubscribe") {
            self = .unsubscribe(try members.number("unsubscribe"))
        } else if members.contains("subscribe") {
            let number = try members.number("subscribe")
            let endpoint = try Self.endpoint(&members)
            guard let kind = RPCSubscription.Kind(rawValue: try members.text("kind")),
                let parameters = try members.value("params").array
            else { throw .unfit }
            self = .subscribe(number, endpoint, RPCSubscription(kind, parameters))
        } else {
            let isFile = members.contains("fetch")
            let number = try members.number(isFile ? "fetch" : "ask")
            self = .ask(
                number,
                NodeQuestion(
                    endpoint: try Self.endpoint(&members), body: isFile ? nil : try members.bytes("body"),
                    milliseconds: try members.int("milliseconds", in: NodeQuestion.durations),
                    bytes: try members.int("bytes", in: NodeQuestion.sizes),
                    isPublic: isFile && members.contains("public") ? try members.bool("public") : false))
        }
        try members.finish()
    }

    private static func endpoint(_ members: inout GatewayMembers) throws(GatewayFault) -> RPCEndpoint {
        let url = try members.text("url")
        guard let endpoint = try? RPCEndpoint(url), endpoint.url == url else { throw .unfit }
        return endpoint
    }
}

/// One question to a node, or the request for a file, and the limits of the answer.
public struct NodeQuestion: Sendable, Hashable {
    /// The time limits allowed, in milliseconds: up to five minutes.
    static let durations = 1...300_000
    /// The size limits allowed, in bytes of an answer: up to 16 MiB.
    static let sizes = 1...16 << 20
    /// The most bytes of a body, which must fit into a frame: 512 KiB. Nodes take fewer.
    static let bodyLimit = 1 << 19

    public let endpoint: RPCEndpoint
    /// The JSON to post; nil to fetch the file at the address.
    public let body: [UInt8]?
    /// The time limit for the answer.
    public let milliseconds: Int
    /// The most bytes of the answer.
    public let bytes: Int
    /// True for a file that must come from a host of the public internet.
    public let isPublic: Bool

    public init(
        endpoint: RPCEndpoint, body: [UInt8]?, milliseconds: Int = 30_000, bytes: Int = 16 << 20,
        isPublic: Bool = false
    ) {
        self.endpoint = endpoint
        self.body = body
        self.isPublic = isPublic
        self.milliseconds = min(max(milliseconds, Self.durations.lowerBound), Self.durations.upperBound)
        self.bytes = min(max(bytes, Self.sizes.lowerBound), Self.sizes.upperBound)
    }
    /// A request for a file.
    public init(_ file: FileRequest) {
        self.init(
            endpoint: file.address, body: nil, milliseconds: file.milliseconds, bytes: file.bytes,
            isPublic: file.isPublic)
    }
}
