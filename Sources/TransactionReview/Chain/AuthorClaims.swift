import ProgramRegistry
import PublishedInterfaces
import SolanaTransactions
import Synchronization

/// The words of programs' authors about instructions that Sidekey can't read, from the interfaces that they published.
///
/// They are claims. No rule looks at them, nothing is counted by them, and a review is as complete and as heavy as without them.
struct AuthorClaims {
    /// An instruction with the names of its parts.
    struct Reading {
        let form: PublishedInterface.Form
        let instruction: DecodedInstruction
        let display: AuthorDisplay
    }

    /// What an author says of one instruction.
    struct Claim {
        /// The account in which it stands.
        let address: PublicKey
        let account: InterfaceAccount
        let source: ChainSource
        /// The instruction with the names of its parts, or the reason that the interface doesn't say.
        let reading: Result<Reading, InterfaceError>
    }

    /// The most programs of a transaction whose interfaces are asked for.
    private static let mostPrograms = 4
    private static let cache = InterfaceCache()
    private static let addresses = Mutex<[PublicKey: [PublicKey]]>([:])

    private let facts: ChainFacts

    init(_ facts: ChainFacts) { self.facts = facts }

    /// The accounts in which the interfaces of the transaction's unread programs may be.
    static func accounts(for review: TransactionReview) -> [PublicKey] {
        programs(of: review).flatMap(addresses(of:))
    }

    /// The programs of instructions that nothing else can read, in their order.
    private static func programs(of review: TransactionReview) -> [PublicKey] {
        var found: [PublicKey] = []
        for instruction in review.instructions where !instruction.isKnown && found.count < mostPrograms {
            if !found.contains(instruction.program) { found.append(instruction.program) }
        }
        return found
    }

    /// The addresses of a program's accounts, the better evidence first. Deriving them takes longer than the rest of a review, so they are kept.
    private static func addresses(of program: PublicKey) -> [PublicKey] {
        if let known = addresses.withLock({ $0[program] }) { return known }
        let found = [InterfaceAccount.metadata, .anchor].compactMap { $0.address(of: program) }
        addresses.withLock { addresses in
            if addresses.count >= 64 { addresses = [:] }
            addresses[program] = found
        }
        return found
    }

    /// What the author says of an instruction; nil if nobody published an interface, or the instruction is read without it.
    func claim(of instruction: InstructionReview) -> Claim? {
        guard !instruction.isKnown else { return nil }
        var refused: Claim?
        for (account, address) in zip([InterfaceAccount.metadata, .anchor], Self.addresses(of: instruction.program)) {
            guard let fact = facts.accounts[address], let state = fact.value.account else { continue }
            let reading: Result<Reading, InterfaceError>
            var isRead = false
            do throws(InterfaceError) {
                guard case .interface(let data) = state.contents else {
                    throw InterfaceError(state.count > InterfaceAccount.maximumCount ? .compressedSize : .kind)
                }
                let interface = try Self.cache.interface(
                    in: data, owner: state.program, at: account, of: instruction.program)
                isRead = true
                let found = try interface.instruction(accounts: instruction.accounts, data: instruction.data)
                let display = AuthorDisplay(found, interface.table.display(of: found), facts)
                reading = .success(Reading(form: interface.form, instruction: found, display: display))
            } catch {
                reading = .failure(error)
            }
            let claim = Claim(address: address, account: account, source: fact.source, reading: reading)
            // The canonical account is the better evidence, also where it doesn't know the instruction.
            if isRead { return claim }
            refused = refused ?? claim
        }
        return refused
    }
}
