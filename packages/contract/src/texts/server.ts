/** Texts that only the server knows: browsers show what it sends. */
import { PHOTO_MIN_SIDE } from "../limits.ts";

export const serverErrors = {
  DAILY_PROFILES_REACHED: "Você já viu muitos perfis hoje. Amanhã tem mais.",
  AUTH_SIGNUP_ERROR: "Erro ao criar conta. Tente novamente.",
  AUTH_NO_USER_ID: "Erro ao criar conta. Tente novamente.",
  PROFILE_CREATION_ERROR: "Erro ao criar perfil. Tente novamente.",
  AUTH_INVALID_CREDENTIALS: "Email ou senha incorretos. Verifique suas credenciais e tente novamente.",
  AUTH_NO_SESSION: "Falha na autenticação. Tente novamente.",
  AUTH_EMAIL_NOT_CONFIRMED: "Por favor, confirme seu email antes de fazer login.",
  PROFILE_NOT_FOUND: "Perfil não encontrado ou conta inativa.",
  SIGNIN_UNEXPECTED_ERROR: "Erro inesperado ao fazer login. Tente novamente.",
  FILE_TOO_LARGE: "Arquivo muito grande. O tamanho máximo é 5MB.",
  FILE_TOO_COMPLEX: "Esta imagem é pesada demais para processar. Salve-a como JPEG e tente novamente.",
  PHOTO_TOO_SMALL: `Cada foto deve ter pelo menos ${PHOTO_MIN_SIDE} pixels de largura e de altura.`,
  /** Another tab or device added, removed or moved a photo meanwhile. */
  PHOTOS_CHANGED: "Suas fotos mudaram em outro lugar. Confira e tente de novo.",
  MESSAGE_CHANGED: "Falha ao enviar mensagem. Tente novamente.",
  PREMIUM_ONLY: "Esta opção faz parte do Premium.",
  PUSH_SERVICE_UNKNOWN: "Este navegador não recebe avisos do jeito que conhecemos.",
  PAYMENT_UNAVAILABLE: "O pagamento não está disponível agora. Nada foi cobrado. Tente de novo em instantes.",
  REFUND_TOO_HIGH: "O valor é maior do que ainda pode ser devolvido desta compra.",
  WITHDRAWAL_TOO_LATE: "Esta compra não pode mais ser desfeita por aqui.",
  DB_UNIQUE_VIOLATION: "Este item já existe. Tente com informações diferentes.",
  DB_FOREIGN_KEY_VIOLATION: "Não é possível realizar esta ação devido a dependências.",
  PERMISSION_DENIED: "Você não tem permissão para realizar esta ação.",
  ADMIN_ONLY: "Acesso negado: apenas administradores podem executar esta ação",
  SERVER_ERROR: "Erro interno do servidor. Nossa equipe foi notificada.",
  NOT_FOUND: "Não encontramos o que você procura.",
} as const;

export const serverFields = {
  passwordTooCommon: "Escolha uma senha menos comum.",
  adminPasswordTooShort: "A senha da equipe deve ter pelo menos 12 caracteres",
  passwordNotOfLink: "Esta não é a senha da conta que pediu este link",
  passwordWrong: "Senha atual incorreta",
  nameIsLink: "O nome não pode ter um link nem um e-mail",
  nameIsPhone: "O nome não pode ter um telefone",
  nameIsReserved: "Este nome parece ser da nossa equipe. Escolha outro.",
  nameIsStacked: "O nome tem sinais demais sobre as letras",
  nameIsMixed: "O nome mistura letras de alfabetos diferentes",
  reasonRequired: "Escreva o motivo",
  reasonTooLong: "O motivo pode ter no máximo 500 caracteres",
  messageRequired: "Escreva uma mensagem",
  unknownField: "Campo desconhecido",
  invalid: "Valor inválido",
} as const;
