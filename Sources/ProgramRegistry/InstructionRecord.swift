import SolanaTransactions

/// One instruction of a program's record, with the layouts for each number of accounts.
struct InstructionRecord: Sendable {
    let name: String
    let fields: [Field]
    /// The lists of accounts; the first one counts where none has as many accounts as are given.
    let lists: [AccountList]
    /// The part of the table that says what the instruction moves; nil if nothing is said.
    let roles: Range<Int>?
    /// The part of the table with its author's description of it; nil if there is none.
    let display: Range<Int>?

    /// - Throws: If the record is damaged, or of a form that this release doesn't know.
    init(
        _ index: Int, of record: ProgramRecord, _ head: ProgramRecord.Head, _ types: inout TypeReader
    ) throws(CodingError) {
        let table = record.table
        let place = try record.instruction(index)
        var copy = types
        self = try table.read(place) { reader throws(CodingError) in
            let discriminator = [UInt8](reader.bytes(try reader.skip(Int(try reader.readByte()))))
            let name = try table.text(&reader)
            let flags = try reader.readByte()
            let fields = try copy.fields(&reader)
            var lists = [try AccountList.accounts(&reader, of: table, head)]
            if flags & 2 != 0 {
                for _ in 0..<(try TypeReader.count(&reader)) {
                    lists.append(try AccountList.accounts(&reader, of: table, head))
                }
            }
            let more = flags & 4 != 0 ? try table.text(&reader) : nil
            // The instructions within one are not read: the programs that have them are read by a set of its own.
            if flags & 8 != 0 { for _ in 0..<3 { _ = try reader.readLEB128() } }
            var roles: Range<Int>?
            if flags & 16 != 0 {
                let part = try reader.skip(Int(clamping: try reader.readLEB128()))
                roles = place.lowerBound + part.lowerBound..<place.lowerBound + part.upperBound
            }
            var display: Range<Int>?
            if flags & 32 != 0 {
                let part = try reader.skip(Int(clamping: try reader.readLEB128()))
                display = place.lowerBound + part.lowerBound..<place.lowerBound + part.upperBound
            }
            return InstructionRecord(
                name: name, fields: fields,
                lists: lists.map { accounts in
                    AccountList(accounts, more: more, isOmitting: head.isOmitting || flags & 1 != 0) { roles in
                        InstructionLayout(name, discriminator: discriminator, accounts: roles, fields: fields)
                    }
                }, roles: roles, display: display)
        }
        types = copy
    }

    private init(name: String, fields: [Field], lists: [AccountList], roles: Range<Int>?, display: Range<Int>?) {
        self.name = name
        self.fields = fields
        self.lists = lists
        self.roles = roles
        self.display = display
    }

    /// The place of the list that is meant with this number of accounts.
    func list(of accountCount: Int) -> Int { lists.firstIndex { $0.count == accountCount } ?? 0 }

    func layout(of accountCount: Int) -> InstructionLayout {
        let list = lists[list(of: accountCount)]
        return list.layouts[list.form(of: accountCount)]
    }
}

/// One list of an instruction's accounts, and the layouts for the ways in which they may be given.
struct AccountList: Sendable {
    /// The way that the given accounts stand for those of the list.
    private enum Form: Int {
        /// One for one, from the first on.
        case whole
        /// All optional ones are left off, and the others stand in order.
        case withoutOptional
        /// Only those before the first optional one can be told.
        case beginning
    }

    let count: Int
    /// For each account of the list, true if it is optional.
    private let optional: [Bool]
    /// True if optional accounts may be left off though required ones follow them.
    private let isOmitting: Bool
    private let hasMore: Bool
    /// The layout of each form.
    let layouts: [InstructionLayout]

    /// An account of the list as the table has it.
    typealias Account = (role: AccountRole, isOptional: Bool)

    init(_ accounts: [Account], more: String?, isOmitting: Bool, _ layout: ([AccountRole]) -> InstructionLayout) {
        count = accounts.count
        optional = accounts.map(\.isOptional)
        hasMore = more != nil
        let first = accounts.firstIndex(where: \.isOptional) ?? accounts.count
        let isOmitting = isOmitting && !accounts[first...].allSatisfy(\.isOptional)
        self.isOmitting = isOmitting
        let forms = isOmitting ? [accounts, accounts.filter { !$0.isOptional }, Array(accounts[..<first])] : [accounts]
        layouts = forms.enumerated().map { form, accounts in
            let isKnown = form != Form.beginning.rawValue
            return layout(accounts.map(\.role) + [AccountRole(isKnown ? more ?? Self.unnamed : Self.unnamed).rest])
        }
    }

    /// The role of an account that an interface has no name for.
    private static let unnamed = "more"

    static func accounts(
        _ reader: inout ByteReader, of table: TableBytes, _ head: ProgramRecord.Head
    ) throws(CodingError) -> [Account] {
        var accounts: [Account] = []
        for _ in 0..<(try TypeReader.count(&reader)) {
            let name = try table.text(&reader)
            let flags = try reader.readByte()
            let isOptional = flags & 4 != 0
            let role = AccountRole(
                name, isSigner: head.hasAccountFlags && flags & 1 != 0,
                isWritable: head.hasAccountFlags && flags & 2 != 0,
                presence: isOptional ? .expectedOrProgram : .expected)
            accounts.append((role, isOptional))
        }
        return accounts
    }

    private func wayOf(_ given: Int) -> Form {
        guard isOmitting else { return .whole }
        guard !hasMore else { return .beginning }
        if given == count { return .whole }
        return given == optional.count(where: { !$0 }) ? .withoutOptional : .beginning
    }

    /// The place of the layout for a number of accounts.
    func form(of given: Int) -> Int { wayOf(given).rawValue }

    /// Finds the account at a place of the list among those given; nil if it isn't there, or if that can't be told.
    func place(of account: Int, among given: Int) -> Int? {
        guard account >= 0, account < count else { return nil }
        let place: Int
        switch wayOf(given) {
        case .whole: place = account
        case .withoutOptional:
            guard !optional[account] else { return nil }
            place = optional[..<account].count { !$0 }
        case .beginning:
            guard !optional[...account].contains(true) else { return nil }
            place = account
        }
        return place < given ? place : nil
    }
}
