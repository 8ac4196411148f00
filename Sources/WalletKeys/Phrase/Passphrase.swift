public import Salt

/// The rules of a passphrase: 1 to 1,024 bytes of UTF-8 without control characters. If a person makes the wallet, at least 8 bytes that aren't easily
/// guessed.
///
/// The bytes are hashed as they come. Nothing is normalised, since that would need the passphrase as a `String`: a user who types it on another
/// system has to spell composed letters the same way.
public enum Passphrase {
    /// The most bytes of a passphrase.
    public static let maximumCount = 1024
    /// The fewest bytes of a wallet's passphrase, unless it is unattended.
    public static let minimumCount = 8

    /// Refuses bytes that can't be the passphrase of a new wallet.
    ///
    /// - Throws: The fault in it.
    public static func check(_ passphrase: borrowing SecretBytes, unattended: Bool) throws(PassphraseFault) {
        if let fault = fault(in: passphrase, minimumCount: unattended ? 1 : minimumCount) { throw fault }
        // A script's wallet is for tests, and its passphrase lies in a file.
        guard unattended || PassphraseStrength.bits(of: passphrase) >= PassphraseStrength.minimumBits else {
            throw .guessable
        }
    }

    /// The strength of an allowed passphrase.
    public enum Grade: Sendable, Hashable {
        /// Just enough.
        case fair
        /// A thousand times as hard at least.
        case good
        /// A million times as hard as that.
        case strong
    }

    /// Grades a passphrase that ``check(_:unattended:)`` let pass.
    public static func grade(of passphrase: borrowing SecretBytes) -> Grade {
        let beyond = PassphraseStrength.bits(of: passphrase) - PassphraseStrength.minimumBits
        return beyond < 10 ? .fair : beyond < 30 ? .good : .strong
    }

    /// The fault in a passphrase; nil if there is none.
    static func fault(in passphrase: borrowing SecretBytes, minimumCount: Int) -> PassphraseFault? {
        guard passphrase.count <= maximumCount else { return .tooLong }
        guard passphrase.count >= minimumCount else { return passphrase.count == 0 ? .empty : .tooShort }
        return passphrase.withBytes { bytes in
            var decoder = UTF8()
            var rest = bytes.makeIterator()
            while true {
                switch decoder.decode(&rest) {
                case .emptyInput: return nil
                case .error: return .notUTF8
                // A line feed at the end of a file would make another passphrase of what is typed.
                case .scalarValue(let scalar) where scalar.properties.generalCategory == .control:
                    return .controlCharacter
                case .scalarValue: continue
                }
            }
        }
    }
}

/// The reasons bytes can't be a passphrase; cases are only ever added.
public enum PassphraseFault: Error, Sendable, Hashable {
    /// There are no bytes.
    case empty
    /// There are fewer than ``Passphrase/minimumCount`` bytes.
    case tooShort
    /// There are more than ``Passphrase/maximumCount`` bytes.
    case tooLong
    /// The bytes aren't UTF-8.
    case notUTF8
    /// A tab, line feed, escape or other control character is among them.
    case controlCharacter
    /// It is among the first guesses, see `PassphraseStrength`.
    case guessable
}

extension PassphraseFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooShort: "it has fewer than \(Passphrase.minimumCount) bytes"
        case .tooLong: "it has more than \(Passphrase.maximumCount) bytes"
        case .notUTF8: "it is not UTF-8"
        case .controlCharacter: "it has a control character"
        case .guessable: "it is easy to guess: take four or more unrelated words"
        }
    }
}
