/** Texts of the confirmation of an e-mail address. No imports, so that a screen with these texts loads nothing else. */

/**
 * The parameter in a mailed link that changes an account's address. It also marks expired or unknown links, so that a
 * member who changes their address sees no text about a sign-up.
 */
export const EMAIL_CHANGE_PARAM = "troca";

export const confirmationErrors = {
  CONFIRMATION_LINK_INVALID: "Link de confirmação inválido ou expirado. Faça login para receber um novo link.",
  CONFIRMATION_NEEDS_PASSWORD: "Digite a senha da conta que pediu este link.",
} as const;

export const confirmationTexts = {
  confirmationSent: "Enviamos um link para confirmar seu email.",
  accountConfirmed: "E-mail confirmado! Agora é só entrar.",
  /** Shown below the password field of a sign-up's confirmation. */
  notYourSignUp:
    "Não foi você que fez este cadastro, ou não lembra da senha? Um novo cadastro substitui este por inteiro.",
  latestCounts: "Se houve mais de um cadastro com este e-mail, só o link do mais recente vale.",
  /** The confirmed account belongs to the signed-in member, so no new link is needed. */
  alreadyConfirmed: "Este link de confirmação não vale mais. A sua conta já está confirmada.",
  maybeConfirmed: "Já confirmou o seu e-mail?",
} as const;

/** The texts of a changed address, requested by the member or by staff. */
export const emailChangeTexts = {
  emailChanged: "Seu novo e-mail foi confirmado.",
  changeNeedsPassword: "Digite a senha da conta que passa a usar este e-mail.",
  notYourChange: "Não reconhece esta troca? Feche esta página: sem a senha, nada muda.",
  passwordForgotten: "Não lembra da senha? Crie uma nova e depois peça a troca outra vez.",
  changeLinkInvalid:
    "Este link de troca de e-mail não vale mais. Ele pode já ter sido usado, ter expirado ou estar incompleto.",
  askChangeAgain: "Se a sua conta ainda mostra o e-mail antigo, peça a troca outra vez em Configurações.",
} as const;
