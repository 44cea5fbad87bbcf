/** Texts of the password recovery. No imports, so that a screen with these texts loads nothing else. */

export const recoveryErrors = {
  RESET_LINK_INVALID: "Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link.",
  SIGN_IN_ALERT_LINK_INVALID:
    "Este link já foi usado ou passou do prazo. Se alguém entrou na sua conta, peça uma nova senha em Esqueci minha senha.",
} as const;

/** How the owner of a frozen account opens it, for the link's screen and the office. */
const WAYS_TO_OPEN =
  "Para abri-la, é preciso criar uma nova senha pelo e-mail atual da conta, entrar com uma chave de acesso antiga ou mostrar um documento à nossa equipe.";

export const recoveryTexts = {
  freezes: `Este e-mail não é mais o da conta, e quem o trocou usou uma chave de acesso ou um aplicativo autenticador que ela já tinha. Por isso este link só congela a conta: ninguém entra, ninguém vê o perfil e nada se perde. ${WAYS_TO_OPEN}`,
  frozen: `Ninguém entra nela, e nada se perdeu. ${WAYS_TO_OPEN}`,
  recoverySent: "E-mail enviado com sucesso!",
  recoverySentHint: "Verifique sua caixa de entrada e spam. O link expira em 24 horas.",
  recoveryFailed: "Erro ao enviar e-mail de recuperação",
  resetFailed: "Erro ao redefinir senha. Por favor, tente novamente.",
  firstPasswordDone: "Senha criada! Entre com o seu e-mail e a senha nova.",
  waysLeft: "Também abrem a sua conta:",
  waysOff:
    "O que foi adicionado nos últimos {dias} dias está desligado até você decidir. Entre e, em Configurações, mantenha o que é seu e remova o que não conhece.",
  waysOn: "Se você não conhece algum deles, entre e remova-o em Configurações.",
  resetDone: "Senha alterada com sucesso! Por favor, faça login com sua nova senha.",
} as const;
