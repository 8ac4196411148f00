import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletRuntime
import WalletState

/// Signing in with Solana: the wallet writes the text, so that no page can have another one signed under its name.
extension SolanaModule {
    func signIn(_ request: PageRequest, _ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let input = try SignInInput(reading: &parameters)
        try parameters.finish()
        let origin = request.page.origin.page.serialized
        // What can't be signed is refused before anybody is asked to connect.
        _ = try input.message(for: input.address ?? PublicKey().base58, origin: origin)
        if try await granted(to: request) == nil { _ = try await askToConnect(request, nil) }
        let account = try await self.account(of: request, named: input.address)
        let message = try input.message(for: account.base58, origin: origin)
        let items = [Array(message.text.utf8)]
        let content = request.content(account: account.description, items: items)
        try await coordinator.checkRoom(for: content)
        let context = signInContext(request, account)
        return try await sign(
            content, request, as: account, reviews: items.map { MessageReview($0, signIn: context) }, isBatch: false
        ) { [self] signed in
            let connection = await connection(origins.accounts(of: request.key) ?? [])
            var result: JSONObject = ["publicKey": .string(account.description)]
            result["accounts"] = connection["accounts"]
            for name in ["signature", "signedMessage"] { result[name] = signed[name] }
            return .object(result)
        }
    }
}

/// What a page gives for a sign-in; the wallet adds what it knows better.
struct SignInInput: Sendable {
    let domain: String?
    let address: String?
    let statement: String?
    let fields: [SignInMessage.Field: String]
    let resources: [String]?

    /// Each value's most bytes: beyond it nobody reads.
    private static let maximumCount = 4096

    /// The parameters as the Wallet Standard names them.
    private static let names: [(SignInMessage.Field, String)] = [
        (.uri, "uri"), (.version, "version"), (.chainID, "chainId"), (.nonce, "nonce"), (.issuedAt, "issuedAt"),
        (.expirationTime, "expirationTime"), (.notBefore, "notBefore"), (.requestID, "requestId"),
    ]

    init(reading parameters: inout RPCParameters) throws(RPCError) {
        domain = try parameters.optionalString("domain", maximumCount: Self.maximumCount)
        address = try parameters.optionalString("address", maximumCount: Self.maximumCount)
        statement = try parameters.optionalString("statement", maximumCount: Self.maximumCount)
        var fields: [SignInMessage.Field: String] = [:]
        for (field, name) in Self.names {
            fields[field] = try parameters.optionalString(name, maximumCount: Self.maximumCount)
        }
        self.fields = fields
        resources = try parameters.optionalStrings("resources")
    }

    /// The sign-in of an account, by the grammar to the last character.
    ///
    /// - Throws: -32602 (`param-value`) with the parameter that the grammar doesn't allow; -32000 (`sign-in-foreign`).
    func message(for account: String, origin: String) throws(RPCError) -> SignInMessage {
        let own = SignInContext(origin: origin, account: PublicKey(), now: 0).domain
        let (scheme, site) = SignInMessage.parts(of: domain ?? own)
        let message = SignInMessage(
            scheme: scheme, domain: site, address: account, statement: statement.flatMap { $0.isEmpty ? nil : $0 },
            fields: fields, resources: resources)
        if let (field, _) = message.malformed.first(where: { !$0.isUnusual }) {
            let name = Self.names.first { $0.0.rawValue == field }?.1 ?? field.lowercased()
            throw Self.refused(name)
        }
        // Read again: a line break, or a statement that looks like a field, makes a text that says something else.
        guard let read = try? SignInMessage(parsing: message.text), read == message else {
            throw Self.refused("statement")
        }
        return message
    }

    private static func refused(_ name: String) -> RPCError {
        RPCError(
            .invalidParams, .paramValue, "\(name) isn't what a sign-in may have there",
            data: ["name": .string(JSONString(name))])
    }
}
