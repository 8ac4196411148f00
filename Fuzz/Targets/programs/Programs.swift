import ProgramRegistry
import SolanaTransactions

/// Instructions of the registry's programs, read by the table as it is and by one that the input damages.
///
/// An input is damage, then an instruction:
/// number of wrong bytes (1 byte, 15 at most), for each its place (3) and its value (1), the program's place (2), number of accounts (1), data.
enum Programs {
    private static let table = ProgramTable.known
    private static let addresses = table.addresses

    static func check(_ input: [UInt8]) -> Interest {
        promise(addresses.count > 500, "the table is there")
        var rest = input[...]
        let damage = (0..<Int(rest.popFirst() ?? 0) % 16).compactMap { _ -> (place: Int, byte: UInt8)? in
            guard rest.count >= 4 else { return nil }
            let place = number(&rest, 3)
            return rest.popFirst().map { (place, $0) }
        }
        let program = addresses[number(&rest, 2) % addresses.count]
        let accountCount = number(&rest, 1)
        // Some are the program itself, which may stand for an account that is left out.
        let accounts = (0..<accountCount).map { place in
            MessageAccount(
                source: .address(place % 3 == 2 ? program : PublicKey()), isSigner: place % 2 == 0, isWritable: true
            )
        }
        let data = ByteSlice(Array(rest))
        check(table, program, accounts, data)
        if !damage.isEmpty { check(damage, program, accounts, data) }
        return .keep
    }

    /// The number that some bytes have; missing ones are zeros.
    private static func number(_ bytes: inout ArraySlice<UInt8>, _ count: Int) -> Int {
        (0..<count).reduce(0) { number, place in number | Int(bytes.popFirst() ?? 0) << (8 * place) }
    }

    /// What is read is whole, and is written as the same bytes.
    private static func check(
        _ table: ProgramTable, _ program: PublicKey, _ accounts: [MessageAccount], _ data: ByteSlice
    ) {
        let programs = ProgramSet().backed(by: table)
        guard let decoded = programs.decode(program: program, accounts: accounts, data: data) else { return }
        promise(decoded.programName == table.name(of: program), "a program has one name")
        promise(decoded.accounts.count <= accounts.count, "no account is added")
        let layouts = table.layouts(of: program).filter { $0.name == decoded.name }
        promise(!layouts.isEmpty, "what is read has a layout")
        let isSame = layouts.contains { layout in
            let named = layout.accounts.filter { $0.presence == .expected }.map { ($0.name, program) }
            let built = try? layout.instruction(program, accounts: named, arguments: decoded.arguments)
            return built?.data == Array(data)
        }
        promise(isSame, "what is read is written as the same bytes")
        guard let found = table.cases(of: decoded) else { return }
        for movement in found.leaving + found.arriving {
            guard let account = movement.account else { continue }
            promise(accounts.contains { $0.source == account }, "what moves is an account's of the instruction")
        }
    }

    /// A table with wrong bytes answers all the same, or is refused.
    private static func check(
        _ damage: [(place: Int, byte: UInt8)], _ program: PublicKey, _ accounts: [MessageAccount], _ data: ByteSlice
    ) {
        var bytes = whole
        for (place, byte) in damage { bytes[place % bytes.count] = byte }
        guard let table = try? ProgramTable(bytes) else { return }
        _ = table.interface(of: program)
        _ = table.layouts(of: program)
        _ = table.token(program)
        _ = table.address(program)
        let decoded = ProgramSet().backed(by: table).decode(program: program, accounts: accounts, data: data)
        if let decoded { _ = table.cases(of: decoded) }
    }

    private static let whole = ProgramTable.compiledBytes
}
