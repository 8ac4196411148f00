extension Phrasebook {
    static func brazilianPortuguese(_ key: DoctorKey) -> String {
        switch key {
        case .markOK: "ok"
        case .markWarning: "aviso"
        case .markFailure: "FALHA"
        case .markHint: "dica"
        case .foundPrograms: "Sidekey {version}, protocolo {number}, em {folder}"
        case .foundNoFolder: "não é possível descobrir a pasta deste programa"
        case .foundProgramsMissing: "faltam em {folder}: {names}"
        case .listAnd: " e "
        case .foundAgentSilent: "sem resposta do agente: {error}"
        case .foundAgentOther: "o agente em execução é {version}, protocolo {number}, e este é {own}"
        case .hintStopStarts: "sidekey stop; o próximo comando ou navegador inicia o instalado"
        case .foundAgent: "o agente responde, processo {process}"
        case .foundSwap: "o agente não consegue manter todos os segredos fora da área de troca (swap)"
        case .hintMemoryLimit: "aumente o limite de memória bloqueada (ulimit -l) e depois: sidekey stop"
        case .foundNoSwap: "os segredos ficam fora da área de troca (swap)"
        case .foundNoLogind:
            "o logind não está presente: a carteira não se bloqueia quando a máquina dorme ou a área de trabalho é bloqueada"
        case .hintLockYourself: "bloqueie-a você (sidekey lock), ou espere o fim da sessão"
        case .foundLogind: "a carteira se bloqueia quando a máquina dorme e quando a área de trabalho é bloqueada"
        case .foundActivityBroken: "outra pessoa escreveu na linha {line} do registro de atividade ou antes dela"
        case .hintVerifyExport: "sidekey activity verify FILE o compara com uma exportação sua"
        case .hintLookThrough: "confira sidekey policy show e sidekey account list (contas), depois: sidekey policy set"
        case .foundRules: "as regras e os acessos são os que foram definidos"
        case .foundNoWallet: "ainda não há carteira"
        case .hintCreate: "sidekey create"
        case .foundLocked: "há uma carteira, bloqueada"
        case .foundUnlocked: "há uma carteira, desbloqueada"
        case .foundUnknown: "o estado da carteira é desconhecido"
        case .foundVaultDamaged: "o arquivo da carteira está danificado: {error}"
        case .foundVaultNewer: "um Sidekey mais novo gravou o arquivo da carteira (formato {number})"
        case .foundVaultUnread: "o arquivo da carteira não pode ser usado: {error}"
        case .hintPrevious: "a geração anterior está íntegra: `sidekey vault restore {path}`"
        case .hintBackupOrPhrase:
            "com uma cópia de segurança: `sidekey vault restore FILE`; com sua frase de recuperação: `sidekey restore`"
        case .hintCloseVault: "se ninguém mais o usou: chmod 600 {path}"
        case .hintOwnVault: "se a carteira é sua: sudo chown {user} {path}"
        case .hintUnlinkVault: "coloque ali o próprio arquivo da carteira, não um link: {path}"
        case .hintNewerOrPrevious:
            "instale de novo o Sidekey mais novo, ou volte à geração anterior: `sidekey vault restore {path}`"
        case .hintInstallNewer: "instale de novo o Sidekey mais novo"
        case .foundDatabaseLost:
            "o banco de dados estava danificado. Ele está guardado como {file}; atividade, histórico salvo, contatos, conexões e regras se perderam. Suas chaves estão seguras, e valem as regras mais rígidas"
        case .foundDatabaseNewer:
            "um Sidekey mais novo gravou o banco de dados. Ele está guardado como {file}; sem ele não há atividade, histórico salvo, contatos, conexões nem regras. Suas chaves estão seguras, e valem as regras mais rígidas"
        case .hintPutBack:
            "para tê-los de volta, instale o Sidekey mais novo, feche o navegador, execute sidekey stop e tire `{ending}` dos nomes de {files} em {folder}; senão, confira sidekey policy show e confirme: sidekey policy set"
        case .foundUnattended: "a carteira foi criada por um script e é aprovada sem a senha dela"
        case .hintForTests: "serve para testes; crie outra para dinheiro"
        case .foundHomeMoved: "SIDEKEY_HOME move a carteira para {path}: um teste ou uma demonstração"
        case .hintUnsetHome: "remova SIDEKEY_HOME para usar a sua própria carteira"
        case .foundFolder: "a pasta da carteira, {path}, é só sua"
        case .foundOtherSocket: "o agente atende outro socket que não {path}"
        case .hintRuntimeFolder:
            "ele foi iniciado com outro XDG_RUNTIME_DIR; depois de sidekey stop, o próximo comando o inicia de novo"
        case .foundSocketOpen: "{path} está aberto a outros (dono {owner}, modo {mode})"
        case .hintSocketFolder: "sidekey stop, e depois veja quem pode gravar na pasta dele"
        case .foundSocket: "o socket do agente, {path}, é só seu"
        case .foundGatewayDead: "o programa que acessa a rede, {path}, não inicia"
        case .foundConfined:
            "o que acessa a rede não pode ler nenhum arquivo seu nem abrir sockets Unix (Landlock {version}, seccomp)"
        case .foundNoSeccomp: "este kernel não tem seccomp: o que acessa a rede poderia abrir sockets Unix"
        case .hintSeccomp: "use um kernel com CONFIG_SECCOMP_FILTER"
        case .foundNoLandlock: "este kernel não tem Landlock: o que acessa a rede poderia ler seus arquivos"
        case .foundUnconfined: "este kernel não tem nem Landlock nem seccomp: nada confina o que acessa a rede"
        case .hintLandlock: "use Linux 5.13 ou mais novo, com landlock entre os módulos de segurança"
        case .foundNoPinentry: "não há pinentry com janela: fora do navegador, decide-se em um terminal"
        case .hintPinentry:
            "instale pinentry-gnome3, pinentry-qt ou pinentry-gtk2, ou use, para aprovar: sidekey approve"
        case .foundPinentry: "{path} pergunta fora do navegador"
        case .foundScheme: "os aplicativos chegam à carteira por links sidekey:"
        case .foundNoScheme: "os aplicativos não chegam à carteira: os links sidekey: não estão registrados"
        case .foundOtherScheme: "os links sidekey: vão para outro programa: {path}"
        case .foundNoBrowser: "nenhum navegador foi encontrado"
        case .hintInstallThen: "execute ./install.sh de novo quando houver um"
        case .foundNoHost: "nenhum navegador consegue iniciar o host da Sidekey"
        case .hintInstall: "execute ./install.sh"
        case .foundUnregistered: "{browser} não conhece o host da Sidekey"
        case .foundOtherHost: "{browser} inicia o host de outra instalação: {path}"
        case .hintInstallThere: "execute ./install.sh na instalação que quiser usar"
        case .foundHost: "{browser} consegue iniciar o host"
        case .foundManifestUnread: "{browser}: não é possível ler {path} como JSON"
        case .foundManifestOfOther: "{browser}: {path} não é para {name}"
        case .foundManifestClosed: "{browser}: {path} não permite a extensão da Sidekey"
        case .foundManifestOpen: "{browser}: {path} permite também outras extensões"
        case .foundManifestEmpty: "{browser}: {path} indica um programa que não existe"
        case .foundSandboxed:
            "{browser} está instalado como {kind}, que não consegue iniciar programas do sistema: a Sidekey não funciona nele"
        case .hintPackages: "instale {browser} como um pacote do sistema: {source}"
        case .foundExtensionForAll: "{browser} tem a extensão de forma permanente, como todo usuário aqui"
        case .foundExtension: "{browser} tem a extensão em um perfil"
        case .foundNoExtension: "{browser} não tem a extensão, ou a tem só até ser fechado"
        case .hintLoad: "./install.sh diz como carregá-la"
        case .hintInstallOver:
            "execute ./install.sh de novo"
        case .hintStartByPath:
            "inicie pelo caminho em que foi instalado: ~/.local/bin/sidekey doctor"
        case .hintStopAgain:
            "sidekey stop, depois: sidekey doctor. O último que escreveu está em `agent.log`, na pasta da carteira"
        case .foundFolderUnusable:
            "a pasta da carteira não pode ser usada: {error}"
        case .hintOwnFolder:
            "torne-a só sua (chown, chmod 700), ou defina XDG_DATA_HOME como uma pasta que seja"
        case .foundRulesReset:
            "outra pessoa alterou as regras e os acessos: vale o mais rígido até você defini-los de novo"
        }
    }
}
