import SolanaTransactions

/// Something goes to an address that begins as a program's or a sysvar's, and is another one.
///
/// Windows cut addresses short, and nobody looks twice at `11111111…` or `Token…`. Five characters are the same by chance once in 656 million times.
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
