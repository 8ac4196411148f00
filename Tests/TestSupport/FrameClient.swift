package import JSONRPC

/// One end of a stream of frames, as a test speaks it: to a host's pipes, to the agent's socket, or in the agent's place.
///
/// The frames are written here by hand and not with the library under test.
public class FrameClient {
    public let reader: StreamReader
    public let writer: StreamWriter
    private var nextID = 0
    private var collected: [RPCNotification] = []
    private var answers: [String: Result<JSON, RPCError>] = [:]
    /// The last answer to `hello`.
    private var sealingKey: JSON?
    /// Every payload that came, for a test that looks for something in them.
    public private(set) var received: [[UInt8]] = []

    public init(reader: StreamReader, writer: StreamWriter) {
        self.reader = reader
        self.writer = writer
    }

    /// A frame: the payload after its length as u32, little endian.
    public static func frame(_ payload: some Collection<UInt8>) -> [UInt8] {
        header(UInt32(payload.count)) + payload
    }

    public static func header(_ count: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    public func send(_ text: String) throws { try writer.write(Self.frame(Array(text.utf8))) }

    /// The payload of the next frame, or nil where the other end closed its output between two frames.
    public func receive(within deadline: Deadline = Deadline()) throws -> [UInt8]? {
        guard let header = try reader.read(4, within: deadline) else { return nil }
        let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count > 0, count <= 1_048_576 else { throw TestFault("the other end wrote a frame of \(count) bytes") }
        guard let payload = try reader.read(count, within: deadline) else {
            throw TestFault("the other end's output ended after a header")
        }
        received.append(payload)
        return payload
    }

    /// The next message from the other end.
    package func receiveMessage(within deadline: Deadline = Deadline()) throws -> RPCMessage {
        guard let payload = try receive(within: deadline) else { throw TestFault("the other end closed its output") }
        return try RPCMessage(parsing: JSONSource(payload))
    }

    /// Sends a request and returns the response with its id; notifications that come before it are kept.
    package func call(
        _ method: String, _ params: JSONObject = [:], within deadline: Deadline = Deadline()
    ) throws -> Result<JSON, RPCError> {
        let id = try begin(method, params)
        return try answer(to: id, within: deadline)
    }

    /// Sends a request and returns its id, for a test that does something else before the answer.
    package func begin(_ method: String, _ params: JSONObject = [:]) throws -> String {
        nextID += 1
        let request = RPCRequest(id: "\(nextID)", method: method, params: params)
        try writer.write(Self.frame(request.serialized()))
        return request.id
    }

    /// The outcome of the request with this id, among those that have come or those to come.
    package func answer(to id: String, within deadline: Deadline = Deadline()) throws -> Result<JSON, RPCError> {
        while true {
            if let outcome = answers.removeValue(forKey: id) { return outcome }
            try collect(within: deadline)
        }
    }

    /// A secret sealed for this connection and one parameter of a method.
    package func sealed(_ text: String, for method: String, _ parameter: String = "passphrase") throws -> JSON {
        try SealedText.json(text, to: sealingKey, for: method, parameter)
    }

    /// The next notification of a method, among those collected or those to come.
    package func notification(_ method: String, within deadline: Deadline = Deadline()) throws -> RPCNotification {
        while true {
            if let index = collected.firstIndex(where: { $0.method == method }) { return collected.remove(at: index) }
            try collect(within: deadline)
        }
    }

    /// The next answer that names no request: `id` null.
    package func nullAnswer(within deadline: Deadline = Deadline()) throws -> RPCError {
        guard case .response(let response) = try receiveMessage(within: deadline), response.id == nil,
            case .failure(let error) = response.outcome
        else { throw TestFault("a message that is no error with the id null") }
        return error
    }

    /// Says that nothing more is written, and goes on reading; a socket's other end sees the end of the stream.
    public func finishWriting() throws { try writer.finish() }

    /// Closes both directions.
    public func close() {
        writer.close()
        reader.close()
    }

    private func collect(within deadline: Deadline) throws {
        switch try receiveMessage(within: deadline) {
        case .notification(let notification): collected.append(notification)
        case .response(let response):
            guard let id = response.id else { throw TestFault("an error that names no request: \(response.outcome)") }
            answers[id] = response.outcome
            if case .success(let result) = response.outcome { sealingKey = result["sealingKey"] ?? sealingKey }
        case .request(let request): throw TestFault("a request (\(request.method)) from the other end")
        }
    }
}
