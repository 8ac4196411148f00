import DisplayText

/// What can be found in a message; the numbers are append-only.
public enum MessageRule: String, Hashable, Sendable, CaseIterable {
    /// The bytes aren't text, or have control characters: nobody wrote this to be read. `bytes`
    case binary = "M01"
    /// The text has characters that can't be seen, or that turn the direction of writing. `count`
    case hidden = "M02"
    /// A whole transaction or transaction message.
    case transaction = "M03"
    /// Begins as an off-chain message, which has a method of its own.
    case offchainPrefix = "M04"
    /// The text signs in to a site. `domain`
    case signIn = "M05"
    /// It has the form of a sign-in and isn't written as one: a careless site may take it all the same. `line` where the lines are right so far
    case signInForm = "M06"
    /// A field of a sign-in isn't what the grammar allows there. `field`
    case signInField = "M07"
    /// A field of a sign-in has characters that the grammar doesn't allow, and nobody can be fooled by. `field`
    case signInCharacters = "M08"
    /// The sign-in is to another site than the one that asks: whoever has the signature can go there as the user. `domain`, `origin`
    case signInDomain = "M09"
    /// The sign-in names another account than the one that signs. `address`
    case signInAddress = "M10"
    /// The sign-in's URI is another site's. `uri`, `origin`
    case signInURI = "M11"
    /// The sign-in is for another chain than the request. `chain`
    case signInChain = "M12"
    /// The sign-in was issued more than ten minutes ago. `time`
    case signInOld = "M13"
    /// The sign-in begins to count later: the signature is for a time when nobody looks. `field`, `time`
    case signInEarly = "M14"
    /// The sign-in has expired. `time`
    case signInExpired = "M15"
    /// The sign-in has no nonce: whoever has the signature can use it more than once.
    case signInReusable = "M16"
    /// The sign-in isn't for a Solana account. `kind`
    case signInKind = "M17"
    /// The text looks like an order or a permission that a program reads: a long run of hex, base64 or base58, JSON, typed data, parameters, encoded binary. `form`
    case authority = "M18"

    /// How much it weighs.
    public var level: ReviewLevel {
        switch self {
        case .signIn, .signInReusable: .info
        case .hidden, .signInCharacters, .signInKind: .warning
        case .binary, .signInForm, .signInField, .signInAddress, .signInURI, .signInChain, .signInOld, .signInEarly,
            .signInExpired, .authority:
            .danger
        case .transaction, .offchainPrefix, .signInDomain: .forbidden
        }
    }

    /// The rule's finding; values are made visible.
    func finding(_ parameters: KeyValuePairs<String, String> = [:]) -> Finding {
        Finding(
            id: rawValue, level: level,
            parameters: parameters.map { name, value in
                ReviewField(
                    name: name, value: VisibleText.escaping(value),
                    isQuoted: ["address", "domain", "uri", "chain", "time"].contains(name))
            })
    }
}
