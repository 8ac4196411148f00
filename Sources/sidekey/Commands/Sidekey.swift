import AgentSocket
import ArgumentParser
import CPlatform
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The command line: `sidekey COMMAND`.
///
/// Results go to standard output. Everything else goes to standard error in the form `sidekey: error: …`, `sidekey: hint: …`. With
/// `--json` both are one line of JSON. The exit status is 0 only if the command did its task; ``ExitStatus`` describes the others.
@main
struct Sidekey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sidekey",
        abstract: say(.helpSidekey),
        version: Release.version,
        subcommands: [Overview.self],
        groupedSubcommands: [
            CommandGroup(
                name: say(.groupWallet),
                subcommands: [
                    Create.self, Restore.self, Unlock.self, Lock.self, Status.self, PhraseCommand.self,
                    VaultCommand.self, WalletsCommand.self, SettingsCommand.self,
                ]),
            CommandGroup(
                name: say(.groupRequests),
                subcommands: [
                    Pending.self, Review.self, Approve.self, Reject.self, Records.self, ActivityCommand.self,
                    OutstandingCommand.self, Decode.self, SignMessage.self, VerifyMessage.self,
                    SignOffchainMessage.self, VerifyOffchainSignature.self, SignOffline.self, ImportSignature.self,
                ]),
            CommandGroup(
                name: say(.groupAccounts),
                subcommands: [
                    AccountCommand.self, LedgerCommand.self, HardwareTokenCommand.self, Receive.self,
                    ContactsCommand.self, NameCommand.self,
                ]),
            CommandGroup(
                name: say(.groupMoney),
                subcommands: [
                    Balance.self, Send.self, History.self, Airdrop.self, TokensCommand.self, NFTsCommand.self,
                    TokenPermissions.self, Revoke.self, Reclaim.self, StakeCommand.self, NoncesCommand.self,
                    MultisigCommand.self,
                ]),
            CommandGroup(
                name: say(.groupSites),
                subcommands: [
                    OriginsCommand.self, SitesCommand.self, AppsCommand.self, ExtensionsCommand.self, OpenURL.self,
                ]),
            CommandGroup(
                name: say(.groupProtection),
                subcommands: [
                    PolicyCommand.self, PasskeyCommand.self, SecurityKeyCommand.self, TPMCommand.self,
                    FingerprintCommand.self,
                ]),
            CommandGroup(name: say(.groupNetwork), subcommands: [NetworkCommand.self]),
            CommandGroup(
                name: say(.groupDiagnostics),
                subcommands: [
                    Doctor.self, UpdateCommand.self, About.self, Modules.self, Metrics.self, Register.self, Stop.self,
                    Completions.self, Manual.self,
                ]),
        ], defaultSubcommand: Overview.self)

    static func main() {
        // A passphrase passes through this process: no core file, and no other process of this user reads its memory.
        _ = platform_harden()
        // A closed pipe is an error to report, not a reason to die without a word.
        signal(SIGPIPE, SIG_IGN)
        do {
            let own = Set(configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases })
            if try ModuleCommandLine.run(Array(CommandLine.arguments.dropFirst()), own: own.union(["help"])) { return }
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as CommandError {
            failure.report(asJSON: OutputOptions.isJSONAsked)
            exit(failure.status.rawValue)
        } catch let code as ExitCode {
            // The command has said what there is to say.
            exit(code.rawValue)
        } catch {
            exit(explaining: error)
        }
    }

    /// Exits with ArgumentParser's text: help and version on standard output, a wrong line on standard error.
    private static func exit(explaining error: any Error) -> Never {
        let error = OutputOptions.isJSONAsked ? faultInEnglish() ?? error : error
        let code = exitCode(for: error)
        if code.isSuccess {
            StandardOutput.write(fullMessage(for: error) + "\n")
        } else {
            let failure = wrongLine(message(for: error), Array(CommandLine.arguments.dropFirst()))
            failure.report(asJSON: OutputOptions.isJSONAsked)
        }
        exit(withCode: code.rawValue)
    }

    private static func wrongLine(_ message: String, _ words: [String]) -> CommandError {
        if let meant = Suggestion.forLine(words) {
            return CommandError(message, hint: say(.hintMeant, ["command": meant]), status: .usage)
        }
        return CommandError(message, hint: say(.hintHelp), status: .usage)
    }

    /// Returns the reason why the line makes no sense, in English. Scripts read the same text in every language, but
    /// the words were chosen while it was read.
    private static func faultInEnglish() -> (any Error)? {
        Phrasebook.$ofTerminal.withValue(.english) {
            do {
                _ = try parseAsRoot()
                return nil
            } catch {
                return error
            }
        }
    }

    private static func exit(withCode status: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status)
        #else
            Darwin.exit(status)
        #endif
    }

    private static func exit(_ status: Int32) -> Never { exit(withCode: status) }
}
