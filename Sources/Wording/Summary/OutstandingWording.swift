public import JSONRPC

extension ReviewSummary {
    /// The time for which a signed transaction can still be sent, in words.
    ///
    /// - Parameter entry: An entry of `outstanding.list`, as docs/protocol.md spells it.
    public static func until(_ entry: JSON, in words: Phrasebook) -> String {
        let life = entry["life"]
        guard entry["cause"] == nil else { return words(.untilUnknown) }
        if life?["kind"] == "blocks" {
            guard let remaining = life?["remaining"]?.int else { return words(.untilUnknown) }
            return words(.untilBlocks, ["seconds": "\(remaining / 1000)"])
        }
        switch entry["void"]?.text {
        case "nonce": return words(.untilNonce)
        case "foreign": return words(.untilForeign, ["authority": life?["authority"]?.text?.visible ?? "?"])
        default: return words(.untilNonceUnknown)
        }
    }
}
