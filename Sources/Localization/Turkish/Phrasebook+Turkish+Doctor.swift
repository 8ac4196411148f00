extension Phrasebook {
    static func turkish(_ key: DoctorKey) -> String {
        switch key {
        case .markOK: "tamam"
        case .markWarning: "uyarı"
        case .markFailure: "ARIZA"
        case .markHint: "ipucu"
        case .foundPrograms: "Sidekey {version}, protokol {number}, konum: {folder}"
        case .foundNoFolder: "bu programın klasörü bulunamıyor"
        case .foundProgramsMissing: "{folder} klasöründe eksik: {names}"
        case .listAnd: " ve "
        case .foundAgentSilent: "aracıdan yanıt yok: {error}"
        case .foundAgentOther: "çalışan aracı {version}, protokol {number}; bu ise {own}"
        case .hintStopStarts: "sidekey stop; sonraki komut veya tarayıcı kurulu olanı başlatır"
        case .foundAgent: "aracı yanıt veriyor, süreç {process}"
        case .foundSwap: "aracı her gizli bilgiyi takas alanının (swap) dışında tutamıyor"
        case .hintMemoryLimit: "kilitli bellek sınırını yükseltin (ulimit -l), sonra: sidekey stop"
        case .foundNoSwap: "gizli bilgiler takas alanının (swap) dışında tutuluyor"
        case .foundNoLogind: "logind yok: makine uyuduğunda veya masaüstü kilitlendiğinde cüzdan kilitlenmez"
        case .hintLockYourself: "kendiniz kilitleyin (sidekey lock) veya oturumun sonunu bekleyin"
        case .foundLogind: "makine uyuduğunda ve masaüstü kilitlendiğinde cüzdan kilitlenir"
        case .foundActivityBroken: "başka biri etkinlik kaydının {line}. satırına veya öncesine yazmış"
        case .hintVerifyExport: "sidekey activity verify FILE onu bir dışa aktarımınızla karşılaştırır"
        case .hintLookThrough:
            "sidekey policy show ve sidekey account list (hesaplar) çıktılarına bakın, sonra: sidekey policy set"
        case .foundRules: "kurallar ve izinler belirlendiği gibi"
        case .foundNoWallet: "henüz cüzdan yok"
        case .hintCreate: "sidekey create"
        case .foundLocked: "bir cüzdan var, kilitli"
        case .foundUnlocked: "bir cüzdan var, kilidi açık"
        case .foundUnknown: "cüzdanın durumu bilinmiyor"
        case .foundVaultDamaged: "cüzdan dosyası hasarlı: {error}"
        case .foundVaultNewer: "cüzdan dosyasını daha yeni bir Sidekey yazmış (biçim {number})"
        case .foundVaultUnread: "cüzdan dosyası kullanılamıyor: {error}"
        case .hintPrevious: "bir önceki kuşak sağlam: `sidekey vault restore {path}`"
        case .hintBackupOrPhrase: "yedekle: `sidekey vault restore FILE`; kurtarma ifadenizle: `sidekey restore`"
        case .hintCloseVault: "başka kimse kullanmadıysa: chmod 600 {path}"
        case .hintOwnVault: "cüzdan sizinse: sudo chown {user} {path}"
        case .hintUnlinkVault: "oraya bağlantı yerine cüzdan dosyasının kendisini koyun: {path}"
        case .hintNewerOrPrevious:
            "yeni Sidekey sürümünü yeniden kurun ya da bir önceki kuşağa dönün: `sidekey vault restore {path}`"
        case .hintInstallNewer: "yeni Sidekey sürümünü yeniden kurun"
        case .foundDatabaseLost:
            "veritabanı hasarlıydı. {file} adıyla saklanıyor; etkinlik, kayıtlı geçmiş, kişiler, bağlantılar ve kurallar kayboldu. Anahtarlarınız güvende ve en katı kurallar geçerli"
        case .foundDatabaseNewer:
            "veritabanını daha yeni bir Sidekey yazmış. {file} adıyla saklanıyor; o olmadan etkinlik, kayıtlı geçmiş, kişiler, bağlantılar ve kurallar yok. Anahtarlarınız güvende ve en katı kurallar geçerli"
        case .hintPutBack:
            "geri almak için yeni Sidekey sürümünü kurun, tarayıcınızı kapatın, sidekey stop çalıştırın ve {folder} klasöründe {files} adlarından `{ending}` ekini silin; yoksa sidekey policy show çıktısına bakıp onaylayın: sidekey policy set"
        case .foundUnattended: "cüzdan betikle oluşturuldu ve parolası olmadan onaylanıyor"
        case .hintForTests: "testler için uygun; para için başka bir tane oluşturun"
        case .foundHomeMoved: "SIDEKEY_HOME cüzdanı {path} konumuna taşıyor: bir test veya gösterim"
        case .hintUnsetHome: "kendi cüzdanınız için SIDEKEY_HOME değişkenini kaldırın"
        case .foundFolder: "cüzdanın klasörü {path} yalnızca sizin"
        case .foundOtherSocket: "aracı {path} dışında bir sokete hizmet ediyor"
        case .hintRuntimeFolder:
            "başka bir XDG_RUNTIME_DIR ile başlatılmış; sidekey stop sonrası sonraki komut onu yeniden başlatır"
        case .foundSocketOpen: "{path} başkalarına açık (sahibi {owner}, izinler {mode})"
        case .hintSocketFolder: "sidekey stop, sonra klasörüne kimin yazabildiğine bakın"
        case .foundSocket: "aracının soketi {path} yalnızca sizin"
        case .foundGatewayDead: "ağa ulaşan program, {path}, başlamıyor"
        case .foundConfined:
            "ağa ulaşan program hiçbir dosyanızı okuyamaz ve Unix soketi açamaz (Landlock {version}, seccomp)"
        case .foundNoSeccomp: "bu çekirdekte seccomp yok: ağa ulaşan program Unix soketleri açabilir"
        case .hintSeccomp: "CONFIG_SECCOMP_FILTER içeren bir çekirdek kullanın"
        case .foundNoLandlock: "bu çekirdekte Landlock yok: ağa ulaşan program dosyalarınızı okuyabilir"
        case .foundUnconfined: "bu çekirdekte ne Landlock ne seccomp var: ağa ulaşan programı hiçbir şey sınırlamıyor"
        case .hintLandlock: "güvenlik modülleri arasında landlock bulunan Linux 5.13 veya sonrasını kullanın"
        case .foundNoPinentry: "pencereli bir pinentry yok: tarayıcının dışında kararı bir terminal verir"
        case .hintPinentry:
            "pinentry-gnome3, pinentry-qt veya pinentry-gtk2 kurun ya da onaylamak için şunu kullanın: sidekey approve"
        case .foundPinentry: "tarayıcının dışında {path} sorar"
        case .foundScheme: "uygulamalar cüzdana sidekey: bağlantılarıyla ulaşır"
        case .foundNoScheme: "uygulamalar cüzdana ulaşamaz: sidekey: bağlantıları kayıtlı değil"
        case .foundOtherScheme: "sidekey: bağlantıları başka bir programa gidiyor: {path}"
        case .foundNoBrowser: "tarayıcı bulunamadı"
        case .hintInstallThen: "bir tane olduğunda ./install.sh dosyasını yeniden çalıştırın"
        case .foundNoHost: "Sidekey'in host programını başlatabilen tarayıcı yok"
        case .hintInstall: "./install.sh dosyasını çalıştırın"
        case .foundUnregistered: "{browser} Sidekey'in host programını tanımıyor"
        case .foundOtherHost: "{browser} başka bir kurulumun host programını başlatıyor: {path}"
        case .hintInstallThere: "istediğiniz kurulumda ./install.sh dosyasını çalıştırın"
        case .foundHost: "{browser} host programını başlatabiliyor"
        case .foundManifestUnread: "{browser}: {path} JSON olarak okunamıyor"
        case .foundManifestOfOther: "{browser}: {path}, {name} için değil"
        case .foundManifestClosed: "{browser}: {path} Sidekey'in uzantısına izin vermiyor"
        case .foundManifestOpen: "{browser}: {path} başka uzantılara da izin veriyor"
        case .foundManifestEmpty: "{browser}: {path} var olmayan bir program gösteriyor"
        case .foundSandboxed:
            "{browser} bir {kind} olarak kurulu ve sistemin programlarını başlatamaz: Sidekey onda çalışmaz"
        case .hintPackages: "{browser} tarayıcısını sistemin bir paketi olarak kurun: {source}"
        case .foundExtensionForAll: "{browser} uzantıya kalıcı olarak sahip, buradaki her kullanıcı gibi"
        case .foundExtension: "{browser} uzantıyı bir profilde bulunduruyor"
        case .foundNoExtension: "{browser} uzantıya sahip değil veya yalnızca kapatılana kadar sahip"
        case .hintLoad: "nasıl yükleneceğini ./install.sh söyler"
        case .hintInstallOver:
            "./install.sh dosyasını yeniden çalıştırın"
        case .hintStartByPath:
            "kurulduğu yoldan başlatın: ~/.local/bin/sidekey doctor"
        case .hintStopAgain:
            "sidekey stop, sonra: sidekey doctor. Son yazdığı, cüzdanın klasöründeki `agent.log` dosyasındadır"
        case .foundFolderUnusable:
            "cüzdanın klasörü kullanılamıyor: {error}"
        case .hintOwnFolder:
            "yalnızca sizin yapın (chown, chmod 700) ya da XDG_DATA_HOME'a öyle bir klasör verin"
        case .foundRulesReset:
            "kuralları ve izinleri başka biri değiştirmiş: siz yeniden belirleyene kadar en katısı geçerli"
        }
    }
}
