import JSONRPC
import Wording

/// Counts the wrong passphrases that one question took: the third ends it.
///
/// The agent's own delay slows a guesser down. This only closes the window.
struct PassphraseTries {
    private static let limit = 3
    private var wrong = 0

    /// Counts one more.
    ///
    /// - Returns: The words below the field, with how many are left.
    /// - Throws: `error` at the third, and where it isn't 4100 (`wrong-passphrase`) or -32000 (`passphrase-invalid`).
    mutating func note(_ error: RPCError, in words: Phrasebook) throws(RPCError) -> String {
        wrong += 1
        guard error.reason == .wrongPassphrase || error.reason == .passphraseInvalid, wrong < Self.limit else {
            throw error
        }
        return words(.promptWrongPassphrase, Self.limit - wrong)
    }
}
