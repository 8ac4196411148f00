/// The vote of a multisig's member on a proposal.
public enum MultisigVote: String, CaseIterable, Sendable {
    case approve, reject, cancel
}

/// A multisig of Squads v4: the addresses of its accounts, and the votes on its proposals.
///
/// The data of a vote is Anchor's: eight bytes that name the instruction, then Borsh. Its memo is left out here.
///
/// ```
/// +-----------------+--------+
/// | discriminator 8 | memo 0 |      accounts: multisig, member (signs, writable), proposal (writable)
/// +-----------------+--------+
/// ```
///
/// Source: `Squads-Protocol/v4`, `proposal_vote.rs` and `seeds.rs`.
public enum SquadsProgram: Program {
    public static let id = PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf")
    public static let name = "Squads v4"

    public static let instructions = MultisigVote.allCases.map { vote in
        InstructionLayout(
            layoutName(of: vote), discriminator: InstructionLayout.anchorDiscriminator("proposal_\(vote.rawValue)"),
            accounts: [.readonly("multisig"), .writableSigner("member"), .writable("proposal")],
            fields: [Field("memo", .option(.text(.u32)))])
    }

    private static func layoutName(of vote: MultisigVote) -> String {
        switch vote {
        case .approve: "proposalApprove"
        case .reject: "proposalReject"
        case .cancel: "proposalCancel"
        }
    }

    /// A member's vote on the proposal with this number.
    public static func vote(
        _ vote: MultisigVote, by member: PublicKey, in multisig: PublicKey, on index: UInt64
    ) -> Instruction {
        build(
            layoutName(of: vote),
            ["multisig": multisig, "member": member, "proposal": proposal(index, of: multisig)], ["memo": .absent])
    }

    /// The address of the multisig that was made with this key.
    public static func multisig(_ createKey: PublicKey) -> PublicKey {
        derived([Array("multisig".utf8), createKey.bytes])
    }

    /// The address of the account that keeps the instructions of a proposal.
    public static func transaction(_ index: UInt64, of multisig: PublicKey) -> PublicKey {
        derived(seeds(index, multisig))
    }

    /// The address of the account that keeps the votes on a proposal.
    public static func proposal(_ index: UInt64, of multisig: PublicKey) -> PublicKey {
        derived(seeds(index, multisig) + [Array("proposal".utf8)])
    }

    private static func seeds(_ index: UInt64, _ multisig: PublicKey) -> [[UInt8]] {
        var number: [UInt8] = []
        number.append(littleEndian: index)
        return [multisig.bytes, Array("transaction".utf8), number]
    }

    private static func derived(_ seeds: [[UInt8]]) -> PublicKey {
        do throws(SeedError) {
            return try PublicKey.findProgramAddress(seeds: [Array("multisig".utf8)] + seeds, programID: id).address
        } catch {
            // Five seeds of at most 32 bytes can't be too many or too long.
            preconditionFailure("no account of a multisig: \(error)")
        }
    }
}
