import Glibc
import Pinentry
import TestSupport

/// A program that stands where pinentry would and misbehaves as a script says.
final class FakePinentry {
    let program: PinentryProgram
    /// A folder that the script may write into, as `home`.
    let home: ScratchHome

    private static let runner: String = {
        let file = #filePath
        return String(file[..<(file.firstRange(of: "/PinentryTests/")?.lowerBound ?? file.endIndex)])
            + "/Support/script_beside.py"
    }()

    /// - Parameter script: Python; `say(text)` writes a line, `hear()` reads one, `ok()` reads one and agrees.
    init(_ script: String) throws {
        home = try ScratchHome()
        let path = home.path + "/fake"
        let text = """
            import os, signal, sys, time
            home = \"\(home.path)\"
            def say(text):
                os.write(1, text.encode() + b"\\n")
            def hear():
                line = b""
                while not line.endswith(b"\\n"):
                    byte = os.read(0, 1)
                    if not byte:
                        sys.exit(0)
                    line += byte
                return line.decode().strip()
            def until(word):
                while True:
                    line = hear()
                    if line.split(" ")[0] == word:
                        return line
                    say("OK")
            open(home + "/pid", "w").write(str(os.getpid()))

            """
        try SystemFile.write(path + ".py", Array((text + script).utf8))
        guard symlink(Self.runner, path) == 0 else { throw TestFault("no link to the runner") }
        program = PinentryProgram(unchecked: path)
    }

    /// The process's number, once it runs.
    var pid: Int32? {
        SystemFile.read(home.path + "/pid").flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
    }

    func open(limit: Duration = .seconds(20)) async throws(PinentryError) -> PinentryConversation {
        try await PinentryConversation.open(
            program, display: DisplayEnvironment([("DISPLAY", ":0")]), limit: limit)
    }

    static let question = PinentryQuestion(title: "Sidekey test", description: "May I?", ok: "Yes", cancel: "Cancel")
}

/// Returns whether something comes true within a while. Nobody's thread is held meanwhile: the conversations of other tests need them.
func comesTrue(_ condition: () throws -> Bool) async rethrows -> Bool {
    let deadline = Deadline()
    while !deadline.hasPassed {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
