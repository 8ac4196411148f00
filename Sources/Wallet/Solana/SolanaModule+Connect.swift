import ApprovalQueue
import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// Connecting, disconnecting, and the accounts that a page sees.
extension SolanaModule {
    func connect(_ call: MethodCall, _ cluster: Cluster?, _ isSilent: Bool) async throws(RPCError) -> JSON {
        let request = try await admitted(call)
        if let granted = try await seen(by: request) { return await connection(granted) }
        // A page that asks silently is told nothing more than that it is a stranger.
        if isSilent { return await connection([]) }
        return try await askToConnect(request, cluster)
    }

    /// The accounts that a page sees without a prompt; nil if it isn't connected, and in a private window.
    ///
    /// Before the first unlock these are the database's claim, as far as it names accounts of this wallet. A connected app would forget the wallet if
    /// it heard that it isn't connected. An attacker who could write a row there makes a site see public keys, and nothing more; the first unlock
    /// finds false rows.
    private func seen(by request: PageRequest) async throws(RPCError) -> [String]? {
        guard !request.page.isPrivate, let granted = try await granted(to: request) else { return nil }
        if await origins.isVerified { return granted }
        return await keys.pageAccounts(granted).isEmpty ? nil : granted
    }

    /// Asks the user which accounts the page may see.
    func askToConnect(_ request: PageRequest, _ cluster: Cluster?) async throws(RPCError) -> JSON {
        guard await keys.status().state != .none else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        return try await coordinator.submit(
            request.content(method: "connect", cluster: cluster), rpc: request.rpc,
            review: RequestReview(kind: .connect, isComplete: true)
        ) { [self] _, approval throws(RPCError) in
            let accounts = try await keys.chosen(approval.accounts)
            try await origins.grant(accounts, to: request.key)
            // Not more than the page around a frame has.
            let seen = await origins.accounts(of: request.key) ?? []
            announce(seen, to: request)
            return await connection(seen)
        }
    }

    /// Withdraws the page's waiting requests. The grant stays: it is the user's, and apps call this when they log out or were answered with no
    /// accounts.
    ///
    /// A private window's grant goes, since nothing is remembered there.
    func disconnect(_ call: MethodCall) async throws(RPCError) -> JSON {
        let request = try Self.request(of: call)
        let key = request.key
        if request.page.isPrivate {
            _ = try await origins.revoke(origin: key.origin, profile: key.profile, container: key.container)
        }
        await coordinator.cancelAll(of: key, in: request.page.document)
        return [:]
    }

    func getAccounts(_ call: MethodCall) async throws(RPCError) -> JSON {
        ["accounts": .array(await keys.pageAccounts(try await seen(by: admitted(call)) ?? []))]
    }

    func connection(_ granted: [String]) async -> JSON {
        let accounts = await keys.pageAccounts(granted)
        var result: JSONObject = ["accounts": .array(accounts)]
        if let first = accounts.first {
            result["publicKey"] = first["publicKey"]
            result["accountLabel"] = first["label"]
        }
        return .object(result)
    }

    /// Announces a page's accounts, but not a private window's: its grant doesn't connect the pages outside it.
    private func announce(_ accounts: [String], to request: PageRequest) {
        guard !request.page.isPrivate else { return }
        events.publish(.accountsChanged(request.key, accounts: accounts))
    }
}

/// Signing in with Solana: the wallet writes the text, so that no page can have another one signed under its name.
extension SolanaModule {
    func signIn(_ call: MethodCall, _ input: SignInInput) async throws(RPCError) -> JSON {
        let request = try await admitted(call)
        let origin = request.page.origin.page.serialized
        // A text that can't be signed is refused before the user is asked to connect.
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

/// A page's input for a sign-in; the wallet adds what it knows better.
struct SignInInput: Sendable {
    let domain: String?
    let address: String?
    let statement: String?
    let fields: [SignInMessage.Field: String]
    let resources: [String]?

    /// The most bytes of a value; a longer one isn't read.
    private static let maximumCount = 4096

    /// The parameters as the Wallet Standard names them.
    fileprivate static let names: [(SignInMessage.Field, String)] = [
        (.uri, "uri"), (.version, "version"), (.chainID, "chainId"), (.nonce, "nonce"), (.issuedAt, "issuedAt"),
        (.expirationTime, "expirationTime"), (.notBefore, "notBefore"), (.requestID, "requestId"),
    ]

    fileprivate init(reading parameters: inout RPCParameters) throws(RPCError) {
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
        .parameter(name, "\(name) isn't what a sign-in may have there")
    }
}

extension Parameter where Value == SignInInput {
    /// The members of `SolanaSignInInput` (Wallet Standard).
    static var signIn: Self {
        let names = ["domain", "address", "statement"] + SignInInput.names.map(\.1)
        return Self(names.map { .optional($0) } + [.optional("resources", .list(.string))]) {
            params, _ throws(RPCError) in
            try SignInInput(reading: &params)
        }
    }
}
