public import SolanaTransactions

/// SOL goes to an address that no key belongs to: only a program can ever move it from there.
///
/// The user's own wrapped SOL account is such an address too, and SOL goes there legitimately. It is no finding if the transaction then syncs its
/// token balance.
enum OffCurveRule: ReviewRule {
    static let id = "R08"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let found = subject.effects(.lamportsOut) { form, instruction in
            guard subject.isOwn(instruction.source(form.account)),
                case .address(let recipient) = instruction.source(form.counterpart)
            else { return false }
            // The last question takes longer than all others together.
            return !subject.isOwn(recipient) && !subject.isMadeOrCounted(recipient) && !recipient.isOnCurve
        }.filter { !TipAccounts.isTip($0) }
        return found.map { finding(.warning, $0) }
    }
}

extension ReviewSubject {
    /// True if the transaction creates the account, or counts wrapped SOL there.
    fileprivate func isMadeOrCounted(_ address: PublicKey) -> Bool {
        let account = MessageAccount.Source.address(address)
        return hasEffect(.created) { form, instruction in instruction.source(form.account) == account }
            || hasEffect(.tokensIn) { form, instruction in
                form.counterpart.isNone && instruction.source(form.account) == account
            }
    }
}

/// Something goes to an address that has never been used: a typing error in it goes unnoticed, and the funds are lost.
enum UnusedRecipientRule: ChainRule {
    static let id = "R36"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.recipients(facts).compactMap { recipient in
            guard facts.isAbsent(recipient.address), !subject.isMade(recipient.address) else { return nil }
            switch recipient.part {
            case .lamports: break
            // A transfer to it fails.
            case .tokenAccount: return nil
            // An owner of a token account was here before, even without SOL.
            case .holder:
                guard let account = recipient.effect.counterpart?.address, facts.account(account) == nil else {
                    return nil
                }
            }
            let level: ReviewLevel = subject.contacts.contains(recipient.address) ? .info : .warning
            return finding(level, ["to": recipient.address.base58])
        }
    }
}

/// Something goes to an address that is no wallet, but a mint, a token account or a program. No one has a key to it.
enum UnfitRecipientRule: ChainRule {
    static let id = "R38"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.recipients(facts).compactMap { recipient in
            guard let account = facts.account(recipient.address) else { return nil }
            switch recipient.part {
            case .tokenAccount: return nil
            case .lamports:
                // Wrapped SOL, or one's own token account.
                if account.token != nil, subject.isHeld(account) || subject.isCounted(recipient.address) { return nil }
            case .holder: break
            }
            return kind(of: account).map { finding(.danger, ["to": recipient.address.base58, "kind": $0]) }
        }
    }

    private static func kind(of account: ChainAccount) -> String? {
        guard !account.isExecutable else { return "program" }
        switch account.contents {
        case .mint: return "mint"
        case .token: return "token account"
        case .empty, .metadata, .core, .lookupTable, .nonce, .stake, .loader, .interface, .other, .unreadable:
            return nil
        }
    }
}

extension ReviewSubject {
    /// True if the transaction counts the SOL sent to a token account as wrapped SOL.
    fileprivate func isCounted(_ account: PublicKey) -> Bool {
        effects(on: account).contains { $0.kind == .tokensIn && $0.counterpart == nil && $0.mint == nil }
    }
}

