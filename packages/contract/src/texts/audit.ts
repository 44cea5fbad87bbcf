/**
 * The possible details of an audit log entry besides actor, action, subject and time, with their labels, in display
 * order. The server can store no others. No imports, so that a screen with these texts loads nothing else.
 */
export const auditDetails = {
  reason: "Motivo",
  from: "De",
  to: "Para",
  setting: "Configuração",
  before: "Antes",
  after: "Depois",
  undoes: "Desfaz a mudança",
  fields: "Campos",
  email: "E-mail",
  by: "Concedido por",
  isDemo: "Demonstração",
  hasPremium: "Premium",
  tokens: "Fichas",
  conversations: "Conversas",
  centavos: "Valor",
  count: "Linhas",
  until: "Até",
  wasBanned: "Era banimento",
  isInvited: "Convite enviado",
  answer: "Resposta",
  authority: "Autoridade",
  outcome: "Resultado",
  document: "Documento",
  device: "Aparelho",
  hasCode: "Com código",
  hasPasskey: "Com chave de acesso",
  task: "Tarefa",
  kind: "Tipo",
  slot: "Horário",
  eligible: "Elegíveis",
  longCount: "Disponíveis por 30 minutos",
  shortCount: "Disponíveis por 10 minutos",
  number: "Perfis no dia",
  day: "Dia",
  months: "Meses",
  since: "Depois do registro",
  upTo: "Até o registro",
  broken: "Registro quebrado",
  case: "Denúncia",
  notice: "Denúncia externa",
  dataRequest: "Pedido sobre dados",
  measure: "Medida",
  request: "Verificação",
  photo: "Foto",
  order: "Pedido",
  payment: "Pagamento",
  mail: "E-mail guardado",
  list: "Lista",
  page: "Página",
  run: "Atualização",
  job: "Tarefa nº",
} as const;

export type AuditDetail = keyof typeof auditDetails;

/** The office lists that show many people. */
export const listNames = {
  members: "usuários",
  orders: "pedidos",
  cases: "denúncias",
  appeals: "recursos",
  notices: "denúncias externas",
  verifications: "verificações",
  "data-requests": "pedidos de dados",
} as const;

/** Actions that a staff member performed more often than the site's threshold, in the words of the alarm. */
export const watchedActions = {
  staffPages: "páginas da lista e fichas de membros lidas em um dia",
  staffEmails: "e-mails inteiros de membros mostrados em um dia",
  staffSuspensions: "suspensões e banimentos em uma hora",
} as const;

/** The words for fixed values of a detail. */
export const auditValues: Partial<Record<AuditDetail, Readonly<Record<string, string>>>> = {
  by: { team: "equipe" },
  list: listNames,
  document: { front: "frente", back: "verso", selfie: "selfie" },
  email: { changed: "trocado", waiting: "aguardando a confirmação do membro" },
};

/** The member fields that staff edit, except the texts about themselves. */
export const editedFields = {
  name: "nome",
  role: "tipo de conta",
  gender: "gênero",
  cityId: "cidade",
  age: "idade",
} as const;
export type EditedField = keyof typeof editedFields;
