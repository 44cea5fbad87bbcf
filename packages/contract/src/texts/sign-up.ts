/** Texts of the sign-up. No imports, so that a screen with these texts loads nothing else. */

export const signUpErrors = {
  AUTH_USER_EXISTS: "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
  SIGNUP_UNEXPECTED_ERROR: "Erro inesperado ao criar conta. Tente novamente.",
} as const;

export const signUpTexts = {
  signUpDoneTitle: "Conta criada!",
  signUpDone: "Sua conta foi criada com sucesso. Faça login para continuar.",
} as const;

export const signUpFields = {
  accountTypeRequired: "Selecione seu tipo de conta",
  genderRequired: "Gênero é obrigatório",
  termsRequired: "Você deve aceitar os termos de uso",
} as const;
