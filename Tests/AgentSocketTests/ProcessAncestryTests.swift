import AgentSocket
import Glibc
import TestSupport
import Testing

@Suite struct ProcessAncestryTests {
    @Test func `a child and its child are descendants, a parent and a stranger aren't`() throws {
        // The shell stays, since it has something to do after.
        let shell = try ChildProcess("/bin/sh", ["-c", "sleep 600 & echo $!; wait; :"])
        var line: [UInt8] = []
        while let byte = try shell.output.read(1), byte != [0x0A] { line += byte }
        let grandchild = try #require(Int32(String(decoding: line, as: UTF8.self)))
        defer { kill(grandchild, SIGKILL) }
        #expect(ProcessAncestry.isDescendant(shell.pid, of: getpid()))
        #expect(ProcessAncestry.isDescendant(grandchild, of: getpid()))
        #expect(ProcessAncestry.isDescendant(grandchild, of: shell.pid))
        #expect(!ProcessAncestry.isDescendant(shell.pid, of: grandchild))
        #expect(!ProcessAncestry.isDescendant(getpid(), of: getpid()))
        #expect(!ProcessAncestry.isDescendant(getppid(), of: getpid()))
        #expect(!ProcessAncestry.isDescendant(1, of: getpid()))
    }

    @Test func `a program's name can't end the line early`() throws {
        let home = try ScratchHome()
        let program = "\(home.path)/a) S 1 (x"
        try SystemFile.copyProgram("/bin/sleep", to: program)
        let child = try ChildProcess(program, ["600"])
        #expect(ProcessAncestry.isDescendant(child.pid, of: getpid()))
        kill(child.pid, SIGKILL)
        #expect(child.waitForEnd() == .killed(signal: SIGKILL))
        #expect(!ProcessAncestry.isDescendant(child.pid, of: getpid()))
    }
}
