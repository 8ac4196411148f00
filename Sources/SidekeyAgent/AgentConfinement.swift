package import AgentSocket
import CPlatform
import Pinentry
import SignedLists
import Wallet
import WalletKeys

/// The confinement of the agent, which also holds an attacker who has taken it over, and the two processes that do for it what it no longer can.
///
/// | | agent | helper | reader |
/// |---|---|---|---|
/// | writes | the wallet's folder and the socket's | new files that aren't hidden | nothing |
/// | reads | these, and the system's configuration and libraries | backups, signatures, files with a signature beside them | all, of which it tells hashes |
/// | sockets | Unix streams | none | none |
/// | programs | none | Sidekey's own and root's pinentries, with the variables of a list | none |
///
/// Both are started before the agent has a secret, and keep nothing of it (`platform_begin_companion`).
package struct AgentConfinement: Sendable {
    /// The version of Landlock that holds; 0 without it.
    package let landlock: Int
    /// True if the seccomp filter holds.
    package let hasFilter: Bool
    /// The process that looks at browsers' extensions.
    package let reader: ReaderProcess
    /// The errno of what the system has but refused; 0 if nothing was refused.
    package let failure: Int32

    /// The extensions that the reader looks for.
    static let extensions = [WalletExtension.chromium, WalletExtension.firefox]
    /// The lists of releases that are installed beside this program.
    private static let installed = ["../lib/sidekey", "extensions.json"]

    /// `/proc` is for the ancestors of a client, and for libdispatch; `/run/systemd` for names of users and for logind's library.
    private static let readable = [
        "/proc", "/etc", "/usr", "/lib", "/lib64", "/run/systemd", "/sys/devices/system/cpu", "/var/lib/dbus",
        "/dev/urandom", "/nix/store",
    ]

    /// Starts helper and reader, then takes away from this process what an agent doesn't need. Call it while there is one thread.
    ///
    /// An agent that the system doesn't confine, though it could, still serves: a wallet that nobody can open is worse than one
    /// that has a wall less, and no attacker can bring it about from inside. `sidekey doctor` says so.
    ///
    /// - Parameter writable: The wallet's folder and the socket's.
    /// - Throws: `system` if there is no helper or no reader. Without them there would be no prompt, no network, and no extension that is known.
    package static func take(writable: [String]) throws(AgentSocketError) -> AgentConfinement {
        let reader = try ReaderProcess.begin(extensions: extensions)
        try beginHelper()
        let installed = try installed.map { name throws(AgentSocketError) in try RunningProgram.sibling(name) }
        var held = platform_confinement()
        let failed = CStringArray(readable + installed).withPointer { readable in
            CStringArray(writable + ["/dev/null"]).withPointer { writable in
                platform_confine(PLATFORM_REACH_FOLDERS, readable, writable, &held)
            }
        }
        return AgentConfinement(
            landlock: Int(held.landlock), hasFilter: held.filter, reader: reader, failure: failed)
    }

    private static func beginHelper() throws(AgentSocketError) {
        var programs: [String] = []
        for name in ["sidekey-rpc", "sidekey-picture", "sidekey-window", "sidekey-device"] {
            programs.append(try RunningProgram.sibling(name))
        }
        let variables = DisplayEnvironment.names + AgentProgram.networkVariables
        let beginnings = WalletBackup.beginnings + [Minisign.untrusted]
        let failed = CStringArray(programs).withPointer { programs in
            CStringArray(variables).withPointer { variables in
                CStringArray(beginnings).withPointer { beginnings in
                    "pinentry".withCString { prefix in
                        var rules = platform_helper_rules(
                            programs: programs, roots_prefix: prefix, variables: variables, beginnings: beginnings)
                        return platform_begin_helper(&rules)
                    }
                }
            }
        }
        guard failed == 0 else { throw .system(.spawn, path: "the agent's helper", errno: failed) }
    }
}
