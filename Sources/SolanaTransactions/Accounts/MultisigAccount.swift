/// A multisig of Squads v4: who may propose, vote and execute, and how many votes a proposal needs.
///
/// ```
/// +---------------+---------------+---------------------+---------------+---------------+-----------+-----------+
/// | kind 8        | create key 32 | config authority 32 | threshold u16 | time lock u32 | index u64 | stale u64 |
/// +---------------+---------------+---------------------+---------------+---------------+-----------+-----------+
/// | rent collector 1 (+32) | bump u8 | members u32, then 33 each: key 32, permissions u8 |  room for more members
/// +------------------------+---------+---------------------------------------------------+-----------------------
/// ```
///
/// Members stand in the order of their keys. What follows them is room that is ignored. Source: `Squads-Protocol/v4`, `multisig.rs`.
public struct MultisigAccount: Hashable, Sendable {
    /// What a member may do.
    public enum Permission: String, CaseIterable, Sendable {
        case initiate, vote, execute

        fileprivate var bit: UInt8 {
            switch self {
            case .initiate: 1
            case .vote: 2
            case .execute: 4
            }
        }
    }

    /// The key from which the multisig's address is derived.
    public let createKey: PublicKey
    /// The key that changes members and threshold without a vote; nil if only a vote changes them.
    public let configAuthority: PublicKey?
    /// The approvals that a proposal needs.
    public let threshold: UInt16
    /// The seconds between the last approval and the execution.
    public let timeLock: UInt32
    /// The number of the newest transaction; 0 if there is none.
    public let index: UInt64
    /// The number up to which no transaction takes votes any more, because members or threshold changed since.
    public let staleIndex: UInt64
    /// The members with their permissions.
    public let members: [PublicKey: [Permission]]

    /// The first bytes of such an account: those of SHA-256 of `account:Multisig`.
    public static let kind: [UInt8] = [224, 116, 121, 186, 68, 161, 79, 236]
    /// The places of the first member's key, without and with a rent collector.
    public static let memberOffsets: [UInt64] = [100, 132]
    /// The bytes of a member.
    public static let memberCount: UInt64 = 33

    /// Reads an account that belongs to Squads.
    ///
    /// - Throws: `CodingError`: `.tag` for another kind of account, `.truncated`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        var decoder = try BorshDecoder(data, kind: Self.kind)
        createKey = try decoder.decode()
        let authority: PublicKey = try decoder.decode()
        configAuthority = authority == PublicKey() ? nil : authority
        threshold = try decoder.decode()
        timeLock = try decoder.decode()
        index = try decoder.decode()
        staleIndex = try decoder.decode()
        _ = try decoder.decode(optional: { decoder throws(CodingError) in try decoder.decode(PublicKey.self) })
        _ = try decoder.decode(UInt8.self)
        let listed = try decoder.decode(list: { decoder throws(CodingError) in
            (key: try decoder.decode(PublicKey.self), mask: try decoder.decode(UInt8.self))
        })
        var members: [PublicKey: [Permission]] = [:]
        for (key, mask) in listed { members[key] = Permission.allCases.filter { mask & $0.bit != 0 } }
        self.members = members
    }
}

/// The votes on one transaction of a multisig.
///
/// ```
/// +--------+-------------+-----------+-----------+----------+---------+---------------------------------------+
/// | kind 8 | multisig 32 | index u64 | status u8 | time i64 | bump u8 | approved, rejected, cancelled: u32, keys |
/// +--------+-------------+-----------+-----------+----------+---------+---------------------------------------+
/// ```
///
/// The old status 4 has no time. Room for more votes follows. Source: `Squads-Protocol/v4`, `proposal.rs`.
public struct MultisigProposal: Hashable, Sendable {
    /// How far it got.
    public enum Status: String, CaseIterable, Sendable {
        case draft, active, rejected, approved, executing, executed, cancelled
    }

    public let multisig: PublicKey
    /// The number of the transaction in its multisig.
    public let index: UInt64
    public let status: Status
    /// The time of the status in seconds since 1970; nil for `executing`.
    public let time: Int64?
    public let approved: [PublicKey]
    public let rejected: [PublicKey]
    public let cancelled: [PublicKey]

    /// The first bytes of such an account: those of SHA-256 of `account:Proposal`.
    static let kind: [UInt8] = [26, 94, 189, 187, 116, 136, 53, 33]

    /// Reads an account that belongs to Squads.
    ///
    /// - Throws: `CodingError`: `.tag` for another kind of account or an unknown status, `.truncated`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        var decoder = try BorshDecoder(data, kind: Self.kind)
        multisig = try decoder.decode()
        index = try decoder.decode()
        let number = Int(try decoder.decode(UInt8.self))
        guard Status.allCases.indices.contains(number) else { throw CodingError(.tag, at: 48) }
        status = Status.allCases[number]
        time = status == .executing ? nil : try decoder.decode(Int64.self)
        _ = try decoder.decode(UInt8.self)
        func keys(_ decoder: inout BorshDecoder) throws(CodingError) -> [PublicKey] {
            try decoder.decode(list: { decoder throws(CodingError) in try decoder.decode(PublicKey.self) })
        }
        approved = try keys(&decoder)
        rejected = try keys(&decoder)
        cancelled = try keys(&decoder)
    }

    /// The vote that a member gave last; nil if they gave none.
    public func vote(of member: PublicKey) -> MultisigVote? {
        if cancelled.contains(member) { return .cancel }
        if approved.contains(member) { return .approve }
        return rejected.contains(member) ? .reject : nil
    }

    /// The votes that the program takes from a member now.
    ///
    /// A stale proposal takes no approval or rejection. One that was approved before can still be executed, so it can be cancelled.
    public func votes(open to: PublicKey, of group: MultisigAccount) -> [MultisigVote] {
        guard group.members[to]?.contains(.vote) == true else { return [] }
        switch status {
        case .active where index > group.staleIndex:
            return [approved.contains(to) ? nil : .approve, rejected.contains(to) ? nil : .reject].compactMap(\.self)
        case .approved: return cancelled.contains(to) ? [] : [.cancel]
        default: return []
        }
    }
}

/// The kind of a multisig's transaction, by the first bytes of the account that keeps it.
public enum MultisigTransactionKind: String, Sendable {
    /// Instructions that a vault of the multisig signs: `VaultTransaction`.
    case vault
    /// Changes of members, threshold, time lock or spending limits: `ConfigTransaction`.
    case config
    /// A list of transactions of a vault, each in an account of its own: `Batch`.
    case batch
    /// One of these: `VaultBatchTransaction`.
    case part

    /// Reads the first eight bytes, those of SHA-256 of `account:` and the account's name; nil for an account of another kind.
    public init?(_ data: ByteSlice) {
        switch Array(data.prefix(8)) {
        case [168, 250, 162, 100, 81, 14, 162, 207]: self = .vault
        case [94, 8, 4, 35, 113, 139, 139, 112]: self = .config
        case [156, 194, 70, 44, 22, 88, 137, 44]: self = .batch
        case [196, 121, 46, 36, 12, 19, 252, 7]: self = .part
        default: return nil
        }
    }
}

extension BorshDecoder {
    /// Begins behind the first bytes, which say what kind of account it is.
    ///
    /// - Throws: `CodingError`: `.tag` for another kind, `.truncated`.
    fileprivate init(_ data: ByteSlice, kind: [UInt8]) throws(CodingError) {
        self.init(data)
        for byte in kind {
            guard try decode(UInt8.self) == byte else { throw CodingError(.tag, at: 0) }
        }
    }
}
