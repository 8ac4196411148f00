import Glibc
import Pinentry
import Salt
import TestSupport
import Testing

/// A conversation with a program that doesn't keep to the rules.
@Suite struct ConversationTests {
    private func secret(_ fake: FakePinentry) async throws -> [UInt8]? {
        let conversation = try await fake.open()
        let question = PinentryQuestion(
            title: "Sidekey test", description: "Which?", prompt: "Secret:", ok: "Yes", cancel: "Cancel")
        switch try await conversation.secret(question) {
        case .given(let bytes): return bytes.disclosed()
        case .cancelled: return nil
        case .timedOut: return nil
        }
    }

    @Test(arguments: [
        (#""OK""#, PinentryAnswer.yes), (#""ERR 83886179 Operation cancelled <Pinentry>""#, .cancelled),
        (#""ERR 83886194 Not confirmed <Pinentry>""#, .no), (#""ERR 83886142 Timeout <Pinentry>""#, .timedOut),
        (##""# well\nS BUTTON_INFO close\nERR 83886179 x""##, .cancelled),
    ])
    func takesTheAnswerToAQuestion(answer: String, expected: PinentryAnswer) async throws {
        let fake = try FakePinentry("say('OK hello'); until('CONFIRM'); say(\(answer)); hear()")
        let conversation = try await fake.open()
        #expect(try await conversation.confirm(FakePinentry.question) == expected)
        await conversation.close()
    }

    /// A program whose user leans on a key: it answers at once, so many times.
    private static func leaning(_ word: String, _ answer: String, times: Int) -> String {
        """
        say('OK hello')
        asked, texts = 0, []
        while True:
            line = hear()
            if line.startswith('SETDESC '):
                texts.append(line)
                open(home + '/texts', 'w').write('\\n'.join(texts))
            if line == '\(word)':
                asked += 1
                if asked > \(times):
                    time.sleep(1.2)
                \(answer)
            else:
                say('OK')
        """
    }

    @Test func `an answer that came before the window was seen doesn't count, and the question says so`() async throws {
        let fake = try FakePinentry(Self.leaning("CONFIRM", "say('OK')", times: 2))
        var question = FakePinentry.question
        question.tooSoon = "That came too soon."
        let conversation = try await fake.open()
        let began = ContinuousClock.now
        #expect(try await conversation.confirm(question) == .yes)
        #expect(ContinuousClock.now - began > .seconds(1))
        let texts = String(decoding: SystemFile.read(fake.home.path + "/texts") ?? [], as: UTF8.self)
        let noted = "SETDESC May I?%0A%0AThat came too soon."
        #expect(texts.split(separator: "\n") == ["SETDESC May I?", Substring(noted), Substring(noted)])
        await conversation.close()
    }

    @Test func `a key that is never let go says nothing, whichever it is`() async throws {
        for answer in ["say('OK')", "say('ERR 83886194 Not confirmed <Pinentry>')"] {
            let fake = try FakePinentry(Self.leaning("CONFIRM", answer, times: 100))
            var question = FakePinentry.question
            question.tooSoon = "That came too soon."
            let conversation = try await fake.open()
            #expect(try await conversation.confirm(question) == .cancelled)
            await conversation.close()
        }
    }

    @Test func `what was typed before the field was seen is asked for again`() async throws {
        let fake = try FakePinentry(
            Self.leaning("GETPIN", "say('D soon' if asked < 3 else 'D late'); say('OK')", times: 2))
        let conversation = try await fake.open()
        let question = PinentryQuestion(
            title: "Sidekey test", description: "Which?", prompt: "Secret:", ok: "Yes", cancel: "Cancel",
            tooSoon: "That came too soon.")
        switch try await conversation.secret(question) {
        case .given(let secret): #expect(secret.disclosed() == Array("late".utf8))
        case .cancelled: Issue.record("no secret")
        case .timedOut: Issue.record("no secret")
        }
        await conversation.close()
    }

    @Test func saysEverythingOfAQuestionAndEscapesIt() async throws {
        let fake = try FakePinentry(
            """
            say('OK hello')
            heard = []
            while True:
                heard.append(hear())
                open(home + '/heard', 'w').write('\\n'.join(heard))
                say('OK')
            """)
        let conversation = try await fake.open(limit: .seconds(60))
        let question = PinentryQuestion(
            title: "T", description: "100%\nBYE", ok: "Yes", cancel: "Stop", notOK: "No")
        #expect(try await conversation.confirm(question) == .yes)
        let heard = String(decoding: SystemFile.read(fake.home.path + "/heard") ?? [], as: UTF8.self)
        #expect(heard.contains("RESET\nSETDESC 100%25%0ABYE\nSETTITLE T\nSETTIMEOUT "))
        #expect(heard.contains("\nSETOK Yes\nSETCANCEL Stop"))
        #expect(heard.hasSuffix("SETNOTOK No\nCONFIRM"))
        let limit = heard.split(separator: "\n").first { $0.hasPrefix("SETTIMEOUT ") }?.dropFirst(11)
        #expect((1...59).contains(limit.flatMap { Int($0) } ?? 0))
        #expect(heard.hasPrefix("OPTION lc-ctype=C.UTF-8\n"))
        await conversation.close()
    }

    @Test func getsSecretsOverSeveralLinesAndWithEveryByte() async throws {
        let bytes = (1...255).map { UInt8($0) } + Array("%ü日本".utf8)
        let fake = try FakePinentry(
            """
            say('OK hello'); until('GETPIN')
            secret = bytes(range(1, 256)) + '%ü日本'.encode()
            for part in (secret[:100], secret[100:]):
                os.write(1, b'D ' + b''.join(b'%%%02X' % b if b in b'%\\r\\n\\0' else bytes([b]) for b in part) + b'\\n')
            say('OK'); hear()
            """)
        #expect(try await secret(fake) == bytes)
    }

    @Test(arguments: [0, 1, 1024, 2048])
    func getsSecretsOfEveryLength(count: Int) async throws {
        let fake = try FakePinentry(
            """
            say('OK hello'); until('GETPIN')
            rest = \(count)
            while rest > 0:
                say('D ' + 'a' * min(rest, 990)); rest -= 990
            say('OK'); hear()
            """)
        #expect(try await secret(fake) == [UInt8](repeating: UInt8(ascii: "a"), count: count))
    }

    @Test(
        arguments: [
            ("say('D ' + 'a' * 990); say('D ' + 'a' * 990); say('D ' + 'a' * 69); say('OK')", .answerTooLong),
            ("say('D %zz'); say('OK')", .malformedLine),
            ("say('S PASSWORD_FROM_CACHE'); say('D x'); say('OK')", .cachedSecret),
            ("say('HTTP/1.1 200 OK')", .unknownLine), ("say('D ' + 'a' * 999); say('OK')", .lineTooLong),
            ("os.write(1, os.urandom(0) + b'\\0' * 10_000_000)", .lineTooLong),
            ("os.write(1, b'a' * 10_000_000)", .lineTooLong), ("say('\\n' * 10)", .unknownLine),
            ("[say('S HELLO') for _ in range(100000)]", .answerTooLong),
            ("[say('# hello') for _ in range(100000)]", .answerTooLong),
        ] as [(String, AssuanFault)])
    func takesNothingForAnAnswerThatIsNone(script: String, fault: AssuanFault) async throws {
        let fake = try FakePinentry("say('OK hello'); until('GETPIN'); \(script); time.sleep(60)")
        await #expect(throws: PinentryError.fault(fault)) { try await secret(fake) }
        let pid = try #require(fake.pid)
        #expect(kill(pid, 0) != 0)
    }

    @Test func takesNoDataForAYes() async throws {
        let fake = try FakePinentry("say('OK hello'); until('CONFIRM'); say('D yes'); say('OK'); hear()")
        let conversation = try await fake.open()
        await #expect(throws: PinentryError.fault(.unexpectedData)) {
            try await conversation.confirm(FakePinentry.question)
        }
        // The OK that came behind is no answer to the next question.
        await #expect(throws: PinentryError.ended) { try await conversation.confirm(FakePinentry.question) }
    }

    @Test(arguments: [
        "", "time.sleep(0.1)", "say('ERR 1 no')", "os.close(1); time.sleep(60)", "os.kill(os.getpid(), 9)",
    ])
    func failsWhereNoGreetingComes(script: String) async throws {
        let fake = try FakePinentry(script)
        await #expect(throws: PinentryError.self) { try await fake.open() }
    }

    @Test func failsWhereThereIsNoProgramOrNoDisplay() async throws {
        let display = DisplayEnvironment([("DISPLAY", ":0")])
        for (path, errno) in [("/nonexistent", ENOENT), ("/etc/passwd", EACCES), ("/", EACCES)] {
            await #expect(throws: PinentryError.notStarted(errno: errno)) {
                try await PinentryConversation.open(
                    PinentryProgram(unchecked: path), display: display, limit: .seconds(5))
            }
        }
        let fake = try FakePinentry("say('OK')")
        await #expect(throws: PinentryError.noDisplay) {
            try await PinentryConversation.open(
                fake.program, display: DisplayEnvironment([("DISPLAY", "evil.example:0")]), limit: .seconds(5))
        }
        #expect(fake.pid == nil)
    }

