import AgentSocket
import CPlatform
import Glibc

/// What a hijacked agent would ask its helper for, and what an honest one does, whose names begin with `own`.
struct HelperAttempts {
    /// A folder with a file `vault`, and with room for more.
    let folder: String

    func makeAll() throws {
        try make("\(folder)/backup", "sidekey backup\nand more")
        try make("\(folder)/list", "a.example")
        try make("\(folder)/list.minisig", "untrusted comment: of a list")
        try make("\(folder)/pinentry", "#!/bin/sh")
        chmod("\(folder)/pinentry", 0o755)
        let rpc = try RunningProgram.sibling("sidekey-rpc")
        tell("own program", start(rpc))
        tell("own display", start(rpc, ["DISPLAY=:0", "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/bus"]))
        tell("own new file", file(PLATFORM_FILE_NEW, "sheet.pdf"))
        tell("own removal", file(PLATFORM_FILE_REMOVED, "sheet.pdf"))
        tell("own backup", file(PLATFORM_FILE_READ, "backup"))
        tell("own signed list", file(PLATFORM_FILE_READ, "list"))
        tell("own signature", file(PLATFORM_FILE_READ, "list.minisig"))
        tell("start a shell", start("/bin/sh"))
        tell("start a pinentry that isn't root's", start("\(folder)/pinentry"))
        tell("have a library put before", start(rpc, ["LD_PRELOAD=\(folder)/library.so"]))
        tell("have programs looked for elsewhere", start(rpc, ["PATH=\(folder)"]))
        tell("have a bus that is a program", start(rpc, ["DBUS_SESSION_BUS_ADDRESS=unixexec:path=/bin/sh"]))
        tell("make a hidden file", file(PLATFORM_FILE_NEW, ".profile"))
        tell("make a file in a hidden folder", file(PLATFORM_FILE_NEW, ".config/autostart/a.desktop"))
        // Whoever starts this has put the link there.
        tell("make a file in a hidden folder by a link to it", file(PLATFORM_FILE_NEW, "link/a.desktop"))
        tell("write over a file", file(PLATFORM_FILE_NEW, "vault"))
        tell("remove a file", file(PLATFORM_FILE_REMOVED, "vault"))
        tell("read a file", file(PLATFORM_FILE_READ, "vault"))
    }

    private func make(_ path: String, _ text: String) throws {
        var file: Int32 = -1
        guard platform_helper_file(PLATFORM_FILE_NEW, path, &file) == 0 else { exit(1) }
        _ = write(file, text, text.utf8.count)
        close(file)
    }

    private func tell(_ name: String, _ code: Int32) { print("\(code) \(name)") }

    private func file(_ use: platform_file_use, _ name: String) -> Int32 {
        var file: Int32 = -1
        let failed = platform_helper_file(use, "\(folder)/\(name)", &file)
        if file >= 0 { close(file) }
        return failed
    }

    private func start(_ path: String, _ variables: [String] = []) -> Int32 {
        var (process, input, output): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([path]).withPointer { arguments in
            CStringArray(
                ["PATH=/usr/bin:/bin"].filter { _ in !variables.contains { $0.hasPrefix("PATH=") } } + variables
            )
            .withPointer { platform_spawn_piped(path, arguments, $0, &process, &input, &output) }
        }
        guard failed == 0 else { return failed }
        close(input)
        close(output)
        kill(process, SIGKILL)
        // It is this process's child, though another one started it.
        return waitpid(process, nil, 0) == process ? 0 : errno
    }
}
