import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletState

/// What a transfer is asked for with.
extension TransferModule {
    static func asset(_ parameters: inout RPCParameters) throws(RPCError) -> TransferOrder.Asset {
        guard let mint = try parameters.optionalString("mint") else { return .sol }
        return .token(mint: try address(mint, "mint"))
    }

    /// An amount as it was typed, or `all`.
    static func amount(_ parameters: inout RPCParameters) throws(RPCError) -> TransferOrder.Amount {
        let text = try parameters.optionalString("amount")
        let isAll = try parameters.optionalBool("all") ?? false
        switch (text, isAll) {
        case (let text?, false): return .decimal(text)
        case (nil, true): return .everything
        default: throw RPCError(.invalidParams, .paramMissing, "one of amount and all", data: ["name": "amount"])
        }
    }

    /// An address, or a contact's label.
    func recipient(_ name: String) async throws(RPCError) -> PublicKey {
        if let address = try? PublicKey(base58: name) { return address }
        let contacts = try await acquaintances.book.contacts()
        guard let contact = contacts.first(where: { $0.label.lowercased() == name.lowercased() }),
            let address = try? PublicKey(base58: contact.address)
        else { throw RPCError(.invalidInput, .contactUnknown, "that is neither an address nor a contact's label") }
        return address
    }

    /// The account that sends: the one named, or the first that the user hasn't hidden.
    func account(_ parameters: inout RPCParameters) async throws(RPCError) -> PublicKey {
        let name = try parameters.optionalString("account")
        guard let chosen = try await keys.chosen(name.map { [$0] } ?? []).first,
            let account = try? PublicKey(base58: chosen)
        else { throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet") }
        return account
    }

    func nodes(
        _ parameters: inout RPCParameters
    ) async throws(RPCError) -> (nodes: [NetworkNode], cluster: Cluster) {
        let named = try Cluster(reading: &parameters)
        guard let network else { throw RPCError(.invalidInput, .noNetwork, "no network is configured") }
        var cluster: Cluster
        if let named { cluster = named } else { cluster = await network.preferred }
        do throws(NetworkError) {
            return (try await network.nodes(of: cluster), cluster)
        } catch {
            throw RPCError(error)
        }
    }

    static func address(_ text: String, _ name: String) throws(RPCError) -> PublicKey {
        guard let address = try? PublicKey(base58: text) else { throw refused(name, "no address") }
        return address
    }

    static func refused(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, message, data: ["name": .string(JSONString(name))])
    }
}

extension PriorityFee {
    /// Reads `priority` and `priorityCap`.
    init(reading parameters: inout RPCParameters) throws(RPCError) {
        let name = try parameters.optionalString("priority")
        let cap = try parameters.optionalUInt64("priorityCap") ?? PriorityFee.usualCap
        guard let level = name.map(Level.init(rawValue:)) ?? .normal else {
            throw TransferModule.refused("priority", "no such value")
        }
        guard cap <= PriorityFee.maximumCap else {
            throw TransferModule.refused("priorityCap", "no more than 0.01 SOL is offered for priority")
        }
        self.init(level, cap: cap)
    }
}
