/// The place where a passphrase was typed.
///
/// Each place has its own tries, so that what is typed in the browser without end, by whoever took it over, keeps nobody out elsewhere.
public enum PassphraseOrigin: String, Sendable, Hashable, CaseIterable {
    /// In a terminal, or in a prompt of the wallet's own.
    case outside
    /// In the extension's own pages.
    case browser
}
