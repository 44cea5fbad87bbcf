/** The texts of forms that set a new password or another e-mail. No imports: the browser loads this file as it is. */

export const newPasswordFields = {
  passwordConfirmRequired: "Confirme sua senha",
  passwordsDiffer: "As senhas não coincidem",
  emailSame: "Este já é o seu e-mail",
} as const;
