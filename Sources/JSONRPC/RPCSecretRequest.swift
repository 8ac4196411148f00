/// A JSON-RPC request that carries secrets, written into memory that the caller wipes.
///
/// ```swift
/// let request = RPCSecretRequest(
///     id: "2", method: "vault.create",
///     params: ["phrase": .secret(phrase), "passphrase": .secret(passphrase), "unattended": .json(true)])
/// let frame = try SecretBytes(count: request.count) { try request.write(into: $0) }
/// ```
///
/// Secrets go from their own memory to the buffer, and are copied nowhere else.
public struct RPCSecretRequest {
    /// A parameter.
    public enum Value {
        /// What is no secret.
        case json(JSON)
        /// The UTF-8 bytes of a string, which have to stay valid as long as the request.
        case secret(UnsafeRawBufferPointer)
        /// An object that holds a secret.
        case object(KeyValuePairs<String, Value>)
    }

    private let id: String
    private let method: String
    private let params: KeyValuePairs<String, Value>

    /// Makes a request. The caller sees to it that no name stands twice.
    public init(id: String, method: String, params: KeyValuePairs<String, Value>) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// The bytes that the request takes.
    public var count: Int {
        var output = Output(buffer: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        write(to: &output)
        return output.count
    }

    /// Writes the request to the start of a buffer.
    ///
    /// - Returns: The number of bytes written, which is ``count``.
    /// - Throws: Why the request can't be written. Nothing of it is then left in the buffer.
    @discardableResult
    public func write(into buffer: UnsafeMutableRawBufferPointer) throws(RPCSecretRequestError) -> Int {
        try checkUTF8(params)
        var output = Output(buffer: buffer)
        write(to: &output)
        guard output.count <= buffer.count else {
            wipe(buffer)
            throw .bufferTooSmall(count: output.count)
        }
        return output.count
    }

    private func checkUTF8(_ members: KeyValuePairs<String, Value>) throws(RPCSecretRequestError) {
        for (_, value) in members {
            switch value {
            case .json: continue
            case .secret(let bytes):
                if let offset = UTF8Sequence.firstInvalid(in: bytes) { throw .notUTF8(offset: offset) }
            case .object(let members): try checkUTF8(members)
            }
        }
    }

    private func write(to output: inout Output) {
        let head: JSONObject = ["jsonrpc": "2.0", "id": .string(id), "method": .string(method)]
        output.append(JSON.object(head).serialized().dropLast())
        output.append(#","params":"#.utf8)
        write(params, to: &output)
        output.append("}".utf8)
    }

    private func write(_ members: KeyValuePairs<String, Value>, to output: inout Output) {
        output.append("{".utf8)
        for (index, (name, value)) in members.enumerated() {
            if index > 0 { output.append(",".utf8) }
            output.append(JSON.string(name).serialized())
            output.append(":".utf8)
            switch value {
            case .json(let json): output.append(json.serialized())
            case .object(let members): write(members, to: &output)
            case .secret(let bytes):
                output.append("\"".utf8)
                Escapes.forEachEscapedPiece(of: bytes) { output.append($0) }
                output.append("\"".utf8)
            }
        }
        output.append("}".utf8)
    }

    /// Writes what fits and counts everything.
    private struct Output {
        let buffer: UnsafeMutableRawBufferPointer
        private(set) var count = 0

        init(buffer: UnsafeMutableRawBufferPointer) {
            self.buffer = buffer
        }

        mutating func append(_ bytes: some Collection<UInt8>) {
            if count <= buffer.count, bytes.count <= buffer.count - count {
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: bytes)
            }
            count += bytes.count
        }
    }
}

/// Why a request with secrets can't be written. Append-only.
public enum RPCSecretRequestError: Error, Sendable, Hashable {
    /// The request takes so many bytes, and the buffer has fewer.
    case bufferTooSmall(count: Int)
    /// A secret isn't UTF-8 from this offset on.
    case notUTF8(offset: Int)
}
