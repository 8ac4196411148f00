import ProgramRegistry
import SolanaTransactions

/// The instructions of programs that the wallet doesn't execute itself, and what their programs promise to move.
///
/// A promise holds as long as the program's code does, and somebody can change most programs. So it bounds what a person is shown, and never makes a review complete.
struct ProgramPromises: Sendable {
    /// One instruction's promise.
    struct Promise: Sendable {
        let instruction: Int
        let program: PublicKey
        let name: String
        let moves: InstructionCase
        /// The accounts that the interface calls mints.
        let mints: [MessageAccount.Source]
    }

    let all: [Promise]
    /// The instructions of which nobody can tell what they move, by their places.
    let unread: [Int]
    /// Those among them that the registry reads to the last byte.
    let named: Set<Int>

    /// True if a program promises to give something for what it takes.
    var isTrade: Bool {
        all.contains { promise in
            switch promise.moves.kind {
            case .swap, .buy, .sell: true
            // Some give a ticket now, and what it stands for another day.
            case .unstake: !promise.moves.arriving.isEmpty && promise.moves.order.isEmpty
            default: false
            }
        }
    }

    /// True if a trade names no amount that it gives at least, so that it may give anything.
    var namesNoLeast: Bool {
        all.contains { promise in
            guard [.swap, .buy, .sell].contains(promise.moves.kind), !promise.moves.arriving.isEmpty else {
                return false
            }
            return promise.moves.arriving.allSatisfy { movement in
                guard case .atLeast(.units(let units)) = movement.bound else { return false }
                return units <= 1
            }
        }
    }

    /// True if a program of the registry says by an instruction's name, without a promise, that something is sold.
    func isSale(in review: TransactionReview) -> Bool {
        named.contains { place in
            guard let name = review.message.name(review.message.calls[place])?.lowercased() else { return false }
            return Self.sales.contains(where: name.contains)
        }
    }

    /// Names of markets' instructions by which a seller takes a bid.
    private static let sales = ["takebid", "sellnft", "fulfillbuy", "acceptbid", "acceptoffer", "executesale"]

    init(in review: TransactionReview) {
        var all: [Promise] = []
        var unread: [Int] = []
        var named: Set<Int> = []
        for place in review.changes.unknown {
            let call = review.message.calls[place]
            guard let instruction = review.message.instruction(call), review.message.isFromCatalog(call) else {
                unread.append(place)
                continue
            }
            guard let moves = ProgramTable.known.cases(of: instruction) else {
                guard !HarmlessInstructions.contains(instruction) else { continue }
                unread.append(place)
                named.insert(place)
                continue
            }
            all.append(
                Promise(
                    instruction: place, program: instruction.program, name: instruction.programName, moves: moves,
                    mints: instruction.mints))
        }
        self.all = all
        self.unread = unread
        self.named = named
    }
}

/// Instructions that move nothing of the user's, whatever their arguments: checks, logs and marks.
enum HarmlessInstructions {
    static func contains(_ instruction: DecodedInstruction) -> Bool {
        // Lighthouse checks accounts, and fails the transaction where they aren't as they should be. Its two others write accounts.
        instruction.program == AccountCheck.lighthouse && instruction.name.hasPrefix("assert")
    }
}

extension ReviewSubject {
    /// True if every instruction is read, and a promise bounds what each that isn't native may move; for accounts behind lookup tables, with the tables' contents filled in.
    ///
    /// - Parameter facts: The facts from nodes; nil if no node was asked.
    func isRead(_ facts: ChainFacts?) -> Bool {
        let instructions = review.instructions
        guard !instructions.contains(where: { $0.accounts.contains { $0.source.address == nil } }) else { return false }
        guard promises.unread.isEmpty else { return false }
        let accounts = OwnTokenAccounts(of: self, facts, promises)
        return promises.all.allSatisfy { promise in
            isOwn(promise.moves.user)
                && promise.moves.leaving.allSatisfy { $0.account != nil && $0.isKnown }
                // A promise to somebody else bounds nothing for the user.
                && promise.moves.arriving.allSatisfy {
                    $0.account == nil || isOwn($0.account) || accounts.contains($0.account)
                        || $0.holder == .stakeAccount
                }
        }
    }
}

extension Movement {
    /// False if nobody can tell the amount from the bytes.
    fileprivate var isKnown: Bool {
        switch bound {
        case .atMost(.unknown), .exactly(.unknown), .atLeast(.unknown): false
        default: true
        }
    }
}
