public import SolanaRPC
public import SolanaTransactions

/// An account that isn't the user's own address, and that the user's key controls: a nonce, or a stake.
public struct ControlledAccount: Sendable, Hashable {
    public enum Power: String, Sendable, Hashable, CaseIterable {
        /// May advance the nonce, withdraw from it, and hand it over.
        case nonce
        /// May delegate the stake.
        case staker
        /// May take what is staked.
        case withdrawer
    }

    public let address: PublicKey
    public let lamports: UInt64
    public let powers: Set<Power>
    /// The nonce's present value; nil for a stake.
    public let nonce: Blockhash?
}

extension NetworkNode {
    /// Returns the nonce accounts of which an account is the authority, in order of their addresses.
    ///
    /// Anyone can make one, so that there may be many. Public nodes refuse this question for the System program.
    public func nonces(of authority: PublicKey) async throws(SolanaRPCError) -> [ControlledAccount] {
        // u32 version, u32 state, authority: `solana-nonce`.
        let found = try await rpc.getProgramAccounts(
            of: SystemProgram.id,
            [
                .dataSize(UInt64(NonceAccount.count)),
                .memcmp(offset: 4, bytes: [1, 0, 0, 0] + authority.bytes),
            ], RPCContextOptions(.confirmed)
        ).value
        return found.compactMap { each in
            guard each.account.owner == SystemProgram.id,
                let nonce = try? NonceAccount(decoding: ByteSlice(each.account.data)), nonce.authority == authority
            else { return nil }
            return ControlledAccount(
                address: each.publicKey, lamports: each.account.lamports, powers: [.nonce], nonce: nonce.nonce)
        }.sorted { $0.address < $1.address }
    }

    /// Returns the stakes that an account may delegate or take, in order of their addresses.
    public func stakes(of authority: PublicKey) async throws(SolanaRPCError) -> [ControlledAccount] {
        var found: [PublicKey: ControlledAccount] = [:]
        // u32 state, u64 rent reserve, staker, withdrawer: `solana-stake-interface`.
        for (offset, power) in [(12, .staker), (44, .withdrawer)] as [(UInt64, ControlledAccount.Power)] {
            let accounts = try await rpc.getProgramAccounts(
                of: StakeProgram.id, [.memcmp(offset: offset, bytes: authority.bytes)],
                slice: DataSlice(offset: offset, length: 32), RPCContextOptions(.confirmed)
            ).value
            for each in accounts
            where each.account.owner == StakeProgram.id && each.account.data == authority.bytes {
                let powers = found[each.publicKey]?.powers ?? []
                found[each.publicKey] = ControlledAccount(
                    address: each.publicKey, lamports: each.account.lamports, powers: powers.union([power]), nonce: nil)
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }
}