/// An address begins and ends like one that the user knows or has sent something to, but differs from it.
///
/// Attackers send dust from such an address and hope that the user copies it out of the history next time. Windows show little more than both ends of
/// an address. Three characters at each end match by chance once in 38 billion times. The rule asks no node, since the wallet stores the addresses
/// that the user knows.
enum LookalikeRecipientRule: ReviewRule {
    static let id = "R37"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard hasSuspect(subject) else { return [] }
        let strangers = subject.strangers
        guard !strangers.isEmpty else { return [] }
        let known = subject.own.union(subject.contacts).union(subject.recipients).map { (key: $0, ending: $0.ending) }
        var alike: [PublicKey: Set<PublicKey>] = [:]
        for stranger in strangers {
            // The last characters are the rest of a division, which is much sooner had than the spelling.
            let ending = stranger.ending
            for other in known
            where other.ending == ending && other.key != stranger && stranger.begins(like: other.key) {
                alike[stranger, default: []].insert(other.key)
            }
        }
        return alike.keys.sorted().flatMap { stranger in
            (alike[stranger] ?? []).sorted().map { like in
                let parameters = [
                    ReviewField(name: "to", value: stranger.base58), ReviewField(name: "like", value: like.base58),
                ]
                return Finding(id: id, level: .danger, parameters: parameters)
            }
        }
    }

    /// True if an effect names an address that may resemble a known one. This is rare, and quicker to find out than who receives what.
    private static func hasSuspect(_ subject: ReviewSubject) -> Bool {
        func isSuspect(_ address: PublicKey) -> Bool {
            !subject.isOwn(address) && subject.hasKnown { address.mayBegin(like: $0) }
        }
        func isSuspect(_ source: MessageAccount.Source?) -> Bool { source?.address.map(isSuspect) ?? false }
        if subject.hasReached(isSuspect) { return true }
        return subject.hasEffect(nil) { form, instruction in
            // If something arrives, the other account is the one that it leaves.
            let isArrival = form.kind == .lamportsIn || form.kind == .tokensIn
            return !isArrival && isSuspect(instruction.source(form.counterpart))
                || isSuspect(instruction.source(form.after))
        }
    }
}

extension PublicKey {
    /// True if the first three characters in base58 may equal another address's; a false positive does no harm.
    ///
    /// Addresses that begin with a zero byte begin with a 1, and no others do. Those others have 43 or 44 digits. Two numbers of 44 digits whose
    /// first three digits are the same are less than 58⁴¹ apart, and so are those of 43 digits after multiplication by 58.
    func mayBegin(like other: PublicKey) -> Bool {
        let (one, another) = (high, other.high)
        guard one >> 56 != 0, another >> 56 != 0 else { return one >> 56 == another >> 56 }
        let (first, second) = (Self.scaled(one), Self.scaled(another))
        // 58⁴¹ in units of 2²⁰⁰, and what was cut off.
        return max(first, second) - min(first, second) <= 0x121_75ca_9bd7 + 64
    }

    /// The number in units of 2²⁰⁰, multiplied by 58 if it is below 58⁴³.
    private static func scaled(_ high: UInt64) -> UInt64 { (high >> 8) * (high < 0x0edb_afda_67ca_3719 ? 58 : 1) }

    /// The highest 8 bytes.
    private var high: UInt64 { UInt64(bigEndian: firstWord) }
}

/// The user pays by a name, and the name stands for another address than it did when they last paid by it or added it to their contacts.
///
/// Names are sold, stolen and forgotten, and whoever answers for one decides where money goes. The rule asks no node: the wallet keeps what each name
/// stood for. The transaction pays one of the two addresses, whichever it is.
enum ChangedNameRule: ReviewRule {
    static let id = "R62"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.changedNames.map { changed in
            Finding(
                id: id, level: .danger,
                parameters: [
                    ReviewField(name: "name", value: changed.name),
                    ReviewField(name: "before", value: changed.before.base58),
                    ReviewField(name: "now", value: changed.now.base58),
                ])
        }
    }
}

/// Something goes to an address that begins like a program's or a sysvar's, but differs from it.
///
/// Windows cut addresses short, and few users look twice at `11111111…` or `Token…`. Five characters match by chance once in 656 million times.
enum ImitatedAddressRule: ReviewRule {
    static let id = "R50"

    private static let length = 5

    static func findings(in subject: ReviewSubject) -> [Finding] {
        var found: Set<PublicKey> = []
        return subject.strangers.compactMap { stranger in
            guard !known.contains(stranger), let like = imitated(by: stranger), found.insert(stranger).inserted else {
                return nil
            }
            return Finding(
                id: id, level: .danger,
                parameters: [
                    ReviewField(name: "to", value: stranger.base58), ReviewField(name: "like", value: like.base58),
                ])
        }
    }

    private static func imitated(by address: PublicKey) -> PublicKey? {
        // Seldom, and sooner answered than how an address is spelled.
        let suspects = known.filter { address.mayBegin(like: $0) }
        guard !suspects.isEmpty else { return nil }
        let beginning = address.base58.prefix(length)
        return suspects.first { $0.base58.hasPrefix(beginning) }
    }

