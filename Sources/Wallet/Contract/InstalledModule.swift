import WalletRuntime

/// A module of the wallet's own, made from what the wallet hands over.
///
/// Its folder is all there is of it: `Tests/Support/installed_modules.py` finds it there and lists it in `InstalledModules`.
protocol InstalledModule: WalletModule {
    init(_ parts: WalletParts)
}

extension Set<CallerKind> {
    /// The wallet's user, by the extension's own pages or the command line.
    static var owner: Self { [.walletExtension, .commandLine] }
}

extension Duration {
    /// A decision in the queue, or two where a sign-in connects first: each has five minutes.
    static let deciding: Duration = .seconds(900)
    /// A decision, and transactions that are sent one after the other until each is executed or can't be any more.
    static let sending: Duration = .seconds(7200)
    /// A prompt of half an hour behind four others.
    static let prompting: Duration = .seconds(9000)
    /// Questions to nodes, some of which don't answer.
    static let asking: Duration = .seconds(600)
}

extension ParameterManifest {
    /// The passphrase in the place of a session; the command line's alone, since a browser has ways to unlock.
    static let terminalPassphrase = ParameterManifest.optional("passphrase", .sealed, callers: [.commandLine])
}

extension ValueType {
    /// The wallet's accounts as its user sees them.
    static let accountList = ValueType.list(
        .object([
            .required("publicKey"), .required("label"), .required("path"), .required("hidden", .boolean),
            .required("imported", .boolean),
        ]))
}
