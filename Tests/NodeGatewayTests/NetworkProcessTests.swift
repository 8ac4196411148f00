import Glibc
import NodeGateway
import SolanaRPC
import TestSupport
import Testing

/// The kernel's word about a running `sidekey-rpc`.
@Suite(.timeLimit(.minutes(5))) struct NetworkProcessTests {
    @Test func `it is confined before it says hello, and says by what`() async throws {
        let running = RunningGateway()
        let confinement = try await running.gateway.start()
        let process = try await running.process()
        #expect(process.status("NoNewPrivs") == "1")
        #expect(process.status("Seccomp") == (confinement.hasFilter ? "2" : "0"))
        #expect(process.status("CapEff") == "0000000000000000")
        #expect(process.limit("Max core file size")?.hasPrefix("0 0") == true)
        // Where the kernel has them; those that this is tested on do.
        #expect(confinement.hasFilter)
        #expect(confinement.landlock > 0)
    }

    @Test func `every thread of it is filtered, also while it asks`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        #expect(try await running.error(asking: node.endpoints[0].url) == nil)
        let process = try await running.process()
        let threads = SystemFile.names(in: "/proc/\(process.pid)/task")
        #expect(threads.count > 1)
        for thread in threads {
            let status = SystemFile.read("/proc/\(process.pid)/task/\(thread)/status") ?? []
            let text = String(decoding: status, as: UTF8.self)
            #expect(text.contains("Seccomp:\t2"), "\(thread)")
            #expect(text.contains("NoNewPrivs:\t1"), "\(thread)")
        }
    }

    @Test func `it holds its two pipes and the internet, and stands in no folder of the user's`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        #expect(try await running.error(asking: node.endpoints[0].url) == nil)
        let process = try await running.process()
        let descriptors = try #require(process.descriptors)
        #expect(descriptors[0]?.hasPrefix("pipe:") == true && descriptors[1]?.hasPrefix("pipe:") == true)
        #expect(descriptors[2] == "/dev/null")
        for (number, target) in descriptors where number > 2 {
            let isOwn = ["pipe:", "socket:", "anon_inode:"].contains { target.hasPrefix($0) }
            #expect(isOwn, "\(number) is \(target)")
        }
        #expect(process.workingFolder == "/")
        #expect(process.environment == ["PATH=/usr/bin:/bin"])
    }

    @Test func `it leaves when nobody is at the other end, and takes no arguments`() throws {
        let process = try ChildProcess(BuiltProgram.rpc.path)
        process.input.close()
        #expect(process.waitForEnd() == .exited(0))
        let refused = try ChildProcess.run(BuiltProgram.rpc.path, ["--help"])
        #expect(refused.ending == .exited(64))
        let version = try ChildProcess.run(BuiltProgram.rpc.path, ["--version"])
        #expect(version.text.hasPrefix("sidekey-rpc "))
    }

    @Test(arguments: [
        #"{"ask":1}"#, "[]", #"{"cancel":1,"more":2}"#,
        #"{"ask":1,"url":"http://rpc.example/","body":"","milliseconds":5,"bytes":9}"#,
        #"{"ask":1,"url":"file:///etc/passwd","body":"","milliseconds":5,"bytes":9}"#,
    ])
    func `a frame that doesn't fit ends it`(_ frame: String) throws {
        let process = try ChildProcess(BuiltProgram.rpc.path)
        try process.input.write(FrameClient.frame(Array(frame.utf8)))
        #expect(process.waitForEnd() == .exited(0))
    }
}