    @Test func refusesACodeThatIsNoAnswer() async throws {
        let fake = try FakePinentry("say('OK hello'); until('CONFIRM'); say('ERR 83918950 no tty'); hear()")
        let conversation = try await fake.open()
        await #expect(throws: PinentryError.refused(code: 32870)) {
            try await conversation.confirm(FakePinentry.question)
        }
    }
}

/// What becomes of the process.
@Suite struct PinentryProcessTests {
    /// Returns whether a process is there in any state, a zombie included.
    private func exists(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }

    private static let hanging = "say('OK hello'); until('CONFIRM'); open(home + '/asked', 'w'); time.sleep(600)"

    private func waitUntilAsked(_ fake: FakePinentry) async throws {
        let path = fake.home.path + "/asked"
        guard await comesTrue({ SystemFile.read(path) != nil }) else { throw TestFault("it was never asked") }
    }

    @Test func endsByItsTimeLimit() async throws {
        let fake = try FakePinentry(Self.hanging)
        let begun = ContinuousClock.now
        await #expect(throws: PinentryError.timedOut) {
            let conversation = try await fake.open(limit: .seconds(2))
            _ = try await conversation.confirm(FakePinentry.question)
        }
        #expect(ContinuousClock.now - begun < .seconds(15))
        if let pid = fake.pid { #expect(!exists(pid)) }
    }

