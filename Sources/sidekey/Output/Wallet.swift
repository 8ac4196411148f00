import JSONRPC
import Wording

/// What a command needs of the wallet before it asks the user anything.
enum Wallet {
    /// - Parameter greeting: what `hello` answered.
    /// - Throws: where there is no wallet yet.
    static func requireSome(_ greeting: JSON) throws(CommandError) {
        guard greeting["vault"]?.text == "none" else { return }
        throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
    }

    /// - Throws: where there is a wallet already.
    static func requireNone(_ greeting: JSON) throws(CommandError) {
        guard greeting["vault"]?.text != "none" else { return }
        throw CommandError(say(.walletExists), hint: say(.hintNeverOverwritten))
    }
}
