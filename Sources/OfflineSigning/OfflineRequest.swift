public import SolanaTransactions

/// A transaction for a machine without network to sign, with what the machine that made it says about the chain.
///
/// Numbers are little-endian.
///
/// ```
/// offset  bytes
///      0      4  "SKRQ"
///      4      1  version: 1
///      5      1  cluster: 0 mainnet, 1 testnet, 2 devnet, 3 localnet
///      6     32  hash of the cluster's first block, as a node told it
///     38      8  time at which it was made, in milliseconds since 1970
///     46      2  m, at most 4,096
///     48      m  the message, exactly the bytes that are signed
///     ..      1  s, 1 to 64: the signers that are asked for, in the message's order
///     ..   32 s  their addresses
///     ..      1  n
///     ..      n  name of the node that told the facts, UTF-8
///     ..      8  slot of the facts
///     ..      2  a, at most 256: the accounts, in the order of their addresses
///     ..      .  each: 32 address, 1 kind: 0 there is none, 1 an account, 2 a program; of 1 and 2 also
///                8 lamports, 32 owner, 2 d at most 10,240, d data
///     ..     32  SHA-256 of all bytes before
/// ```
///
/// The checksum finds damage and no attack. Nothing here is proved but that the message is what will be signed: cluster, first block, node, slot and
/// accounts are the word of the other machine, and ``OfflineAccount`` is shown as that.
public struct OfflineRequest: Hashable, Sendable {
    public let cluster: Cluster
    /// The hash of the cluster's first block. It is the known one for a public cluster.
    public let genesis: Blockhash
    /// The time at which it was made, by the other machine's clock, in milliseconds since 1970.
    public let time: UInt64
    /// The bytes that are signed.
    public let message: [UInt8]
    /// The accounts that are asked to sign.
    public let signers: [PublicKey]
    /// The node that told of the accounts.
    public let node: String
    /// The slot of the node's answer.
    public let slot: UInt64
    public let accounts: [OfflineAccount]

    static let magic = Array("SKRQ".utf8)
    /// The most bytes of a request.
    public static let maximumCount = 262_144
    static let maximumMessage = 4_096
    static let maximumSigners = 64
    static let maximumAccounts = 256
    private static let clusters: [Cluster] = [.mainnet, .testnet, .devnet, .localnet]

    /// Makes a request.
    ///
    /// - Parameter accounts: The accounts in any order. What is too much for a request is left out: the other machine then knows less.
    /// - Throws: ``OfflineFault`` if no request can be made of it.
    public init(
        cluster: Cluster, genesis: Blockhash, time: UInt64, message: [UInt8], signers: [PublicKey], node: String,
        slot: UInt64, accounts: [OfflineAccount]
    ) throws(OfflineFault) {
        self.cluster = cluster
        self.genesis = genesis
        self.time = time
        self.message = message
        self.signers = signers
        self.node = String(node.unicodeScalars.prefix(63))
        self.slot = slot
        var (kept, room) = ([OfflineAccount](), Self.maximumCount / 2)
        for account in accounts.sorted(by: { $0.address < $1.address }) where kept.last?.address != account.address {
            guard account.dataCount <= OfflineAccount.maximumData, account.dataCount <= room,
                kept.count < Self.maximumAccounts
            else { continue }
            room -= account.dataCount
            kept.append(account)
        }
        self.accounts = kept
        // What is written here can be read there.
        _ = try Self(decoding: encoded)
    }

    /// Reads a request to its last byte.
    ///
    /// - Throws: ``OfflineFault`` with the first rule that the bytes break.
    public init(decoding bytes: [UInt8]) throws(OfflineFault) {
        var fields = try OfflineBytes(bytes, magic: Self.magic, maximum: Self.maximumCount)
        let place = fields.offset
        let number = Int(try fields.byte())
        guard number < Self.clusters.count else { throw OfflineFault(.cluster, at: place) }
        let cluster = Self.clusters[number]
        let genesis: Blockhash = try fields.fixed()
        // A file that contradicts itself.
        guard cluster.genesisHash ?? genesis.base58 == genesis.base58 else {
            throw OfflineFault(.cluster, at: place + 1)
        }
        self.cluster = cluster
        self.genesis = genesis
        time = try fields.integer()
        let messagePlace = fields.offset
        let count = Int(try fields.integer(UInt16.self))
        guard count <= Self.maximumMessage else { throw OfflineFault(.tooLarge, at: messagePlace) }
        message = Array(try fields.take(count))
        let read: Message
        do throws(CodingError) { read = try Message(decoding: message) } catch {
            throw OfflineFault(.message, at: messagePlace + 2 + error.offset)
        }
        signers = try Self.signers(&fields, of: read)
        let namePlace = fields.offset
        let name = Array(try fields.take(Int(try fields.byte())))
        guard let name = String(validating: name, as: UTF8.self) else { throw OfflineFault(.text, at: namePlace) }
        node = name
        slot = try fields.integer()
        let countPlace = fields.offset
        let accountCount = Int(try fields.integer(UInt16.self))
        guard accountCount <= Self.maximumAccounts else { throw OfflineFault(.tooLarge, at: countPlace) }
        var accounts: [OfflineAccount] = []
        for _ in 0..<accountCount {
            let place = fields.offset
            let account = try OfflineAccount(&fields)
            if let last = accounts.last, last.address >= account.address { throw OfflineFault(.accounts, at: place) }
            accounts.append(account)
        }
        self.accounts = accounts
        try fields.expectEnd()
    }

