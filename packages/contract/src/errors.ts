/**
 * Every text that tells somebody that something did not work (or did), exactly as the specification words it.
 * No imports: the browser loads this file as it is.
 */

/** Failures a call can answer with: HTTP status and what the member reads. */
export const errorCatalogue = {
  // Accounts and sessions
  AUTH_USER_EXISTS: {
    status: 409,
    text: "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
  },
  AUTH_SIGNUP_ERROR: { status: 500, text: "Erro ao criar conta. Tente novamente." },
  AUTH_NO_USER_ID: { status: 500, text: "Erro ao criar conta. Tente novamente." },
  PROFILE_CREATION_ERROR: { status: 500, text: "Erro ao criar perfil. Tente novamente." },
  SIGNUP_UNEXPECTED_ERROR: { status: 500, text: "Erro inesperado ao criar conta. Tente novamente." },
  AUTH_INVALID_CREDENTIALS: {
    status: 401,
    text: "Email ou senha incorretos. Verifique suas credenciais e tente novamente.",
  },
  AUTH_NO_SESSION: { status: 401, text: "Falha na autenticação. Tente novamente." },
  AUTH_SESSION_EXPIRED: { status: 401, text: "Sua sessão expirou. Por favor, faça login novamente." },
  AUTH_EMAIL_NOT_CONFIRMED: { status: 403, text: "Por favor, confirme seu email antes de fazer login." },
  PROFILE_NOT_FOUND: { status: 403, text: "Perfil não encontrado ou conta inativa." },
  RESET_LINK_INVALID: {
    status: 410,
    text: "Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link.",
  },
  CONFIRMATION_LINK_INVALID: {
    status: 410,
    text: "Link de confirmação inválido ou expirado. Faça login para receber um novo link.",
  },
  SIGNIN_UNEXPECTED_ERROR: { status: 500, text: "Erro inesperado ao fazer login. Tente novamente." },

  // Files
  FILE_TOO_LARGE: { status: 413, text: "Arquivo muito grande. O tamanho máximo é 5MB." },
  FILE_INVALID_TYPE: { status: 422, text: "Tipo de arquivo não suportado. Use apenas imagens JPEG, PNG ou WebP." },
  PHOTOS_TOO_FEW: { status: 422, text: "Por favor, envie pelo menos 2 fotos." },
  PHOTOS_TOO_MANY: { status: 422, text: "Você pode enviar no máximo 5 fotos." },
  /** Another tab or device added, removed or moved a photo meanwhile. */
  PHOTOS_CHANGED: { status: 409, text: "Suas fotos mudaram em outro lugar. Confira e tente de novo." },

  // Messages
  UPGRADE_REQUIRED: { status: 402, text: "Faça upgrade para enviar mais mensagens" },
  PEER_UNAVAILABLE: { status: 403, text: "Este usuário não está disponível." },
  TOO_MANY_NEW_CONVERSATIONS: {
    status: 429,
    text: "Você iniciou muitas conversas hoje. Tente novamente amanhã.",
  },
  MESSAGE_CHANGED: { status: 409, text: "Falha ao enviar mensagem. Tente novamente." },

  // Settings
  PREMIUM_ONLY: { status: 403, text: "Esta opção faz parte do Premium." },
  PUSH_SERVICE_UNKNOWN: { status: 422, text: "Este navegador não recebe avisos do jeito que conhecemos." },

  // Everything else
  VALIDATION_ERROR: { status: 400, text: "Por favor, corrija os erros no formulário" },
  DB_UNIQUE_VIOLATION: { status: 409, text: "Este item já existe. Tente com informações diferentes." },
  DB_FOREIGN_KEY_VIOLATION: { status: 409, text: "Não é possível realizar esta ação devido a dependências." },
  PERMISSION_DENIED: { status: 403, text: "Você não tem permissão para realizar esta ação." },
  ADMIN_ONLY: { status: 403, text: "Acesso negado: apenas administradores podem executar esta ação" },
  NOT_FOUND: { status: 404, text: "Não encontramos o que você procura." },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    text: "Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
  },
  SERVER_ERROR: { status: 500, text: "Erro interno do servidor. Nossa equipe foi notificada." },
  UNKNOWN_ERROR: { status: 500, text: "Ocorreu um erro inesperado. Tente novamente em alguns instantes." },
  /** The browser's own: the request never got an answer. */
  NETWORK_ERROR: { status: 0, text: "Problema de conexão. Verifique sua internet e tente novamente." },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** What a form says under one field. */
