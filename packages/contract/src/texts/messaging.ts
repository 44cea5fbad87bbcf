/** Texts of conversations. No imports, so that a screen with these texts loads nothing else. */

export const messagingErrors = {
  UPGRADE_REQUIRED: "Faça upgrade para enviar mais mensagens",
  PEER_UNAVAILABLE: "Este usuário não está disponível.",
  REPLY_GONE: "A mensagem que você está respondendo não está mais na conversa. Envie sem a citação.",
  MESSAGE_NEEDS_CONFIRMATION: "Confira sua mensagem antes de enviar.",
  NEW_CONVERSATIONS_SLOWED:
    "Por segurança, você pode iniciar até 3 conversas por dia, uma por hora, até nossa equipe revisar suas mensagens. As conversas que já existem continuam como antes.",
  TOO_MANY_NEW_CONVERSATIONS: "Você iniciou muitas conversas hoje. Tente novamente amanhã.",
} as const;

export const messagingTexts = {
  /** Shown instead of the name of a member who is blocked, deactivated or suspended. */
  unavailableName: "Usuário indisponível",
  /** The button that opens a conversation, and the text below it for a payer who must buy first. */
  message: "Mensagem",
  needsTokens: "precisa de fichas",
  searchConversations: "Buscar conversa...",
  noConversationFound: "Nenhuma conversa encontrada",
  conversationLoadFailed: "Erro ao carregar conversa",
  messagesLoadFailed: "Erro ao carregar mensagens",
  sendFailed: "Falha ao enviar mensagem. Tente novamente.",
  conversationDeleteFailed: "Falha ao excluir conversa. Tente novamente.",
} as const;

export const messagingFields = { messageTooLong: "Use no máximo 4.000 caracteres" } as const;
