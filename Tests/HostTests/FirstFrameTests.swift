import Glibc
import JSONRPC
import TestSupport
import Testing

/// Answers of the host itself, before any agent: to everything but a hello.
@Suite struct FirstFrameTests {
    let home: ScratchHome
    let browser: BrowserStandIn

    init() throws {
        home = try ScratchHome(checksExtensions: true)
        browser = try BrowserStandIn(.arguments([HostFixture.extensionID]), home: home)
    }

    @Test(arguments: [
        ("hello", RPCErrorCode.parseError, RPCReason.jsonSyntax), ("{}", .invalidRequest, .notARequest),
        ("[]", .invalidRequest, .batch), (#"{"a":1,"a":2}"#, .parseError, .jsonDuplicate),
        (#"{"jsonrpc":"2.0","id":1,"method":"hello"}"#, .invalidRequest, .idInvalid),
    ])
    func `what names no request is answered with the id null`(
        _ text: String, _ code: RPCErrorCode, _ reason: RPCReason
    ) throws {
        try browser.send(text)
        let error = try browser.nullAnswer()
        #expect(error.code == code)
        #expect(error.reason == reason)
        expectNoAgent()
    }

    @Test func `notifications and responses are never answered, a forged attach among them`() throws {
        try browser.send(#"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1}}"#)
        try browser.send(#"{"jsonrpc":"2.0","method":"host.attach","params":{}}"#)
        try browser.send(#"{"jsonrpc":"2.0","id":"1","result":{}}"#)
        #expect(try browser.call("after").failure?.reason == .helloFirst)
        #expect(try browser.reader.isQuiet(for: 0.1))
        expectNoAgent()
    }

    @Test func `a request that is no hello is answered with its own id`() throws {
        let outcome = try browser.call("vault.status")
        #expect(outcome.failure?.code == .invalidRequest)
        #expect(outcome.failure?.reason == .helloFirst)
        expectNoAgent()
    }

    @Test(
        arguments: [
            ([:] as JSONObject, RPCReason.paramMissing), (["protocol": "1"] as JSONObject, .paramType),
            (["protocol": nil] as JSONObject, .paramType),
        ])
    func `a hello without a protocol number is answered without an agent`(
        _ params: JSONObject, _ reason: RPCReason
    ) throws {
        let outcome = try browser.call("hello", params)
        #expect(outcome.failure?.code == .invalidParams)
        #expect(outcome.failure?.reason == reason)
        #expect(outcome.failure?.data["name"] == "protocol")
        expectNoAgent()
    }

    @Test func `invalid bytes are refused as UTF-8`() throws {
        try browser.writer.write(FrameClient.frame([0x22, 0xFF, 0x22]))
        #expect(try browser.nullAnswer().reason == .jsonUTF8)
    }

    @Test func `the stream goes on after every kind of bad frame`() throws {
        let tooLarge = FrameClient.header(1_048_577) + [UInt8](repeating: 0x20, count: 1_048_577)
        try browser.writer.write(FrameClient.frame(Array("x".utf8)) + FrameClient.header(0) + tooLarge)
        #expect(try browser.nullAnswer().reason == .jsonSyntax)
        #expect(try browser.nullAnswer().reason == .frameEmpty)
        #expect(try browser.nullAnswer().reason == .frameTooLarge)
        #expect(try browser.call("nothing").failure?.reason == .helloFirst)
        expectNoAgent()
    }

    @Test(arguments: [1_048_577, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF] as [UInt32])
    func `a length beyond the limit is refused when it is read, and nothing is set aside for it`(length: UInt32) throws
    {
        try browser.writer.write(FrameClient.header(length))
        let error = try browser.nullAnswer()
        #expect(error.reason == .frameTooLarge)
        #expect(error.message.contains("\(length)"))
    }

    @Test func `a frame of exactly 1 MiB is read`() throws {
        try browser.writer.write(FrameClient.frame([UInt8](repeating: 0x20, count: 1_048_576)))
        #expect(try browser.nullAnswer().reason == .jsonSyntax)
    }

    @Test func `frames come byte by byte, and several in one piece`() throws {
        let frame = FrameClient.frame(Array(#"{"jsonrpc":"2.0","id":"a","method":"x"}"#.utf8))
        for byte in frame {
            try browser.writer.write([byte])
            usleep(200)
        }
        #expect(try browser.answer(to: "a").failure?.reason == .helloFirst)
        try browser.writer.write(frame + frame + frame[..<7])
        #expect(try browser.answer(to: "a").failure?.reason == .helloFirst)
        #expect(try browser.answer(to: "a").failure?.reason == .helloFirst)
        try browser.writer.write(frame[7...])
        #expect(try browser.answer(to: "a").failure?.reason == .helloFirst)
    }

    @Test(arguments: [[], [1, 2], FrameClient.frame([1, 2, 3]).dropLast()] as [[UInt8]])
    func `at the end of its input the host ends, also inside a frame`(_ bytes: [UInt8]) throws {
        try browser.writer.write(bytes)
        browser.writer.close()
        #expect(browser.process.waitForEnd() == .exited(0))
        #expect(try browser.receive() == nil)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal to end is obeyed while the host waits`(signal: Int32) throws {
        _ = try browser.call("ready?")
        browser.process.send(signal: signal)
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test func `a browser that doesn't read any more ends the host`() throws {
        _ = try browser.call("ready?")
        browser.reader.close()
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test func `while a browser doesn't read its answers, no more of its frames are read`() throws {
        let taken = browser.writer.writeWhatIsTaken(upTo: 64 << 20)
        // Each empty frame of four bytes is answered by some 150, so the two pipes fill and then nothing moves.
        #expect(taken < 1 << 20)
        browser.process.send(signal: SIGTERM)
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    private func expectNoAgent() { #expect(SystemFile.names(in: home.path) == []) }
}

extension Result {
    /// The error, where there is one.
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
