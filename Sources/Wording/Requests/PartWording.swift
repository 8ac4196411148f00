import DisplayText

extension Phrasebook {
    /// The name of an account or a value of an instruction: `newAuthority` is "new authority".
    ///
    /// Only Solana's own programs have texts. Another name is its program's, and stands between quotation marks, so that no program can
    /// pass its word for one of ours.
    func part(_ name: String) -> String { own("part", name) }

    /// The power that an authority has over an account: `accountOwner` is "ownership".
    func role(_ name: String) -> String { own("role", name) }

    private func own(_ family: String, _ name: String) -> String {
        TextKey(family, name).map { self($0) } ?? QuotedText.inline(name, most: 64)
    }
}
