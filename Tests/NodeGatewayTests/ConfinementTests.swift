import Glibc
import TestSupport
import Testing

/// The powers of a hijacked `sidekey-rpc`, tried by a program that confines itself by the same function.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
    /// The result of each attempt, by its name: 0 or an errno.
    private func attempts(_ word: String) throws -> [String: Int32] {
        let home = try ScratchHome()
        try SystemFile.write("\(home.path)/vault", Array("secret".utf8))
        // A link by which a hidden folder has a path that doesn't show it.
        mkdir("\(home.path)/.hidden", 0o700)
        symlink(".hidden", "\(home.path)/link")
        let victim = try ChildProcess("/bin/sleep", ["600"])
        let node = try LocalNode()
        let socket = try UnixSocketEnd.listen("\(home.path)/agent.sock")
        defer { close(socket) }
        let result = try ChildProcess.run(
            BuiltProgram.confined.path,
            [word, home.path, "\(home.path)/agent.sock", "\(victim.pid)", "\(node.endpoints[0].port)"])
        #expect(result.ending == .exited(0), "\(result.errors)")
        var outcomes: [String: Int32] = [:]
        for line in result.text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            outcomes[String(words[1])] = Int32(words[0])
        }
        if word != "free" { #expect(SystemFile.read("\(home.path)/vault") == Array("secret".utf8)) }
        return outcomes
    }

    /// As a host too, once it has its agent: both are confined by the same call.
    @Test func `a process that decodes a picture can't open, reach, start or signal anything`() throws {
        let confined = try attempts("picture")
        #expect(confined.count > 30)
        for (name, code) in confined {
            // A name that can't be resolved is told so.
            #expect([EPERM, EACCES, ENOSYS, EHOSTUNREACH].contains(code), "\(name): \(code)")
        }
    }

    @Test func `a process that uses a security key keeps its threads and libraries, and reaches nothing else`() throws {
        let confined = try attempts("device")
        let left = Set(confined.filter { $0.value == 0 }.keys)
        #expect(left.subtracting(["own resolver"]) == ["own thread", "own signal", "own certificates"])
        for (name, code) in confined where code != 0 {
            #expect([EPERM, EACCES, ENOSYS, EHOSTUNREACH].contains(code), "\(name): \(code)")
        }
    }

    @Test func `an agent that is taken over keeps Unix sockets, its folder and signals, and nothing else`() throws {
        let confined = try attempts("agent")
        let left = Set(confined.filter { $0.value == 0 }.keys)
        // It reads names of machines from a file, and asks nobody.
        #expect(
            left.subtracting(["own resolver"]) == [
                "own thread", "own signal", "own certificates", "reach a Unix socket", "signal another",
                "open another process",
            ])
        for (name, code) in confined where code != 0 {
            #expect([EPERM, EACCES, ENOSYS, EHOSTUNREACH].contains(code), "\(name): \(code)")
        }
    }

    @Test func `a reader that is taken over reads files and other processes, and does nothing else`() throws {
        let confined = try attempts("reader")
        let left = Set(confined.filter { $0.value == 0 }.keys)
        #expect(
            left.subtracting(["own resolver"]) == [
                "own certificates", "read the vault", "list the folder", "read another's variables",
                "read another's map", "take another's descriptor",
            ])
        for (name, code) in confined where code != 0 {
            #expect([EPERM, EACCES, ENOSYS, EHOSTUNREACH].contains(code), "\(name): \(code)")
        }
    }

    @Test func `a helper does for an agent what an agent needs, and nothing else`() throws {
        let made = try attempts("helper")
        #expect(made.count == 18)
        for (name, code) in made {
            let isOwn = name.hasPrefix("own ")
            #expect(isOwn ? code == 0 : [EPERM, EACCES, EEXIST, EBADMSG].contains(code), "\(name): \(code)")
        }
    }

    @Test func `confined it does what it is for, and nothing else; free it would do it all`() throws {
        let free = try attempts("free")
        // Kernels and containers may deny these on their own account.
        let perhapsDenied: Set = [
            "io_uring", "bpf", "trace another", "read another's memory", "userfaultfd", "a keyring", "mount",
            "a socket of virtual machines", "Bluetooth", "a socket of ciphers", "another personality",
        ]
        for (name, code) in free where !perhapsDenied.contains(name) { #expect(code == 0, "\(name)") }
        let confined = try attempts("confined")
        #expect(confined.count == free.count && confined.count > 30)
        for (name, code) in confined {
            if name.hasPrefix("own ") {
                #expect(code == 0, "\(name)")
            } else {
                #expect([EPERM, EACCES, ENOSYS].contains(code), "\(name): \(code)")
            }
        }
    }
}
