/// Accounts in which the runtime keeps what programs ask it for.
public enum Sysvars {
    public static let clock = PublicKey("SysvarC1ock11111111111111111111111111111111")
    public static let instructions = PublicKey("Sysvar1nstructions1111111111111111111111111")
    public static let recentBlockhashes = PublicKey("SysvarRecentB1ockHashes11111111111111111111")
    public static let rent = PublicKey("SysvarRent111111111111111111111111111111111")
    public static let stakeHistory = PublicKey("SysvarStakeHistory1111111111111111111111111")
}
