/// The passphrases that people choose before anything else: those that every list begins with, first names, teams, and this field's own words.
///
/// A choice of those that lists of leaked passwords have in common; three letters at least, small. What is missing counts as a word all the same.
enum UsualPassphrases {
    static let all: [String] = """
        password passwort passwords passphrase passcode pass pwd admin administrator root user guest login logon letmein welcome
        hello test testing tester demo default changeme secret private access master mypassword qwerty qwertz azerty abc iloveyou
        love lovely loveme baby babygirl angel princess prince sunshine flower monkey dragon shadow tiger lion eagle panther
        football soccer baseball basketball hockey superman batman spiderman pokemon starwars starwarz matrix ninja samurai
        killer hunter ranger trustno thunder summer winter spring autumn freedom whatever cookie chocolate banana orange apple
        cheese pepper ginger buster charlie jordan michael michelle jennifer jessica ashley amanda daniel andrew joshua matthew
        thomas robert william david george nicole anthony justin taylor maggie sophie maria anna joao pedro lucas gabriel
        mehmet mustafa ahmet ayse fatma yorgos giorgos kostas maria eleni nikos google facebook amazon microsoft windows
        computer internet samsung iphone android gmail yahoo bitcoin ethereum solana crypto wallet sidekey phantom metamask
        blockchain satoshi nakamoto hodl moon lambo money dollar million billion rich asdf asdfgh zxcvbn qazwsx 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r
        1q2w3e4r5t zaq1zaq1 onetwothree
        senha senhas brasil flamengo corinthians palmeiras santos deus jesus christ parola sifre galatasaray fenerbahce besiktas
        istanbul kodikos ellada olympiakos panathinaikos athens london paris berlin newyork america china india russia
        january february march april june july august september october november december monday tuesday wednesday thursday
        friday saturday sunday
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