    private static let known: [PublicKey] = [
        SystemProgram.id, TokenProgram.id, Token2022Program.id, AssociatedTokenProgram.id, MemoProgram.id,
        LegacyMemoProgram.id, ComputeBudgetProgram.id, AddressLookupTableProgram.id, StakeProgram.id,
        UpgradeableLoaderProgram.id, TokenProgram.nativeMint, MetaplexMetadata.program, Sysvars.clock,
        Sysvars.instructions, Sysvars.recentBlockhashes, Sysvars.rent, Sysvars.stakeHistory,
        PublicKey("BPFLoader1111111111111111111111111111111111"),
        PublicKey("BPFLoader2111111111111111111111111111111111"),
        PublicKey("Config1111111111111111111111111111111111111"),
        PublicKey("Ed25519SigVerify111111111111111111111111111"),
        PublicKey("Feature111111111111111111111111111111111111"),
        PublicKey("KeccakSecp256k11111111111111111111111111111"),
        PublicKey("LoaderV411111111111111111111111111111111111"),
        PublicKey("NativeLoader1111111111111111111111111111111"),
        PublicKey("Secp256r1SigVerify1111111111111111111111111"),
        PublicKey("StakeConfig11111111111111111111111111111111"),
        PublicKey("Sysvar1111111111111111111111111111111111111"),
        PublicKey("SysvarEpochRewards1111111111111111111111111"),
        PublicKey("SysvarEpochSchedu1e111111111111111111111111"),
        PublicKey("SysvarFees111111111111111111111111111111111"),
        PublicKey("SysvarLastRestartS1ot1111111111111111111111"),
        PublicKey("SysvarRewards111111111111111111111111111111"),
        PublicKey("SysvarS1otHashes111111111111111111111111111"),
        PublicKey("SysvarS1otHistory11111111111111111111111111"),
        PublicKey("Vote111111111111111111111111111111111111111"),
        PublicKey("1nc1nerator11111111111111111111111111111111"),
    ]
}

extension ReviewSubject {
    /// Returns those whom the user doesn't know and who receive something that may be the user's, each once: addresses that a key belongs to, and for a
    /// token account its holder.
    public func unknownPersons(_ facts: ChainFacts?) -> [PublicKey] {
        let facts = facts ?? ChainFacts()
        let subject = resolved(by: facts)
        var found: [PublicKey] = []
        for recipient in subject.recipients(facts) where !TipAccounts.isTip(recipient.effect) {
            var person: PublicKey? = recipient.address
            if recipient.part == .tokenAccount { person = subject.madeFor(recipient.address) }
            guard let person, !own.contains(person), !contacts.contains(person), !found.contains(person),
                person.isOnCurve
            else { continue }
            found.append(person)
        }
        return found
    }

    /// The wallet for which the transaction itself makes a token account, which no node knows yet.
    private func madeFor(_ account: PublicKey) -> PublicKey? {
        for instruction in review.instructions {
            guard let decoded = instruction.decoded, ["Create", "CreateIdempotent"].contains(decoded.name),
                decoded.account("account")?.source == .address(account)
            else { continue }
            return decoded.account("wallet")?.source.address
        }
        return nil
    }
}

/// The accounts from which Jito's validators are paid for bundles: no key belongs to them, and many honest transactions pay there.
///
/// Each is derived from the tip program's address, and a test derives them again.
enum TipAccounts {
    /// The largest amount that counts as a tip: 0.1 SOL, in lamports.
    private static let most: UInt64 = 100_000_000

    private static let all: Set<PublicKey> = [
        PublicKey("96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5"),
        PublicKey("HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe"),
        PublicKey("Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY"),
        PublicKey("ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49"),
        PublicKey("DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh"),
        PublicKey("ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt"),
        PublicKey("DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL"),
        PublicKey("3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT"),
    ]

    /// True if an effect is no more than a tip.
    static func isTip(_ effect: Effect) -> Bool {
        guard let address = effect.counterpart?.address, let amount = effect.amount else { return false }
        return amount <= most && all.contains(address)
    }
}
