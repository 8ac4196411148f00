import AgentSocket
import Logging
import Wallet
import WalletRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Opens the wallet that answers the socket's clients.
///
/// - Parameters:
///   - environment: the agent's own.
///   - modules: installed beside the wallet's own.
///   - stop: called when a client asks the agent to finish and leave.
/// - Throws: what ``Wallet/open(folder:identity:context:prompt:desktop:reach:modules:)`` throws.
func openWallet(
    _ folder: WalletFolder, _ environment: ProcessEnvironment, logger: Logger, modules: [any WalletModule],
    stop: @escaping @Sendable () -> Void
) async throws -> any ConnectionService {
    let identity = AgentIdentity(
        version: Release.version, protocolNumber: Release.protocolNumber, home: folder.isMoved ? folder.data : nil,
        pid: getpid(), stop: stop)
    let buses = DesktopBuses(environment, of: folder)
    let service = try await Wallet.open(
        folder: folder.data, identity: identity,
        context: RuntimeContext(
            logger: logger, levels: environment["SIDEKEY_LOG"].map { LogLevels(parsing: $0) } ?? LogLevels()),
        prompt: PinentryPrompt(home: environment["HOME"]), desktop: buses.map(SystemDesktop.init),
        reach: NetworkReach.make(folder, environment, logger), modules: modules)
    if let buses { DesktopWatch.start(identity.desktop, on: buses, logger: logger) { await service.lockSession() } }
    return service
}
