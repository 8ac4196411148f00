import GRDB

/// A transaction in an account's history.
public struct SavedTransaction: Sendable, Hashable {
    /// The place of a transaction in a history: by slot, and within a slot in order of execution, as far as the node reported it.
    ///
    /// A place never changes once it is assigned, so that pages neither repeat nor change order.
    public struct Place: Sendable, Hashable {
        public let slot: UInt64
        public let position: Int64
        public let signature: String

        public init(slot: UInt64, position: Int64, signature: String) {
            self.slot = slot
            self.position = position
            self.signature = signature
        }
    }

    /// The transaction's effect on the account.
    public struct Activity: Sendable, Hashable {
        /// The fee in lamports.
        public let fee: UInt64
        /// True if the account paid the fee.
        public let paysFee: Bool
        /// True if the account signed it.
        public let isSigner: Bool
        public let movements: [SavedMovement]

        public init(fee: UInt64, paysFee: Bool, isSigner: Bool, movements: [SavedMovement]) {
            self.fee = fee
            self.paysFee = paysFee
            self.isSigner = isSigner
            self.movements = movements
        }
    }

    public let place: Place
    /// Seconds since 1970, as the validators estimated them.
    public let time: Int64?
    /// The reason it failed; nil if it succeeded.
    public let failure: String?
    /// The transaction's effect on the account; nil if no node has shown the transaction yet.
    public let activity: Activity?

    init(row: Row, movements: [SavedMovement]) throws {
        place = Place(
            slot: UInt64(bitPattern: try row.decode(Int64.self, forColumn: "slot")),
            position: try row.decode(forColumn: "position"), signature: try row.decode(forColumn: "signature"))
        time = try row.decode(forColumn: "time")
        failure = try row.decode(forColumn: "failure")
        activity = try row.decode(Int64?.self, forColumn: "fee").map { fee in
            Activity(
                fee: UInt64(bitPattern: fee), paysFee: try row.decode(forColumn: "pays_fee"),
                isSigner: try row.decode(forColumn: "is_signer"), movements: movements)
        }
    }
}

/// The amount of one currency that a transaction gave an account or took from it.
public struct SavedMovement: Sendable, Hashable {
    /// True if the account had more afterwards.
    public let isIncoming: Bool
    /// The amount in the smallest unit.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: String?
    public let decimals: UInt8
    /// The address on the other side, if there was only one.
    public let counterparty: String?
    /// The number of addresses on the other side.
    public let counterparties: Int
    /// The number of addresses that had more of it afterwards, in the whole transaction.
    public let recipients: Int
    /// The token's own description, if it is known; ignored when a movement is saved.
    public let token: SavedMint?
    /// True if the account ever signed a transaction that moved this token, as far as its history is read; ignored when a movement is saved.
    public let isUsed: Bool

    public init(
        isIncoming: Bool, amount: UInt64, mint: String?, decimals: UInt8, counterparty: String?, counterparties: Int,
        recipients: Int
    ) {
        self.isIncoming = isIncoming
        self.amount = amount
        self.mint = mint
        self.decimals = decimals
        self.counterparty = counterparty
        self.counterparties = counterparties
        self.recipients = recipients
        token = nil
        isUsed = false
    }

    init(row: Row) throws {
        isIncoming = try row.decode(forColumn: "incoming")
        amount = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "amount"))
        mint = try row.decode(forColumn: "mint")
        decimals = try row.decode(forColumn: "decimals")
        counterparty = try row.decode(forColumn: "counterparty")
        counterparties = try row.decode(forColumn: "counterparties")
        recipients = try row.decode(forColumn: "recipients")
        let described = try row.decode(UInt8?.self, forColumn: "described")
        token = try described.map { decimals in
            SavedMint(
                decimals: decimals, name: try row.decode(forColumn: "name"),
                symbol: try row.decode(forColumn: "symbol"))
        }
        isUsed = try row.decode(forColumn: "used")
    }
}

/// A transaction as a node lists it in an address's history.
public struct FoundTransaction: Sendable, Hashable {
    public let signature: String
    /// The slot, below 2^63.
    public let slot: UInt64
    /// The transaction's place within the slot, from 0; nil if the node doesn't report it.
    public let index: Int64?
    /// Seconds since 1970, as the validators estimated them.
    public let time: Int64?
    /// The reason it failed; nil if it succeeded.
    public let failure: String?

    public init(signature: String, slot: UInt64, index: Int64? = nil, time: Int64? = nil, failure: String? = nil) {
        self.signature = signature
        self.slot = slot
        self.index = index
        self.time = time
        self.failure = failure
    }
}

/// A range of an address's transactions that no node has listed yet: those older than one, and newer than another.
public struct HistoryGap: Sendable, Hashable {
    public let address: String
    /// The oldest known transaction above the gap.
    public let before: String
    /// The slot of that transaction: nothing at or below it is complete.
    public let slot: UInt64
    /// The newest known transaction below the gap; nil if the gap reaches down to the address's first.
    public let until: String?

    public init(address: String, before: String, slot: UInt64, until: String?) {
        self.address = address
        self.before = before
        self.slot = slot
        self.until = until
    }
}
