/// The reason bytes aren't a transaction, a message or one of their parts.
///
/// It tells the rule and the offset, never the bytes.
public struct CodingError: Error, Hashable, Sendable {
    /// The rule that was broken. Append-only.
    public enum Code: String, Sendable, CaseIterable {
        /// Another number of bytes than the fixed number.
        case length
        /// The bytes end inside a field.
        case truncated
        /// Bytes follow the last field.
        case trailingBytes
        /// More bytes than a transaction of this version may have.
        case tooLarge
        /// The first byte names a version other than legacy, 0 and 1.
        case unsupportedVersion
        /// A compact-u16 that isn't spelled in the fewest bytes.
        case compactAlias
        /// A compact-u16 above 65,535.
        case compactOverflow
        /// The number of signatures isn't the number that the header requires.
        case signatureCount
        /// The header's counts don't fit the number of accounts.
        case headerCounts
        /// No signer is writable, so no account can pay the fee.
        case noFeePayer
        /// An account appears twice among the message's accounts.
        case duplicateAccount
        /// More accounts than a message of this version can address.
        case tooManyAccounts
        /// More instructions than a message of this version may have.
        case tooManyInstructions
        /// More signatures than a message of this version may require.
        case tooManySignatures
        /// A program index that is the fee payer's, out of range, or in a lookup table.
        case programIndex
        /// An account index out of range; the offset is that of the instruction's list of accounts.
        case accountIndex
        /// A lookup table from which nothing is loaded.
        case emptyLookup
        /// A configuration mask with unknown bits, or with half of the priority fee's two.
        case configurationMask
        /// A configuration value that the runtime refuses.
        case configurationValue
        /// Lookup tables or a configuration, for a version that doesn't have them.
        case versionFeature
        /// An account that a lookup table has only after its 256th entry; the offset is the entry's number.
        case lookupEntry
        /// An unknown value of a byte that tells which value follows, if any.
        case tag
        /// A text that isn't UTF-8.
        case text
        /// A number that the format cannot represent: NaN.
        case number
        /// An account that was created and never initialized.
        case uninitialized
        /// Nonzero bytes that the format leaves zero.
        case padding
        /// An instruction needs a right to an account that the message doesn't give.
        case accountRights
    }

    /// The rule that was broken.
    public let code: Code

    /// The place of the break, in bytes from the beginning of the decoded bytes.
    public let offset: Int

    /// Creates an error with a rule and the place of the break.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension CodingError: CustomStringConvertible {
    /// A short sentence with the offset.
    public var description: String {
        "\(reason) at byte \(offset)"
    }

    private var reason: String {
        switch code {
        case .length: "wrong number of bytes"
        case .truncated: "ends inside a field"
        case .trailingBytes: "bytes after the last field"
        case .tooLarge: "larger than its version allows"
        case .unsupportedVersion: "unsupported version"
        case .compactAlias: "number not in its shortest spelling"
        case .compactOverflow: "number above 65535"
        case .signatureCount: "number of signatures differs from the header"
        case .headerCounts: "header counts do not fit the accounts"
        case .noFeePayer: "no writable signer"
        case .duplicateAccount: "account stands twice"
        case .tooManyAccounts: "too many accounts"
        case .tooManyInstructions: "too many instructions"
        case .tooManySignatures: "too many signatures"
        case .programIndex: "program index out of range"
        case .accountIndex: "account index out of range"
        case .emptyLookup: "lookup table that loads nothing"
        case .configurationMask: "unknown configuration bits"
        case .configurationValue: "configuration value out of range"
        case .versionFeature: "version without lookup tables or without a configuration"
        case .lookupEntry: "lookup table entry above 255"
        case .tag: "tag without a meaning"
        case .text: "text that is not UTF-8"
        case .number: "not a number"
        case .uninitialized: "account that was never set up"
        case .padding: "bytes that have to be zero"
        case .accountRights: "account without the right that an instruction needs"
        }
    }
}
