public import SolanaTransactions

/// A price that Pyth's publishers agree on, and the account in which it is pushed to the chain.
///
/// The account is derived, never copied: a pull request of May 2026 reported 18 wrong addresses in Pyth's own table.
/// Source: `pyth-network/pyth-crosschain`, `target_chains/solana/programs/pyth-push-oracle/src/sdk.rs`.
public struct PriceFeed: Hashable, Sendable {
    /// The two things it compares, as Pyth names them: `SOL/USD`. A name that ends in `.RR` is a redemption rate.
    public let name: String
    /// The 32 bytes that name it on every chain.
    public let id: [UInt8]
    /// The account with its newest price: shard 0, which Pyth pays for.
    public let account: PublicKey

    /// The owner of price accounts since August 2026. An account of the program before it keeps its last price for ever.
    ///
    /// Source: `target_chains/solana/sdk/js/pyth_solana_receiver/src/address.ts`.
    public static let receiver = PublicKey("rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp")
    /// The program from which the accounts' addresses are derived.
    public static let program = PublicKey("pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou")

    /// Creates a feed and derives its account: `PDA([shard u16 = 0, id 32], program)`.
    ///
    /// - Returns: nil unless the id is 64 hexadecimal digits.
    public init?(_ name: String, id digits: String) {
        guard let id = Self.bytes(digits),
            let found = try? PublicKey.findProgramAddress(seeds: [[0, 0], id], programID: Self.program)
        else { return nil }
        self.name = name
        self.id = id
        account = found.address
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        let values = digits.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard values.count == 64, digits.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
