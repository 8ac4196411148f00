import Pinentry
import Wallet

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Prompts of the pinentry that the user's system has.
struct PinentryPrompt: NativePrompt {
    /// The user's home folder, where X11 keeps the display's key unless `XAUTHORITY` says otherwise.
    let home: String?

    /// Opens a conversation with the first program that works.
    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        guard display.hasDisplay else { throw .noDisplay }
        var display = display
        if let home, access(home + "/.Xauthority", R_OK) == 0 { display = display.withAuthority(home + "/.Xauthority") }
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
