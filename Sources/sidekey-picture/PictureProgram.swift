import AgentSocket
import CPlatform
import PictureDecoding
import Pictures

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-picture`: decodes one picture that a stranger made, and can do nothing else.
///
/// The agent starts it for one file and reads its pixels (``PicturePipe``). A file that takes over one of its libraries is in a process without files, sockets,
/// other programs or threads, and with little memory and time. All that it can do is to paint another picture.
@main enum PictureProgram {
    /// The most bytes of memory. The largest picture takes half of it.
    private static let memory = 768 << 20
    /// The most seconds of computing.
    private static let seconds: UInt32 = 10

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-picture \(Release.version)")
            return
        }
        guard arguments.isEmpty, isatty(STDIN_FILENO) == 0 else {
            let line = Array("sidekey-picture: error: the agent starts this program; it takes no arguments\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(EX_USAGE)
        }
        signal(SIGPIPE, SIG_IGN)
        // Before a byte of the file is read.
        answer(confine() ? picture() : .failure(.unconfined))
        _exit(0)
    }

    /// Takes everything from this process but its pipes.
    private static func confine() -> Bool {
        var held = platform_confinement()
        guard platform_harden() == 0, platform_limit(memory, seconds) == 0 else { return false }
        let failed = CStringArray([]).withPointer { platform_confine(PLATFORM_REACH_NOTHING, $0, nil, &held) }
        // Without the filter a kernel would keep it from files at most. There is no picture that is worth that.
        return failed == 0 && held.filter
    }

    private static func picture() -> Result<Picture, PictureFault> {
        guard let count = read(4).flatMap(PicturePipe.count), let file = read(count) else { return .failure(.damaged) }
        do throws(PictureFault) {
            return .success(try PictureDecoder.picture(of: file))
        } catch {
            return .failure(error)
        }
    }

    /// Reads so many bytes; nil if there are fewer.
    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var end = 0
        while end < count {
            let (start, rest) = (end, count - end)
            let part = bytes.withUnsafeMutableBytes { buffer in
                #if canImport(Glibc)
                    Glibc.read(STDIN_FILENO, buffer.baseAddress.map { $0 + start }, rest)
                #elseif canImport(Musl)
                    Musl.read(STDIN_FILENO, buffer.baseAddress.map { $0 + start }, rest)
                #else
                    Darwin.read(STDIN_FILENO, buffer.baseAddress.map { $0 + start }, rest)
                #endif
            }
            if part < 0, errno == EINTR { continue }
            guard part > 0 else { return nil }
            end += part
        }
        return bytes
    }

    private static func answer(_ outcome: Result<Picture, PictureFault>) {
        var rest = PicturePipe.answer(outcome)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
