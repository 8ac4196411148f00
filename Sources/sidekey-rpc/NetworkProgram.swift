import AgentSocket
import NodeGateway
import SolanaRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-rpc`: the one process of Sidekey that reaches the network, and that can reach nothing else.
///
/// The agent starts it with a pipe at either side. It has no key and asks for none: it carries questions to nodes and
/// answers back, and leaves when the pipe ends.
@main enum NetworkProgram {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-rpc \(Release.version)")
            return
        }
        guard arguments.isEmpty, isatty(STDIN_FILENO) == 0 else {
            report("the agent starts this program; it takes no arguments")
            exit(EX_USAGE)
        }
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessEnvironment(reading: AgentProgram.networkVariables)
        let certificates = environment["SSL_CERT_FILE"] ?? environment["SSL_CERT_DIR"]
        do {
            // On the first thread and before there is another, which would keep its rights.
            let confinement = try Confinement.take(certificates: certificates.map { [$0] } ?? [])
            let nodes = Nodes(environment: environment, certificates: certificates)
            let server = try GatewayServer(
                ask: { question async throws(RPCTransportError) in try await nodes.ask(question) },
                listen: { nodes.events(of: $1, at: $0) })
            withExtendedLifetime(nodes) {
                server.run(reading: STDIN_FILENO, writing: STDOUT_FILENO, confinement)
                // At once: connections that are still open end with the process, and need no farewell.
                _exit(0)
            }
        } catch {
            report("\(error)")
            exit(1)
        }
    }

    /// Writes to standard error for a user who starts it by hand; the agent gives it `/dev/null` here.
    private static func report(_ text: String) {
        let line = Array("sidekey-rpc: error: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
