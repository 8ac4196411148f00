public import SolanaTransactions

/// A price as it stands in the account of its feed (`PriceUpdateV2`).
///
/// ```
/// +-----------------+-----------+---------+---------+-----------+----------------+--------------+---------------+-----
/// | discriminator 8 | writer 32 | level 1 | feed 32 | price i64 | confidence u64 | exponent i32 | published i64 | ...
/// +-----------------+-----------+---------+---------+-----------+----------------+--------------+---------------+-----
/// ```
///
/// 134 bytes; what follows (earlier times, moving averages, slot, a spare byte) is ignored. Source: `pyth-network/pyth-crosschain`,
/// `target_chains/solana/pyth_solana_receiver_sdk/src/price_update.rs`, `pythnet/pythnet_sdk/src/messages.rs`.
public struct PriceUpdate: Hashable, Sendable {
    /// The price without its exponent, above 0.
    public let price: UInt64
    /// Half the width of the range in which the publishers see the price, in the price's own unit.
    public let confidence: UInt64
    /// The power of ten of price and confidence, -18 to 0.
    public let exponent: Int
    /// The time of the price, in seconds since 1970.
    public let published: Int64

    /// The bytes of an account; the last one is spare.
    public static let count = 134

    /// The first eight bytes of SHA-256 of `account:PriceUpdateV2`, little-endian.
    private static let discriminator: UInt64 = 0xcdf4_7e9d_6323_f122
    /// Enough routers signed it. Another level has one more byte after it, which moves every field that follows.
    private static let full: UInt8 = 1

    /// Takes a price that was read before.
    ///
    /// - Throws: ``PriceRefusal``: `.price`, `.exponent`.
    public init(price: UInt64, confidence: UInt64, exponent: Int, published: Int64) throws(PriceRefusal) {
        guard price > 0 else { throw .price }
        guard (-18...0).contains(exponent) else { throw .exponent }
        self.price = price
        self.confidence = confidence
        self.exponent = exponent
        self.published = published
    }

    /// Reads the account of a feed.
    ///
    /// - Throws: ``PriceRefusal`` for the first rule that the account breaks.
    public init(of feed: PriceFeed, owner: PublicKey, data: ByteSlice) throws(PriceRefusal) {
        guard owner == PriceFeed.receiver else { throw .owner }
        guard data.count >= Self.count - 1, let fields = try? Fields(data) else { throw .length }
        guard fields.discriminator == Self.discriminator else { throw .discriminator }
        guard fields.level == Self.full else { throw .verification }
        // Anyone may post a price with a signature that is as good, but only the feed's own account is kept fresh by its program.
        guard fields.writer == feed.account else { throw .writer }
        guard fields.feed.bytes == feed.id else { throw .feed }
        guard fields.price > 0 else { throw .price }
        try self.init(
            price: UInt64(fields.price), confidence: fields.confidence, exponent: Int(fields.exponent),
            published: fields.published)
    }

    private struct Fields {
        let discriminator: UInt64
        let writer: PublicKey
        let level: UInt8
        let feed: PublicKey
        let price: Int64
        let confidence: UInt64
        let exponent: Int32
        let published: Int64

        init(_ data: ByteSlice) throws(CodingError) {
            var decoder = BorshDecoder(data)
            discriminator = try decoder.decode()
            writer = try decoder.decode()
            level = try decoder.decode()
            feed = try decoder.decode()
            price = try decoder.decode()
            confidence = try decoder.decode()
            exponent = try decoder.decode()
            published = try decoder.decode()
        }
    }
}

/// The rule by which there is no price. Append-only.
public enum PriceRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The account doesn't exist.
    case missing
    /// The account belongs to another program than ``PriceFeed/receiver``, maybe the one before August 2026.
    case owner
    /// The account is shorter than a price.
    case length
    /// The account is of another kind.
    case discriminator
    /// Not enough routers signed the price.
    case verification
    /// Another account's authority wrote it.
    case writer
    /// It is another feed's price.
    case feed
    /// The price is zero or negative.
    case price
    /// The exponent is outside of -18 to 0.
    case exponent
    /// The price is more than two minutes newer than a clock.
    case future
    /// The price is more than ten minutes old.
    case stale
    /// The publishers disagree by more than a tenth of the price.
    case confidence
    /// The chain's clock is missing or unreadable.
    case clock
}

/// The chain's clock, which the runtime keeps in an account.
///
/// slot u64, epoch start i64, epoch u64, leader schedule epoch u64, time i64: 40 bytes. Source: `solana-clock`.
public struct ChainClock: Hashable, Sendable {
    /// The account that has it.
    public static let address = PublicKey("SysvarC1ock11111111111111111111111111111111")
    /// The owner of that account.
    public static let owner = PublicKey("Sysvar1111111111111111111111111111111111111")

    /// The time by the validators' votes, in seconds since 1970.
    public let time: Int64

    /// Reads the account.
    ///
    /// - Throws: ``PriceRefusal``: `.clock`.
    public init(owner: PublicKey, data: ByteSlice) throws(PriceRefusal) {
        guard owner == Self.owner, data.count == 40 else { throw .clock }
        var decoder = BorshDecoder(data)
        do throws(CodingError) {
            for _ in 0..<4 { _ = try decoder.decode(UInt64.self) }
            time = try decoder.decode()
        } catch {
            throw .clock
        }
    }
}
