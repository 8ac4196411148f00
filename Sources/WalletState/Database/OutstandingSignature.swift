public import JSONRPC

/// A transaction that the user signed and that nobody has seen executed or expired yet.
///
/// It has no byte of the signed transaction but the signatures: the list must not be a place from which one can be sent.
public struct OutstandingSignature: Sendable, Hashable {
    /// The user's own signature, base58; it names the entry.
    public let signature: String
    /// The transaction's first signature, base58, by which nodes know it; nil while its fee payer hasn't signed.
    public let transaction: String?
    /// The account that signed, base58.
    public let account: String
    public let cluster: String
    /// The agent's id of the request.
    public let request: String
    public let origin: String
    public let method: String
    /// The time of the signature, in milliseconds since 1970.
    public let time: Int64
    /// A recent block, or the value of a durable nonce, base58.
    public let blockhash: String
    /// The nonce account that its first instruction advances, base58.
    public let nonce: String?
    /// The block height after which it is over unless its nonce holds; nil until a node was asked, 0 once its nonce was seen to hold.
    public var height: UInt64?
    /// Its place in the list; greater than that of earlier ones. 0 before it is written.
    public internal(set) var number: Int64 = 0
    /// The review of the transaction, as the user saw it.
    public private(set) var review: JSON

    public init(
        signature: String, transaction: String?, account: String, cluster: String, request: String, origin: String,
        method: String, time: Int64, blockhash: String, nonce: String?, height: UInt64? = nil, review: JSON
    ) {
        self.signature = signature
        self.transaction = transaction
        self.account = account
        self.cluster = cluster
        self.request = request
        self.origin = origin
        self.method = method
        self.time = time
        self.blockhash = blockhash
        self.nonce = nonce
        self.height = height
        self.review = Self.bounded(review)
    }

    /// The most bytes of a review that is kept whole.
    private static let maximumReview = 32_768

    /// The same with a shorter review.
    func shortened(to size: Int) -> OutstandingSignature {
        var short = self
        short.review = Self.bounded(review, to: size)
        return short
    }

    /// Returns the review, or the part of a long one that says what moves and what was warned of.
    private static func bounded(_ review: JSON, to size: Int = maximumReview) -> JSON {
        let kept = ["kind", "feePayer", "changes", "promises", "findings", "level", "complete", "state"]
        var members = review.object ?? [:]
        for names in [
            Set(kept).union(["instructions", "effects", "guards"]), Set(kept), ["kind", "complete", "state"],
        ] {
            if JSON.object(members).serializedCount <= size { break }
            for name in members.members.map(\.name.string) where !names.contains(name) { members[name] = nil }
        }
        return .object(members)
    }

    /// Its form in the database.
    var bytes: [UInt8] { json.serialized() }

    /// Its form in a backup.
    var json: JSON {
        var json: JSONObject = [
            "signature": .string(signature), "account": .string(account), "cluster": .string(JSONString(cluster)),
            "request": .string(JSONString(request)), "origin": .string(JSONString(origin)),
            "method": .string(JSONString(method)), "time": .number(time), "blockhash": .string(blockhash),
            "review": review,
        ]
        json["transaction"] = transaction.map { .string($0) }
        json["nonce"] = nonce.map { .string($0) }
        json["height"] = height.map { .string("\($0)") }
        return .object(json)
    }

    /// - Throws: An error if a member is missing or doesn't fit.
    init(bytes: [UInt8]) throws { try self.init(JSON(parsing: JSONSource(bytes))) }

    /// - Throws: An error if a member is missing or doesn't fit.
    init(_ json: JSON) throws {
        guard let signature = json["signature"]?.text, let account = json["account"]?.text,
            let cluster = json["cluster"]?.text, let request = json["request"]?.text,
            let origin = json["origin"]?.text, let method = json["method"]?.text, let time = json["time"]?.int,
            let blockhash = json["blockhash"]?.text, let review = json["review"]
        else { throw RPCError(.internalError, .storage, "a stored value is damaged") }
        self.init(
            signature: signature, transaction: json["transaction"]?.text, account: account, cluster: cluster,
            request: request, origin: origin, method: method, time: Int64(time), blockhash: blockhash,
            nonce: json["nonce"]?.text, height: json["height"]?.text.flatMap { UInt64($0) }, review: review)
    }
}
