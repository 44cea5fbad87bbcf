/** Texts about safety in a conversation. No imports, so that a screen with these texts loads nothing else. */
export const chatSafetyTexts = {
  /** Shown before a message that looks like a fraud is sent. The kinds of warnings follow. */
  askTitle: "Quer enviar assim?",
  askLead: "Sua mensagem parece ter",
  askReason:
    "Golpistas costumam escrever assim, e a outra pessoa vai ver um aviso. Se é isso mesmo que você quer dizer, pode enviar.",
  paidSex: "Combinar preço por sexo é proibido pelos Termos de Uso.",
  sendAnyway: "Enviar mesmo assim",
  edit: "Editar",
  /** Shown under a received message. The kinds of warnings follow. */
  warnLead: "Atenção, esta mensagem parece ter",
  warnAdvice: "Não envie dinheiro, códigos ou documentos a quem você não conhece.",
  report: "Denunciar",
  reported: "Denúncia enviada. Só a nossa equipe lê.",
  /** Shown before the first message to a member. */
  firstTitle: "Antes da primeira mensagem",
  firstTips: [
    "Converse por aqui até se sentir à vontade.",
    "Não envie dinheiro, códigos ou documentos.",
    "Marque o primeiro encontro em lugar público e avise alguém.",
  ],
  understood: "Entendi",
} as const;
