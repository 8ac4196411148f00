import WalletCore
import WalletKeys

/// The second, deliberate act that a review with a danger takes: a word to be typed, another one for every request.
extension ApprovalRequest {
    /// The word, where one is needed.
    ///
    /// It comes of the request's digest, in which the agent's own random id stands: no page chooses it, and the same request keeps it.
    var secondAct: String? {
        guard review.risk.needsSecondAct else { return nil }
        let number = digest.bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return String(decoding: WordList.english[number % WordList.count], as: UTF8.self)
    }

    /// Whether a text is the word; never where none is needed, since nobody was asked to type it then.
    func isSecondAct(_ text: String?) -> Bool {
        guard let secondAct, let text else { return false }
        return text == secondAct
    }
}
