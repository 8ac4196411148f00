/// The accounts that decide what a name stands for, and the decision.
///
/// It asks nobody: it says which accounts are wanted, all in one question, and reads what a node answers. Nothing in an answer can lead from one
/// registry to the other.
package struct NameLookup: Sendable {
    /// An account as a node reports it.
    package struct Account: Sendable {
        package let program: PublicKey
        package let data: ByteSlice

        package init(program: PublicKey, data: ByteSlice) {
            self.program = program
            self.data = data
        }
    }

    /// What the accounts say.
    package enum Outcome: Hashable, Sendable {
        case address(PublicKey)
        /// The name belongs to the holder of this token, whom more questions find.
        case holder(mint: PublicKey)
    }

    /// The reason that a name stands for nothing. Append-only.
    package enum Refusal: String, Error, Sendable, CaseIterable {
        /// Nobody has the name.
        case unknown
        /// The name's time is over.
        case expired
        /// An account isn't as its program writes it, or a record isn't verified.
        case record
    }

    package let name: SolanaName
    /// The account of the name itself: a record, or an account of the name service.
    package let account: PublicKey
    private let tokenRecord: PublicKey?
    private let verified: PublicKey?
    private let signed: PublicKey?

    /// The accounts to ask for, the name's own first: one for `.sol`, four for `.sns`.
    package let addresses: [PublicKey]

    /// - Throws: ``SeedError``; no such name is known.
    package init(_ name: SolanaName) throws(SeedError) {
        self.name = name
        switch name.registry {
        case .sol:
            account = try RecordService.record(of: name.label)
            (tokenRecord, verified, signed) = (nil, nil, nil)
            addresses = [account]
        case .sns:
            let account = try NameService.account(of: name)
            let token = try NameService.tokenRecord(of: account)
            let second = try NameService.verifiedRecord(of: account)
            let first = try NameService.signedRecord(of: account)
            self.account = account
            (tokenRecord, verified, signed) = (token, second, first)
            addresses = [account, token, second, first]
        }
    }

    /// Reads what the accounts say.
    ///
    /// - Parameters:
    ///   - accounts: Those of ``addresses`` that exist.
    ///   - now: Seconds since 1970.
    /// - Throws: ``Refusal``.
    package func outcome(_ accounts: [PublicKey: Account], now: Int64) throws(Refusal) -> Outcome {
        guard let found = accounts[account] else { throw .unknown }
        switch name.registry {
        case .sol: return try solOutcome(found, now: now)
        case .sns: return try snsOutcome(found, accounts)
        }
    }

    private func solOutcome(_ found: Account, now: Int64) throws(Refusal) -> Outcome {
        guard found.program == RecordService.program, let record = try? SolRecord(decoding: found.data),
            record.recordClass == RecordService.solClass, record.seed == RecordService.seed(of: name.label)
        else { throw .record }
        guard record.expiry == 0 || record.expiry > now else { throw .expired }
        switch record.owner {
        case .key(let owner):
            guard owner != PublicKey() else { throw .record }
            return .address(owner)
        case .token(let mint):
            guard mint == (try? RecordService.mint(of: account)) else { throw .record }
            return .holder(mint: mint)
        }
    }

    /// In the order of SNS-IP 5: the token, the record of the second version, the one of the first, the owner.
    private func snsOutcome(_ found: Account, _ accounts: [PublicKey: Account]) throws(Refusal) -> Outcome {
        guard found.program == NameService.program, let header = try? NameAccount(decoding: found.data),
            header.nameClass == PublicKey(), header.parent == (try? parent())
        else { throw .record }
        // A name that was given back keeps its account for a while.
        guard header.owner != PublicKey() else { throw .unknown }
        if let mint = try activeMint(accounts) { return .holder(mint: mint) }
        if let address = try verifiedAddress(accounts, owner: header.owner) { return .address(address) }
        if let address = signedAddress(accounts, owner: header.owner) { return .address(address) }
        return .address(header.owner)
    }

    private func parent() throws(SeedError) -> PublicKey {
        name.subdomain == nil ? NameService.root : try NameService.domain(name.label)
    }

    private func activeMint(_ accounts: [PublicKey: Account]) throws(Refusal) -> PublicKey? {
        guard let found = tokenRecord.flatMap({ accounts[$0] }) else { return nil }
        guard found.program == NameService.tokenizer, let record = try? NameTokenRecord(decoding: found.data) else {
            throw .record
        }
        guard record.isActive else { return nil }
        guard record.account == account, record.mint == (try? NameService.mint(of: account)) else { throw .record }
        return record.mint
    }

    /// The address in a verified record; nil if the record is an earlier owner's.
    private func verifiedAddress(
        _ accounts: [PublicKey: Account], owner: PublicKey
    ) throws(Refusal) -> PublicKey? {
        guard let found = verified.flatMap({ accounts[$0] }) else { return nil }
        guard found.program == NameService.program, let record = try? VerifiedNameRecord(decoding: found.data),
            record.header.parent == account, record.header.nameClass == NameService.recordClass,
            let address = try? PublicKey(bytes: record.content),
            case .solana(let author) = record.staleness, case .solana(let holder) = record.association
        else { throw .record }
        guard author == owner else { return nil }
        guard holder == address else { throw .record }
        return address
    }

    /// The address in a record that the owner has signed; nil without one.
    private func signedAddress(_ accounts: [PublicKey: Account], owner: PublicKey) -> PublicKey? {
        guard let signed, let found = accounts[signed], found.program == NameService.program,
            let record = try? SignedNameRecord(decoding: found.data), record.isSigned(by: owner, in: signed)
        else { return nil }
        return record.key
    }

    /// Finds the holder of the token that a name belongs to.
    ///
    /// - Parameters:
    ///   - mint: The account of the token's mint.
    ///   - holder: The only account that holds one.
    /// - Throws: `.record` unless exactly one of it exists and is there.
    package static func holder(
        of token: PublicKey, by registry: SolanaName.Registry, mint: Account, holder: Account
    ) throws(Refusal) -> PublicKey {
        // Tokens of the name service are of the first token program; the Record Service makes those of the second.
        let program = registry == .sol ? Token2022Program.id : TokenProgram.id
        guard mint.program == program, holder.program == program, let read = try? Mint(decoding: mint.data),
            read.decimals == 0, read.supply == 1, let held = try? TokenAccount(decoding: holder.data),
            held.mint == token, held.amount == 1
        else { throw .record }
        return held.owner
    }
}
