import JSONRPC
import Salt
import WalletKeys

/// The vault's secrets for whoever shows them to their user, with the protocol's errors.
extension PassphraseProven {
    /// The phrases and imported keys, in their order.
    func shownSecrets() throws(RPCError) -> [VaultSecret] {
        do throws(WalletKeyError) { return try secrets() } catch { throw RPCError(error) }
    }

    /// The words of each phrase, in their order.
    func shownPhrases() throws(RPCError) -> [HeldSecret] {
        var phrases: [HeldSecret] = []
        for secret in try shownSecrets() {
            if let phrase = try secret.shownPhrase() { phrases.append(HeldSecret(phrase)) }
        }
        return phrases
    }
}

/// The words of a phrase, a space between two.
extension HeldSecret {
    var wordCount: Int { bytes.withBytes { Self.pieces($0).count } }

    /// Three places in it, counted from 1, in their order.
    func randomPlaces() -> [Int] { SeedPhrase.randomPlaces(among: wordCount) }

    /// True if the words at these places, counted from 1, are the typed ones; case doesn't matter.
    func hasWords(_ typed: borrowing SecretBytes, at places: [Int]) -> Bool {
        bytes.withBytes { phrase in
            typed.withBytes { typed in
                let (meant, found) = (Self.pieces(phrase), Self.pieces(typed))
                guard found.count == places.count else { return false }
                return zip(places, found).allSatisfy { place, typed in
                    guard meant.indices.contains(place - 1),
                        let index = WordList.english.index(of: UnsafeRawBufferPointer(rebasing: typed))
                    else { return false }
                    return meant[place - 1].elementsEqual(WordList.english[index])
                }
            }
        }
    }

    /// Those of its words, counted from 0; fewer where it ends before.
    func words(_ range: Range<Int>) -> SecretBytes {
        bytes.withBytes { text in
            let pieces = Self.pieces(text)
            let wanted = pieces[range.clamped(to: pieces.indices)]
            guard let first = wanted.first, let last = wanted.last else { return SecretBytes(count: 0) { _ in } }
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: text[first.startIndex..<last.endIndex]))
        }
    }

    private static func pieces(_ text: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
        text.split(separator: 0x20)
    }
}

extension VaultSecret {
    /// The words, a space between two; nil for an imported key.
    func shownPhrase() throws(RPCError) -> SecretBytes? {
        do throws(WalletKeyError) {
            guard let phrase = try phrase() else { return nil }
            return phrase.withText { SecretBytes(copying: $0) }
        } catch {
            throw RPCError(error)
        }
    }
}
