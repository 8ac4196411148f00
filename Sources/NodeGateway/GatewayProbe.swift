import AgentSocket
import CPlatform
import JSONRPC
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A look at what would confine `sidekey-rpc` on this machine: starts it, hears its first frame, and ends it.
public enum GatewayProbe {
    /// How long it may take to say hello.
    private static let patience: Duration = .seconds(10)

    /// - Throws: `notStarted`, `ended` where it says nothing, `unfit` where it says something else.
    public static func confinement(of program: GatewayProgram) throws(GatewayFault) -> Confinement {
        var (pid, input, output): (pid_t, Int32, Int32) = (-1, -1, -1)
        let failed = CStringArray([program.path]).withPointer { arguments in
            CStringArray(program.environment).withPointer { environment in
                platform_spawn_piped(program.path, arguments, environment, &pid, &input, &output)
            }
        }
        guard failed == 0 else { throw .notStarted(errno: failed) }
        defer {
            kill(pid, SIGKILL)
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
            close(input)
            close(output)
        }
        var frames = FileDescriptorFrames(reading: output, writing: input)
        let frame: [UInt8]
        do throws(FrameError) {
            frame = try frames.readFrame(deadline: .now + patience)
        } catch {
            throw .ended
        }
        guard case .hello(let confinement) = try GatewayReply(JSONSource(frame)) else { throw .unfit }
        return confinement
    }
}
