import Devices
import Salt
public import TPMSeals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves one request for the TPM on standard input and output: all that `sidekey-device` does for it (`TPMRequest`).
///
/// Before it reads a byte of the request, the process gives up everything but its pipes and the open TPM: it opens no file for writing, makes no socket and
/// starts no program.
public enum TPMServer {
    /// Serves, and ends the process.
    ///
    /// - Parameter open: opens the TPM, to which nothing is sent before the process is confined.
    public static func run(open: () throws(TPMFault) -> Int32 = TPMLink.open) -> Never {
        signal(SIGPIPE, SIG_IGN)
        // At its most talkative tpm2-tss writes what it sends, secrets included, to standard error.
        setenv("TSS2_LOG", "all+none", 1)
        let opened: Result<Int32, TPMFault>
        do throws(TPMFault) { opened = .success(try open()) } catch { opened = .failure(error) }
        do throws(TPMFault) {
            guard DeviceService.confine(to: []) else { throw .unavailable }
            guard let bytes = DeviceService.request(), let request = bytes.withBytes({ TPMRequest(reading: $0) })
            else { throw .unavailable }
            let link = TPMLink(over: try opened.get())
            DeviceService.watch { link.cancel() }
            send(try reply(to: request, by: TPM(over: link)))
        } catch {
            send(.fault(error))
        }
        _exit(0)
    }

    private static func reply(to request: TPMRequest, by tpm: TPM) throws(TPMFault) -> TPMReply {
        switch request {
        case .look: .looked(try tpm.lockout())
        case .seal(let pin, let secret): .sealed(try tpm.seal(secret, pin: pin))
        case .unseal(let pin, let seal): .unsealed(try tpm.unseal(seal, pin: pin))
        }
    }

    private static func send(_ reply: TPMReply) { DeviceService.send(reply.frame()) }
}
