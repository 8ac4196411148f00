/// The method that tells which accounts the caller may see.
public let GET_ACCOUNTS_REQUEST_METHOD = "NATIVE_GET_ACCOUNTS_METHOD"

/// What it takes: nothing that decides anything.
public struct GetAccountsParams: Codable, Sendable {
    public let extra_data: [String: String]?

    public init(extra_data: [String: String]? = nil) {
        self.extra_data = extra_data
    }
}

/// What it answers.
public struct GetAccountsResult: Codable, Sendable {
    /// Public keys of 32 bytes, each as padded base64.
    public let addresses: [String]

    public init(addresses: [String]) {
        self.addresses = addresses
    }
}
