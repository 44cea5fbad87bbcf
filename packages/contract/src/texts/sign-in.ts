/**
 * Texts of the sign-in screen, and of e-mail and password fields on every screen. No imports, so that a screen with
 * these texts loads nothing else.
 */

export const signInErrors = { AUTH_SESSION_EXPIRED: "Sua sessão expirou. Por favor, faça login novamente." } as const;

export const signInTexts = {
  signInException: "Ocorreu um erro inesperado. Tente novamente.",
  signInFailed: "Erro ao fazer login. Tente novamente.",
  reactivated: "Conta reativada! Que bom ter você de volta.",
} as const;

export const signInFields = {
  emailRequired: "Email é obrigatório",
  emailInvalid: "Email inválido",
  passwordRequired: "Senha é obrigatória",
  passwordTooShort: "A senha deve ter pelo menos 6 caracteres",
  passwordTooLong: "A senha deve ter no máximo 128 caracteres",
  credentialsInvalid: "Credenciais inválidas",
} as const;
