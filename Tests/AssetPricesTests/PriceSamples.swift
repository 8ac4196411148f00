import AssetPrices
import Foundation
import SolanaTransactions
import TestSupport

/// Updates and times that the tests share.
enum PriceSamples {
    static let now: Int64 = 1_800_000_000
    static let time = PriceTime(chain: now, own: now)
    static let sol = feed("So11111111111111111111111111111111111111112")
    static let usdc = feed("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
    static let jupiterSOL = feed("jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v")

    static func key(_ text: String) -> PublicKey { (try? PublicKey(base58: text)) ?? PublicKey() }

    static func feed(_ mint: String) -> PriceFeed? { PriceTable.asset(of: key(mint))?.feed }

    static func update(
        _ price: UInt64, _ exponent: Int = -8, width: UInt64 = 0, age: Int64 = 0
    ) throws(PriceRefusal) -> PriceUpdate {
        try PriceUpdate(price: price, confidence: width, exponent: exponent, published: now - age)
    }
}

/// A line of `vectors_prices.py`.
struct PriceVector: Decodable {
    let kind: String
    let id: String?
    let address: String?
    let data: Hex?
    let owner: String?
    let time: Int64?
    let price: Flexible?
    let confidence: String?
    let exponent: Int?
    let published: Int64?
    let amount: String?
    let decimals: UInt8?
    let rate: [Int64]?
    let inverse: Bool?
    let exact: [String]?
    let hundredths: String?

    /// A number in decimal digits, or a number and its exponent.
    enum Flexible: Decodable {
        case digits(String)
        case pair([Int64])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .digits(text)
            } else {
                self = .pair(try container.decode([Int64].self))
            }
        }
    }

    static let all = Result {
        let feeds = PriceTable.assets.map(\.feed) + Currency.allCases.compactMap(\.rate)
        let ids = feeds.map { $0.id.map { String(format: "%02x", $0) }.joined() }
        return try PythonScript("vectors_prices.py").run(input: Data(ids.joined(separator: "\n").utf8))
            .split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(PriceVector.self, from: $0) }
    }

    static func lines(_ kind: String) throws -> [PriceVector] { try all.get().filter { $0.kind == kind } }
}
