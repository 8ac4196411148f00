import JSONRPC
public import Pinentry
import WalletRuntime

/// The places where prompts appear: before the user, wherever the asking program runs.
///
/// A program that chose the place would open an X server of its own and press Approve there. So the system says where the user sits
/// (``UserDesktop``); if it doesn't, the place is where the passphrase was proven last. A prompt for the first wallet appears where the asker is:
/// there is nothing to take yet, and the person who makes it there chooses its passphrase.
struct PromptPlaces {
    /// The asker, as a host or a command described itself.
    private struct Asker {
        let environment: DisplayEnvironment
        let browser: String
    }

    /// The place of one prompt.
    struct Place: Sendable {
        let display: DisplayEnvironment
        /// True if a press is enough: not if another program of the user's may have named the display.
        let isCertain: Bool
    }

    private let desktop: (any UserDesktop)?
    private var askers: [ConnectionID: Asker] = [:]
    /// The place where the passphrase was proven last; nil if that was no place for a window, such as a remote connection.
    private var proven: DisplayEnvironment?

    init(_ desktop: (any UserDesktop)?) {
        self.desktop = desktop
    }

    /// Notes the asker.
    ///
    /// - Parameters:
    ///   - environment: The source of the language. It is no place until the passphrase was proven from there.
    ///   - browser: The caller that the host named.
    mutating func attach(_ connection: ConnectionID, environment: DisplayEnvironment, browser: String) {
        askers[connection] = Asker(environment: environment, browser: browser)
    }

    mutating func forget(_ connection: ConnectionID) { askers[connection] = nil }

    /// The caller behind a connection; nil if it never named itself.
    func browser(of connection: ConnectionID) -> String? { askers[connection]?.browser }

    func environment(of connection: ConnectionID) -> DisplayEnvironment? { askers[connection]?.environment }

    /// Notes that the passphrase was proven.
    mutating func prove(at environment: DisplayEnvironment) {
        proven = environment.hasDisplay ? environment : nil
    }

    /// The place of a prompt for a connection; nil if no display is known.
    ///
    /// - Parameter isFirst: True if it makes the first wallet.
    func place(for connection: ConnectionID, isFirst: Bool) async -> Place? {
        let asked = askers[connection]?.environment ?? DisplayEnvironment([])
        if let desktop = await desktop?.display(), desktop.environment.hasDisplay {
            // Everything that came with the passphrase is believed, even the session bus over which a prompt may ask.
            if !desktop.isAttested, let proven, proven.isSameDisplay(as: desktop.environment) {
                return Place(display: proven.withLanguage(of: asked), isCertain: true)
            }
            // A display's key lets nobody in elsewhere, so it doesn't matter who names its file.
            let known = [proven, asked].compactMap { $0 }.reduce(desktop.environment) { $0.withAuthority(of: $1) }
            return Place(display: known.withLanguage(of: asked), isCertain: desktop.isAttested)
        }
        if let proven { return Place(display: proven.withLanguage(of: asked), isCertain: true) }
        return isFirst && asked.hasDisplay ? Place(display: asked, isCertain: true) : nil
    }
}

extension DisplayEnvironment {
    /// Takes the variables in JSON that may pass.
    init(_ variables: JSONObject) {
        self.init(Self.names.compactMap { name in variables[name]?.text.map { (name, $0) } })
    }
}

/// Tells where the user sits, by the system's word and never by that of the asking program.
public protocol UserDesktop: Sendable {
    /// The display before which the user sits; nil if nothing tells of one.
    func display() async -> DesktopDisplay?
}

/// A display of the user's desktop, and the trust in it.
public struct DesktopDisplay: Sendable, Hashable {
    public let environment: DisplayEnvironment
    /// True if no other program of the user's could have named it. The opener of the session sets logind's; any of the user's programs can change the
    /// user's systemd's (`systemctl --user set-environment`).
    public let isAttested: Bool

    public init(environment: DisplayEnvironment, isAttested: Bool) {
        self.environment = environment
        self.isAttested = isAttested
    }
}
