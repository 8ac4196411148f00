import AgentSocket
import Localization
import NodeGateway

/// Whether the program that reaches the network starts, and what keeps it from everything else.
enum NetworkProcessCheck {
    static func run() -> [Diagnosis] {
        guard let program = try? GatewayProgram.besideThisProgram(environment: AgentClient.environment) else {
            return []
        }
        do throws(GatewayFault) {
            return [diagnosis(try GatewayProbe.confinement(of: program))]
        } catch {
            return [
                .failure(
                    "network", say(.foundGatewayDead, ["path": program.path]),
                    hint: say(.hintInstallAgain))
            ]
        }
    }

    private static func diagnosis(_ confinement: Confinement) -> Diagnosis {
        switch (confinement.landlock, confinement.hasFilter) {
        case (1..., true):
            .ok(
                "network",
                say(.foundConfined, ["version": "\(confinement.landlock)"]))
        case (1..., false):
            .warning(
                "network", say(.foundNoSeccomp),
                hint: say(.hintSeccomp))
        case (_, true):
            .warning(
                "network", say(.foundNoLandlock),
                hint: say(.hintLandlock))
        case (_, false):
            .warning(
                "network", say(.foundUnconfined),
                hint: say(.hintLandlock))
        }
    }
}
