import DisplayText

/// A site's name that a person could take for the name of another site, which they use.
///
/// It asks no list of bad sites. It knows the names of the user's own sites, and compares. Names of another registrable domain resemble one that:
///
/// ```
/// raydlum.io    raydıum.io    ray-dium.io       has the same letters, as the eye sees them
/// raydium.com   raydium.vercel.app              has the same name below another ending
/// raydum.io     radyium.io                      has a slip of the keyboard in it; in longer names alone
/// raydium.io.example.com    raydium-io.com      has the whole name in it
/// raydium-claim.com   raydiumairdrop.xyz        has the name beside others; a short one beside a word of bait alone
/// ```
///
/// Short names are close to each other by chance: helium.com and helius.dev are two honest sites. ``LookalikeName`` says what counts as a slip.
package struct SiteResemblance: Sendable, Hashable {
    /// The kind of likeness.
    package enum Form: String, Sendable {
        /// The letters look the same.
        case letters
        /// The name is the same, and the ending is another one.
        case ending
        /// The other site's name is a part of it.
        case inside
        /// A letter or two are different.
        case slip
    }

    /// The registrable domain of the site that it resembles, as browsers spell it.
    package let site: String
    package let form: Form

    /// Returns the site that a host resembles most.
    ///
    /// - Parameter known: The sites that the user uses.
    /// - Returns: nil if it resembles none, or is one of them.
    package static func of(_ host: SiteName, among known: some Sequence<SiteName>) -> SiteResemblance? {
        var found: SiteResemblance?
        for site in known {
            guard site.domain != host.domain else { return nil }
            guard let form = form(of: host, like: site) else { continue }
            let one = SiteResemblance(site: site.domain, form: form)
            if found.map({ one.weight > $0.weight || one.weight == $0.weight && one.site < $0.site }) ?? true {
                found = one
            }
        }
        return found
    }

    /// Returns the likeness of a host to a site of another domain.
    static func form(of host: SiteName, like site: SiteName) -> Form? {
        let name = site.letters
        if host.letters == name, name.count >= 3, host.name != site.name { return .letters }
        // A word of the field may stand before another's ending, with a hyphen: example-solana.com.
        let isCommon = isCommon(name)
        let isInside =
            isCommon ? contains(host.labels, site.domainLabels) : contains(host.tokens, site.domainTokens)
        if isInside { return .inside }
        guard !isCommon else { return nil }
        if host.letters == name { return .ending }
        let whole = site.domainTokens.flatMap(\.self)
        if host.letters == whole, whole.count >= 5 { return .inside }
        if LookalikeName.isSlip(host.letters, name) { return .slip }
        return holds(host, name) ? .inside : nil
    }

    private var weight: Int {
        switch form {
        case .letters: 3
        case .inside: 2
        case .ending: 1
        case .slip: 0
        }
    }

    private static func contains(_ tokens: [SiteName.Letters], _ part: [SiteName.Letters]) -> Bool {
        guard !part.isEmpty, part.count <= tokens.count else { return false }
        return (0...(tokens.count - part.count)).contains { tokens[$0...].starts(with: part) }
    }

    /// Returns true if a name stands beside other words in a host's own part.
    private static func holds(_ host: SiteName, _ name: SiteName.Letters) -> Bool {
        let others = host.ownTokens
        if others.contains(name) {
            if name.count >= 5 { return true }
            if name.count >= 3, others.contains(where: baits.contains) { return true }
        }
        guard name.count >= 5 else { return false }
        return others.contains { token in
            token.starts(with: name) && baits.contains(Array(token.dropFirst(name.count)))
                || token.reversed().starts(with: name.reversed()) && baits.contains(Array(token.dropLast(name.count)))
        }
    }

    /// Returns true for a word of the field, which is nobody's name.
    private static func isCommon(_ name: SiteName.Letters) -> Bool { name.count < 3 || common.contains(name) }

    /// Words that stand as a name below many endings, for many honest sites.
    private static let common: Set<SiteName.Letters> = letters(
        """
        airdrop app apps bank beta bonk bridge casino chain claim club coin connect crypto dao defi demo dev dex docs earn exchange explorer finance
        fun game games help home lab labs launch launchpad login market mint money nft nfts online pay play portal pro scan sol solana stake staking
        store swap team test token tokens trade trading vault wallet web www
        """)

    /// Words that thieves put beside the name that they copy.
    private static let baits: Set<SiteName.Letters> = letters(
        """
        airdrop airdrops app bonus claim claims connect drop drops event free giveaway login official presale reward rewards secure snapshot support
        swap verify wallet
        """)

    private static func letters(_ words: String) -> Set<SiteName.Letters> {
        Set(words.split(whereSeparator: \.isWhitespace).map { SiteName.letters(of: String($0)) })
    }
}
