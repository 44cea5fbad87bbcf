/** Texts of the confirmation of an e-mail address. No imports: the browser loads this file as it is. */

export const confirmationErrors = {
  CONFIRMATION_LINK_INVALID: "Link de confirmação inválido ou expirado. Faça login para receber um novo link.",
  CONFIRMATION_NEEDS_PASSWORD: "Digite a senha da conta que pediu este link.",
} as const;

export const confirmationTexts = {
  confirmationSent: "Enviamos um link para confirmar seu email.",
  accountConfirmed: "E-mail confirmado! Agora é só entrar.",
  /** Below the question for the password of the sign-up. */
  notYourSignUp:
    "Não foi você que fez este cadastro, ou não lembra da senha? Um novo cadastro substitui este por inteiro.",
  latestCounts: "Se houve mais de um cadastro com este e-mail, só o link do mais recente vale.",
  emailChanged: "Seu novo e-mail foi confirmado.",
} as const;
