import Glibc
import JSONRPC
import TestSupport
import Testing

/// The host between a browser and an agent, both played by the test.
@Suite struct CopyTests {
    let fixture: HostFixture
    let agent: FrameClient
    var browser: BrowserStandIn { fixture.browser }

    init() throws {
        fixture = try HostFixture()
        agent = try fixture.connected()
    }

    @Test func `frames of every size pass in both directions as they are`() throws {
        for count in [1, 2, 4, 4095, 65531, 65532, 65533, 65536, 1_048_575, 1_048_576] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try pass(payload, from: browser, to: agent)
            try pass(payload, from: agent, to: browser)
        }
    }

    @Test func `frames come byte by byte, and several in one piece`() throws {
        let frame = FrameClient.frame([1, 2, 3])
        for (from, to) in [(browser, agent), (agent, browser)] as [(FrameClient, FrameClient)] {
            for byte in frame {
                try from.writer.write([byte])
                usleep(200)
            }
            #expect(try to.receive() == [1, 2, 3])
            try from.writer.write(frame + frame + frame[..<5])
            #expect(try to.receive() == [1, 2, 3])
            #expect(try to.receive() == [1, 2, 3])
            try from.writer.write(frame[5...])
            #expect(try to.receive() == [1, 2, 3])
        }
    }

    @Test func `a frame too large from the browser is answered and left out, and the stream goes on`() throws {
        let tooLarge = FrameClient.header(1_048_577) + [UInt8](repeating: 7, count: 1_048_577)
        try browser.writer.write(tooLarge + FrameClient.header(0) + FrameClient.frame([9]))
        #expect(try browser.nullAnswer().reason == .frameTooLarge)
        #expect(try browser.nullAnswer().reason == .frameEmpty)
        #expect(try agent.receive() == [9])
    }

    @Test func `the host's own answer waits until the agent's frame is whole`() throws {
        let frame = FrameClient.frame([UInt8](repeating: 5, count: 100))
        try agent.writer.write(frame[..<50])
        #expect(try browser.reader.read(50) == Array(frame[..<50]))
        try browser.writer.write(FrameClient.header(0))
        #expect(try browser.reader.isQuiet(for: 0.2))
        try agent.writer.write(frame[50...] + FrameClient.frame([6]))
        #expect(try browser.reader.read(54) == Array(frame[50...]))
        #expect(try browser.nullAnswer().reason == .frameEmpty)
        #expect(try browser.receive() == [6])
    }

    @Test(arguments: [0, 1_048_577, 0xFFFF_FFFF] as [UInt32])
    func `a frame that no browser may see ends the connection with an error`(length: UInt32) throws {
        try agent.writer.write(FrameClient.frame([1]) + FrameClient.header(length) + [2, 2, 2, 2])
        #expect(try browser.receive() == [1])
        let error = try browser.nullAnswer()
        #expect(error.code == .internalError)
        #expect(error.message.contains("\(length) bytes"))
        #expect(try browser.receive() == nil)
        #expect(browser.process.waitForEnd() == .exited(1))
        #expect(try agent.reader.readToEnd() == [])
    }

    @Test func `an agent that doesn't read holds the browser up, and the host stays small`() throws {
        try browser.writer.write(FrameClient.header(1_048_576))
        let taken = browser.writer.writeWhatIsTaken(upTo: 1_048_576)
        #expect(taken < 1_048_576)
        try expectSmall()
        try agent.send("meanwhile")
        #expect(try browser.receive() == Array("meanwhile".utf8))
        let payload = try #require(try agent.reader.read(4 + taken))
        #expect(payload.dropFirst(4).allSatisfy { $0 == 0 })
    }

    @Test func `a browser that doesn't read holds the agent up, and the host stays small`() throws {
        try agent.writer.write(FrameClient.header(1_048_576))
        let taken = agent.writer.writeWhatIsTaken(upTo: 1_048_576)
        #expect(taken < 1_048_576)
        try expectSmall()
        try browser.send("meanwhile")
        #expect(try agent.receive() == Array("meanwhile".utf8))
        #expect(try browser.reader.read(4 + taken)?.count == 4 + taken)
    }

    @Test func `what the agent said last is delivered before the host ends`() throws {
        // More than the pipe takes, so that some of it still waits in the host when the agent goes.
        let frame = FrameClient.frame([UInt8](repeating: 3, count: 200_000))
        try agent.writer.write(frame[..<110_000])
        agent.close()
        let before = try processorTime()
        #expect(browser.process.waitForEnd(within: Deadline(seconds: 0.3)) == nil)
        #expect(try processorTime() - before <= 2, "it waits by asking again and again")
        #expect(try browser.reader.readToEnd() == Array(frame[..<110_000]))
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test func `an agent's fault is told to a browser that is just sending`() throws {
        browser.process.send(signal: SIGSTOP)
        try agent.writer.write(FrameClient.header(0))
        try browser.send("meanwhile")
        browser.process.send(signal: SIGCONT)
        #expect(try browser.nullAnswer().code == .internalError)
        #expect(browser.process.waitForEnd() == .exited(1))
    }

    @Test func `what a browser sends to an agent that has gone doesn't keep the host busy`() throws {
        try agent.writer.write(FrameClient.header(1_048_576))
        _ = agent.writer.writeWhatIsTaken(upTo: 1_048_576)
        agent.close()
        let before = try processorTime()
        for _ in 0..<20 {
            try browser.send(String(repeating: "x", count: 1000))
            usleep(10_000)
        }
        #expect(try processorTime() - before <= 2)
        browser.close()
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test(arguments: [SIGTERM, 0])
    func `the end of the browser is the end of the host and of its connection`(signal: Int32) throws {
        if signal == 0 { browser.writer.close() } else { browser.process.send(signal: signal) }
        #expect(browser.process.waitForEnd() == .exited(0))
        #expect(try agent.reader.readToEnd() == [])
    }

    @Test func `a browser that closed its reading end is noticed with nothing to write`() {
        browser.reader.close()
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test func `a browser that goes while the agent doesn't read ends the host`() throws {
        try browser.writer.write(FrameClient.header(1_048_576))
        _ = browser.writer.writeWhatIsTaken(upTo: 1_048_576)
        browser.writer.close()
        #expect(browser.process.waitForEnd() == .exited(0))
    }

    @Test(.enabled(if: geteuid() == 0, "a host isn't dumpable, so only root can look into it"))
    func `nothing of a frame stays in the host's memory`() throws {
        let secret = Array("correct horse battery staple \(UInt64.random(in: 0...UInt64.max)) ".utf8)
        try browser.writer.write(FrameClient.header(1_048_576))
        let taken = browser.writer.writeWhatIsTaken(of: secret, upTo: 1_048_576)
        // While the agent doesn't read, the host holds some of it, and the search finds it.
        #expect(try ProcessMemory.contains(secret, pid: browser.process.pid))
        #expect(try agent.reader.read(4 + taken)?.count == 4 + taken)
        // What has arrived is wiped by the host's next step, which may come a moment later.
        let pid = browser.process.pid
        #expect(try Deadline(seconds: 5).wait { try !ProcessMemory.contains(secret, pid: pid) })

        try agent.writer.write(FrameClient.frame(secret))
        #expect(try browser.receive() == secret)
        #expect(try Deadline(seconds: 5).wait { try !ProcessMemory.contains(secret, pid: pid) })
    }

    @Test func `a host that has its agent can open, start and reach nothing any more`() {
        let host = AgentProcess(pid: browser.process.pid)
        #expect(host.status("Seccomp") == "2")
        #expect(host.status("NoNewPrivs") == "1")
        #expect(host.status("CapEff") == "0000000000000000")
    }

    @Test func `an idle host uses no processor time`() throws {
        let before = try processorTime()
        usleep(300_000)
        #expect(try processorTime() - before <= 1)
    }

    private func pass(_ payload: [UInt8], from: FrameClient, to: FrameClient) throws {
        // Both ends are this thread's, so a frame larger than the buffers between goes in pieces.
        let frame = FrameClient.frame(payload)
        var received: [UInt8] = []
        for start in stride(from: 0, to: frame.count, by: 32768) {
            try from.writer.write(frame[start..<min(start + 32768, frame.count)])
            received += try #require(try to.reader.read(min(32768, frame.count - start)))
        }
        #expect(received == frame)
    }

    /// Less resident memory than a frame of the largest size would add.
    private func expectSmall() throws {
        let status = String(
            decoding: try #require(SystemFile.read("/proc/\(browser.process.pid)/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        let kilobytes = try #require(Int(line.filter(\.isNumber)))
        #expect(kilobytes < 1000)
    }

    /// In hundredths of a second.
    private func processorTime() throws -> Int {
        let text = String(decoding: try #require(SystemFile.read("/proc/\(browser.process.pid)/stat")), as: UTF8.self)
        let fields = text.split(separator: " ")
        return try #require(Int(fields[13])) + #require(Int(fields[14]))
    }
}