    @Test func endsWhereItsTaskIsCancelled() async throws {
        let fake = try FakePinentry(Self.hanging)
        let conversation = try await fake.open()
        let task = Task { try await conversation.confirm(FakePinentry.question) }
        try await waitUntilAsked(fake)
        let begun = ContinuousClock.now
        task.cancel()
        await #expect(throws: PinentryError.cancelled) { try await task.value }
        #expect(ContinuousClock.now - begun < .seconds(5))
        #expect(!exists(try #require(fake.pid)))
        await #expect(throws: PinentryError.cancelled) { try await conversation.confirm(FakePinentry.question) }
        await conversation.close()
        await conversation.close()
    }

    @Test func endsThoughItIgnoresBeingAskedTo() async throws {
        let fake = try FakePinentry("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + Self.hanging)
        let conversation = try await fake.open()
        let task = Task { try await conversation.confirm(FakePinentry.question) }
        try await waitUntilAsked(fake)
        await conversation.close()
        await #expect(throws: PinentryError.cancelled) { try await task.value }
        #expect(!exists(try #require(fake.pid)))
    }

    @Test func endsWithItsChildren() async throws {
        let fake = try FakePinentry(
            """
            if os.fork() == 0:
                open(home + '/child', 'w').write(str(os.getpid()))
                time.sleep(600)
            while not os.path.exists(home + '/child') or not open(home + '/child').read():
                time.sleep(0.01)
            say('OK hello'); hear(); time.sleep(600)
            """)
        let conversation = try? await fake.open(limit: .seconds(1))
        #expect(conversation == nil)
        let child = try #require(
            SystemFile.read(fake.home.path + "/child").flatMap { Int32(String(decoding: $0, as: UTF8.self)) })
        #expect(await comesTrue { !ScratchHome.isRunning(child) })
    }

