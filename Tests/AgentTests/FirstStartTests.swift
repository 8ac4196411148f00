import Glibc
import JSONRPC
import TestSupport
import Testing

/// The agent's first start, at which it makes its database, interrupted at each of its steps.
@Suite struct FirstStartTests {
    @Test(arguments: [true, false])
    func `killed, or its disk failing, at every step of its first start, it leaves nothing in the next one's way`(
        killed: Bool
    ) throws {
        let home = try ScratchHome()
        let interposer = try Interposer(in: home.path)
        let environment = try home.environment.merging(interposer.environment) { $1 }
        var step = 0
        while step < 400 {
            step += 1
            for name in SystemFile.names(in: home.path) where name.hasPrefix("wallet.sqlite") {
                unlink(home.path + "/" + name)
            }
            interposer.arm(killed ? .kill(at: step) : .failDisk(from: step, errno: ENOSPC))
            let agent = try ChildProcess(BuiltProgram.agent.path, environment: environment)
            let serves = Deadline().wait {
                home.agent == agent.pid || agent.waitForEnd(within: Deadline(seconds: 0)) != nil
            }
            let name = Comment(rawValue: "step \(step) of \(interposer.trace)")
            #expect(serves, name)
            // What it still writes behind its listening, before it is looked at how far it came.
            if agent.waitForEnd(within: Deadline(seconds: 0.1)) == nil, interposer.steps < step { break }
            if killed { _ = agent.waitForEnd() }
            let trace = interposer.trace
            interposer.disarm()
            if agent.waitForEnd(within: Deadline(seconds: 0)) == nil {
                // A log or a line in the lock that couldn't be written is no reason not to serve.
                #expect(!killed, name)
                agent.send(signal: SIGTERM)
                // A slow one that listens may be about to fail at what comes behind that.
                let end = agent.waitForEnd()
                #expect(end == .exited(0) || end == .exited(1), name)
            } else {
                #expect(agent.waitForEnd() == (killed ? .killed(signal: SIGKILL) : .exited(1)), name)
            }
            #expect(trace.count >= step, name)
            let next = try home.startAgent(environment: interposer.environment)
            let client = try home.commandLine()
            #expect(try client.call("agent.status").get()["activityBreak"] == nil, name)
            #expect(try client.call("settings.set", ["theme": "dark"]).failure == nil, name)
            next.send(signal: SIGTERM)
            #expect(next.waitForEnd() == .exited(0), name)
        }
        #expect(step > 5 && step < 400)
        interposer.disarm()
    }
}
