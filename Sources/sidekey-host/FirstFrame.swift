import JSONRPC
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The first frame that a browser sends, held whole: the `hello` that the agent is started for.
///
/// What isn't one is answered here, at once and without an agent. The frame is kept until the agent's first answer, so
/// that it can be sent again to the next agent where the first was just leaving.
struct FirstFrame: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0

    /// - Parameter payloadCount: 1 to `Frame.maximumCount`.
    init(payloadCount: Int) {
        memory = .allocate(byteCount: Frame.headerCount + payloadCount, alignment: 16)
        append(Frame.header(count: payloadCount))
    }

    deinit {
        memory.wipe(memory.count)
        memory.deallocate()
    }

    /// Where the payload's next bytes go; empty when it is whole.
    var room: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: memory[count...]) }

    mutating func didRead(_ bytes: Int) { count += bytes }

    /// Header and payload.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(memory))
    }

    /// Checks that this is a `hello` the agent can judge, and returns its id; nil for a notification or a response, which
    /// nobody answers.
    ///
    /// Only `protocol` is looked at: the other parameters of another protocol's `hello` may be others.
    ///
    /// - Throws: What to answer: the faults of JSON and of requests, `hello-first`, or those of the parameter `protocol`.
    func checkHello() throws(RPCFault) -> String? {
        let payload = UnsafeRawBufferPointer(rebasing: memory[Frame.headerCount...])
        guard case .request(let request) = try RPCMessage(parsing: JSONSource(copying: payload)) else { return nil }
        guard request.method == "hello" else {
            throw RPCFault(
                id: request.id, error: RPCError(.invalidRequest, .helloFirst, "the first request must be hello"))
        }
        do throws(RPCError) {
            var parameters = RPCParameters(request.params)
            _ = try parameters.int("protocol")
        } catch {
            throw RPCFault(id: request.id, error: error)
        }
        return request.id
    }

    private mutating func append(_ bytes: [UInt8]) {
        room.copyBytes(from: bytes)
        count += bytes.count
    }
}
