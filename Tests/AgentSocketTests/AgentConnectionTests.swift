import AgentSocket
import CPlatform
import Glibc
import TestSupport
import Testing

@Suite struct AgentConnectionTests {
    let scratch: ScratchHome
    let folder: WalletFolder

    init() throws {
        scratch = try ScratchHome()
        folder = try WalletFolder(environment: ["SIDEKEY_HOME": .init(scratch.path)])
    }

    @Test func `a running agent is connected to, and nothing is started`() throws {
        let agent = try AgentStandIn(folder.socket)
        let descriptor = try open(starting: AgentProgram(path: "/nowhere"))
        defer { close(descriptor) }
        #expect(try SocketPeer(of: descriptor) == SocketPeer(pid: getpid(), uid: geteuid()))
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0)
        withExtendedLifetime(agent) {}
    }

    @Test func `where no agent runs and none is to be started, that is said at once`() {
        #expect(throws: AgentSocketError.notRunning) { _ = try open(starting: nil) }
    }

    @Test func `an agent that isn't installed is named`() {
        let path = scratch.path + "/sidekey-agent"
        #expect(throws: AgentSocketError.programMissing(path: path)) {
            _ = try open(starting: AgentProgram(path: path))
        }
    }

    @Test func `an agent that ends as it starts is tried a few times and no more`() throws {
        let program = try script("echo x >> \(scratch.path)/starts")
        #expect(throws: AgentSocketError.endsAtStart(starts: 4)) { _ = try open(starting: program) }
        #expect(SystemFile.read(scratch.path + "/starts")?.count == 8)
    }

    @Test func `an agent that takes its time to start is waited for, and no other is started`() throws {
        let program = try script("echo x >> \(scratch.path)/starts; exec sleep 3")
        do {
            close(try open(starting: program, patience: .seconds(1)))
            Issue.record("nobody listens")
        } catch AgentSocketError.timedOut(let milliseconds) {
            #expect(milliseconds >= 1000)
        }
        #expect(SystemFile.read(scratch.path + "/starts")?.count == 2)
    }

    @Test func `a program that is just being written is started when that is done`() throws {
        let program = AgentProgram(path: scratch.path + "/sidekey-agent")
        try SystemFile.copyProgram(BuiltProgram.agent.path, to: program.path)
        let writer = Glibc.open(program.path, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        let environment: ProcessEnvironment = ["SIDEKEY_HOME": .init(scratch.path)]
        #expect(throws: AgentSocketError.system(.spawn, path: program.path, errno: ETXTBSY)) {
            _ = try AgentConnection.open(folder, starting: program, environment: environment)
        }
        var pauses = 0
        let socket = try AgentConnection.open(
            folder, starting: program, environment: environment,
            pause: { milliseconds in
                pauses += 1
                // The first start has failed by now; the file's writer finishes.
                if pauses == 2 { dup2(STDIN_FILENO, writer) }
                return AgentConnection.sleep(milliseconds: milliseconds)
            })
        close(socket)
        #expect(pauses > 2)
    }

    @Test func `while an agent holds the lock and doesn't listen yet, no other is started`() throws {
        let lock = try AgentLock.take(in: folder)
        #expect(lock != nil)
        let program = try script("echo x >> \(scratch.path)/starts")
        #expect(throws: AgentSocketError.self) { _ = try open(starting: program, patience: .milliseconds(100)) }
        #expect(SystemFile.read(scratch.path + "/starts") == nil)
    }

    @Test func `waiting ends when the caller has no more use for it`() throws {
        let lock = try AgentLock.take(in: folder)
        #expect(lock != nil)
        var pauses = 0
        #expect(throws: AgentSocketError.abandoned) {
            _ = try AgentConnection.open(
                folder, starting: nil, environment: [:],
                pause: { _ in
                    pauses += 1
                    return pauses < 3
                })
        }
        #expect(pauses == 3)
    }

    @Test func `an agent that closes connections unanswered is greeted again, until there is an answer`() throws {
        let agent = try AgentStandIn(folder.socket)
        var greetings = 0
        let descriptor = try greet {
            greetings += 1
            return greetings == 4 ? .answered : .unanswered
        }
        close(descriptor)
        #expect(greetings == 4)
        #expect(throws: AgentSocketError.self) { _ = try greet { .unanswered } }
        #expect(throws: AgentSocketError.abandoned) { _ = try greet { .abandoned } }
        withExtendedLifetime(agent) {}
    }

    @Test func `an agent that listens elsewhere is found by what it wrote into the lock`() throws {
        mkdir(scratch.path + "/run", 0o700)
        let environment: ProcessEnvironment = [
            "HOME": "/h", "XDG_DATA_HOME": .init(scratch.path), "XDG_RUNTIME_DIR": .init(scratch.path + "/run"),
        ]
        let served = try WalletFolder(environment: environment)
        try served.prepare()
        let lock = try #require(try AgentLock.take(in: served))
        let agent = try AgentStandIn(served.socket, holdingLock: false)
        try lock.recordSocket()
        let bare = try WalletFolder(environment: ["HOME": "/h", "XDG_DATA_HOME": .init(scratch.path)])
        #expect(bare.socket != served.socket)
        close(try AgentConnection.open(bare, starting: nil, environment: [:]))
        withExtendedLifetime(agent) {}
    }

    @Test func `what is no socket in the socket's place is refused`() throws {
        try SystemFile.write(folder.socket, [])
        #expect(throws: AgentSocketError.refused(path: folder.socket, .notASocket)) { _ = try open(starting: nil) }
    }

    @Test func `the agent gets nothing of its starter but what a list names`() throws {
        let leak = Glibc.open(scratch.path + "/leak", O_CREAT | O_RDWR, 0o600)
        defer { close(leak) }
        let program = try script(
            """
            cd_to=$(pwd); exec > \(scratch.path)/seen.tmp
            echo "cwd $cd_to"; echo "parent $PPID"; echo "session $(cut -d' ' -f6 /proc/$$/stat) $$"
            for fd in /proc/$$/fd/*; do echo "fd ${fd##*/} $(readlink $fd)"; done
            tr '\\0' '\\n' < /proc/$$/environ | sed 's/^/env /'
            mv \(scratch.path)/seen.tmp \(scratch.path)/seen
            """)
        #expect(throws: AgentSocketError.self) {
            _ = try AgentConnection.open(
                folder, starting: program,
                environment: [
                    "SIDEKEY_HOME": .init(scratch.path), "HOME": "/h", "LANG": "pt_PT.UTF-8", "LC_ALL": "C",
                    "LD_PRELOAD": "/evil.so", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/evil", "PATH": "/evil",
                ])
        }
        let lines = String(decoding: SystemFile.read(scratch.path + "/seen") ?? [], as: UTF8.self).split(
            separator: "\n")
        let seen = Dictionary(grouping: lines) { $0.prefix { $0 != " " } }
        #expect(seen["cwd"] == ["cwd /"])
        #expect(seen["parent"] != ["parent \(getpid())"])
        let session = try #require(seen["session"]?.first).split(separator: " ")
        #expect(session[1] == session[2])
        #expect(
            Set(seen["env"] ?? []) == [
                "env PATH=/usr/bin:/bin", "env SIDEKEY_HOME=\(scratch.path)", "env HOME=/h", "env LANG=pt_PT.UTF-8",
                "env LC_ALL=C",
            ])
        let descriptors = try #require(seen["fd"])
        #expect(descriptors.contains("fd 0 /dev/null"))
        #expect(descriptors.contains("fd 2 /dev/null"))
        #expect(!descriptors.contains { $0.hasSuffix("/leak") })
    }

    private func open(starting program: AgentProgram?, patience: Duration = .seconds(10)) throws -> Int32 {
        try AgentConnection.open(folder, starting: program, environment: [:], patience: patience)
    }

    private func greet(_ greeting: () -> AgentConnection.Greeting) throws -> Int32 {
        try AgentConnection.open(
            folder, starting: nil, environment: [:], patience: .milliseconds(200), greeting: { _, _ in greeting() })
    }

    /// A stand-in for the agent: a shell script that runs these commands.
    private func script(_ commands: String) throws -> AgentProgram {
        let path = scratch.path + "/sidekey-agent"
        try SystemFile.writeProgram(path, "#!/bin/sh\n\(commands)\n".utf8)
        return AgentProgram(path: path)
    }
}
