import DisplayText
import ProgramRegistry
import PublishedInterfaces
import SolanaTransactions

/// Interfaces as somebody publishes them, and an instruction that is read by each.
///
/// An input is where the interface is (1 byte: its text, an account of Program Metadata, one of Anchor's), number of accounts (1), length of
/// the instruction's data (2), data, then the text or the account.
enum Interfaces {
    static func check(_ input: [UInt8]) -> Interest {
        guard input.count >= 4 else { return .discard }
        let count = Int(input[2]) | Int(input[3]) << 8
        guard input.count - 4 >= count else { return .discard }
        let data = ByteSlice(Array(input[4..<4 + count]))
        let rest = Array(input[(4 + count)...])
        let accounts = (0..<Int(input[1])).map { place in
            let key = place % 3 == 2 ? program : PublicKey()
            return MessageAccount(source: .address(key), isSigner: place % 2 == 0, isWritable: true)
        }
        let interface: PublishedInterface
        do throws(InterfaceError) {
            switch input[0] % 3 {
            case 0: interface = try PublishedInterface(rest, of: program)
            case 1:
                let owner = InterfaceAccount.metadataProgram
                interface = try PublishedInterface(in: ByteSlice(rest), owner: owner, at: .metadata, of: program)
            default:
                interface = try PublishedInterface(in: ByteSlice(rest), owner: program, at: .anchor, of: program)
            }
        } catch {
            return .keep
        }
        check(interface, accounts, data)
        return .keep
    }

    /// The program of `Tests/Support/published_interfaces.py accounts`.
    private static let program = PublicKey("US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx")

    private static func check(_ interface: PublishedInterface, _ accounts: [MessageAccount], _ data: ByteSlice) {
        promise(interface.refusals.count <= 1_000, "no more instructions are refused than are read")
        let layouts = interface.table.layouts(of: program)
        for layout in layouts {
            promise(isName(layout.name), "an instruction has a plain name")
            promise(layout.fields.allSatisfy { isName($0.name) }, "an argument has a plain name")
            promise(layout.accounts.allSatisfy { isName($0.name) }, "an account has a plain name")
        }
        let firsts = layouts.map(\.discriminator)
        for (place, one) in firsts.enumerated() {
            for other in firsts[(place + 1)...] {
                promise(!one.starts(with: other) && !other.starts(with: one), "no two instructions begin alike")
            }
        }
        guard let decoded = interface.decode(accounts: accounts, data: data) else { return }
        promise(decoded.accounts.count <= accounts.count, "no account is added")
        let isSame = layouts.contains { layout in
            let named = layout.accounts.filter { $0.presence == .expected }.map { ($0.name, program) }
            let built = try? layout.instruction(program, accounts: named, arguments: decoded.arguments)
            return built?.data == Array(data)
        }
        promise(isSame, "what is read is written as the same bytes")
        guard let display = interface.table.display(of: decoded) else { return }
        let words = display.sentence.compactMap { if case .text(let text) = $0 { text } else { nil } }
        for text in [display.intent] + words + display.labels.values {
            promise(VisibleText.escaping(text) == text && !text.contains("\n"), "an author's words hide nothing")
        }
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 512
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2E
            }
    }
}
