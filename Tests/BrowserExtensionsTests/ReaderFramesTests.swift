import BrowserExtensions
import Glibc
import TestSupport
import Testing

/// The packets between an agent and its reader: exact to the byte, whoever sends them.
@Suite struct ReaderFramesTests {
    private static let questions = [
        ReaderQuestion(number: 1, .copies(extension: 0, host: 1)),
        ReaderQuestion(number: .max, .copies(extension: 255, host: .max)),
        ReaderQuestion(number: 7, .folder(path: "/")),
        ReaderQuestion(number: 0x0102_0304, .folder(path: "/" + String(repeating: "ö", count: 2047))),
    ]

    @Test(arguments: questions) func `a question is read as it was written, and no part of it`(question: ReaderQuestion)
    {
        #expect(ReaderQuestion(question.packet) == question)
        // A path's beginning is a path.
        for count in 0..<6 {
            #expect(ReaderQuestion(Array(question.packet[..<count])) == nil)
        }
        #expect(question.packet.count <= ReaderQuestion.mostBytes)
    }

    @Test func `a question is drawn as its documentation has it`() {
        #expect(
            ReaderQuestion(number: 0x0102_0304, .copies(extension: 1, host: 0x0506_0708)).packet
                == [4, 3, 2, 1, 1, 1, 8, 7, 6, 5])
        #expect(ReaderQuestion(number: 1, .folder(path: "/é")).packet == [1, 0, 0, 0, 2, 0x2F, 0xC3, 0xA9])
    }

    @Test func `what is no question is read as none`() {
        let copies: [UInt8] = [1, 0, 0, 0, 1, 0, 9, 0, 0, 0]
        #expect(ReaderQuestion(copies) != nil)
        #expect(ReaderQuestion(copies + [0]) == nil)
        for count in copies.indices { #expect(ReaderQuestion(Array(copies[..<count])) == nil) }
        for kind in [0, 3, 255] as [UInt8] { #expect(ReaderQuestion([1, 0, 0, 0, kind, 0, 9, 0, 0, 0]) == nil) }
        // No process has such a number.
        #expect(ReaderQuestion([1, 0, 0, 0, 1, 0, 0, 0, 0, 0]) == nil)
        #expect(ReaderQuestion([1, 0, 0, 0, 1, 0, 9, 0, 0, 0x80]) == nil)
        for path in ["", "a", "a/b", "/a\0b"] {
            #expect(ReaderQuestion([1, 0, 0, 0, 2] + Array(path.utf8)) == nil)
        }
        #expect(ReaderQuestion([1, 0, 0, 0, 2, 0x2F, 0xFF]) == nil)
        #expect(ReaderQuestion([1, 0, 0, 0, 2] + [UInt8](repeating: 0x2F, count: 4097)) == nil)
    }

    private static let hash = String(repeating: "0a", count: 31) + "f9"
    private static let answers: [ReaderAnswer] = [
        ReaderAnswer(number: 1, .untold), ReaderAnswer(number: 2, .folder(path: nil)),
        ReaderAnswer(number: 3, .folder(path: "/home/user/x")),
        ReaderAnswer(number: 4, .copies(ExtensionFinding(browser: nil, copies: []))),
        ReaderAnswer(
            number: .max,
            .copies(
                ExtensionFinding(
                    browser: "firefox",
                    copies: [
                        ExtensionCopy(at: "/a.xpi", shape: .firefox, hash: .success(hash)),
                        ExtensionCopy(at: "/ä", shape: .chromium, hash: .failure(.slow)),
                        ExtensionCopy(at: "/", shape: .unpacked, hash: .failure(.missing)),
                    ]))),
    ]

    @Test(arguments: answers) func `an answer is read as it was written, and no part of it`(answer: ReaderAnswer) {
        #expect(ReaderAnswer(answer.packet) == answer)
        for count in 0..<answer.packet.count { #expect(ReaderAnswer(Array(answer.packet[..<count])) == nil) }
        #expect(ReaderAnswer(answer.packet + [0]) == nil)
    }

    @Test func `an answer is drawn as its documentation has it`() {
        let copy = ExtensionCopy(at: "/a", shape: .firefox, hash: .success(Self.hash))
        let answer = ReaderAnswer(number: 5, .copies(ExtensionFinding(browser: "b", copies: [copy])))
        let hash = [UInt8](repeating: 10, count: 31) + [0xF9]
        #expect(answer.packet == [5, 0, 0, 0, 1, 1, 0, 0x62, 1, 0, 1, 0] + hash + [2, 0, 0x2F, 0x61])
    }

    @Test func `what is no answer is read as none`() {
        let head: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 1, 0]
        let (hash, path) = ([UInt8](repeating: 7, count: 32), [1, 0, 0x2F] as [UInt8])
        #expect(ReaderAnswer(head + [0, 0] + hash + path) != nil)
        // A shape, a fault that there isn't; content where a hash would be; a path that isn't one.
        #expect(ReaderAnswer(head + [3, 0] + hash + path) == nil)
        #expect(ReaderAnswer(head + [0, UInt8(ExtensionFault.allCases.count + 1)] + hash + path) == nil)
        #expect(ReaderAnswer(head + [0, 1] + hash + path) == nil)
        for other in [[0, 0], [1, 0, 0x61], [2, 0, 0x2F, 0], [2, 0, 0x2F, 0xFF], [9, 0, 0x2F]] as [[UInt8]] {
            #expect(ReaderAnswer(head + [0, 0] + hash + other) == nil)
        }
        // A browser whose name is a path, and more copies than there are.
        #expect(ReaderAnswer([1, 0, 0, 0, 1, 2, 0, 0x2F, 0x61, 0, 0]) == nil)
        #expect(ReaderAnswer([1, 0, 0, 0, 1, 0, 0, 0xFF, 0xFF]) == nil)
        #expect(ReaderAnswer([1, 0, 0, 0, 2, 1, 0, 0x61]) == nil)
        #expect(ReaderAnswer([1, 0, 0, 0, 3]) == nil)
    }

    @Test func `wild bytes are no packet, or the exact packet of what was read`() {
        var random = SystemRandomNumberGenerator()
        let packets = Self.questions.map(\.packet) + Self.answers.map(\.packet)
        for round in 0..<20_000 {
            var bytes = packets[round % packets.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let question = ReaderQuestion(bytes) { #expect(question.packet == bytes) }
            if let answer = ReaderAnswer(bytes) { #expect(answer.packet == bytes) }
        }
    }

    @Test func `what an answer can't tell ends no reader`() {
        for path in ["/a\0b", "a", "/" + String(repeating: "x", count: 4096)] {
            let copy = ExtensionCopy(at: path, shape: .unpacked, hash: .failure(.missing))
            let packet = ReaderAnswer(number: 6, .copies(ExtensionFinding(browser: nil, copies: [copy]))).packet
            #expect(ReaderAnswer(packet) == ReaderAnswer(number: 6, .untold))
        }
    }

    @Test func `more copies than an answer holds are told as that`() {
        let copies = (0..<2000).map {
            ExtensionCopy(at: "/\($0)" + String(repeating: "x", count: 60), shape: .unpacked, hash: .failure(.missing))
        }
        let packet = ReaderAnswer(number: 6, .copies(ExtensionFinding(browser: nil, copies: copies))).packet
        #expect(ReaderAnswer(packet) == ReaderAnswer(number: 6, .untold))
    }
}

/// A reader beside a process that passes for a browser.
@Suite final class ExtensionReaderServiceTests {
    private static let caller = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"
    private let home: ScratchHome
    private let browser: ChildProcess
    /// The browser's child, as a host is one.
    private let host: Int32
    /// One that has nothing to do with them, in the place of an agent.
    private let agent: ChildProcess

    init() throws {
        home = try ScratchHome()
        for folder in ["x", "profiles", "profiles/Default"] { mkdir("\(home.path)/\(folder)", 0o700) }
        try SystemFile.write(home.path + "/x/a.js", Array("the secret".utf8))
        let settings = """
            {"extensions": {"settings": {"paccphjjcpbgedjijpjlbemoongimeok": {"path": "\(home.path)/x", "location": 4}}}}
            """
        try SystemFile.write(home.path + "/profiles/Default/Preferences", Array(settings.utf8))
        let browser = try ChildProcess(
            "/bin/sh", ["-c", "sleep 600; exit", "sh", "--user-data-dir=\(home.path)/profiles"])
        func children() -> [Int32] {
            SystemFile.processes.filter { AgentProcess(pid: $0).status("PPid") == "\(browser.pid)" }
        }
        guard Deadline(seconds: 20).wait(until: { !children().isEmpty }) else { throw TestFault("no child") }
        (self.browser, host) = (browser, children()[0])
        agent = try ChildProcess("/bin/sleep", ["600"])
    }

    deinit { kill(host, SIGKILL) }

    /// Everything that a reader answers to packets, until it ends.
    private func answers(to packets: [[UInt8]], of client: Int32) throws -> [[UInt8]] {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { throw TestFault("no pair") }
        for packet in packets { _ = send(ends[0], packet, packet.count, Int32(MSG_NOSIGNAL)) }
        shutdown(ends[0], Int32(SHUT_WR))
        var service = ExtensionReaderService(extensions: [Self.caller], client: client)
        service.serve(on: ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        var answers: [[UInt8]] = []
        var bytes = [UInt8](repeating: 0, count: ReaderAnswer.mostBytes + 1)
        while true {
            let count = read(ends[0], &bytes, bytes.count)
            // What it left unread resets the connection.
            guard count > 0 else { return answers }
            answers.append(Array(bytes[..<count]))
        }
    }

    private func look(_ place: UInt8 = 0) -> [UInt8] {
        ReaderQuestion(number: 9, .copies(extension: place, host: host)).packet
    }

    @Test func `a reader answers with paths and hashes, and with no byte of a file`() throws {
        let (folder, settings) = (home.path + "/x", home.path + "/profiles/Default/Preferences")
        let folders = [folder, settings, folder + "/a.js"].map { ReaderQuestion(number: 9, .folder(path: $0)).packet }
        let packets = try answers(to: [look(), look()] + folders, of: agent.pid)
        let name = try #require(SystemFile.linkTarget("/proc/\(browser.pid)/exe")?.split(separator: "/").last)
        let hash = try ExtensionCopy(at: folder, shape: .unpacked).hash.get()
        let copy = ExtensionCopy(at: folder, shape: .unpacked, hash: .success(hash))
        let found = ReaderAnswer(number: 9, .copies(ExtensionFinding(browser: String(name), copies: [copy])))
        let none = ReaderAnswer(number: 9, .folder(path: nil))
        #expect(packets == [found, found, ReaderAnswer(number: 9, .folder(path: folder)), none, none].map(\.packet))
        for packet in packets { #expect(packet.firstRange(of: Array("secret".utf8)) == nil) }
    }

    @Test func `what was written since the last look is read again`() throws {
        var service = ExtensionReaderService(extensions: [Self.caller], client: agent.pid)
        let subject = ReaderQuestion.Subject.copies(extension: 0, host: host)
        let first = service.content(for: subject)
        #expect(service.content(for: subject) == first)
        try SystemFile.write(home.path + "/x/a.js", Array("another1".utf8))
        let packets = [first, service.content(for: subject)].map { ReaderAnswer(number: 1, $0).packet }
        #expect(packets[0] != packets[1])
    }

    @Test func `an agent that plays the browser learns nothing`() throws {
        let none = ReaderAnswer(number: 9, .copies(ExtensionFinding(browser: nil, copies: []))).packet
        for client in [browser.pid, host, getpid()] { #expect(try answers(to: [look()], of: client) == [none]) }
        // Nor of another extension than the wallet's.
        #expect(try answers(to: [look(1)], of: agent.pid) == [none])
    }

    @Test func `a reader ends at what is no question`() throws {
        #expect(try answers(to: [look() + [0], look()], of: agent.pid) == [])
        #expect(try answers(to: [look(), []], of: agent.pid).count == 1)
    }
}