export const fieldTexts = {
  emailRequired: "Email é obrigatório",
  emailInvalid: "Email inválido",
  passwordRequired: "Senha é obrigatória",
  passwordTooShort: "A senha deve ter pelo menos 6 caracteres",
  passwordTooLong: "A senha deve ter no máximo 128 caracteres",
  passwordTooCommon: "Escolha uma senha menos comum.",
  adminPasswordTooShort: "A senha da equipe deve ter pelo menos 12 caracteres",
  passwordConfirmRequired: "Confirme sua senha",
  passwordsDiffer: "As senhas não coincidem",
  passwordWrong: "Senha atual incorreta",
  emailSame: "Este já é o seu email",
  reportReasonRequired: "Escolha um motivo",
  reportDetailsRequired: "Conte o que aconteceu",
  reportDetailsTooLong: "Use no máximo 500 caracteres",
  accountTypeRequired: "Selecione seu tipo de conta",
  nameRequired: "Nome é obrigatório",
  nameTooLong: "O nome deve ter no máximo 60 caracteres",
  ageRequired: "Idade é obrigatória",
  ageTooYoung: "Você deve ter pelo menos 18 anos",
  ageTooOld: "A idade deve ser no máximo 99 anos",
  genderRequired: "Gênero é obrigatório",
  locationRequired: "Localização é obrigatória",
  bioRequired: "Sobre você é obrigatório",
  lookingForRequired: "O que você busca é obrigatório",
  aboutTooLong: "Use no máximo 2.000 caracteres",
  termsRequired: "Você deve aceitar os termos de uso",
  messageRequired: "Escreva uma mensagem",
  messageTooLong: "Use no máximo 4.000 caracteres",
  credentialsInvalid: "Credenciais inválidas",
  unknownField: "Campo desconhecido",
  invalid: "Valor inválido",
} as const;

/** What the photo pickers say about a file before it is sent. */
export const photoTexts = {
  tooFew: errorCatalogue.PHOTOS_TOO_FEW.text,
  tooMany: errorCatalogue.PHOTOS_TOO_MANY.text,
  wrongType: "Apenas imagens JPEG, PNG e WebP são permitidas.",
  tooLarge: "Cada imagem deve ter no máximo 5MB.",
  /** The gallery makes larger files smaller first, up to this. */
  galleryTooLarge: "Cada imagem deve ter no máximo 30MB.",
} as const;

/** Member-side messages that no code carries. */
export const memberMessages = {
  signInException: "Ocorreu um erro inesperado. Tente novamente.",
  signInFailed: "Erro ao fazer login. Tente novamente.",
  signUpDoneTitle: "Conta criada!",
  signUpDone: "Sua conta foi criada com sucesso. Faça login para continuar.",
  reactivated: "Conta reativada! Que bom ter você de volta.",
  deactivateFailed: "Erro ao desativar conta. Por favor, tente novamente.",
  photoRemoveFailed: "Erro ao remover foto",
  photoUploadFailed: "Erro ao fazer upload das fotos",
  mainPhotoFailed: "Erro ao definir foto de perfil",
  profileLoadFailed: "Erro ao carregar perfil",
  photosLoadFailed: "Erro ao carregar fotos",
  profileSaved: "Seu perfil foi atualizado.",
  wildcardLeft: "Agora você aparece na sua própria cidade.",
  profileMissing: "Perfil não encontrado",
  profileIdMissing: "Perfil não informado",
  offline: "Você está offline. Verifique sua conexão com a internet.",
  favoriteStatusFailed: "Não foi possível verificar o status de favorito. Tente novamente mais tarde.",
  favoriteChangeFailed: "Não foi possível atualizar os favoritos. Tente novamente mais tarde.",
  reportFailed: "Erro ao enviar denúncia",
  reportSent: "Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.",
  recoverySent: "E-mail enviado com sucesso!",
  recoverySentHint: "Verifique sua caixa de entrada e spam. O link expira em 24 horas.",
  recoveryFailed: "Erro ao enviar e-mail de recuperação",
  resetFailed: "Erro ao redefinir senha. Por favor, tente novamente.",
  resetDone: "Senha alterada com sucesso! Por favor, faça login com sua nova senha.",
  confirmationSent: "Enviamos um link para confirmar seu email.",
  accountConfirmed: "Email confirmado! Agora é só entrar.",
  emailChanged: "Seu novo email foi confirmado.",
  discoveryFailed: "Erro ao carregar perfis. Por favor, tente novamente.",
  favoritesFailed: "Erro ao carregar favoritos. Por favor, tente novamente.",
  visitsFailed: "Erro ao carregar visitas. Por favor, tente novamente.",
  conversationLoadFailed: "Erro ao carregar conversa",
  messagesLoadFailed: "Erro ao carregar mensagens",
  sendFailed: "Falha ao enviar mensagem. Tente novamente.",
  conversationDeleteFailed: "Falha ao excluir conversa. Tente novamente.",
} as const;

