/// The reason a token program doesn't close a token account. Append-only.
///
/// Source: `process_close_account` of `spl-token` and `spl-token-2022`. A frozen account without tokens can be closed.
public enum TokenClosingFault: String, Hashable, Sendable, CaseIterable {
    /// It holds tokens.
    case tokens
    /// It holds wrapped SOL: closing it would pay that out, so that it isn't an empty account.
    case wrapped
    /// Somebody else may close it, and the owner may not.
    case closeAuthority = "close-authority"
    /// It holds fees of Token-2022 that were withheld from transfers and belong to the mint.
    case withheld
    /// It holds an encrypted amount.
    case confidential
    /// It has an extension that is unknown here.
    case unknownExtension = "unknown-extension"
}

extension TokenAccount {
    /// Returns the reason that the owner can't close the account; nil if nothing stands in the way.
    ///
    /// - Parameter isEmptied: True for the account as it is after all of its tokens were burned.
    public func closingFault(isEmptied: Bool = false) -> TokenClosingFault? {
        if amount > 0, !isEmptied { return nativeReserve == nil ? .tokens : .wrapped }
        if let closeAuthority, closeAuthority != owner { return .closeAuthority }
        return extensionFault
    }
}

extension TokenClosingFault {
    /// Finds the first extension that keeps an account open.
    ///
    /// Types: 2 withheld fee (u64), 5 confidential transfer (three encrypted amounts of 64 bytes from byte 33 on), 7 immutable owner, 8 memos, 11 CPI guard,
    /// 13 non-transferable, 15 transfer hook, 17 confidential withheld fee (64 bytes), 27 pausable.
    init?(_ extensions: [TokenExtension]) {
        for each in extensions {
            switch each.type {
            case 2 where !Self.isZero(each.value, 0..<8): self = .withheld
            case 5 where !Self.isZero(each.value, 33..<225): self = .confidential
            case 17 where !Self.isZero(each.value, 0..<64): self = .confidential
            case 2, 5, 7, 8, 11, 13, 15, 17, 27: continue
            default: self = .unknownExtension
            }
            return
        }
        return nil
    }

    /// Returns true if all these bytes are there and none is set.
    private static func isZero(_ value: ByteSlice, _ range: Range<Int>) -> Bool {
        value.count >= range.upperBound && range.allSatisfy { value[$0] == 0 }
    }
}
