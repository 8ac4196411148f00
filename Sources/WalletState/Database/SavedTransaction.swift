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
