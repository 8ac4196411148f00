public import SolanaRPC
public import SolanaTransactions

/// How long a transaction can still be executed, as a node tells it.
public enum TransactionLife: Sendable, Hashable {
    /// So many blocks more, until the height after which its blockhash is too old.
    case blocks(UInt64, lastValidHeight: UInt64)
    /// Until somebody moves this nonce on.
    case nonce(account: PublicKey)
    /// It can't be executed: its blockhash is too old or was never one, or its nonce was moved on.
    case expired

    /// Until when it can be executed; nil where it can't.
    public var lifetime: TransactionLifetime? {
        switch self {
        case .blocks(_, let height): .blocks(lastValidHeight: height)
        case .nonce(let account): .nonce(account: account)
        case .expired: nil
        }
    }

    /// How many blocks a blockhash can be used in after its own.
    public static let blocks: UInt64 = 150
    /// How long a block takes at least, in milliseconds; a slot without one makes it longer.
    public static let blockTime: Duration = .milliseconds(400)
}

extension NetworkNode {
    /// How long a transaction can still be executed.
    ///
    /// No method tells a blockhash's age. The sysvar with the last 150 blockhashes does, held against the newest one, whose last height a node tells. Where the
    /// node doesn't have it, the newest one's height is the bound for any that is still taken.
    public func life(of transaction: Transaction) async throws(SolanaRPCError) -> TransactionLife {
        let options = RPCContextOptions(.processed)
        let token = transaction.message.lifetimeToken
        if let account = transaction.message.durableNonce {
            let found = try await rpc.getAccountInfo(of: account, options).value
            let nonce = found.flatMap { try? NonceAccount(decoding: ByteSlice($0.data)) }
            // A hash that isn't the nonce may still be a recent block's: the cluster looks at that first.
            if nonce?.nonce == token { return .nonce(account: account) }
        }
        let (latest, isValid, recent) = try await rpc.batch(
            GetLatestBlockhash(options: options), IsBlockhashValid(blockhash: token, options: options),
            GetAccountInfo(address: Sysvars.recentBlockhashes, options: options))
        guard try isValid.get().value else { return .expired }
        let newest = try latest.get().value
        let hashes = Self.hashes(in: (try? recent.get().value)?.data ?? [])
        let behind =
            hashes.firstIndex(of: token).map { UInt64(max(0, $0 - (hashes.firstIndex(of: newest.blockhash) ?? 0))) }
            ?? 0
        let (height, overflow) = newest.lastValidBlockHeight.subtractingReportingOverflow(behind)
        guard !overflow, behind <= TransactionLife.blocks else { return .expired }
        return .blocks(TransactionLife.blocks - behind, lastValidHeight: height)
    }

    /// The hashes in the sysvar, the newest first: u64 count, then 32 bytes and a u64 each.
    private static func hashes(in data: [UInt8]) -> [Blockhash] {
        stride(from: 8, to: data.count, by: 40).compactMap { start in
            start + 40 <= data.count ? try? Blockhash(bytes: Array(data[start..<start + 32])) : nil
        }
    }
}

extension Message {
    /// The nonce account that it stands on, which its first instruction moves on, as the cluster recognises it.
    public var durableNonce: PublicKey? {
        guard let first = instructions.first, accountKeys.indices.contains(Int(first.programIndex)),
            accountKeys[Int(first.programIndex)] == SystemProgram.id,
            first.data.starts(with: [4, 0, 0, 0]),
            let nonce = first.accountIndexes.first, accountKeys.indices.contains(Int(nonce))
        else { return nil }
        return accountKeys[Int(nonce)]
    }
}
