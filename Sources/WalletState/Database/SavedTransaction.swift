import GRDB

/// A transaction in an account's history.
public struct SavedTransaction: Sendable, Hashable {
    /// Where a transaction stands in a history: by slot, and within one in the order in which it was executed, as far as the node told.
    ///
    /// A place never changes once it is given, so that pages neither repeat nor turn round.
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

    /// What it was for the account.
    public struct Activity: Sendable, Hashable {
        /// In lamports.
        public let fee: UInt64
        /// Whether the fee was the account's to pay.
        public let paysFee: Bool
        /// Whether the account signed it.
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
    /// Why it failed; nil where it succeeded.
    public let failure: String?
    /// Nil where no node has shown the transaction yet.
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

/// How much of one currency a transaction gave an account or took from it.
public struct SavedMovement: Sendable, Hashable {
    /// Whether the account had more afterwards.
    public let isIncoming: Bool
    /// In the smallest unit.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: String?
    public let decimals: UInt8
    /// Who was alone on the other side.
    public let counterparty: String?
    /// How many were on the other side.
    public let counterparties: Int
    /// How many had more of it afterwards, in the whole transaction.
    public let recipients: Int
    /// What the token says of itself, where that is known; left aside where a movement is saved.
    public let token: SavedMint?
    /// Whether the account ever signed a transaction that moved this token, as far as its history is read; left aside where one is saved.
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
    /// Below 2^63.
    public let slot: UInt64
    /// Its place within the slot, from 0; nil where the node doesn't tell.
    public let index: Int64?
    /// Seconds since 1970, as the validators estimated them.
    public let time: Int64?
    /// Why it failed; nil where it succeeded.
    public let failure: String?

    public init(signature: String, slot: UInt64, index: Int64? = nil, time: Int64? = nil, failure: String? = nil) {
        self.signature = signature
        self.slot = slot
        self.index = index
        self.time = time
        self.failure = failure
    }
}

/// Transactions of an address that no node has listed yet: those older than one, and newer than another.
public struct HistoryGap: Sendable, Hashable {
    public let address: String
    /// The oldest one that is known above the gap.
    public let before: String
    /// That one's slot: nothing at or below it is whole.
    public let slot: UInt64
    /// The newest one that is known below the gap; nil where it reaches down to the address's first.
    public let until: String?

    public init(address: String, before: String, slot: UInt64, until: String?) {
        self.address = address
        self.before = before
        self.slot = slot
        self.until = until
    }
}
