public import SolanaTransactions

/// What a node says of a token, for whoever shows amounts of it.
public struct TokenDescription: Hashable, Sendable {
    /// The mint's address, which alone says which token it is.
    public let mint: PublicKey
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// What the token calls itself. Anybody can write any name here: to be shown as a claim, or not at all. At most 32 characters, nothing hidden.
    public let claimedName: String?
    /// A short name, a claim as well. At most 32 characters, nothing hidden.
    public let claimedSymbol: String?
    /// Who says so.
    public let source: ChainSource
}

extension ChainFacts {
    /// What is known of a token; nil where nobody has shown its mint.
    ///
    /// What the mint says of the token counts before what stands beside it.
    public func token(_ mint: PublicKey) -> TokenDescription? {
        guard let fact = accounts[mint], let contents = fact.value.account?.mint else { return nil }
        let claims = contents.extensions.claims.map { ($0.name, $0.symbol) } ?? metadata(of: mint)
        return TokenDescription(
            mint: mint, decimals: contents.decimals,
            claimedName: claims.flatMap { Self.shown($0.name) },
            claimedSymbol: claims.flatMap { Self.shown($0.symbol) },
            source: fact.source)
    }

    /// What stands beside a mint, where it is about that mint.
    private func metadata(of mint: PublicKey) -> (name: String, symbol: String)? {
        guard let metadata = account(MetaplexMetadata.address(of: mint))?.metadata, metadata.mint == mint else {
            return nil
        }
        return (metadata.name, metadata.symbol)
    }

    private static func shown(_ claim: String) -> String? {
        claim.isEmpty ? nil : ClaimedText.shown(claim, most: 32)
    }
}
