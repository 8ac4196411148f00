import AgentSocket
import Glibc
import TestSupport
import Testing

@Suite struct AgentLockTests {
    let scratch: ScratchHome
    let folder: WalletFolder

    init() throws {
        scratch = try ScratchHome(checksExtensions: true)
        folder = try WalletFolder(environment: ["SIDEKEY_HOME": .init(scratch.path)])
    }

    @Test func `one holds the lock, and the next gets it when that one has gone`() throws {
        var first = try AgentLock.take(in: folder)
        #expect(first != nil)
        #expect(try AgentLock.take(in: folder) == nil)
        first = nil
        #expect(try AgentLock.take(in: folder) != nil)
    }

    @Test func `where the lock's file was removed, what counts is the lock on the one that stands there`() throws {
        let old = try AgentLock.take(in: folder)
        unlink(folder.lock)
        let new = try AgentLock.take(in: folder)
        #expect(old != nil && new != nil)
        #expect(try AgentLock.take(in: folder) == nil)
    }

    @Test func `a symbolic link in the lock's place is refused`() throws {
        try SystemFile.write(scratch.path + "/elsewhere", [])
        symlink(scratch.path + "/elsewhere", folder.lock)
        expectRefusal(.symbolicLink)
    }

    @Test func `a FIFO in the lock's place is refused and not waited for`() {
        mkfifo(folder.lock, 0o600)
        expectRefusal(.notAFile)
    }

    @Test func `a lock file that others can open is refused`() throws {
        try SystemFile.write(folder.lock, [], mode: 0o644)
        expectRefusal(.openToOthers(mode: 0o644))
    }

    @Test func `the socket of an agent that is gone is removed by the lock's holder`() throws {
        _ = try AgentStandIn(folder.socket, holdingLock: false)
        #expect(SystemFile.names(in: folder.runtime) == ["agent.sock"])
        try #require(try AgentLock.take(in: folder)).removeDeadSocket()
        #expect(SystemFile.names(in: folder.runtime) == ["agent.lock"])
    }

    @Test func `a socket that answers is never removed`() throws {
        let live = try AgentStandIn(folder.socket, holdingLock: false)
        let lock = try #require(try AgentLock.take(in: folder))
        #expect(throws: AgentSocketError.socketServed(path: folder.socket)) { try lock.removeDeadSocket() }
        withExtendedLifetime(live) { #expect(scratch.connect() != nil) }
    }

    @Test func `what is no socket is not removed`() throws {
        try SystemFile.write(folder.socket, [1])
        let lock = try #require(try AgentLock.take(in: folder))
        #expect(throws: AgentSocketError.refused(path: folder.socket, .notASocket)) { try lock.removeDeadSocket() }
        #expect(SystemFile.read(folder.socket) == [1])
    }

    private func expectRefusal(_ fault: AgentSocketError.PathFault) {
        #expect(throws: AgentSocketError.refused(path: folder.lock, fault)) { _ = try AgentLock.take(in: folder) }
    }
}