/** What a notification says after its actor's name, by type; a type that this version does not know has its own words. */
export const notificationTexts = {
  profile_view: "visitou seu perfil",
  favorite: "favoritou seu perfil",
  message: "enviou uma mensagem",
  match: "aceitou seu match",
} as const;
export const unknownNotificationText = "Nova notificação";
export const namelessActor = "Usuário";

/** What the back office says; functions take the part that varies. */
export const adminMessages = {
  usersLoadFailed: (reason: string) => `Erro ao carregar usuários: ${reason}`,
  toggleFailed: (action: string, reason: string) => `Erro ao ${action}: ${reason}`,
  verifiedOn: "Usuário verificado com sucesso!",
  verifiedOff: "Usuário desverificado com sucesso!",
  premiumOn: "Usuário promovido a Premium com sucesso!",
  premiumOff: "Usuário removido do Premium com sucesso!",
  activeOn: "Conta ativada com sucesso!",
  activeOff: "Conta desativada com sucesso!",
  wildcardOn: "Cidade coringa ativada com sucesso!",
  wildcardOff: "Cidade coringa desativada com sucesso!",
  onlineUpdateErrorTitle: "Erro",
  onlineUpdateFailed: (reason: string) => `Falha ao acionar atualização de status online: ${reason}`,
  onlineUpdateUnexpected: "Ocorreu um erro inesperado ao acionar a atualização.",
  onlineUpdateDone: "Atualização de status online acionada com sucesso!",
  onlineUpdateResult: (online: number, eligible: number) =>
    `${online} usuários ficaram online de ${eligible} elegíveis`,
  profileLoadFailed: (reason: string) => `Erro ao carregar perfil do usuário: ${reason}`,
  userMissing: "Usuário não encontrado",
  profileUpdateFailed: "Erro ao atualizar perfil",
  profileUpdated: "Perfil atualizado com sucesso!",
  reportsLoadFailed: (reason: string) => `Erro ao carregar denúncias: ${reason}`,
  reportUpdateFailed: (reason: string) => `Erro ao atualizar denúncia: ${reason}`,
  profilesLoadFailed: (reason: string) => `Erro ao carregar perfis: ${reason}`,
  quickCreateUserExists: "Este email já está cadastrado.",
  quickCreateNoId: "Erro ao criar usuário",
  quickCreateFailed: "Erro ao criar usuário. Tente novamente.",
  quickCreateDone: (name: string) => `Usuário ${name} criado com sucesso! (Status: Não verificado)`,
  quickCreate: {
    ageTooYoung: "Usuário deve ter pelo menos 18 anos",
    bioRequired: "Biografia é obrigatória",
    lookingForRequired: 'Campo "Buscando" é obrigatório',
    accountTypeRequired: "Tipo de conta é obrigatório",
    photosTooFew: "Adicione pelo menos 2 fotos",
  },
  edit: { ageTooYoung: "Idade deve ser pelo menos 18 anos" },
} as const;
