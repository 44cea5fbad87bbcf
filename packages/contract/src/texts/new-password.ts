/** Texts of forms with a new password or e-mail. No imports, so that a screen with these texts loads nothing else. */

export const newPasswordFields = {
  passwordConfirmRequired: "Confirme sua senha",
  passwordsDiffer: "As senhas não coincidem",
  emailSame: "Este já é o seu e-mail",
} as const;
