import JSONRPC
import Salt

/// A JSON-RPC request whose parameters hold secrets, written once into memory that is wiped.
struct SecretRequest: ~Copyable {
    let id: String
    private let message: SecretBytes

    /// - Throws: where a secret isn't UTF-8.
    init(
        id: String, method: String, params: KeyValuePairs<String, RPCSecretRequest.Value>
    ) throws(CommandError) {
        let request = RPCSecretRequest(id: id, method: method, params: params)
        self.id = id
        message = try SecretBytes(count: request.count) { buffer throws(CommandError) in
            do throws(RPCSecretRequestError) {
                try request.write(into: buffer)
            } catch .notUTF8(let offset) {
                throw CommandError("the passphrase is not UTF-8 from byte \(offset) on")
            } catch {
                throw CommandError("the request can't be written")
            }
        }
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try message.withBytes(body)
    }
}
