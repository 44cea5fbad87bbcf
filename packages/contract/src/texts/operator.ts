/** Field errors of the site settings. */
export const settingFields = {
  settingInvalid: "Valor inválido",
  settingRequired: "Este campo não pode ficar vazio",
  neededInProduction: "Com o site no ar este campo não pode ficar vazio",
  settingTooLong: "O texto está longo demais",
  supportEmailInvalid: "Informe um e-mail válido",
  unreachable: "Com o site no ar este e-mail precisa existir",
  cnpjInvalid: "Este CNPJ não confere",
  rateInvalid: "Informe quantas vezes e em quanto tempo, em números inteiros",
  windowTooLong: "Use no máximo um dia, 86.400 segundos",
  numberInvalid: "Informe um número de 1 a 10.000",
} as const;

/** Field errors of the site settings with a variable part. */
export const settingFieldsWith = {
  rateTooLow: (least: string) => `Use no mínimo ${least}: menos que isso bloquearia quem usa o site normalmente`,
  rateTooHigh: (most: string) => `Use no máximo o ritmo de ${most}: mais que isso desligaria a proteção`,
  placeholderUnknown: (name: string) => `Este e-mail não tem {${name}}`,
} as const;

/** The texts under the fields of the site settings, and in their history. */
export const settingTexts = { ...settingFields, ...settingFieldsWith, on: "Ligado", off: "Desligado" } as const;

/** The label of each brand text, and where it is shown. */
export const brandLabels = {
  name: { label: "Nome do site", hint: "No topo de todas as páginas, nos e-mails e nos textos legais." },
  tagline: { label: "Frase", hint: "Na entrada e no rodapé." },
  supportEmail: { label: "E-mail de suporte", hint: "Onde os membros pedem ajuda." },
  companyName: { label: "Empresa", hint: "Razão social, no rodapé, nos recibos e nos textos legais." },
  cnpj: { label: "CNPJ", hint: "Nos recibos e nos textos legais." },
  address: { label: "Endereço", hint: "Nos recibos e nos textos legais." },
  dpoContact: { label: "Encarregado de dados", hint: "Nome ou e-mail de quem responde pela LGPD, artigo 41." },
};

export const switchLabels = {
  takesSignUps: {
    label: "Aceitar novos cadastros",
    hint: "Desligado, ninguém novo se cadastra; quem já tem conta entra.",
  },
  sells: {
    label: "Aceitar compras",
    hint: "Desligado, ninguém começa uma compra; o que já foi pago continua valendo.",
  },
  sendsPush: { label: "Enviar avisos aos aparelhos", hint: "Avisos por push a quem os pediu." },
  confirmsEmails: {
    label: "Confirmar e-mails",
    hint: "Contas novas e trocas de e-mail esperam o link que enviamos por e-mail.",
  },
};

export const profilesLabels = {
  ordinary: "Perfis diferentes por dia",
  premium: "Perfis diferentes por dia, com Premium",
  fresh: "Perfis diferentes por dia, conta com menos de três dias",
};

export const limitLabels = {
  signInAccount: "Senhas erradas de uma conta, em um endereço IP",
  signInAddress: "Senhas erradas em um endereço IP",
  signInEverywhere: "Senhas erradas de uma conta, em todos os endereços IP",
  signInDevice: "Senhas erradas de uma conta, em um aparelho conhecido",
  passkeyChallenges: "Pedidos de chave de acesso na tela de entrada, em um endereço IP",
  signUpAddress: "Cadastros em um endereço IP",
  passwordChecks: "Senhas conferidas antes do cadastro, em um endereço IP",
  recovery: "E-mails com link, para um endereço de e-mail",
  links: "Links de e-mail pedidos ou abertos, em um endereço IP",
  messages: "Mensagens de um membro",
  reactions: "Reações de um membro a mensagens",
  favorites: "Favoritos de um membro",
  reports: "Denúncias de um membro",
  uploads: "Fotos enviadas por um membro",
  uploadAttempts: "Envios de fotos começados",
  photoWork: "Segundos de processamento de fotos, em um endereço IP, sem conta",
  views: "Perfis e páginas da busca",
  discoveryCounts: "Contagens da busca",
  photoBytes: "Quilobytes de fotos que um membro vê",
  exportBytes: "Quilobytes de cópias de dados que um membro baixa",
  presence: "Sinais de presença de um membro",
  citySearch: "Sugestões de cidades",
  settings: "Mudanças nas configurações de um membro",
  push: "Aparelhos inscritos para avisos",
  presenceLists: "Consultas da presença de outros",
  photoReads: "Fotos que um membro olha",
  sessionChecks: "Páginas abertas",
  orders: "Pedidos de um membro",
  paymentChecks: "Consultas de um pagamento",
  webhooks: "Notificações de pagamento (webhooks), de um endereço IP",
  bodies: "Envios de formulários, por sessão ou endereço IP",
  apiDocs: "Leituras da descrição da API, em um endereço IP",
  protection: "Aparelhos vistos e encerrados, contas desativadas por um membro",
  staffInvitations: "Convites para a equipe, de uma pessoa",
  staffPages: "Páginas da lista e fichas de membros lidas por uma pessoa da equipe: acima, um alarme",
  staffEmails: "E-mails inteiros mostrados a uma pessoa da equipe: acima, um alarme",
  staffSuspensions: "Suspensões e banimentos por uma pessoa da equipe: acima, um alarme",
  staffCalls: "Chamadas do painel por uma pessoa da equipe",
  calls: "Demais chamadas de um membro",
  reading: "Mensagens marcadas como lidas",
  notices: "Denúncias externas, em um endereço IP",
  noticeMailbox: "E-mails de denúncias externas ao mesmo endereço",
  noticesEverywhere: "E-mails de denúncias externas sem conta, no site inteiro",
  noticeHides: "Fotos e perfis que denúncias, de membros ou externas, ocultam sozinhas, no site inteiro",
  dataRequests: "Pedidos sobre dados pessoais, em um endereço IP",
  dataRequestMailbox: "E-mails de pedidos sobre dados pessoais ao mesmo endereço",
  dataRequestsEverywhere: "E-mails de pedidos sobre dados pessoais sem conta, no site inteiro",
  verifications: "Pedidos de verificação de um membro",
};
