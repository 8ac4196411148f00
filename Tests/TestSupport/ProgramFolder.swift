import Glibc

/// A folder with the built programs in which `sidekey-agent` makes wallets whose passphrase is quick to try (`Tests/TestAgent`), and
/// `sidekey-device` can be the one with devices in software (`Tests/SoftwareDevice`).
///
/// It stands in the build's own folder, since the programs are linked and not copied.
public final class ProgramFolder {
    public let path: String
    private var key: PythonProcess?
    private var ledger: PythonProcess?

    public init(withDevices: Bool = true) throws {
        path = "\(BuiltProgram.folder)/k\(getpid())-\(UInt16.random(in: 0 ... .max))"
        guard mkdir(path, 0o700) == 0 else { throw TestFault("no folder \(path)") }
        for name in ["sidekey", "sidekey-host", "sidekey-rpc", "sidekey-picture", "sidekey-window"] {
            try link(name, as: name)
        }
        try link("sidekey-test-agent", as: "sidekey-agent")
        try link(withDevices ? "sidekey-software-device" : "sidekey-device", as: "sidekey-device")
    }

    deinit {
        key = nil
        ledger = nil
        SystemFile.remove(path)
    }

    public var sidekey: String { path + "/sidekey" }

    /// Plugs in the key that keeps what it knows in a file; the one before is pulled out.
    ///
    /// - Parameter options: as `security_key.py` takes them.
    public func plug(_ state: String, _ options: [String] = []) throws {
        try pull()
        let key = try PythonProcess("security_key.py", [path + "/security-key", state] + options)
        _ = try key.line()
        self.key = key
    }

    /// Plugs in a Ledger; the one before is pulled out.
    ///
    /// - Parameter options: as `ledger.py` takes them.
    public func plugLedger(_ options: [String] = []) throws {
        try pullLedger()
        let ledger = try PythonProcess("ledger.py", [path + "/ledger"] + options)
        _ = try ledger.line()
        self.ledger = ledger
    }

    /// Waits until the user of the Ledger is asked.
    public func waitForLedger() async throws {
        let said = try await ledger?.nextLine()
        guard said == "waiting" else { throw TestFault("the Ledger says \(said ?? "nothing")") }
    }

    /// Pulls the Ledger out.
    public func pullLedger() throws {
        ledger = nil
        unlink(path + "/ledger")
    }

    /// Waits until the key that is never touched says that it is `waiting`, or was `cancelled`.
    public func wait(for word: String) async throws {
        let said = try await key?.nextLine()
        guard said == word else { throw TestFault("the key says \(said ?? "nothing")") }
    }

    /// Pulls the key out.
    public func pull() throws {
        key = nil
        unlink(path + "/security-key")
    }

    private func link(_ program: String, as name: String) throws {
        guard Glibc.link("\(BuiltProgram.folder)/\(program)", "\(path)/\(name)") == 0 else {
            throw TestFault("\(program) can't be linked: \(String(cString: strerror(errno)))")
        }
    }
}
