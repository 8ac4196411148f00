import Devices
import JSONRPC
import WalletRuntime

/// The uses of one kind of device: one at a time, which whoever asked for it can stop.
actor DeviceTurns<Request: DeviceRequest> {
    typealias Ask = @Sendable (Request) async throws(Request.Fault) -> Request.Outcome

    private let ask: Ask?
    private let busy: String
    private var running: (connection: ConnectionID?, cancel: @Sendable () -> Void)?

    /// - Parameters:
    ///   - ask: nil if nothing can talk to such devices.
    ///   - busy: the error's message while another use waits.
    init(_ ask: Ask?, busy: String) {
        self.ask = ask
        self.busy = busy
    }

    /// Has a request served.
    ///
    /// - Parameter connection: Whoever asks; nil for an approval.
    /// - Returns: The outcome, or the device's fault.
    /// - Throws: -32002 while another use waits.
    func serve(
        _ request: Request, for connection: ConnectionID?
    ) async throws(RPCError) -> Result<Request.Outcome, Request.Fault> {
        guard let ask else { return .failure(.unavailable) }
        guard running == nil else { throw RPCError(.tooManyPending, .tooManyPending, busy) }
        let task = Task { () -> Result<Request.Outcome, Request.Fault> in
            do throws(Request.Fault) {
                try request.check()
                return .success(try await ask(request))
            } catch {
                return .failure(error)
            }
        }
        running = (connection, { task.cancel() })
        defer { running = nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Stops the wait for the device, if it waits for this connection, or for an approval.
    func cancel(for connection: ConnectionID) {
        guard let running, running.connection == nil || running.connection == connection else { return }
        running.cancel()
    }

    /// Stops the wait for the device, if a connection that is gone has asked.
    func connectionLost(_ connection: ConnectionID) {
        guard let running, running.connection == connection else { return }
        running.cancel()
    }

    /// Stops the wait for the device, whoever waits.
    func close() { running?.cancel() }
}
