/// The method that signs payloads with one account.
public let SIGN_PAYLOADS_REQUEST_METHOD = "NATIVE_SIGN_PAYLOADS_METHOD"

/// What it takes.
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

/// What it answers.
public struct SignPayloadsResult: Codable, Sendable {
    /// For each payload, in their order and as padded base64: of a transaction the signed transaction, of a message its signature of 64 bytes.
    public let signed_payloads: [String]

    public init(signed_payloads: [String]) {
        self.signed_payloads = signed_payloads
    }
}
