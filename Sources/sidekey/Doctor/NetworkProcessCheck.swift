import AgentSocket
import NodeGateway
import Wording

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
                .failure("network", .foundGatewayDead, ["path": program.path])
            ]
        }
    }

    private static func diagnosis(_ confinement: Confinement) -> Diagnosis {
        switch (confinement.landlock, confinement.hasFilter) {
        case (1..., true):
            .ok("network", .foundConfined, ["version": "\(confinement.landlock)"])
        case (1..., false):
            .warning("network", .foundNoSeccomp)
        case (_, true):
            .warning("network", .foundNoLandlock)
        case (_, false):
            .warning("network", .foundUnconfined)
        }
    }
}