    @Test func endsWhenNobodyHoldsTheConversation() async throws {
        let fake = try FakePinentry(Self.hanging)
        do {
            let conversation = try await fake.open()
            _ = conversation
        }
        let pid = try #require(fake.pid)
        #expect(await comesTrue { !exists(pid) })
    }

    @Test func isSeenToEndInTheMiddle() async throws {
        let fake = try FakePinentry(Self.hanging)
        let conversation = try await fake.open()
        let task = Task { try await conversation.confirm(FakePinentry.question) }
        try await waitUntilAsked(fake)
        kill(try #require(fake.pid), SIGKILL)
        await #expect(throws: PinentryError.ended) { try await task.value }
        #expect(!exists(try #require(fake.pid)))
    }

    @Test func inheritsNothing() async throws {
        // A descriptor that nobody marked, and a variable, as a careless parent has them.
        let leaked = open("/etc/passwd", O_RDONLY)
        defer { close(leaked) }
        setenv("GTK_MODULES", "evil", 1)
        setenv("LD_PRELOAD_NOT", "evil", 1)
        defer { for name in ["GTK_MODULES", "LD_PRELOAD_NOT"] { unsetenv(name) } }
        let fake = try FakePinentry(
            """
            names = sorted(name for name in os.environ if name not in ('LC_CTYPE',))
            descriptors = [int(name) for name in os.listdir('/proc/self/fd')]
            ignored = [line for line in open('/proc/self/status') if line.startswith(('SigBlk', 'SigIgn'))]
            report = [' '.join(names), str(max(descriptors) <= 3), os.getcwd(), str(os.getpgrp() == os.getpid()),
                str(os.getsid(0) == os.getpid()), os.readlink('/proc/self/fd/2')]
            open(home + '/report', 'w').write('\\n'.join(report))
            say('OK hello')
            while hear(): say('OK')
            """)
        let conversation = try await PinentryConversation.open(
            fake.program, display: DisplayEnvironment([("DISPLAY", ":0"), ("GTK_MODULES", "evil")]), limit: .seconds(20)
        )
        let report = String(decoding: SystemFile.read(fake.home.path + "/report") ?? [], as: UTF8.self)
        #expect(
            report.split(separator: "\n") == ["DISPLAY LANG LC_ALL PATH", "True", "/", "True", "True", "/dev/null"])
        await conversation.close()
    }

    @Test func diesWithTheThreadThatAsked() async throws {
        // What the system does when the agent is killed: every thread of it is gone, and with it every prompt.
        let fake = try FakePinentry("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)")
        let program = fake.program
        let thread = try ConversationThread()
        let box = await withCheckedContinuation { continuation in
            thread.enqueue {
                continuation.resume(
                    returning: try? PinentryProcess(program, environment: [], deadline: .now + .seconds(60)))
            }
        }
        let process = try #require(box)
        #expect(await comesTrue { fake.pid != nil })
        let pid = try #require(fake.pid)
        #expect(ScratchHome.isRunning(pid))
        thread.end()
        #expect(await comesTrue { !ScratchHome.isRunning(pid) })
        process.end(patience: .zero)
        #expect(!exists(pid))
    }
}
