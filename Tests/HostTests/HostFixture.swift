import Glibc
import JSONRPC
import TestSupport
import Testing

/// A host with a scratch wallet folder, in whose agent's place the test itself listens.
struct HostFixture {
    static let extensionID = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/"
    static let hello = #"{"jsonrpc":"2.0","id":"h","method":"hello","params":{"protocol":1,"client":"extension"}}"#

    let home: ScratchHome
    let agent: AgentStandIn
    let browser: BrowserStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
        browser = try BrowserStandIn(.arguments([Self.extensionID]), home: home)
    }

    /// Takes the host's connection, with the attach notification and the hello answered.
    func connected() throws -> FrameClient {
        try browser.send(Self.hello)
        let connection = try agent.accept()
        _ = try connection.receive()
        #expect(try connection.receive() == Array(Self.hello.utf8))
        try connection.send(#"{"jsonrpc":"2.0","id":"h","result":{}}"#)
        _ = try browser.receive()
        return connection
    }

    /// A copy of the host with nothing beside it.
    static func lonelyHost(in home: ScratchHome) throws -> String {
        let path = home.path + "/sidekey-host"
        try SystemFile.copyProgram(BuiltProgram.host.path, to: path)
        return path
    }
}
