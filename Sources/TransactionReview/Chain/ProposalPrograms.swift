import SolanaTransactions

/// The programs whose groups decide on instructions that are carried out later.
enum ProposalPrograms {
    /// Squads v4.
    static let squads = SquadsProgram.id
    /// Smart Accounts of Squads.
    static let smartAccounts = PublicKey("SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG")
    /// SPL Governance.
    static let governance = PublicKey("GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw")

    /// Returns true for a program whose accounts with proposed instructions can be read.
    static func keepsMessages(_ program: PublicKey) -> Bool { program == squads || program == governance }
}
