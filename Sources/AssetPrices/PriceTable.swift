public import SolanaTransactions

/// A token, or SOL by the mint of wrapped SOL, whose price stands on the chain.
public struct PricedAsset: Hashable, Sendable {
    /// The unit of a feed's price.
    public enum Quote: Hashable, Sendable { case dollar, sol, usdc }

    /// The mint. A symbol proves nothing, so nothing else names the token.
    public let mint: PublicKey
    public let feed: PriceFeed
    /// The unit of the price. The price of that unit is needed as well, unless it is a dollar.
    public let quote: Quote
}

/// The tokens whose prices Pyth pushes to mainnet at its own cost.
///
/// Feeds: `pyth-network/pyth-crosschain`, `apps/developer-hub/content/docs/price-feeds/core/push-feeds/data/svm/solana-mainnet.json`
/// (commit 7c915eb10e45) and `upgrade/pro-push-feeds/data/solana-mainnet.json` (commit 5957d252c052): those that are "available" in the first
/// or stand in the second. Mints: `Programs/tokens.json`, where two or more sources agree on each. Left out are feeds of indices and funds, and
/// feeds of tokens whose mint isn't there.
public enum PriceTable {
    /// All assets. With the chain's clock and one rate they fit into one call, which takes 100 accounts.
    public static let assets: [PricedAsset] = rows.compactMap { name, id, mint, quote in
        guard let feed = PriceFeed(name, id: id), let mint = try? PublicKey(base58: mint) else { return nil }
        return PricedAsset(mint: mint, feed: feed, quote: quote)
    }

    /// The asset of a mint; nil if no feed has its price.
    public static func asset(of mint: PublicKey) -> PricedAsset? { byMint[mint] }

    private static let byMint = Dictionary(assets.map { ($0.mint, $0) }) { first, _ in first }

    /// Ether and bitcoin are the tokens of the Wormhole bridge. Ether's feed is that of ether itself, bitcoin's that of the token.
    private static let rows: [(name: String, id: String, mint: String, quote: PricedAsset.Quote)] = [
        (
            "SOL/USD", "ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",
            "So11111111111111111111111111111111111111112", .dollar
        ),
        (
            "USDC/USD", "eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a",
            "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", .dollar
        ),
        (
            "USDT/USD", "2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b",
            "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", .dollar
        ),
        (
            "ETH/USD", "ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace",
            "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs", .dollar
        ),
        (
            "JUP/USD", "0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996",
            "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN", .dollar
        ),
        (
            "BONK/USD", "72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419",
            "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", .dollar
        ),
        (
            "WIF/USD", "4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc",
            "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm", .dollar
        ),
        (
            "PYTH/USD", "0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff",
            "HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3", .dollar
        ),
        (
            "TRUMP/USD", "879551021853eec7a7dc827578e8e69da7e4fa8148339aa0d3d5296405be4b1a",
            "6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN", .dollar
        ),
        (
            "PUMP/USD", "7a01fca212788bba7c5bf8c9efd576a8a722f070d2c17596ff7bb609b8d5c3b9",
            "pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn", .dollar
        ),
        (
            "FARTCOIN/USD", "58cd29ef0e714c5affc44f269b2c1899a52da4169d7acc147b9da692e6953608",
            "9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump", .dollar
        ),
        (
            "PENGU/USD", "bed3097008b9b5e3c93bec20be79cb43986b85a996475589351a21e67bae9b61",
            "2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv", .dollar
        ),
        (
            "JLP/USD", "c811abc82b4bad1f9bd711a2773ccaa935b03ecef974236942cec5e0eb845a3a",
            "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4", .dollar
        ),
        (
            "MSOL/USD", "c2289a6a43d2ce91c6f55caec370f4acc38a2ed477f58813334c6d03749ff2a4",
            "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", .dollar
        ),
        (
            "BSOL/USD", "89875379e70f8fbadc17aef315adf3a8d5d160b811435537e03c97e8aac97d9c",
            "bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1", .dollar
        ),
        (
            "INF/USD", "f51570985c642c49c2d6e50156390fdba80bb6d5f7fa389d2f012ced4f7d208f",
            "5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm", .dollar
        ),
        (
            "WBTC/USD", "c9d8b075a5c69303365ae23633d4e085199bf5c520a3b90fed1322a0342ffc33",
            "3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh", .dollar
        ),
        (
            "LBTC/USD", "8f257aab6e7698bb92b15511915e593d6f8eae914452f781874754b03d0c612b",
            "LBTCgU4b3wsFKsPwBn1rRZDx5DoFutM6RPiEt1TPDsY", .dollar
        ),
        (
            "W/USD", "eff7446475e218517566ea99e72a4abec2e1bd8498b43b7d8331e29dcb059389",
            "85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ", .dollar
        ),
        (
            "MEW/USD", "514aed52ca5294177f20187ae883cec4a018619772ddce41efcc36a6448f5d5d",
            "MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5", .dollar
        ),
        (
            "ORCA/USD", "37505261e557e251290b8c8899453064e8d760ed5c65a779726f2490980da74c",
            "orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE", .dollar
        ),
        (
            "HNT/USD", "649fdd7ec08e8e2a20f425729854e90293dcbe2376abc47197a14da6ff339756",
            "hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux", .dollar
        ),
        (
            "ORE/USD", "142b804c658e14ff60886783e46e5a51bdf398b4871d9d8f7c28aa1585cad504",
            "oreoU2P8bN6jkk3jbaiVxYnG1dCXcYxwhwyK9jSybcp", .dollar
        ),
        (
            "CASH/USD", "df3320ef0f4617337b8dbb924f2aaa4f9db08f522a5435b44f9066c1ac4c7f95",
            "CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH", .dollar
        ),
        (
            "JUPUSD/USD", "8ed858a2214e892c9371694fb6c8a9037b6ed4052c4edf209f8cb988484e81d9",
            "JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD", .dollar
        ),
        (
            "JUPSOL/SOL.RR", "f8d8d6b6c866c8b2624fb5b679ae846738725e5fc887fa8e927c8d8645018a2b",
            "jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v", .sol
        ),
        (
            "MNDE/USD", "3607bf4d7b78666bd3736c7aacaf2fd2bc56caa8667d3224971ebe3c0623292a",
            "MNDEFzGvMt87ueuHvVU9VcTqsAP5b3fTGPsHuuPA5ey", .dollar
        ),
        (
            "PST/USDC.RR", "675e36f84a6be779ed793c71eb5c03151e1866c125767f46933626e0610af84d",
            "59obFNBzyTBGowrkif5uK7ojS58vsuWz3ZCvg6tfZAGw", .usdc
        ),
        (
            "SSOL/SOL", "add6499a420f809bbebc0b22fbf68acb8c119023897f6ea801688e0d6e391af4",
            "sSo14endRuUbvQaJS3dq36Q829a3A6BEfoeeRGJywEh", .sol
        ),
    ]
}
