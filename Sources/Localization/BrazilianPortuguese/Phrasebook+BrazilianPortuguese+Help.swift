extension Phrasebook {
    static func brazilianPortuguese(_ key: HelpKey) -> String {
        switch key {
        case .helpSidekey: "Uma carteira Solana para Firefox e Chromium cujas chaves ficam fora do navegador."
        case .helpCreate: "Criar uma carteira com uma nova frase de recuperação."
        case .helpCreateMore:
            """
            Mostra as palavras uma vez, pergunta três delas e depois uma senha.

            Para scripts e testes: com --passphrase-file e --phrase-file não pergunta nada. Tal carteira fica marcada para sempre como não supervisionada, pois quem puder ler esses arquivos pode aprovar com ela.
            """
        case .helpPassphraseFile: "Ler a senha de FILE (seu, modo 0600)."
        case .helpNewPassphraseFile: "Ler a nova senha de FILE (seu, modo 0600)."
        case .helpPhraseOut: "Gravar a frase em FILE, que deve ser novo, ou vazio com modo 0600."
        case .helpWordsNew: "Criar uma frase de N palavras: 12, 15, 18, 21 ou 24."
        case .helpSeedPassphrase: "Perguntar uma senha BIP-39, que faz parte da frase."
        case .helpApprovals: "Onde se decidem as solicitações: popup, risky ou native."
        case .helpRestore: "Criar uma carteira a partir da sua frase de recuperação."
        case .helpRestoreMore:
            """
            Pergunta as palavras uma a uma, completa e verifica cada uma, e depois pergunta uma senha. As palavras saem da tela quando a última estiver certa.

            Para scripts e testes: com --passphrase-file e --phrase-file não pergunta nada. Tal carteira fica marcada para sempre como não supervisionada, pois quem puder ler esses arquivos pode aprovar com ela.
            """
        case .helpFirstPath: "Começar com a conta neste caminho; pode ser repetido."
        case .helpReplace: "Deixar de lado a carteira existente, como uma cuja senha se perdeu. Nada é apagado."
        case .helpWords: "A frase tem N palavras: 12, 15, 18, 21 ou 24."
        case .helpPhraseFile: "Ler a frase de FILE (seu, modo 0600), em uma linha."
        case .helpSeedPassphraseFile: "Ler a senha BIP-39 de FILE (seu, modo 0600)."
        case .helpUnlock: "Desbloquear a carteira para uma sessão."
        case .helpUnlockMore:
            "A carteira é bloqueada de novo algum tempo depois da sua última aprovação, no máximo depois de uma hora. Em uma carteira nova são 15 minutos; `sidekey policy set --session` muda isso."
        case .helpLock: "Bloquear a carteira."
        case .helpStatus: "Mostrar o estado e as contas da carteira."
        case .helpJSON: "Imprimir JSON, em uma linha."
        case .helpPending: "Listar as solicitações que esperam uma decisão."
        case .helpApprove: "Mostrar uma solicitação e aprovar."
        case .helpApproveMore:
            "Pede um sim e a senha, mesmo com a carteira desbloqueada: outro programa seu também poderia executar este comando. Só uma carteira criada por um script e desbloqueada é aprovada apenas com --yes. Solicitações perigosas precisam da senha ali também."
        case .helpRequest: "O id da solicitação, como `sidekey pending` o lista."
        case .helpYes: "Não perguntar se deve aprovar."
        case .helpReject: "Rejeitar uma solicitação."
        case .helpRecords: "Mostrar os registros de uma solicitação: o que veio e o que foi respondido."
        case .helpRecordsMore: "Registros são provas. Nada é assinado a partir deles."
        case .helpRecordID: "O id da solicitação."
        case .helpAccount: "Listar, adicionar, importar, nomear, ocultar, ordenar e remover contas."
        case .helpAccountArgument: "A conta: sua chave pública, seu nome, ou seu número em `sidekey account list`."
        case .helpAccountOrFirst:
            "A conta: sua chave pública, seu nome, ou seu número em `sidekey account list`. Por padrão, a primeira."
        case .helpAccountList: "Listar as contas."
        case .helpAccountAdd: "Adicionar uma conta de uma frase de recuperação da carteira."
        case .helpAccountAddMore:
            "Sem --path é o próximo de m/44'/501'/n'/0'. Pede a senha enquanto a carteira estiver bloqueada."
        case .helpPath: #"O caminho de derivação, como "m/44'/501'/3'"."#
        case .helpSecret: "Qual dos segredos da carteira, se houver vários; o primeiro é 0."
        case .helpAccountImport: "Importar uma chave privada ou outra frase de recuperação."
        case .helpAccountImportMore:
            """
            Lê um arquivo JSON do solana-keygen, ou um arquivo com uma chave privada em base58; sem FILE, pergunta uma chave em base58 e não mostra nada dela. Com --phrase, pergunta as palavras de uma frase.

            O que é importado fica só no arquivo desta carteira: a frase da própria carteira não o traz de volta.
            """
        case .helpKeyFile: "Um arquivo seu com modo 0600: JSON do solana-keygen, ou uma chave privada em base58."
        case .helpImportPhrase: "Importar uma frase de recuperação, digitada palavra por palavra."
        case .helpPhrasePath: "Começar com a conta da frase neste caminho; pode ser repetido."
        case .helpAccountLabel: "Nomear uma conta; as páginas nunca conhecem o nome."
        case .helpLabel: "O nome, no máximo 128 bytes."
        case .helpAccountHide: "Deixar uma conta fora das listas no navegador."
        case .helpAccountShow: "Mostrar de novo nas listas uma conta oculta."
        case .helpAccountMove: "Mover uma conta na lista."
        case .helpPlace: "Seu novo número na lista; o primeiro é 1."
        case .helpAccountRemove: "Remover uma conta; pede a senha."
        case .helpAccountRemoveMore:
            "O que a conta contém fica na blockchain. Uma conta de uma frase pode ser adicionada de novo; uma chave importada some desta máquina com ela."
        case .helpRemoveYes: "Não perguntar se deve remover."
        case .helpPhrase: "Mostrar a frase de recuperação de novo."
        case .helpPhraseShow: "Mostrar a frase de recuperação; pede a senha."
        case .helpPhraseShowMore:
            "As palavras ficam em uma tela que não guarda nada, até que Enter seja pressionado. Quem as vê tem o que a carteira contém. Chaves importadas não estão nas palavras; também são mostradas, em base58, depois de uma pergunta própria."
        case .helpVault: "Alterar a senha, trocar a chave, copiar e restaurar o arquivo da carteira."
        case .helpVaultBackup: "Copiar a carteira criptografada para um novo arquivo."
        case .helpVaultBackupMore:
            "A cópia guarda as chaves, as contas com seus nomes, os contatos e os limites. Ela se abre para sempre com a senha de hoje: uma senha alterada depois não altera a cópia. A frase de recuperação em papel é a melhor cópia de segurança; chaves importadas, nomes, contatos e limites estão só aqui."
        case .helpNewFile: "O arquivo, que deve ser novo."
        case .helpVaultChangePassphrase: "Alterar a senha."
        case .helpVaultChangePassphraseMore:
            "A senha antiga não abre mais nem a carteira nem a geração anterior dela. Ainda abre cópias de segurança feitas antes, e qualquer outra cópia do arquivo."
        case .helpVaultRestore: "Pôr uma cópia de segurança no lugar da carteira; a carteira atual fica de lado."
        case .helpVaultRestoreMore:
            "Diz antes quais sites, aplicativos, extensões e chaves de acesso serão desconectados. Pede a senha com que a cópia de segurança foi feita. Nada é substituído se ela não abrir. Os contatos e limites da cópia são somados aos desta carteira."
        case .helpBackupFile: "Um arquivo que `sidekey vault backup` criou."
        case .helpSetAsideYes: "Não perguntar se deve deixar de lado a carteira atual."
        case .helpVaultRotate: "Sortear uma nova chave do cofre; as chaves de acesso precisam ser adicionadas de novo."
        case .helpPolicy: "Mostrar e definir o que se decide no navegador e o que fora dele."
        case .helpPolicyShow: "Mostrar as regras."
        case .helpPolicySet: "Alterar as regras; pede a senha."
        case .helpPolicySetMore:
            "--approvals diz o que se decide fora do navegador: nada (popup), o que é arriscado (risky, o padrão) ou tudo (native). O limite de gastos é quanto as aprovações no navegador podem deixar sair em 24 horas."
        case .helpPolicyAllowance: "Mostrar quanto o navegador ainda pode aprovar."
        case .helpPolicyAllowanceMore:
            "O limite de gastos conta tudo o que foi aprovado no navegador nas últimas 24 horas. Só o tempo o renova, ou --reset com a senha."
        case .helpAllowanceReset: "Liberar de novo todo o limite de gastos; pede a senha."
        case .helpLimit: "Adicionar um limite ao que uma conta assina ou um site manda assinar."
        case .helpLimitMore:
            "O que passa de um limite é recusado antes de se perguntar a alguém, e com --raise é decidido fora do navegador. Um limite nunca aprova nada. Adicionar um não pede senha; retirá-lo pede (sidekey policy unlimit). Os valores são o que a revisão diz que pode sair: o que não tem medida, ou não se lê por inteiro, passa de um limite em SOL e de uma lista de programas."
        case .helpLimitAccount: "A conta de que se trata, pelo endereço; sem isso, todas as contas."
        case .helpLimitOrigin:
            "O site de que se trata, como https://example.com, ou sidekey para o que você envia; sem isso, todos os sites."
        case .helpLimitCeiling: "O SOL que uma solicitação pode deixar sair."
        case .helpLimitSpend: "O SOL que pode sair em um período, como 0.5/24h ou 2/7d."
        case .helpLimitSignatures: "As assinaturas que pode haver em um período, como 20/1h."
        case .helpLimitProgram:
            "Um programa que uma transação pode chamar, pelo endereço; nenhum outro. Repita para vários."
        case .helpLimitExpires: "A partir de quando nada mais se assina: 30m, 8h ou 7d a contar de agora."
        case .helpLimitRaise: "Perguntar fora do navegador em vez de recusar."
        case .helpLimitReplace: "O número de um limite cujo lugar ele toma, que só pode ficar mais apertado."
        case .helpLimits: "Mostrar os limites e o que resta deles."
        case .helpUnlimit: "Retirar limites; pede a senha."
        case .helpLimitNumbers: "Os números dos limites, como sidekey policy limits os mostra."
        case .helpAllowance: "Quanto as aprovações no navegador podem deixar sair, em SOL, como 0.1."
        case .helpPressAllowance:
            "Quanto os cliques na janela do Sidekey podem aprovar em 24 horas, em SOL; acima disso, a janela pede a senha."
        case .helpSession: "Segundos da sua última aprovação até a carteira ser bloqueada (10 a 3600)."
        case .helpPerRequest: "Pedir senha ou chave de acesso a cada solicitação."
        case .helpRecognition: "Perguntar uma palavra pela qual você reconhece os avisos fora do navegador."
        case .helpNetwork: "Mostrar e escolher redes e os nós que são consultados."
        case .helpNetworkMore:
            "Um nó fica sabendo quais endereços são consultados, e o que ele diz é o que a carteira mostra da blockchain. Por isso uma alteração exige a senha."
        case .helpNetworkShow: "Mostrar as redes e seus nós."
        case .helpNetworkCheck: "Perguntar aos nós de uma rede se respondem, e por qual rede."
        case .helpNetworkUse: "Escolher a rede que vale quando ninguém indica uma; pede a senha."
        case .helpNetworkEndpoints: "Escolher por quais nós se acessa uma rede; pede a senha."
        case .helpNetworkEndpointsMore:
            "O primeiro que responde é consultado; quando há dois, o que oculta contas é perguntado a ambos. Um endereço é https, ou http para um nó nesta máquina."
        case .helpURLs: "Os endereços, em sua ordem."
        case .helpPublic: "Voltar ao nó público da rede."
        case .helpNone: "Nunca acessar esta rede."
        case .helpNetworkOff: "Não consultar ninguém; pede a senha."
        case .helpNetworkOn: "Acessar a rede de novo; pede a senha."
        case .helpCluster: "mainnet, devnet, testnet ou localnet."
        case .helpClusterOrChosen: "mainnet, devnet, testnet ou localnet; sem isso, a escolhida."
        case .helpOrigins: "Listar os sites conectados e escolher o que eles veem."
        case .helpOriginsList: "Listar os sites conectados."
        case .helpOriginsRevoke: "Desconectar um site, em todos os perfis do navegador ou em um."
        case .helpOriginsBlock: "Recusar todas as solicitações de um site, até que seja desbloqueado."
        case .helpOriginsBlockMore:
            "Ele continua conectado, se estiver: revogue-o também, para que não veja nenhuma conta."
        case .helpOriginsUnblock: "Deixar um site bloqueado pedir de novo."
        case .helpOriginsBlocked: "Listar os sites cujas solicitações são recusadas."
        case .helpSite: "O domínio ou a origem do site, como dapp.example; todos os seus subdomínios estão incluídos."
        case .helpOriginsSet: "Escolher as contas que um site conectado vê."
        case .helpOriginsSetMore: "Mais contas do que ele vê agora exigem a senha."
        case .helpOrigin: "A origem do site, como https://dapp.example."
        case .helpProfile: "Só neste perfil do navegador."
        case .helpContainer: "Só neste contêiner."
        case .helpOriginAccount: "A chave pública, o nome ou o número de uma conta; pode ser repetido."
        case .helpOpenURL: "Receber um link com que um aplicativo pede algo à carteira."
        case .helpOpenURLMore:
            "A área de trabalho chama isto para links sidekey:. Você é perguntado como para um site; a resposta é aberta no lugar que você viu quando o aplicativo pediu pela primeira vez."
        case .helpLink: "O link, sidekey://v1/... ou https://.../ul/v1/...."
        case .helpPrintLink: "Mostrar o link da resposta em vez de abri-lo."
        case .helpApps: "Aplicativos que pedem à carteira por links."
        case .helpAppsList: "Listar os aplicativos conectados."
        case .helpAppsRevoke: "Desconectar um aplicativo; o que espera dele é cancelado."
        case .helpApp: "A chave do aplicativo, como a lista mostra."
        case .helpExtensions: "Listar as outras extensões que podem usar a carteira, e permitir."
        case .helpExtensionsList: "Listar as outras extensões que podem usar a carteira."
        case .helpExtensionsAllow: "Deixar outra extensão usar a carteira."
        case .helpExtensionsAllowMore:
            "Exige a senha. Sem --method ela pode chamar tudo o que se pode permitir a outras extensões; sem --account ela vê a primeira conta. Cada assinatura continua sendo perguntada, fora do navegador. O navegador dela a deixa chegar à carteira depois de ./install.sh --allow-extension ID."
        case .helpExtensionsRevoke: "Retirar tudo o que outra extensão pode fazer."
        case .helpExtension: "O id da extensão, como o navegador a chama."
        case .helpExtensionMethod: "Um método que ela pode chamar; pode ser repetido."
        case .helpPasskey: "Listar, permitir e remover as chaves de acesso que desbloqueiam a carteira."
        case .helpPasskeyList: "Listar as chaves de acesso."
        case .helpPasskeyAllow: "Permitir que a extensão adicione ou remova uma chave de acesso."
        case .helpPasskeyAllowMore: "Exige a senha. Vale por dois minutos e uma alteração, em qualquer navegador."
        case .helpPasskeyRemove: "Remover uma chave de acesso. Exige a senha."
        case .helpPasskeyID: "O id da chave de acesso, como `sidekey passkey list` o mostra."
        case .helpSignOffchain: "Assinar um texto como mensagem off-chain."
        case .helpSignOffchainMore:
            "Imprime a assinatura em base58, com --json também os bytes assinados. Pede a senha, exceto para uma carteira criada por um script e desbloqueada."
        case .helpVerifyOffchain: "Verificar a assinatura de uma mensagem off-chain."
        case .helpVerifyOffchainMore:
            "Não precisa de carteira nem de agente. O status de saída é 0 só quando a assinatura está certa. A versão 0 tem duas formas sob um só número: a da proposta, com signatários e domínio da aplicação, e a do SDK Rust, que `solana sign-offchain-message` faz. As duas são testadas; a resposta nomeia a que serve."
        case .helpText: "O texto."
        case .helpSignature: "A assinatura, em base58."
        case .helpSigningAccount: "A chave pública da conta que assinou."
        case .helpTextFile: "Ler o texto de FILE em vez disso."
        case .helpEnvelope: "A versão do envelope: 0 ou 1."
        case .helpDomain: "32 bytes em base58 que nomeiam a aplicação; por padrão, zeros. Só na versão 0."
        case .helpSigner: "A chave pública de um signatário, uma vez para cada; por padrão, só a conta."
        case .helpBalance: "Mostrar o que uma conta contém."
        case .helpBalanceMore:
            "Se nenhum nó responde, mostra-se o que foi salvo por último com sua idade, por menos de sete dias."
        case .helpHistory: "Mostrar as transações de uma conta."
        case .helpHistoryMore:
            "Marcadas e nunca ocultas: dust (menos de 0.001 SOL de um desconhecido), unknown-token (um token que a conta nunca usou), many-recipients (uma de muitas que receberam o mesmo), named-only (nada chegou: é assim que um endereço parecido entra em um histórico)."
        case .helpHistoryLimit: "Quantas, as mais novas primeiro."
        case .helpSend: "Enviar SOL ou tokens."
        case .helpSendMore:
            "TO é um endereço ou o nome de um contato. Pede um sim e a senha, como `sidekey approve`. Tudo (--all) em SOL não deixa nada para trás, mas paga a taxa."
        case .helpSendWhat: "O valor, de quê (por padrão, SOL) e o destinatário."
        case .helpSendAll: "Enviar tudo o que houver."
        case .helpMemo: "Um texto que todos podem ler, no máximo 256 bytes."
        case .helpAllowOffCurve:
            "Enviar a um endereço ao qual nenhuma chave pertence: o de um programa ou de uma carteira multiassinatura."
        case .helpDryRun: "Mostrar o que seria enviado, sem enviar nada."
        case .helpPriority: "O que oferecer além da taxa: none, normal ou high."
        case .helpPriorityCap: "O máximo a oferecer além da taxa, por padrão 0.0001."
        case .helpAirdrop: "Pedir SOL a uma rede de testes."
        case .helpAirdropMore: "A mainnet não dá nada; faucets públicos costumam recusar."
        case .helpAirdropAmount: "Quanto, em SOL."
        case .helpPermissions: "Listar quem mais pode tirar os tokens de uma conta."
        case .helpPermissionsMore: "Um delegado pode tirar tokens quando quiser, até que você revogue isso."
        case .helpRevoke: "Revogar, com uma transação, quem mais pode tirar seus tokens."
        case .helpRevokeMore: "Pede um sim e a senha, como `sidekey approve`."
        case .helpRevokeAccounts: "As contas de token."
        case .helpRevokeAll: "Todas as contas de token das quais outra pessoa pode tirar."
        case .helpContacts: "Listar, adicionar, renomear e remover contatos."
        case .helpContactsMore:
            "Uma análise avisa de endereços parecidos com o de um contato. Por isso toda alteração pede a senha, exceto em uma carteira criada por um script e desbloqueada."
        case .helpContactsList: "Listar os contatos."
        case .helpContactsAdd: "Dar um nome a um endereço."
        case .helpContactsRename: "Dar outro nome a um contato."
        case .helpContactsRemove: "Remover um contato."
        case .helpAddress: "O endereço."
        case .helpContactName: "O nome: uma linha de no máximo 64 bytes."
        case .helpContactNewName: "O novo nome: uma linha de no máximo 64 bytes."
        case .helpContact: "O contato: seu endereço ou seu nome."
        case .helpReceive: "Mostrar o endereço de uma conta, em um terminal também como código QR."
        case .helpReceiveMore: "Para um pipe ou um arquivo vai só o endereço. O código contém o endereço e mais nada."
        case .helpActivity: "Listar, verificar e exportar o que a carteira fez."
        case .helpActivityMore:
            "Cada linha decorre da anterior, e a última é selada com uma chave do cofre. Quem pode gravar na pasta inteira pode pôr uma mais antiga de volta: uma exportação que você guarda em outro lugar mostra isso (sidekey activity verify FILE)."
        case .helpActivityList: "Listar o que a carteira fez, o mais novo primeiro."
        case .helpActivitySite: "Só o que este site pediu (https://dapp.example)."
        case .helpActivityLimit: "Quantas linhas."
        case .helpActivityExport: "Gravar toda a atividade em um novo arquivo, ou na saída padrão."
        case .helpActivityExportMore:
            "Nada é abreviado. Guardada em outro lugar, é contra ela que uma volta no tempo aparece: sidekey activity verify FILE"
        case .helpFormat: "json ou csv."
        case .helpExportFile: "Um arquivo que ainda não existe."
        case .helpActivityVerify: "Ver se alguém alterou a atividade."
        case .helpActivityVerifyMore:
            "Diz até qual linha ela está selada, e quantas vieram depois. Com um FILE que export gravou, diz também se cada linha de então ainda está lá: uma atividade levada de volta a um estado anterior, com cofre e tudo, não se descobre de outro modo."
        case .helpVerifyFile: "Uma exportação anterior, JSON ou CSV."
        case .helpDecode: "Mostrar o que uma transação faria."
        case .helpDecodeMore:
            "Lê uma transação em base64 ou base58 de FILE, ou da entrada padrão. Não precisa de carteira, de agente nem de rede: o que só a blockchain sabe não está nela. O status de saída diz se a transação pôde ser lida, não se é inofensiva."
        case .helpDecodeFile: "O arquivo; - ou nenhum é a entrada padrão."
        case .helpDecodeAccount:
            "De quem é a vista: primeiro a conta que assina, depois outras da mesma carteira. Por padrão, a que paga a taxa."
        case .helpDoctor: "Procurar falhas na instalação."
        case .helpDoctorMore:
            "Não altera nada, só inicia o agente. O status de saída é 1 se uma verificação falhar; avisos não contam."
        case .helpStop: "Bloquear a carteira e encerrar o agente."
        case .exitDone:
            "O comando fez o que devia."
        case .exitFailed:
            "Não fez, por um motivo que não tem número próprio."
        case .exitNoWallet:
            "Ainda não há carteira."
        case .exitLocked:
            "A carteira está bloqueada, ou isto exige uma senha que não foi dada."
        case .exitWrongPassphrase:
            "A senha está errada."
        case .exitDeclined:
            "O usuário disse não."
        case .exitGone:
            "A solicitação não espera mais: foi decidida em outro lugar, retirada ou expirou."
        case .exitUnreachable:
            "O agente não pode ser alcançado, ou não responde."
        case .exitNoNode:
            "Nenhum nó do cluster responde, ou nenhum está configurado."
        case .exitNoTerminal:
            "Seria preciso perguntar algo, e não há terminal para perguntar."
        case .exitRefused:
            "As regras da carteira dizem não."
        case .exitNotExecuted:
            "Uma transação não foi executada, ou falhou."
        case .exitOutcomeUnknown:
            "Uma transação saiu, e ninguém sabe o que houve com ela: repeti-la pode pagar duas vezes."
        case .exitUsage:
            "A linha não faz sentido."
        case .exitInterrupted:
            "Ctrl-C, ou algo mandou que terminasse."
        case .helpReview:
            "Mostrar o que uma solicitação pede, sem decidir nada."
        case .helpReviewMore:
            "É o texto que `sidekey approve` mostra."
        case .helpRejectAll:
            "Rejeitar todas as solicitações que esperam."
        case .helpSignMessage:
            "Assinar uma mensagem como ela é, como para um site."
        case .helpSignMessageMore:
            "A solicitação passa pela fila, sob as regras que valem para sites: nada que seja uma transação é assinado como mensagem, nem a entrada em um site. O que significaria aparece na saída de erro; a assinatura fica sozinha na saída padrão."
        case .helpMessageFile:
            "Usar os bytes de FILE; - é a entrada padrão."
        case .helpVerifyMessage:
            "Verificar a assinatura de uma mensagem."
        case .helpVerifyMessageMore:
            "Não precisa de carteira, de agente nem de rede. O status de saída só é 0 quando a assinatura está certa."
        case .helpSignatureOrBase64:
            "A assinatura, em base58 ou base64."
        case .helpSettings:
            "Mostrar e definir a aparência da carteira."
        case .helpSettingsShow:
            "Mostrar idioma, tema e explorador."
        case .helpSettingsSet:
            "Definir idioma, tema ou explorador."
        case .helpSettingsSetMore:
            "Todo navegador aberto acompanha na próxima vez que perguntar. O idioma do próprio `sidekey` vem de LC_ALL, `LC_MESSAGES` ou LANG."
        case .helpLanguage:
            "O idioma das telas e perguntas da carteira; auto é o do navegador."
        case .helpTheme:
            "Telas claras ou escuras, ou como o sistema."
        case .helpExplorer:
            "O que mostra uma transação a quem pede."
        case .helpAbout:
            "Mostrar de que o Sidekey é feito aqui, por versão."
        case .helpAboutMore:
            "Como ele está, `sidekey doctor` diz."
        case .helpPolicyTighten:
            "Tornar as regras mais rígidas, sem a senha."
        case .helpPolicyTightenMore:
            "O que deixaria passar mais é recusado: `sidekey policy set` pede a senha e faz as duas coisas."
        case .helpCompletions:
            "Imprimir um script que completa linhas em um shell."
        case .helpCompletionsMore:
            "O install.sh o põe onde bash e fish procuram. Para zsh: sidekey completions zsh > FOLDER/_sidekey, com FOLDER em fpath."
        case .helpShell:
            "O shell."
        case .helpManual:
            "Imprimir a página do manual."
        case .helpManualMore:
            "Em roff, feita desta ajuda: sidekey man | man -l -"
        case .manualName:
            "NOME"
        case .manualSynopsis:
            "SINOPSE"
        case .manualDescription:
            "DESCRIÇÃO"
        case .manualCommand:
            "comando"
        case .manualIntro:
            "Os resultados vão para a saída padrão; erros e dicas, para a saída de erro. Nenhum segredo é tirado da linha, da entrada padrão ou do ambiente: uma senha é digitada no terminal, ou lida de um arquivo seu com modo 0600."
        case .manualJSON:
            #"Com --json um comando imprime um valor em uma linha, em inglês em todos os idiomas, e um erro como uma linha na saída de erro: `{"error": {"status", "name", "message", "hints", "code", "reason", "data"}}`. Valores são cadeias de dígitos, na menor unidade. Uma lista é um array, inteira."#
        case .manualCommands:
            "COMANDOS"
        case .manualStatus:
            "STATUS DE SAÍDA"
        case .manualEnvironment:
            "AMBIENTE"
        case .manualHome:
            "Move a pasta da carteira e o soquete do agente: para testes e demonstrações."
        case .manualLocale:
            "O idioma: en, pt_BR, el ou tr."
        case .manualFiles:
            "ARQUIVOS"
        case .manualData:
            "A carteira, cifrada, e seu banco de dados; sob XDG_DATA_HOME, onde definido."
        case .manualSocket:
            "O soquete do agente."
        case .manualDefault:
            "Padrão:"
        case .manualValues:
            "Um destes:"
        case .helpMetrics: "Contar as chamadas e quanto tempo levaram, só nesta máquina."
        case .helpModules: "Listar os módulos instalados e os métodos deles."
        }
    }
}
