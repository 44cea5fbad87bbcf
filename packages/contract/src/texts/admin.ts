import { countWords } from "../formats/counts.ts";

/** Field errors of staff forms, where they differ from those for members. */
export const staffFields = {
  staffAgeTooYoung: "Idade deve ser pelo menos 18 anos",
  quickAgeTooYoung: "Usuário deve ter pelo menos 18 anos",
  quickAccountTypeRequired: "Tipo de conta é obrigatório",
  quickPhotosTooFew: "Adicione pelo menos 2 fotos",
  quickEmailTaken: "Este email já está cadastrado.",
  reasonRequired: "Escreva o motivo",
  answerRequired: "Escreva a resposta",
  staffEmailTaken: "Este e-mail já tem uma conta. Procure a pessoa na lista ou use outro e-mail.",
  invitationNeedsAddress: "Para enviar o convite, escreva um e-mail de verdade",
} as const;

/** Refusals of quick creation. */
export const staffErrors = {
  USER_NO_ID: "Erro ao criar usuário",
  USER_CREATION_ERROR: "Erro ao criar usuário. Tente novamente.",
} as const;

/** The staff roles, named after the work, because a name for the person would have a gender. */
export const staffRoleNames = { owner: "Administração", moderator: "Moderação" } as const;

/** The messages of the office. Functions take the variable part. */
export const adminMessages = {
  screenForbidden: {
    title: "Sua função não dá acesso a esta tela",
    text: "Se precisar dela, fale com alguém da administração.",
  },
  /** In place of the e-mail address of an erased account. */
  erasedAccount: "Conta excluída",
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
    `${countWords(online, "usuário ficou", "usuários ficaram")} online de ${countWords(eligible, "elegível", "elegíveis")}`,
  profileLoadFailed: (reason: string) => `Erro ao carregar perfil do usuário: ${reason}`,
  userMissing: "Usuário não encontrado",
  profileUpdateFailed: "Erro ao atualizar perfil",
  profileUpdated: "Perfil atualizado com sucesso!",
  reportsLoadFailed: (reason: string) => `Erro ao carregar denúncias: ${reason}`,
  reportUpdateFailed: (reason: string) => `Erro ao atualizar denúncia: ${reason}`,
  profilesLoadFailed: (reason: string) => `Erro ao carregar perfis: ${reason}`,
  quickCreateUserExists: staffFields.quickEmailTaken,
  quickCreateNoId: staffErrors.USER_NO_ID,
  quickCreateFailed: staffErrors.USER_CREATION_ERROR,
  quickCreateDone: (name: string) => `Usuário ${name} criado com sucesso! (Status: Não verificado)`,
  /** Ending all sessions of another person, staff or member. */
  endSessions: {
    label: "Encerrar sessões",
    title: (name: string) => `Encerrar as sessões de ${name}?`,
    text: "A pessoa sai de todos os aparelhos e pode entrar de novo.",
    done: (name: string) => `Sessões de ${name} encerradas`,
  },
  /** An account frozen through a former mailbox. */
  frozen: {
    title: "Conta congelada",
    hint: "A conta está congelada: ninguém entra até ela ser aberta.",
    text: (since: string) =>
      `Congelada em ${since} a pedido do e-mail anterior: ninguém entra, o perfil não aparece e nada se perdeu. Antes de abrir, confira por outro meio o documento de quem pede. O e-mail atual ou uma chave de acesso antiga também abrem a conta.`,
    label: "Abrir conta congelada",
    confirmTitle: (name: string) => `Abrir a conta de ${name}?`,
    confirmText:
      "Quem tem a senha ou uma chave de acesso volta a entrar, e o e-mail anterior não pode mais congelar a conta.",
    done: "Conta aberta. Avisamos o e-mail atual.",
  },
  /** Why a switch was not set. */
  switchRefused: {
    missing: "usuário não encontrado",
    managed: "um perfil gerenciado não pode ser verificado nem Premium",
    paid: "este Premium foi pago e termina com o reembolso do pedido",
    left: "a própria pessoa desativou a conta e volta quando entrar de novo",
    unconfirmed: "a conta ainda espera a confirmação do e-mail",
    banned: "a conta foi banida: reveja o caso em Denúncias",
  },
} as const;
