import DisplayText

/// A site's host name, as the eye reads it.
///
/// ```
/// https://app.jup-exchange.co.uk
///         app.jup-exchange.co.uk    host
///             jup-exchange.co.uk    domain: what somebody has registered
///             jup-exchange          its name
/// ```
package struct SiteName: Sendable, Hashable {
    typealias Letters = LookalikeName.Letters

    /// The registrable domain, as browsers spell it.
    package let domain: String
    /// The name that somebody registered: the domain without its public suffix.
    let name: String
    /// The letters of the name, without hyphens.
    let letters: Letters
    /// The letters between the dots of the whole host.
    let labels: [Letters]
    /// The same of the domain alone.
    let domainLabels: [Letters]
    /// The letters between the dots and hyphens of the whole host.
    let tokens: [Letters]
    /// The same of the domain alone.
    let domainTokens: [Letters]
    /// The same of the host without its public suffix.
    let ownTokens: [Letters]

    /// Reads a host in the spelling of browsers.
    ///
    /// - Returns: nil for an address and for a name without a dot, which can imitate no site.
    package init?(host: String) {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard host.contains("."), !RegistrableDomain.isAddress(host) else { return nil }
        domain = RegistrableDomain.of(host: host)
        let labels = host.split(separator: ".")
        let domainLabels = domain.split(separator: ".")
        guard let first = domainLabels.first else { return nil }
        name = String(first)
        let own = labels.dropLast(domainLabels.count - 1)
        letters = Self.letters(of: Self.scalars(of: first))
        self.labels = labels.map { Self.letters(of: Self.scalars(of: $0)) }
        self.domainLabels = domainLabels.map { Self.letters(of: Self.scalars(of: $0)) }
        domainTokens = domainLabels.flatMap(Self.tokens)
        ownTokens = own.flatMap(Self.tokens)
        tokens = labels.flatMap(Self.tokens)
    }

    /// Returns the letters of a word of the field, folded like a host's.
    static func letters(of word: String) -> Letters { letters(of: Array(word.unicodeScalars)) }

    private static func tokens(of label: Substring) -> [Letters] {
        scalars(of: label).split(separator: "-").map { letters(of: Array($0)) }.filter { !$0.isEmpty }
    }

    /// A label's characters; those of a broken internationalised label are the ones that the browser shows too.
    private static func scalars(of label: Substring) -> [Unicode.Scalar] {
        guard label.hasPrefix("xn--") else { return Array(label.unicodeScalars) }
        return Punycode.decoded(label.utf8.dropFirst(4)) ?? Array(label.unicodeScalars)
    }

    private static func letters(of scalars: [Unicode.Scalar]) -> Letters { LookalikeName.letters(of: scalars) }
}
