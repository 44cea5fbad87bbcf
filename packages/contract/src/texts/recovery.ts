/** Texts of the password recovery. No imports, so that a screen with these texts loads nothing else. */

export const recoveryErrors = {
  RESET_LINK_INVALID: "Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link.",
  SIGN_IN_ALERT_LINK_INVALID:
    "Este link já foi usado ou passou do prazo. Se alguém entrou na sua conta, peça uma nova senha em Esqueci minha senha.",
} as const;

export const recoveryTexts = {
  recoverySent: "E-mail enviado com sucesso!",
  recoverySentHint: "Verifique sua caixa de entrada e spam. O link expira em 24 horas.",
  recoveryFailed: "Erro ao enviar e-mail de recuperação",
  resetFailed: "Erro ao redefinir senha. Por favor, tente novamente.",
  firstPasswordDone: "Senha criada! Entre com o seu e-mail e a senha nova.",
  resetDone: "Senha alterada com sucesso! Por favor, faça login com sua nova senha.",
} as const;
