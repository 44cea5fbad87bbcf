/** Texts of forms with a new password or e-mail. No imports, so that a screen with these texts loads nothing else. */

export const newPasswordFields = {
  passwordConfirmRequired: "Confirme sua senha",
  passwordsDiffer: "As senhas não coincidem",
  emailSame: "Este já é o seu e-mail",
} as const;

/** Advice about weak passwords that replaces clumsy words of zxcvbn. The names are zxcvbn's. */
export const passwordAdviceTexts = {
  warnings: {
    common: "Esta é uma senha muito usada.",
    topHundred: "Esta é uma senha muito usada.",
    similarToCommon: "É parecida demais com uma senha muito usada.",
    wordByItself: "Uma palavra sozinha é fácil de adivinhar.",
    userInputs: "Não use seu nome, seu e-mail nem outro dado seu na senha.",
  },
  suggestions: {
    capitalization: "Use maiúsculas também no meio, não só na primeira letra.",
    dates: "Evite datas e anos ligados a você.",
    associatedYears: "Evite anos ligados a você.",
    recentYears: "Evite anos recentes.",
    sequences: "Evite sequências conhecidas, como “abc” ou “123”.",
    anotherWord: "Acrescente palavras menos comuns.",
    useWords: "Use várias palavras, mas não uma frase conhecida.",
  },
} as const;
