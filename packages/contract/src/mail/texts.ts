/**
 * The words of every mail, which the operator may change at /admin/configuracoes. `{marca}` and `{suporte}` are the
 * brand in every mail; other placeholders are listed with an example. No imports, so that a screen loads nothing else
 * with this file.
 */
export type MailText = {
  subject: string;
  /** The paragraphs, of a few sentences each. */
  paragraphs: string[];
  /** The label of the button; null: no button. */
  label: string | null;
  /** Why the mail was sent, and what to do if it should not have been. */
  footnote: string;
};

export type MailTextRow = MailText & {
  /** The topic of the mail, in the list of the office. */
  title: string;
  /** The placeholders of the mail, each with an example. */
  examples: Readonly<Record<string, string>>;
  /** The path of the footnote's address; most mails have none. */
  footnotePath?: string;
};

// Locked screens show subjects, so they reveal no more than any shop's mail. Of members' input mails repeat only names
// that do not look like an address, so that members cannot send text through us.
const NOT_YOU = "Se não foi você, ignore este e-mail: nada muda.";
const BOUGHT = "Você recebeu este e-mail porque houve uma compra na sua conta. Dúvidas: {suporte}.";
const MEMBER = "Você recebeu este e-mail porque tem uma conta aqui. Dúvidas: {suporte}.";
const APPEAL = "Se você não concorda, pode pedir uma nova análise uma única vez, em até {dias} dias.";
const ANSWER = { resposta: "Lemos a conversa inteira de novo.", numero: "3F2A6D5C8E" };
const NEWS_EXAMPLE = "2 pessoas visitaram seu perfil. 1 pessoa favoritou seu perfil.";
const ORDER = { produto: "Premium mensal", compra: "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70" };

// Shared by several mails.
const SECURITY = {
  examples: {},
  subject: "A segurança da sua conta no {marca} mudou",
  label: null,
  footnote: "Se não foi você, troque a sua senha agora e avise quem administra o site.",
} as const;
const VERIFICATION = {
  examples: {},
  subject: "Uma novidade na sua conta",
  label: "Ver o motivo",
  footnote: "Você recebeu este e-mail porque pediu para verificar sua identidade. Dúvidas: {suporte}.",
} as const;
const MEASURE = {
  examples: { motivo: "O texto do perfil ofende outras pessoas.", dias: "30" },
  subject: "Sobre a sua conta no {marca}",
  label: "Ver e recorrer",
  footnote: MEMBER,
} as const;
const MEASURE_END = {
  examples: {},
  subject: "Sobre a sua conta no {marca}",
  label: "Entrar",
  footnote: MEMBER,
} as const;
const NOTICE_ANSWER = {
  examples: ANSWER,
  subject: "Resposta à sua denúncia",
  label: null,
  footnote: "Você recebeu este e-mail porque enviou uma denúncia de conteúdo. Dúvidas: {suporte}.",
} as const;
const ABOUT_EMAIL = { examples: {}, subject: "Sobre o seu e-mail no {marca}", label: null, footnote: NOT_YOU } as const;
const ABOUT_PHOTO = { examples: {}, label: null, footnote: "Se tiver dúvidas, escreva para {suporte}." } as const;
const CHANGED = { examples: {}, label: null, footnote: "Se não foi você, escreva agora para {suporte}." } as const;
const OWN_KEYS = {
  examples: {},
  subject: "A segurança da sua conta no {marca} mudou",
  label: "Ver na minha conta",
  footnote: "Se não foi você, troque a sua senha agora e escreva para {suporte}.",
} as const;
const DENIED =
  "a sua conta é desconectada de todos os aparelhos, e você cria uma nova senha. O link vale por {dias} dias e funciona uma única vez.";
const KEY_BLOCKED =
  "Recusamos agora uma entrada com uma chave de acesso da sua conta, porque essa chave pode ter sido copiada. Ela está bloqueada e não abre mais a conta.";
const PURCHASE = { label: "Minhas compras", footnote: BOUGHT } as const;
const DIGEST = {
  footnotePath: "/configuracoes",
  subject: "Você tem novidades",
  footnote: "Você recebeu este e-mail porque pediu avisos. Para mudar ou desligar:",
} as const;
const QUEUE = { label: "Abrir a fila", footnote: "Você recebeu este e-mail porque faz parte da equipe." } as const;

