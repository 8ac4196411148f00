import TestSupport
import Testing

/// The base of every test that runs a program.
@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
    private let much = [UInt8](repeating: 7, count: 1 << 20)

    @Test func `a program that answers as it is told is heard as it is told`() throws {
        let result = try ChildProcess.run("/bin/cat", input: much)
        #expect(result.ending == .exited(0))
        #expect(result.output == much)
    }

    @Test func `a program that doesn't listen to the end has answered all the same`() throws {
        let result = try ChildProcess.run("/bin/echo", ["said"], input: much)
        #expect(result.ending == .exited(0))
        #expect(result.text == "said\n")
    }
}
