import AgentSocket
import BrowserExtensions
import CPlatform
import Devices
import Fingerprints
import HardwareTokens
import Ledger
import Logging
import NodeGateway
import Pictures
import Pinentry
import SecurityKeys
import SignedLists
import SolanaRPC
import TPMSeals
import Wallet
package import WalletKeys
public import WalletRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-agent`: the one process of a user that holds keys, and the only writer of the wallet's folder.
///
/// A host or a command starts it, or systemd with a socket that it opened. It takes the lock, opens the wallet, listens, and leaves when nobody needs it. If
/// another agent has the lock there is nothing to do, which is not a failure.
///
/// Another program is an agent of the same kind if it calls ``run(modules:)`` in its `main`. It takes the place of
/// `sidekey-agent` beside the host:
///
/// ```swift
/// @main enum Agent {
///     static func main() { WalletAgent.run(modules: [PingModule()]) }
/// }
/// ```
public enum WalletAgent {
    /// Serves until nobody needs the agent; never returns.
    ///
    /// - Parameter modules: More modules, installed beside the wallet's own. They run in the process that holds the keys, so
    ///   they are as trusted as the wallet itself.
    public static func run(modules: [any WalletModule] = []) -> Never { run(modules: modules, cost: .standard) }

    /// Serves as above.
    ///
    /// - Parameter cost: The cost of a guess at the passphrase of a new wallet; hundreds of tests make theirs with a low one.
    package static func run(modules: [any WalletModule], cost: PassphraseCost) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-agent \(Release.version)")
            exit(0)
        }
        guard arguments.isEmpty else {
            report("hosts and commands start this program; it takes no arguments")
            exit(EX_USAGE)
        }
        let environment = ProcessEnvironment(reading: AgentProgram.variables + AgentProgram.testVariables)
        let (folder, inherited, confinement): (WalletFolder, Int32?, AgentConfinement)
        do {
            // On the first thread and before there is another: what is given up here, a thread gives up for itself and its offspring.
            try harden()
            folder = try walletFolder(environment)
            try folder.prepare()
            inherited = try UnixSocket.inherited(at: folder.socket)
            confinement = try AgentConfinement.take(writable: [folder.data, folder.runtime])
            // From here on a signal waits to be read, so that none ends the agent while it opens the wallet.
            guard platform_termination_descriptor() >= 0 else {
                throw AgentSocketError.system(.open, path: "a pipe", errno: errno)
            }
        } catch {
            report("\(error)")
            exit(1)
        }
        Task.detached {
            do {
                try await serve(folder, inherited, environment, confinement, modules, cost)
                exit(0)
            } catch {
                report("\(error)")
                exit(1)
            }
        }
        while true { pause() }
    }

    /// Hardens the process before a secret can be in memory: no core file, no reader of this process's memory, no new privileges.
    private static func harden() throws(AgentSocketError) {
        let failed = platform_harden()
        guard failed == 0 else { throw .system(.harden, path: "the agent", errno: failed) }
        // An answer or a list of 16 MiB would stay the agent's size for days.
        platform_return_large_blocks()
        umask(0o077)
        chdir("/")
    }

    private static func walletFolder(_ environment: ProcessEnvironment) throws(AgentSocketError) -> WalletFolder {
        // The system's own record counts too: a program that starts the agent chooses its variables.
        let homes = getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { [String(cString: $0)] } ?? []
        return try WalletFolder(environment: environment, homes: homes)
    }

    private static func serve(
        _ folder: WalletFolder, _ inherited: Int32?, _ environment: ProcessEnvironment,
        _ confinement: AgentConfinement, _ modules: [any WalletModule], _ cost: PassphraseCost
    ) async throws {
        guard let lock = try AgentLock.take(in: folder) else { return }
        let logger = try LogFile(path: folder.log).logger
        do {
            try await serve(folder, lock, inherited, environment, confinement, logger, modules, cost)
        } catch {
            logger.error("the agent can't serve", metadata: ["error": .masked(error)])
            throw error
        }
    }

    private static func serve(
        _ folder: WalletFolder, _ lock: AgentLock, _ inherited: Int32?, _ environment: ProcessEnvironment,
        _ confinement: AgentConfinement, _ logger: Logger, _ modules: [any WalletModule], _ cost: PassphraseCost
    ) async throws {
        if confinement.failure != 0 {
            logger.warning("the system doesn't confine the agent", metadata: ["errno": "\(confinement.failure)"])
        }
        // A service manager's socket outlives the agent: the next connection to it starts the next one.
        if inherited == nil { try lock.removeDeadSocket() }
        let lifetime = Lifetime(
            idleLimit: idleLimit(folder, environment),
            installation: try Installation(serving: folder, readBy: confinement.reader))
        let service = try await openWallet(
            folder, environment, confinement, logger: logger, modules: modules, cost: cost,
            stop: { Task { await lifetime.end(.stopped) } })
        let server = SocketServer(service: service, lifetime: lifetime, logger: logger)
        try await server.begin()
        if let inherited { await server.listen(on: inherited) } else { try await server.listen(at: folder.socket) }
        do throws(AgentSocketError) { try lock.recordSocket() } catch {
            // While the lock is held: a socket that outlives it by a moment passes for another wallet's.
            await server.stopListening()
            if inherited == nil { try? lock.removeSocket() }
            throw error
        }
        await server.keepSocket(of: folder, under: lock)
        logger.notice("serving", metadata: ["version": "\(Release.version)", "pid": "\(getpid())"])

        let reason = await lifetime.waitForEnd(of: service)
        logger.notice("leaving", metadata: ["reason": "\(reason)"])
        endAnyway(after: .seconds(10), logger)
        await server.stopListening()
        if inherited == nil { try lock.removeSocket() }
        await service.shutDown()
        await server.closeConnections()
    }

    /// Ends the process after a limit. Pending writes take milliseconds. A disk that hangs must not keep the next agent
    /// from its lock, and a database that is cut off here is whole at its next opening.
    private static func endAnyway(after limit: Duration, _ logger: Logger) {
        Task.detached {
            try await Task.sleep(for: limit)
            logger.error("the wallet did not finish in time")
            exit(1)
        }
    }

    /// Returns the time that the agent stays without a connection: 10 s, or a test's value in a wallet that `SIDEKEY_HOME` moved.
    private static func idleLimit(_ folder: WalletFolder, _ environment: ProcessEnvironment) -> Duration {
        guard folder.isMoved, let seconds = environment["SIDEKEY_IDLE_SECONDS"].flatMap(Double.init),
            (0.1...3600).contains(seconds)
        else { return .seconds(10) }
        return .seconds(seconds)
    }

    /// Writes to standard error for a user who starts the agent by hand. An agent that a host started has `/dev/null` here.
    private static func report(_ text: String) {
        let line = Array("sidekey-agent: error: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// Opens the wallet that answers the socket's clients.
///
/// - Parameters:
///   - environment: the agent's own.
///   - confinement: what it tells of itself.
///   - modules: installed beside the wallet's own.
///   - cost: the cost of a guess at the passphrase of a new wallet.
///   - stop: called when a client asks the agent to finish and leave.
/// - Throws: the errors of ``Wallet/open(folder:identity:context:prompt:desktop:reach:fetch:decode:securityKey:tpm:ledger:token:fingerprint:check:modules:)``.
func openWallet(
    _ folder: WalletFolder, _ environment: ProcessEnvironment, _ confinement: AgentConfinement, logger: Logger,
    modules: [any WalletModule], cost: PassphraseCost, stop: @escaping @Sendable () -> Void
) async throws -> any ConnectionService {
    let list = WalletList(folder: folder.data)
    let wallet = present(of: list, in: folder, logger)
    list.tidy(present: wallet.id)
    var identity = AgentIdentity(
        version: Release.version, protocolNumber: Release.protocolNumber, home: folder.isMoved ? folder.data : nil,
        pid: getpid(), stop: stop)
    identity.opened = OpenedWallet(list: list, id: wallet.id)
    if let file = try? RunningProgram.sibling(ReleaseSource.path) { identity.releases = ReleaseSource(at: file) }
    let reader = try ExtensionReader(confinement.reader, extensions: AgentConfinement.extensions, logger: logger)
    (identity.landlock, identity.hasFilter) = (confinement.landlock, confinement.hasFilter)
    identity.hasReader = { reader.isAnswering }
    let buses = DesktopBuses(environment, of: folder)
    let network = NetworkReach(folder, environment, logger)
    let service = try await Wallet.open(
        folder: wallet.folder, lock: SessionLock(file: VaultFile(folder: wallet.folder), cost: cost),
        identity: identity,
        context: RuntimeContext(
            logger: logger, levels: environment["SIDEKEY_LOG"].map { LogLevels(parsing: $0) } ?? LogLevels()),
        prompt: UserPrompt(home: environment["HOME"]), desktop: buses.map(SystemDesktop.init),
        reach: network?.reach, fetch: network?.fetch, decode: pictures(),
        securityKey: device(SecurityKeyRequest.self), tpm: device(TPMRequest.self), ledger: device(LedgerRequest.self),
        token: device(HardwareTokenRequest.self), fingerprint: buses.map { FingerprintReader(bus: $0.system) },
        check: extensionCheck(folder, reader, logger), modules: modules)
    if let buses { DesktopWatch.start(identity.desktop, on: buses, logger: logger) { await service.lockSession() } }
    return service
}

/// The wallet to open: the chosen one; another where its files are refused, so that the user can still choose.
private func present(of list: WalletList, in folder: WalletFolder, _ logger: Logger) -> WalletList.Entry {
    let wallet = list.current { entry in
        guard entry.id != WalletList.firstID else { return true }
        do throws(AgentSocketError) {
            try folder.checkWallet(at: entry.folder)
            return true
        } catch {
            logger.warning("a wallet's folder was refused", metadata: ["error": .masked(error)])
            return false
        }
    }
    if let chosen = list.chosen, chosen != wallet.id {
        logger.warning("the chosen wallet can't be opened", metadata: ["instead": "\(wallet.id)"])
    }
    return wallet
}

/// Knows the extension by the list that was installed with this program; a test's wallet does without.
///
/// Without a list, as beside programs that were only built, no copy is known: each is unverified until its folder is trusted.
private func extensionCheck(
    _ folder: WalletFolder, _ reader: ExtensionReader, _ logger: Logger
) -> ExtensionCheck {
    guard !folder.leavesExtensionsUnchecked else { return ExtensionCheck(known: nil, reader: reader) }
    let places = ["../lib/sidekey/extensions.json", "extensions.json"].compactMap { try? RunningProgram.sibling($0) }
    let lists = places.compactMap { KnownExtension.list(at: $0) }
    if lists.isEmpty { logger.warning("there is no list of the extension's releases") }
    return ExtensionCheck(known: KnownExtensions(joining: lists), reader: reader)
}

/// Decodes pictures by a `sidekey-picture` for each; nil if the search for it fails.
private func pictures() -> PictureDecode? {
    guard let program = try? PictureProgram.besideThisProgram() else { return nil }
    return { file throws(PictureFault) in try await program.decode(file) }
}

/// Has a kind of device used by a `sidekey-device` for each request; nil if the search for it fails.
private func device<Request: DeviceRequest>(
    _: Request.Type
) -> (@Sendable (Request) async throws(Request.Fault) -> Request.Outcome)? {
    guard let program = try? DeviceProgram<Request>.besideThisProgram() else { return nil }
    return { request throws(Request.Fault) in try await program.ask(request) }
}

/// The agent's way to nodes, and to files such as lists of bad sites: by `sidekey-rpc`, never by a socket of its own.
struct NetworkReach {
    let reach: Wallet.Reach
    let fetch: FileFetch

    /// - Returns: nil if this wallet is to reach nothing, or the search for `sidekey-rpc` fails.
    init?(_ folder: WalletFolder, _ environment: ProcessEnvironment, _ logger: Logger) {
        // Only a test moves the wallet, and only there the variable counts.
        let word = folder.isMoved ? environment["SIDEKEY_NETWORK"] : nil
        guard word != "off", let program = try? GatewayProgram.besideThisProgram(environment: environment) else {
            return nil
        }
        let gateway = Gateway(program) { fault in
            logger.warning("the process for the network has ended", metadata: ["fault": .masked(fault)])
        }
        reach = { endpoint in
            guard word != "loopback" || endpoint.isLoopback else { return NoTransport() }
            return GatewayTransport(gateway, endpoint)
        }
        fetch = { file throws(RPCTransportError) in
            guard word == "loopback" else { return try await gateway.ask(NodeQuestion(file)) }
            guard file.address.isLoopback else { throw .unreachable }
            // A test's own server stands for a stranger's on the internet.
            return try await gateway.ask(
                NodeQuestion(FileRequest(file.address, bytes: file.bytes, milliseconds: file.milliseconds)))
        }
    }

    /// A transport that reaches no node.
    private struct NoTransport: RPCTransport {
        func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
            throw .unreachable
        }
    }
}

/// The identity of the agent that new clients should meet: its program and its socket are those on disk.
struct Installation: Sendable {
    private let program: RunningProgram
    private let folder: WalletFolder
    private let reader: ReaderProcess

    /// Records the installation; call it as the agent starts.
    init(serving folder: WalletFolder, readBy reader: ReaderProcess) throws(AgentSocketError) {
        program = try RunningProgram()
        self.folder = folder
        self.reader = reader
    }

    /// True if a newer program was installed, the socket was removed so that clients can't find this agent any more, or its helper or
    /// reader is gone, without which it can't start the programs that it needs, or know an extension.
    var isReplaced: Bool { program.isReplaced || !folder.hasSocket || platform_helper_ended() || reader.hasEnded }
}

/// Prompts by Sidekey's own window; by the pinentry of the user's system where there is none.
struct UserPrompt: NativePrompt {
    /// The user's home folder, where X11 keeps the display's key unless `XAUTHORITY` says otherwise.
    let home: String?

    /// Opens a conversation with the first program that works.
    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        guard display.hasDisplay else { throw .noDisplay }
        var display = display
        if let home, access(home + "/.Xauthority", R_OK) == 0 { display = display.withAuthority(home + "/.Xauthority") }
        if let window = PinentryProgram.ownWindow {
            do throws(PinentryError) {
                return WindowPrompt(try await WindowConversation.open(window, display: display, limit: limit))
            } catch {
                // Built without GTK, or without its libraries here: a box of pinentry's is better than none.
                if error == .cancelled || error == .timedOut { throw error }
            }
        }
        var fault = PinentryError.programMissing
        for program in PinentryProgram.installed(for: display) {
            do throws(PinentryError) {
                return try await PinentryConversation.open(program, display: display, limit: limit)
            } catch {
                fault = error
            }
            if fault == .cancelled || fault == .timedOut { break }
        }
        throw fault
    }
}
