import AssetPrices
import DisplayText
import SolanaTransactions
import TransactionReview

/// Accounts as a node hands them over, and what a review makes of them.
///
/// An input is a list of accounts, before and after by turns, for the addresses of one transaction:
/// program and flags (1 byte), lamports (1), number of bytes (2), bytes.
enum Accounts {
    private static let subjects = (try? ReviewedTransactions.all()) ?? []

    static func check(_ input: [UInt8]) -> Interest {
        promise(subjects.count == 2, "the transactions that are looked at can be built")
        var dealt = DealtAccounts(input)
        let facts = dealt.facts(for: ReviewedTransactions.addresses + [ReviewedTransactions.metadata])
        for fact in facts.accounts.values { check(fact.value) }
        for state in facts.simulation?.value.accounts ?? [:] { check(state.value) }
        for subject in subjects { check(subject, facts) }
        price(input)
        return .keep
    }

    /// Reads the input as a feed's account, and as the fields behind the part that is the same in all accounts of the feed.
    private static func price(_ input: some Collection<UInt8>) {
        guard let asset = PriceTable.assets.first else { return }
        let feed = asset.feed
        let front: [UInt8] = [0x22, 0xf1, 0x23, 0x63, 0x9d, 0x7e, 0xf4, 0xcd] + feed.account.bytes + [1] + feed.id
        for data in [Array(input), front + input] {
            guard let update = try? PriceUpdate(of: feed, owner: PriceFeed.receiver, data: ByteSlice(data)) else {
                continue
            }
            promise(update.price > 0 && (-18...0).contains(update.exponent), "a price is above nothing")
            let time = PriceTime(chain: update.published, own: update.published)
            let book = PriceBook([feed: update], at: time, in: .usd)
            let worth = book.worth(of: 0, decimals: 9, mint: asset.mint)
            promise(worth.map { $0.money == Money(units: 0) } ?? true, "nothing is worth nothing")
            _ = book.worth(of: .max, decimals: 0, mint: asset.mint)
            _ = book.price(of: asset.mint)
        }
    }

    private static func check(_ state: AccountState) {
        guard case .present(let account) = state else { return }
        switch account.contents {
        case .unreadable(let error):
            // An entry too many of a lookup table is named by its number.
            promise((0...max(account.count, 256)).contains(error.offset), "an error stands within the bytes")
        case .empty: promise(account.count == 0, "what is empty has no bytes")
        case .lookupTable(let table):
            promise(
                table.addresses.count * 32 + 56 == account.count, "every byte behind a table's header is an address")
            for entry in UInt8.min ... .max {
                let address = table.address(entry, at: .max)
                promise((address != nil) == (Int(entry) < table.addresses.count), "an entry is there or isn't")
            }
        case .mint(let mint):
            promise(account.count >= Mint.count, "a mint is whole")
            promise(mint.extensions.types.isEmpty || account.count > TokenAccount.count, "extensions stand behind it")
        case .metadata(let metadata):
            promise(account.count > PublicKey.count * 2, "metadata is about a mint")
            let texts = [metadata.name, metadata.symbol, metadata.uri]
            promise(zip(texts, [32, 10, 200]).allSatisfy { $0.utf8.count <= $1 }, "no text is longer than it may be")
            promise(!texts.contains { $0.hasSuffix("\0") }, "what fills a text up isn't a part of it")
        case .token: promise(account.count >= TokenAccount.count, "a token account is whole")
        case .nonce: promise(account.count == NonceAccount.count, "a nonce is whole")
        case .stake: promise(account.count == StakeAccount.count, "a stake is whole")
        case .core, .loader, .interface, .other: break
        }
    }

    private static func check(_ subject: ReviewSubject, _ facts: ChainFacts) {
        let told = ReviewVerdict(subject)
        let verdict = ReviewVerdict(subject, facts: facts)
        promise(verdict.findings.starts(with: told.findings), "a node takes no finding away")
        promise(verdict.isComplete == told.isComplete, "a node's word makes nothing complete")
        promise(told.level.map { level in verdict.level.map { $0 >= level } ?? false } ?? true, "the level never falls")
        for parameter in verdict.findings.flatMap(\.parameters) {
            promise(
                VisibleText.spellingOut(parameter.value, keepingLines: false) == parameter.value,
                "nothing in a finding is hidden")
        }
        let mints = ReviewedTransactions.addresses.compactMap { facts.token($0) }
        for claim in mints.flatMap({ [$0.claimedName, $0.claimedSymbol] }) {
            promise(!(claim ?? "").contains("\n"), "a claim is one line")
        }
        let asked = ChainQuestions(of: subject.review, knowing: facts).accounts
        promise(asked.allSatisfy { facts.accounts[$0] == nil }, "what is known isn't asked for again")
    }
}