export const mailTexts = {
  recovery: {
    title: "Nova senha: link",
    examples: { horas: "24" },
    subject: "Seu link do {marca}",
    paragraphs: [
      "Recebemos um pedido para criar uma nova senha. O link abaixo vale por {horas} horas e funciona uma única vez.",
    ],
    label: "Criar nova senha",
    footnote: NOT_YOU,
  },
  "password-changed": {
    ...CHANGED,
    title: "Senha alterada",
    subject: "Sua senha do {marca} foi alterada",
    paragraphs: ["A senha da sua conta foi alterada agora, e os outros aparelhos foram desconectados."],
  },
  "own-password-changed": {
    title: "Senha trocada na conta",
    examples: { dias: "7" },
    subject: "Sua senha do {marca} foi alterada",
    paragraphs: [
      "A senha da sua conta foi trocada agora, e os outros aparelhos foram desconectados. Se foi você, não precisa fazer nada.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  confirmation: {
    title: "Confirmação do cadastro",
    examples: { horas: "72" },
    subject: "Confirme seu e-mail no {marca}",
    paragraphs: [
      "Falta um passo para a sua conta começar: confirmar que este e-mail é seu. O link vale por {horas} horas.",
    ],
    label: "Confirmar e-mail",
    footnote: NOT_YOU,
  },
  "sign-up-attempt": {
    ...ABOUT_EMAIL,
    title: "Novo cadastro com e-mail que já tem conta",
    paragraphs: [
      "Alguém tentou criar uma conta com este e-mail, mas você já tem uma. Se foi você, é só entrar; se esqueceu a senha, peça uma nova na tela de entrada.",
    ],
    label: "Entrar",
  },
  "sign-up-pending": {
    ...ABOUT_EMAIL,
    title: "Nova senha para cadastro sem confirmação",
    paragraphs: [
      "Recebemos um pedido para criar uma nova senha. Há um cadastro com este e-mail, mas ele ainda não foi confirmado.",
      "Se o cadastro é seu e você lembra da senha, abra o link do e-mail de confirmação; na tela de entrada dá para pedir outro. Se não lembra, ou se não foi você que o fez, cadastre-se de novo: o novo cadastro substitui o anterior por inteiro.",
    ],
    label: "Fazer um novo cadastro",
  },
  "email-change": {
    title: "Troca de e-mail: link",
    examples: { horas: "72" },
    subject: "Confirme seu novo e-mail no {marca}",
    paragraphs: [
      "Recebemos um pedido para usar este e-mail na sua conta. O link abaixo vale por {horas} horas; até a confirmação, vale o e-mail anterior.",
    ],
    label: "Confirmar novo e-mail",
    footnote: NOT_YOU,
  },
  "email-change-requested": {
    ...CHANGED,
    title: "E-mail novo registrado pela equipe",
    subject: "Sobre o e-mail da sua conta no {marca}",
    paragraphs: [
      "Nossa equipe registrou outro e-mail para a sua conta. Ele só passa a valer quando você o confirmar pelo link que enviamos ao novo endereço; até lá, continua valendo este.",
    ],
  },
  invitation: {
    title: "Convite para assumir um perfil gerenciado",
    examples: { dias: "7" },
    subject: "Seu convite para o {marca}",
    paragraphs: [
      "Nossa equipe preparou um perfil para você no {marca}. Para assumi-lo, abra o link abaixo, confira o que ele diz e crie a sua senha. O link vale por {dias} dias e funciona uma única vez.",
    ],
    label: "Assumir meu perfil",
    footnote: "Se não foi você que pediu, ignore este e-mail ou peça a remoção a {suporte}.",
  },
  "photo-removed": {
    ...ABOUT_PHOTO,
    title: "Foto removida pela equipe",
    subject: "Sobre uma foto sua no {marca}",
    paragraphs: ["Nossa equipe removeu uma foto do seu perfil porque ela não segue as regras da comunidade."],
  },
  "photo-chosen": {
    ...ABOUT_PHOTO,
    title: "Foto de perfil escolhida pela equipe",
    subject: "Sobre as suas fotos no {marca}",
    paragraphs: ["Nossa equipe escolheu outra das suas fotos como foto de perfil. Você pode mudá-la quando quiser."],
  },
  "email-taken": {
    ...ABOUT_EMAIL,
    title: "Troca de e-mail: endereço que já tem conta",
    paragraphs: ["Alguém pediu para usar este e-mail em outra conta. Recusamos, porque ele já é o da sua."],
  },
  "email-changed": {
    ...CHANGED,
    title: "E-mail trocado: aviso ao endereço anterior",
    examples: { dias: "7" },
    subject: "O e-mail da sua conta no {marca} mudou",
    paragraphs: [
      "A sua conta agora usa outro e-mail. Este não serve mais para entrar.",
      `Se não foi você, abra o link abaixo: este e-mail volta a ser o da conta, ${DENIED}`,
    ],
    label: "Não fui eu",
  },
  "email-changed-proven": {
    ...CHANGED,
    title: "E-mail trocado com chave ou aplicativo de mais de uma semana: aviso ao endereço anterior",
    examples: { dias: "7" },
    subject: "O e-mail da sua conta no {marca} mudou",
    paragraphs: [
      "A sua conta agora usa outro e-mail. Este não serve mais para entrar. A troca foi feita com uma chave de acesso ou um aplicativo autenticador que a conta já tinha.",
      "Se não foi você, abra o link abaixo: a conta fica congelada. Ninguém entra e nada se perde, até ela ser aberta pelo e-mail atual, por uma chave de acesso antiga ou pela nossa equipe, com um documento. O link vale por {dias} dias e funciona uma única vez.",
    ],
    label: "Não fui eu",
  },
  "account-frozen": {
    ...SECURITY,
    title: "Conta congelada a pedido do e-mail anterior",
    paragraphs: [
      "Quem lê o e-mail anterior da sua conta disse que não trocou o endereço. Por isso a conta está congelada: ninguém entra, ninguém vê o seu perfil e nada se perdeu.",
      "Para abri-la, peça um link e crie uma nova senha. Você também pode entrar com uma chave de acesso que a conta tinha havia mais de uma semana, ou mostrar um documento à nossa equipe.",
    ],
    label: "Pedir o link",
    footnote: "Se você não trocou o e-mail da conta, não faça nada e escreva para {suporte}.",
  },
  "account-opened": {
    ...SECURITY,
    title: "Conta congelada: aberta de novo",
    paragraphs: [
      "A sua conta não está mais congelada. O seu perfil volta a aparecer quando você entrar. O e-mail anterior não pode mais congelá-la.",
    ],
    label: "Entrar",
    footnote: "Se não foi você que a abriu, crie uma nova senha agora e escreva para {suporte}.",
  },
  "email-restored": {
    ...CHANGED,
    title: "Troca de e-mail desfeita: aviso ao endereço que valia",
    subject: "O e-mail da sua conta no {marca} mudou",
    paragraphs: ["O e-mail da sua conta voltou a ser o anterior. Este não serve mais para entrar."],
  },
  "factor-set-up": {
    ...SECURITY,
    title: "Equipe: duas etapas ativadas",
    examples: { dias: "7" },
    paragraphs: [
      "A verificação em duas etapas da sua conta foi ativada agora em um aplicativo autenticador. As outras sessões foram encerradas, e só valem os códigos de recuperação novos.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: "Se não foi você, avise também quem administra o site, que remove o aplicativo.",
  },
  "factor-removed": {
    ...SECURITY,
    title: "Equipe: duas etapas removidas",
    paragraphs: [
      "A verificação em duas etapas da sua conta foi removida por quem administra o site, e todas as sessões foram encerradas. Até você configurar outra, a senha basta para entrar.",
    ],
  },
  "app-added": {
    ...OWN_KEYS,
    title: "Aplicativo autenticador adicionado",
    examples: { dias: "7" },
    paragraphs: [
      "Um aplicativo autenticador foi adicionado à sua conta agora. Para entrar com a senha, ela passa a pedir também o código dele. Se foi você, não precisa fazer nada.",
      "Se não foi você, abra o link abaixo: vamos remover o aplicativo e desconectar a sua conta de todos os aparelhos, e você cria uma nova senha. O link vale por {dias} dias e funciona uma única vez.",
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  "app-removed": {
    ...OWN_KEYS,
    title: "Aplicativo autenticador removido",
    paragraphs: [
      "O aplicativo autenticador foi removido da sua conta agora, com os códigos de recuperação. Se foi você, não precisa fazer nada.",
    ],
  },
  "staff-invitation": {
    title: "Convite para a equipe",
    examples: { horas: "24" },
    subject: "Seu convite para a equipe do {marca}",
    paragraphs: [
      "Uma conta da equipe do {marca} foi criada para você. Abra o link abaixo e crie a sua senha, com pelo menos 12 caracteres. O link vale por {horas} horas e funciona uma única vez; depois, peça outro em “Esqueci minha senha”.",
    ],
    label: "Criar minha senha",
    footnote: "Se você não esperava este convite, ignore este e-mail e avise {suporte}.",
  },
  "access-reset": {
    ...OWN_KEYS,
    title: "Acesso de um membro restaurado pela equipe",
    paragraphs: [
      "A nossa equipe removeu o aplicativo autenticador e as chaves de acesso da sua conta e anulou a senha, porque alguém nos disse que os perdeu. Desconectamos a sua conta de todos os aparelhos.",
      "Para entrar, crie uma nova senha pelo link que enviamos em outro e-mail, ou peça mais um aqui.",
    ],
    label: "Pedir outro link",
    footnote: "Se não foi você quem pediu, crie uma nova senha agora e escreva para {suporte}.",
  },
  "recovery-codes-renewed": {
    ...OWN_KEYS,
    title: "Códigos de recuperação novos",
    examples: { dias: "7" },
    paragraphs: [
      "Foram gerados códigos de recuperação novos para a sua conta. Os anteriores não valem mais.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  "recovery-code-used": {
    ...OWN_KEYS,
    title: "Código de recuperação usado",
    examples: { restantes: "9" },
    subject: "Um aviso sobre a sua conta no {marca}",
    paragraphs: [
      "Um código de recuperação da sua conta foi usado agora no lugar do aplicativo autenticador. Códigos que ainda valem: {restantes}.",
    ],
  },
  "request-delayed": {
    title: "Pedido que espera 24 horas",
    examples: { pedido: "a exclusão da conta", quando: "22/11/2026, 14:05", dias: "7" },
    subject: "Um aviso sobre a sua conta no {marca}",
    paragraphs: [
      "Alguém pediu agora, na sua conta: {pedido}. A entrada foi por uma chave, um aplicativo ou uma senha de menos de três dias, por isso o pedido só começa em {quando}. Se foi você, não precisa fazer nada.",
      `Se não foi você, abra o link abaixo: o pedido é cancelado, ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  "sign-in-alert": {
    title: "Entrada por um navegador novo",
    examples: { aparelho: "Chrome no Android", dias: "7" },
    subject: "Um aviso sobre a sua conta no {marca}",
    paragraphs: [
      "Alguém entrou agora na sua conta por um navegador novo: {aparelho}. Se foi você, não precisa fazer nada.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  "passkey-added": {
    ...OWN_KEYS,
    title: "Chave de acesso adicionada",
    examples: { dias: "7" },
    paragraphs: [
      "Uma chave de acesso foi adicionada à sua conta agora. Quem a tem entra sem a senha. Se foi você, não precisa fazer nada.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    // The passkeys of staff stay, because a mailbox must not suffice to remove a factor.
    footnote: "Depois, confira as suas chaves de acesso e remova a que você não conhece. Dúvidas: {suporte}.",
  },
  "passkey-removed": {
    ...OWN_KEYS,
    title: "Chave de acesso removida",
    examples: { dias: "7" },
    paragraphs: [
      "Uma chave de acesso foi removida da sua conta agora. Ela não abre mais a conta.",
      `Se não foi você, abra o link abaixo: ${DENIED}`,
    ],
    label: "Não fui eu",
    footnote: MEMBER,
  },
  "passkey-blocked": {
    ...OWN_KEYS,
    title: "Chave de acesso bloqueada",
    paragraphs: [KEY_BLOCKED, "Entre com a senha, remova essa chave e crie outra."],
    footnote: MEMBER,
  },
  "passkey-blocked-staff": {
    ...OWN_KEYS,
    title: "Equipe: chave de acesso bloqueada",
    paragraphs: [
      KEY_BLOCKED,
      "Se você tem outra chave ou um aplicativo autenticador, entre com ele, remova essa chave e crie outra. Se não tem, peça a quem administra a equipe que remova a sua verificação em duas etapas.",
    ],
    footnote: MEMBER,
  },
  "inactivity-warning": {
    title: "Conta parada: aviso antes de desativar",
    examples: { meses: "12", dia: "23 de dezembro de 2026" },
    subject: "Sua conta no {marca} está parada",
    paragraphs: [
      "Faz {meses} meses que você não entra na sua conta. Se você não entrar até {dia}, ela será desativada: seu perfil deixa de aparecer para as outras pessoas.",
      "Nada é apagado com isso. Para continuar, é só entrar; depois de desativada, entrar de novo reativa a conta.",
    ],
    label: "Entrar na minha conta",
    footnote: "Você recebeu este e-mail porque tem uma conta no {marca}. Dúvidas: {suporte}.",
  },
  "export-ready": {
    title: "Cópia dos dados pronta",
    examples: { horas: "48" },
    subject: "O que você pediu está pronto",
    paragraphs: [
      "O arquivo que você pediu está pronto. Entre na sua conta para baixá-lo; ele fica lá até {horas} horas depois do pedido.",
    ],
    label: "Entrar e baixar",
    footnote: "Se não foi você que pediu, troque a sua senha agora e escreva para {suporte}.",
  },
  "erasure-requested": {
    title: "Exclusão da conta: marcada",
    examples: { dia: "27 de dezembro de 2026" },
    subject: "Sobre a sua conta no {marca}",
    paragraphs: [
      "Recebemos o pedido para excluir a sua conta. Desde agora ninguém mais vê o seu perfil.",
      "A exclusão começa em {dia}. Até lá você pode desistir: é só entrar e escolher “Desistir da exclusão”. Depois não dá mais para voltar.",
    ],
    label: "Entrar",
    footnote: "Se não foi você, entre, desista da exclusão e troque a sua senha. Dúvidas: {suporte}.",
  },
  "erasure-reminder": {
    title: "Exclusão da conta: falta pouco",
    examples: { dia: "27 de dezembro de 2026" },
    subject: "Sobre a sua conta no {marca}",
    paragraphs: [
      "A exclusão da sua conta começa em {dia}. Se é isso que você quer, não precisa fazer nada.",
      "Mudou de ideia? Entre antes desse dia e escolha “Desistir da exclusão”.",
    ],
    label: "Entrar",
    footnote: "Você recebeu este e-mail porque a exclusão da sua conta está marcada. Dúvidas: {suporte}.",
  },
  "erasure-taken-back": {
    title: "Exclusão da conta: desistência, com o perfil ainda oculto",
    examples: {},
    subject: "Sobre a sua conta no {marca}",
    paragraphs: ["Você desistiu de excluir a sua conta. Nada foi apagado."],
    label: null,
    footnote: "Se não foi você, escreva para {suporte}.",
  },
  "erasure-taken-back-shown": {
    title: "Exclusão da conta: desistência",
    examples: {},
    subject: "Sobre a sua conta no {marca}",
    paragraphs: ["Você desistiu de excluir a sua conta. Ela continua, e o seu perfil voltou a aparecer."],
    label: null,
    footnote: "Se não foi você, troque a sua senha agora e escreva para {suporte}.",
  },
  "verification-approved": {
    ...VERIFICATION,
    title: "Verificação aprovada",
    paragraphs: [
      "Sua identidade foi verificada, e seu perfil agora mostra o selo Verificado. Seus documentos serão apagados em 24 horas.",
    ],
    label: "Ver meu perfil",
  },
  "verification-rejected": {
    ...VERIFICATION,
    title: "Verificação rejeitada",
    paragraphs: [
      "Não conseguimos concluir sua verificação. Na sua conta você vê o motivo e pode enviar os documentos de novo.",
    ],
  },
  "verification-revoked": {
    ...VERIFICATION,
    title: "Verificação desfeita",
    paragraphs: [
      "Nossa equipe desfez sua verificação. Na sua conta você vê o motivo e pode enviar os documentos de novo.",
    ],
  },
  receipt: {
    title: "Recibo",
    examples: {
      ...ORDER,
      valor: "R$ 139,00",
      dia: "23 de novembro de 2026",
      dias: "7",
      resposta: "5",
      vendedor: "Empresa Exemplo Ltda., CNPJ 11.222.333/0001-81",
    },
    subject: "Recibo da sua compra",
    paragraphs: [
      "Recebemos seu pagamento de {valor} por {produto} em {dia}. Sem renovação automática.",
      "Se mudar de ideia, você tem {dias} dias para desfazer a compra em Minhas compras e receber o valor integral de volta. A partir da segunda compra desfeita, se você usou mais de 10%, a equipe decide em até {resposta} dias.",
      "Vendido por {vendedor}. Número da compra: {compra}.",
    ],
    label: "Ver o recibo",
    footnote: BOUGHT,
  },
  withdrawal: {
    ...PURCHASE,
    title: "Desistência de uma compra",
    examples: { ...ORDER, valor: "R$ 139,00" },
    subject: "Desistência da sua compra",
    paragraphs: [
      "Recebemos sua desistência da compra de {produto}. Você recebe {valor} de volta pelo mesmo meio em que pagou, e não precisa fazer mais nada.",
      "Número da compra: {compra}.",
    ],
  },
  "withdrawal-review": {
    ...PURCHASE,
    title: "Desistência em análise",
    examples: { ...ORDER, dia: "28 de novembro de 2026" },
    subject: "Desistência da sua compra",
    paragraphs: [
      "Recebemos seu pedido para desfazer a compra de {produto}. Ele está em análise: uma pessoa da equipe responde até {dia}. Até lá, nada muda no que você comprou, e a compra de fichas fica em pausa.",
      "Número da compra: {compra}.",
    ],
  },
  "withdrawal-accepted": {
    ...PURCHASE,
    title: "Desistência aceita",
    examples: { ...ORDER, resposta: "O pedido está dentro do prazo." },
    subject: "Resposta à sua desistência",
    paragraphs: [
      "Aceitamos seu pedido para desfazer a compra de {produto}. O que ainda não voltou do valor pago volta pelo mesmo meio em que você pagou.",
      "Resposta da equipe: {resposta}",
      "Número da compra: {compra}.",
    ],
  },
  "withdrawal-refused": {
    ...PURCHASE,
    title: "Desistência recusada",
    examples: { ...ORDER, resposta: "Quase tudo já foi usado, como na compra anterior." },
    subject: "Resposta à sua desistência",
    paragraphs: [
      "Analisamos com cuidado seu pedido para desfazer a compra de {produto}, e desta vez não pudemos aceitá-lo. O que você comprou continua valendo.",
      "Resposta da equipe: {resposta}",
      "Número da compra: {compra}.",
    ],
  },
  "withdrawals-overdue": {
    title: "Alarme para a equipe: desistência sem resposta",
    examples: { total: "2", dias: "5" },
    subject: "Há desistências sem resposta",
    paragraphs: ["Desistências que passaram do prazo de {dias} dias sem resposta da equipe: {total}."],
    label: "Abrir os pedidos",
    footnote: "Você recebeu este e-mail porque faz parte da equipe.",
  },
  refund: {
    ...PURCHASE,
    title: "Reembolso",
    examples: { ...ORDER, valor: "R$ 139,00" },
    subject: "Reembolso da sua compra",
    paragraphs: [
      "Devolvemos {valor} da sua compra de {produto} pelo mesmo meio em que você pagou. No cartão, o valor pode levar até duas faturas para aparecer.",
      "Número da compra: {compra}.",
    ],
  },
  "refund-failed": {
    ...PURCHASE,
    title: "Reembolso que o banco não aceitou",
    examples: { ...ORDER, valor: "R$ 139,00" },
    subject: "Não conseguimos reembolsar a sua compra",
    paragraphs: [
      "O banco não aceitou o reembolso de {valor} da sua compra de {produto}, e o dinheiro voltou para nós. Vamos tentar de novo; enquanto isso, o que você comprou continua valendo.",
      "Se o cartão ou a conta mudou, escreva para {suporte}. Número da compra: {compra}.",
    ],
  },
  "end-reminder": {
    title: "Fim do Premium ou do destaque",
    examples: { produto: "Premium", dia: "26 de novembro de 2026" },
    subject: "Um aviso sobre a sua conta",
    paragraphs: [
      "Seu {produto} vale até {dia}. Nada se renova sozinho e nada será cobrado: se quiser continuar, é só comprar de novo.",
    ],
    label: "Ver opções",
    footnote: BOUGHT,
  },
  "measure-warning": {
    ...MEASURE,
    title: "Medida da equipe: advertência",
    paragraphs: ["A nossa equipe enviou uma advertência para a sua conta.", "Motivo: {motivo}", APPEAL],
  },
  "measure-photo": {
    ...MEASURE,
    title: "Medida da equipe: foto retirada",
    paragraphs: ["A nossa equipe retirou uma foto do seu perfil.", "Motivo: {motivo}", APPEAL],
  },
  "measure-suspension": {
    ...MEASURE,
    title: "Medida da equipe: suspensão com prazo",
    examples: { ...MEASURE.examples, fim: "30 de novembro de 2026 às 14:05" },
    paragraphs: [
      "A nossa equipe suspendeu a sua conta. Enquanto isso, ninguém vê o seu perfil e não é possível entrar.",
      "A suspensão vale até {fim}.",
      "Motivo: {motivo}",
      APPEAL,
    ],
  },
  "measure-suspension-open": {
    ...MEASURE,
    title: "Medida da equipe: suspensão sem prazo",
    paragraphs: [
      "A nossa equipe suspendeu a sua conta. Enquanto isso, ninguém vê o seu perfil e não é possível entrar.",
      "Motivo: {motivo}",
      APPEAL,
    ],
  },
  "measure-ban": {
    ...MEASURE,
    title: "Medida da equipe: conta encerrada",
    paragraphs: ["A nossa equipe encerrou a sua conta de forma definitiva.", "Motivo: {motivo}", APPEAL],
  },
  "measure-review": {
    ...MEASURE,
    title: "Conteúdo oculto por uma denúncia, até a análise",
    examples: { motivo: "Recebemos uma denúncia sobre uma foto do seu perfil." },
    paragraphs: [
      "{motivo}",
      "Isto não é uma punição: ninguém da equipe analisou ainda. Se você não concorda, responda agora; quem analisa lê a sua resposta antes de decidir.",
    ],
    label: "Ver e responder",
  },
  "review-ended": {
    ...MEASURE_END,
    title: "Conteúdo que volta a aparecer depois da análise",
    paragraphs: [
      "Uma pessoa da equipe analisou a denúncia sobre o seu perfil. O que estava oculto voltou a aparecer para as outras pessoas.",
    ],
  },
  "appeal-granted": {
    ...MEASURE_END,
    title: "Recurso aceito",
    examples: { resposta: ANSWER.resposta },
    paragraphs: ["Analisamos o seu recurso e desfizemos a medida.", "Resposta da equipe: {resposta}"],
  },
  "appeal-refused": {
    ...MEASURE_END,
    title: "Recurso negado",
    examples: { resposta: ANSWER.resposta },
    paragraphs: ["Analisamos o seu recurso e mantivemos a medida.", "Resposta da equipe: {resposta}"],
  },
  "suspension-ended": {
    ...MEASURE_END,
    title: "Fim de uma suspensão",
    paragraphs: ["A suspensão da sua conta terminou. Você já pode entrar de novo."],
  },
  "notice-received": {
    ...NOTICE_ANSWER,
    title: "Denúncia externa: recebida",
    examples: { horas: "24", numero: ANSWER.numero },
    subject: "Recebemos a sua denúncia",
    paragraphs: [
      "Recebemos a sua denúncia de conteúdo no {marca}. Uma pessoa da equipe analisa e responde em até {horas} horas.",
      "Número da denúncia: {numero}.",
    ],
  },
  "notice-confirmation": {
    title: "Denúncia externa: link de confirmação",
    examples: { horas: "24", numero: ANSWER.numero },
    subject: "Confirme a sua denúncia",
    paragraphs: [
      "Recebemos uma denúncia de conteúdo no {marca} com este e-mail. Uma pessoa da equipe analisa e responde em até {horas} horas.",
      "Se foi você, confirme pelo link abaixo: com a confirmação, o que você apontou pode ser ocultado antes mesmo da análise.",
      "Número da denúncia: {numero}.",
    ],
    label: "Confirmar a denúncia",
    footnote: "Se não foi você que enviou a denúncia, ignore este e-mail e não abra o link. Dúvidas: {suporte}.",
  },
  "data-request-received": {
    title: "Pedido sobre dados: recebido",
    examples: { dias: "15", numero: ANSWER.numero },
    subject: "Recebemos o seu pedido",
    paragraphs: [
      "Recebemos o seu pedido sobre os dados da sua conta no {marca}. Uma pessoa da equipe responde por e-mail em até {dias} dias.",
      "Número do pedido: {numero}.",
    ],
    label: null,
    footnote: MEMBER,
  },
  "data-request-confirmation": {
    title: "Pedido sobre dados: link de confirmação",
    examples: { dias: "15", validade: "7 dias", numero: ANSWER.numero },
    subject: "Confirme o seu pedido",
    paragraphs: [
      "Recebemos um pedido sobre dados pessoais no {marca} com este e-mail. Se foi você, confirme pelo link abaixo, que vale por {validade}: só depois disso a equipe o recebe, e responde em até {dias} dias desde o envio.",
      "Número do pedido: {numero}.",
    ],
    label: "Confirmar o pedido",
    footnote: "Se não foi você que enviou o pedido, ignore este e-mail e não abra o link. Dúvidas: {suporte}.",
  },
  "data-request-answered": {
    title: "Pedido sobre dados: respondido",
    examples: { resposta: "Guardamos o seu e-mail e o seu perfil.", numero: ANSWER.numero },
    subject: "A resposta ao seu pedido",
    paragraphs: ["{resposta}", "Número do pedido: {numero}."],
    label: null,
    footnote:
      "Você recebeu este e-mail porque enviou um pedido sobre os seus dados. Não concorda? Escreva para {suporte} ou reclame à Autoridade Nacional de Proteção de Dados (ANPD).",
  },
  "data-requests-due": {
    title: "Alarme para a equipe: pedidos de dados a vencer",
    examples: { total: "2", dias: "15" },
    subject: "Há pedidos sobre dados a vencer",
    paragraphs: ["Pedidos sobre dados pessoais perto do fim do prazo de {dias} dias, sem resposta: {total}."],
    label: "Abrir os pedidos",
    footnote: "Você recebeu este e-mail porque faz parte da equipe.",
  },
  "notice-accepted": {
    ...NOTICE_ANSWER,
    title: "Denúncia externa: aceita",
    paragraphs: [
      "Analisamos a sua denúncia e retiramos o conteúdo.",
      "Resposta da equipe: {resposta}",
      "Número da denúncia: {numero}.",
    ],
  },
  "notice-refused": {
    ...NOTICE_ANSWER,
    title: "Denúncia externa: recusada",
    paragraphs: [
      "Analisamos a sua denúncia e não encontramos o que retirar.",
      "Resposta da equipe: {resposta}",
      "Número da denúncia: {numero}.",
    ],
  },
  alarm: {
    ...QUEUE,
    title: "Alarme para a equipe: denúncia grave",
    examples: { ocorrencias: "1 denúncia do formulário público." },
    subject: "Há uma denúncia grave na fila",
    paragraphs: [
      "Aguardando a análise da equipe:",
      "{ocorrencias}",
      "São denúncias de menor de idade, de foto inadequada ou do formulário público. O que elas apontam pode já estar oculto para todos até a decisão.",
    ],
  },
  "staff-alarm": {
    title: "Alarme para os donos: uma pessoa da equipe passou de um número",
    examples: { pessoa: "Bia", feito: "e-mails inteiros de membros mostrados em um dia", numero: "50" },
    subject: "Olhe o que uma pessoa da equipe fez",
    paragraphs: [
      "{pessoa} passou de {numero} {feito}.",
      "Se você não esperava por isso, retire o acesso dessa pessoa em Equipe e confira a auditoria. Outro aviso igual só vem amanhã.",
    ],
    label: "Abrir a auditoria",
    footnote: "Você recebeu este e-mail porque administra o site. Os números ficam em Configurações.",
  },
  "alarm-brake": {
    ...QUEUE,
    title: "Alarme para a equipe: denúncias demais em uma hora",
    examples: {},
    subject: "Denúncias demais: olhe a fila agora",
    paragraphs: [
      "O formulário público recebe mais denúncias do que o limite da hora. Acima dele, nada mais é ocultado sozinho: o que as denúncias apontam continua visível até a equipe decidir.",
      "As denúncias graves sem decisão estão no alto da fila.",
    ],
  },
  news: {
    ...DIGEST,
    title: "Resumo de novidades",
    examples: { novidades: NEWS_EXAMPLE },
    paragraphs: ["{novidades}"],
    label: "Ver novidades",
  },
  "news-messages": {
    ...DIGEST,
    title: "Resumo de novidades, com mensagens",
    examples: { novidades: `3 pessoas enviaram mensagens. ${NEWS_EXAMPLE}` },
    paragraphs: ["{novidades}"],
    label: "Ver mensagens",
  },
} as const satisfies Record<string, MailTextRow>;

export type MailKind = keyof typeof mailTexts;

/** Returns the footnote's address in a kind of mail, on a site such as "https://caramelo.example". */
export function footnoteUrlOf(kind: MailKind, origin: string): string | undefined {
  const { footnotePath }: MailTextRow = mailTexts[kind];
  return footnotePath === undefined ? undefined : `${origin}${footnotePath}`;
}

export const MAIL_KINDS = Object.keys(mailTexts) as [MailKind, ...MailKind[]]; // The record has no other keys.

/** The placeholders allowed in every mail. */
export const BRAND_PLACEHOLDERS = ["marca", "suporte"] as const;

export const MAIL_SUBJECT_MAX = 120;
export const MAIL_PARAGRAPH_MAX = 600;
export const MAIL_PARAGRAPHS_MAX = 6;
export const MAIL_LABEL_MAX = 40;

const PLACEHOLDER = /\{([^{}\s]{1,30})\}/g;

/** Replaces the placeholders of a text with values. Those without a value stay. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Returns the placeholders in a mail's words for which this kind has no value. */
export function listUnknownPlaceholders(kind: MailKind, { subject, paragraphs, label, footnote }: MailText): string[] {
  const knownPlaceholders = new Set<string>([...BRAND_PLACEHOLDERS, ...Object.keys(mailTexts[kind].examples)]);
  const words = [subject, ...paragraphs, label ?? "", footnote].join("\n");
  const usedNames = [...words.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return [...new Set(usedNames)].filter((name) => !knownPlaceholders.has(name));
}

const writtenTexts = new Map<MailKind, MailText>();

/** Returns the words in force of a kind of mail: the operator's, or else ours. */
export function findMailText(kind: MailKind): MailText {
  const { subject, paragraphs, label, footnote } = mailTexts[kind];
  return writtenTexts.get(kind) ?? { subject, paragraphs: [...paragraphs], label, footnote };
}

/** Puts the operator's words in force in this process. Other kinds of mail keep ours. */
export function adoptMailTexts(texts: Iterable<[MailKind, MailText]>): void {
  writtenTexts.clear();
  for (const [kind, text] of texts) writtenTexts.set(kind, text);
}
