import Base58
import JSONRPC

/// The signatures that a response hands out, as the activity log keeps them: base58, in their order, a blank between them.
///
/// Those of what the wallet sent itself stand in the log before, each with what became of it.
struct SignatureList {
    let text: String

    /// Nil where there is none.
    init?(_ response: RPCResponse) {
        guard case .success(let result) = response.outcome else { return nil }
        let signed = result["signature"].map { [$0] } ?? result["signatures"]?.array ?? []
        let signatures = signed.compactMap { value -> String? in
            // A sent transaction's is base58, which is no base64 of 64 bytes.
            guard let text = value.text, let bytes = try? Base64.decode(text), bytes.count == 64 else { return nil }
            return Base58.encode(bytes)
        }
        guard !signatures.isEmpty else { return nil }
        text = signatures.joined(separator: " ")
    }
}
