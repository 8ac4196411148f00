import DisplayText

/// Texts that speak for the wallet, or for somebody who vouches for a transaction.
///
/// Letters of other alphabets count as the Latin ones that they look like. The lists are short: a shop's "order approved" is no verdict on a
/// transaction.
enum WalletVoice {
    /// True if a text speaks with a wallet's name, or says that the transaction is safe.
    static func speaks(in text: String) -> Bool {
        // Nobody reads later words as a heading.
        let words = words(of: String(text.unicodeScalars.prefix(longest)))
        guard let first = words.first else { return false }
        let vouches = words.contains { verdicts.contains($0.letters) }
        // Nobody spaces out the wallet's name, glues it to the next word or writes a wallet's with foreign letters by chance.
        if words.flatMap(\.letters).starts(with: ownName), first.letters != ownName { return true }
        if words.contains(where: { $0.isForeign && names.contains($0.letters) }) { return true }
        if headings.contains(first.letters), first.isHeading { return true }
        // "Verified by CertiK" says it at its beginning, "order 11 was approved by Maria" doesn't.
        if vouching.contains(first.letters), words.count > 1, by.contains(words[1].letters) { return true }
        let letters = words.map(\.letters)
        let isSaid = letters.indices.contains { place in
            phrases[letters[place]]?.contains { letters[place...].starts(with: $0) } ?? false
        }
        if isSaid { return true }
        guard vouches else { return false }
        return words.allSatisfy { verdicts.contains($0.letters) || fillers.contains($0.letters) }
            || words.contains { names.contains($0.letters) || judged.contains($0.letters) }
    }

    /// A word as the eye sees it.
    private struct Word {
        let letters: [UInt8]
        /// True if it is set apart from what follows, like `Sidekey:`, `[Sidekey]` and `Sidekey -`.
        var isHeading: Bool
        /// True if some of its letters aren't ASCII.
        let isForeign: Bool
    }

    private static let longest = 256

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        for part in text.unicodeScalars.split(whereSeparator: \.isBlank) {
            func isInside(_ scalar: Unicode.Scalar) -> Bool { scalar.isLetter || ("0"..."9").contains(scalar) }
            guard let start = part.firstIndex(where: isInside), let end = part.lastIndex(where: isInside) else {
                // A sign that stands alone, like a dash.
                if !words.isEmpty { words[words.count - 1].isHeading = true }
                continue
            }
            words.append(
                Word(
                    letters: part[start...end].compactMap { Lookalike.folded($0) },
                    isHeading: part.index(after: end) != part.endIndex,
                    isForeign: part[start...end].contains { !$0.isASCII }))
        }
        return words
    }

    private static func folded(_ words: String) -> Set<[UInt8]> {
        Set(words.split(separator: " ").map { Lookalike.folded(String($0)) })
    }

    private static let ownName = Lookalike.folded("sidekey")
    /// Wallets, and services that check transactions for wallets.
    private static let headings = folded("sidekey phantom solflare metamask trezor blowfish blockaid")
    /// Further names that are words as well, and so need a verdict beside them.
    private static let names = headings.union(folded("backpack ledger coinbase wallet carteira πορτοφόλι cüzdan"))
    /// Verdicts, in the languages that Sidekey speaks.
    private static let verdicts = folded(
        """
        safe secure secured verified approved trusted harmless seguro segura verificado verificada aprovado aprovada ασφαλές ασφαλής επαληθεύτηκε \
        εγκρίθηκε güvenli doğrulandı onaylandı
        """)
    private static let vouching = folded("verified approved checked audited secured guaranteed verificado aprovado")
    private static let by = folded("by por")
    /// The subject of a verdict: the transaction that the user is asked to sign.
    private static let judged = folded(
        "transaction transactions simulation sign transação assinar συναλλαγή υπογραφή işlem imza")
    /// What only a wallet would say, by its first word: that something is checked or kept up to date, that nothing leaves, or what to press.
    private static let phrases: [[UInt8]: [[[UInt8]]]] = Dictionary(
        grouping: [
            "security update", "security upgrade", "wallet security check", "wallet verification", "wallet validation",
            "account verification", "verify your wallet", "verify your account", "validate your wallet",
            "no funds will",
            "no assets will", "no tokens will", "funds will not", "approve to continue", "sign to continue",
            "confirm to continue", "gas-free verification", "atualização de segurança", "verificação da carteira",
            "verificação da conta", "nenhum valor sairá", "ενημέρωση ασφαλείας", "επαλήθευση πορτοφολιού",
            "επαλήθευση λογαριασμού", "güvenlik güncellemesi", "cüzdan doğrulama", "cüzdan doğrulaması",
            "hesap doğrulama", "hesap doğrulaması",
        ].map { phrase in phrase.split(separator: " ").map { Lookalike.folded(String($0)) } },
        by: { $0.first ?? [] })
    private static let fillers = folded("safe secure verified approved trusted and is this the it a all 100 100% ok")
}

extension Unicode.Scalar {
    // Unicode's tables are searched anew for every letter, and most texts are ASCII.
    fileprivate var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    fileprivate var isLetter: Bool {
        isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
    }
}

/// Names that hold a web address, as spam tokens have them.
enum WebAddress {
    static func isNamed(in name: String) -> Bool {
        let text = spelled(name)
        if ["http:", "https:", "://", "www.", "t.me/"].contains(where: text.contains) { return true }
        return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")) }.contains { word in
            let labels = word.split(separator: ".", omittingEmptySubsequences: true)
            // The name of a site has two letters or more before its ending: "No.1" and "U.S." have none.
            guard labels.count > 1, let ending = labels.last, endings.contains(String(ending)) else { return false }
            return labels[labels.count - 2].count > 1 && labels[labels.count - 2].contains { $0.isLetter }
        }
    }

    /// Small letters, with every sign that is drawn as a full stop as one.
    private static func spelled(_ name: String) -> String {
        var text = name.lowercased()
        for dot in ["\u{2024}", "\u{3002}", "\u{FF0E}", "\u{FF61}", "[.]", "(.)", "(dot)", "[dot]"] {
            text = text.replacing(dot, with: ".")
        }
        return text
    }

    /// Endings of sites that such tokens name. A name ending in `.sol` is a Solana name, and no site.
    private static let endings: Set<String> = [
        "com", "net", "org", "io", "xyz", "app", "fun", "site", "online", "gg", "me", "cc", "co", "info", "pro", "live",
        "vip", "top", "club",
        "shop", "store", "link", "click", "lol", "finance", "network", "gift", "gifts", "claims", "tech", "dev", "ai",
        "fi", "us", "cash", "money",
        "exchange", "events", "event", "space", "website", "world", "zone", "today", "page", "pages", "wtf", "ws", "ru",
        "cfd", "icu", "run", "win",
        "bio", "biz", "pw", "homes", "sbs", "foundation", "works", "digital", "market", "trade", "games", "team",
    ]
}