    private static func signers(
        _ fields: inout OfflineBytes, of message: Message
    ) throws(OfflineFault) -> [PublicKey] {
        let place = fields.offset
        let count = Int(try fields.byte())
        guard (1...maximumSigners).contains(count) else { throw OfflineFault(.signers, at: place) }
        var required = message.signers[...]
        var signers: [PublicKey] = []
        for _ in 0..<count {
            let place = fields.offset
            let signer: PublicKey = try fields.fixed()
            guard let found = required.firstIndex(of: signer) else { throw OfflineFault(.signers, at: place) }
            required = required[(found + 1)...]
            signers.append(signer)
        }
        return signers
    }

    /// The bytes of the request.
    public var encoded: [UInt8] {
        var bytes = Self.magic + [1, UInt8(Self.clusters.firstIndex(of: cluster) ?? 0)] + genesis.bytes
        bytes.append(littleEndian: time)
        bytes.append(littleEndian: UInt16(clamping: message.count))
        bytes += message
        bytes.append(UInt8(clamping: signers.count))
        for signer in signers { bytes += signer.bytes }
        bytes.append(UInt8(clamping: node.utf8.count))
        bytes += Array(node.utf8)
        bytes.append(littleEndian: slot)
        bytes.append(littleEndian: UInt16(clamping: accounts.count))
        for account in accounts { bytes += account.encoded }
        return bytes.withChecksum
    }

    /// The transaction without a signature.
    public var transaction: Transaction? {
        guard let message = try? Message(decoding: message) else { return nil }
        return try? Transaction(message: message, signatures: message.signers.map { _ in Signature() })
    }
}

/// An account as the machine with the network says it is.
public struct OfflineAccount: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// There is no such account.
        case absent
        case present(lamports: UInt64, owner: PublicKey, isProgram: Bool, data: [UInt8])
    }

    public let address: PublicKey
    public let state: State

    /// The most bytes of an account's data. A longer account is left out.
    public static let maximumData = 10_240

    public init(address: PublicKey, state: State) {
        self.address = address
        self.state = state
    }

    var dataCount: Int { if case .present(_, _, _, let data) = state { data.count } else { 0 } }

    fileprivate init(_ fields: inout OfflineBytes) throws(OfflineFault) {
        address = try fields.fixed()
        let place = fields.offset
        let kind = try fields.byte()
        guard kind <= 2 else { throw OfflineFault(.accounts, at: place) }
        guard kind > 0 else {
            state = .absent
            return
        }
        let lamports: UInt64 = try fields.integer()
        let owner: PublicKey = try fields.fixed()
        let countPlace = fields.offset
        let count = Int(try fields.integer(UInt16.self))
        guard count <= Self.maximumData else { throw OfflineFault(.tooLarge, at: countPlace) }
        state = .present(lamports: lamports, owner: owner, isProgram: kind == 2, data: Array(try fields.take(count)))
    }

    fileprivate var encoded: [UInt8] {
        guard case .present(let lamports, let owner, let isProgram, let data) = state else {
            return address.bytes + [0]
        }
        var bytes = address.bytes + [isProgram ? 2 : 1]
        bytes.append(littleEndian: lamports)
        bytes += owner.bytes
        bytes.append(littleEndian: UInt16(clamping: data.count))
        return bytes + data
    }
}

extension Message {
    /// The accounts that sign it, in its order.
    fileprivate var signers: [PublicKey] { Array(accountKeys.prefix(Int(header.requiredSignatures))) }
}
