import type { Law } from "./laws.ts";
import { type PeriodName, periods, periodText } from "./periods.ts";

/** Shown to others and staff in place of an erased member's name. */
export const REMOVED_NAME = "Usuário removido";

/** The privacy page's texts about one data category. `{visits}` is replaced by the period of that name. */
type Category = {
  name: string;
  holds: string;
  purpose: string;
  laws: readonly Law[];
  /** The retention while the account exists. */
  keptFor: string;
  /** The effect of an erasure of the account. */
  onErasure: string;
};

/**
 * The categories of personal data, in the order of the privacy page. Each table, file, key and job of the server
 * declares its category (`inventory.ts` of its feature), so that page and product agree.
 */
export const dataCategories = {
  account: {
    name: "Conta",
    holds:
      "E-mail, resumo criptográfico da senha, data do cadastro, aviso de conta parada e, se você pedir, um arquivo criptografado com a cópia dos seus dados.",
    purpose: "Manter a sua conta e falar com você sobre ela.",
    laws: ["contract"],
    keptFor: "Enquanto a conta existir; o arquivo com a cópia dos seus dados, {exports} depois do pedido.",
    onErasure: "Apagada. Fica um número sem nome nem e-mail, ao qual se ligam as mensagens e as compras antigas.",
  },
  signIn: {
    name: "Entradas e aparelhos",
    holds:
      "Sessões com navegador e horário, códigos dos aparelhos conhecidos, chaves de acesso (parte pública, nome e último uso), links enviados por e-mail, segundo fator (aplicativo autenticador e códigos de recuperação, criptografados), data do último convite para proteger a conta e senha (só o resumo criptográfico) de um cadastro repetido com o seu e-mail.",
    purpose: "Reconhecer você e barrar quem tenta entrar no seu lugar.",
    laws: ["contract", "security"],
    keptFor:
      "Sessões: {endedSessions} depois do fim. Links: {endedLinks} depois de vencer. Aparelhos: {knownDevices} sem uso. Cadastros não confirmados (fora os suspensos) ou repetidos: {unconfirmedSignUps}, ou até vencer o último link pedido. O resto, enquanto a conta existir.",
    onErasure: "Apagados.",
  },
  accessLog: {
    name: "Registros de acesso",
    holds: "Data, hora e endereço IP, criptografados com uma chave própria.",
    purpose:
      "Cumprir a lei. Só são abertos por ordem judicial, com registro de cada abertura, ou para a cópia dos seus dados que você pedir.",
    laws: ["accessLog"],
    keptFor: "{accessLog}.",
    onErasure: "Ficam até completar {accessLog}, porque a lei exige.",
  },
  profile: {
    name: "Perfil",
    holds: "Nome, gênero, tipo de conta, idade, cidade, textos, selo de verificado e posição na busca.",
    purpose: "Mostrar você a outros membros e sugerir pessoas.",
    laws: ["contract", "sensitiveConsent"],
    keptFor: "Enquanto a conta existir.",
    onErasure: `Apagado. Quem conversou com você passa a ver “${REMOVED_NAME}”.`,
  },
  photos: {
    name: "Fotos",
    holds: "As fotos da galeria, refeitas sem os dados escondidos, e as que a equipe retirou.",
    purpose: "Mostrar você a outros membros; devolver uma foto retirada se o seu recurso for aceito.",
    laws: ["contract", "sensitiveConsent"],
    keptFor: "Enquanto você as mantiver; as retiradas pela equipe, {hiddenPhotos}.",
    onErasure: "Apagadas, também os arquivos. Uma cópia em denúncia aberta segue o prazo das denúncias.",
  },
  messages: {
    name: "Mensagens",
    holds: "Mensagens, reações, o que foi lido e apagado, e o contador de não lidas.",
    purpose: "Entregar suas conversas em todos os seus aparelhos.",
    laws: ["contract", "sensitiveConsent"],
    keptFor: "Enquanto existir a conta de um dos dois; os registros de leitura e de reação, {messageChanges}.",
    onErasure: `Sua cópia é apagada. A outra pessoa mantém a dela, como conversa com “${REMOVED_NAME}”; os registros de leitura e de reação dela somem em {messageChanges}.`,
  },
  presence: {
    name: "Presença",
    holds: "Quando você esteve aqui pela última vez, se está online e se apareceu como disponível.",
    purpose: "Mostrar quem está por aqui, sem o horário exato.",
    laws: ["contract"],
    keptFor: "Só o último momento, enquanto a conta existir.",
    onErasure: "Apagada.",
  },
  lists: {
    name: "Favoritos, visitas e filtros",
    holds: "Quem você favoritou, os perfis que visitou, quem visitou ou favoritou você, e o último filtro da busca.",
    purpose: "Mostrar suas listas e a sua busca como você a deixou.",
    laws: ["contract", "sensitiveConsent"],
    keptFor: "Visitas: {visits}. Favoritos e filtro: enquanto você os mantiver.",
    onErasure: "Apagados dos dois lados.",
  },
  blocks: {
    name: "Bloqueios",
    holds: "Quem você bloqueou, quando e com que nome aparecia.",
    purpose: "Manter vocês fora da vista um do outro.",
    laws: ["contract", "security"],
    keptFor: "Até você desbloquear.",
    onErasure: "Apagados dos dois lados.",
  },
  notifications: {
    name: "Notificações e avisos",
    holds: "A lista do sino e, se você ativar avisos em um aparelho, o endereço que o navegador criou.",
    purpose: "Avisar você do que aconteceu.",
    laws: ["contract"],
    keptFor:
      "Notificações: {notifications}; a de um match, enquanto as duas contas existirem, para não se repetir. Endereço do aparelho: até desativar ou sair.",
    onErasure: "Apagadas dos dois lados.",
  },
  settings: {
    name: "Configurações",
    holds: "Suas escolhas sobre sons, e-mails, avisos, invisibilidade e disponibilidade.",
    purpose: "Respeitar o que você escolheu.",
    laws: ["contract"],
    keptFor: "Enquanto a conta existir.",
    onErasure: "Apagadas.",
  },
  consents: {
    name: "Autorizações",
    holds: "O que você aceitou, em que versão do texto, quando deu e quando retirou.",
    purpose: "Provar o que foi autorizado e respeitar o que foi retirado.",
    laws: ["proof"],
    keptFor: "Enquanto a conta existir.",
    onErasure: "Ficam sem nome, ligadas só ao número da conta, por {purchases}, como prova.",
  },
  dataRequests: {
    name: "Pedidos sobre dados",
    holds: "O que alguém, com ou sem conta, pediu sobre os seus dados, com nome e e-mail, e a nossa resposta.",
    purpose: "Responder no prazo e provar que respondemos.",
    laws: ["rights"],
    keptFor: "{dataRequests} depois da resposta; um pedido sem o e-mail confirmado, {unconfirmedDataRequests}.",
    onErasure: "Ficam até completar {dataRequests} da resposta, como prova.",
  },
  purchases: {
    name: "Compras e saldo",
    holds: "Pedidos, pagamentos, reembolsos, desistências, fichas e tempo de plano. Nunca dados de cartão.",
    purpose: "Entregar o que você comprou, devolver dinheiro e prestar contas.",
    laws: ["contract", "purchases"],
    keptFor: "Compras: {purchases}. O extrato do saldo, enquanto a conta existir.",
    onErasure: "Ficam sem nome: as compras por {purchases}, o extrato do saldo para que as contas fechem.",
  },
  verification: {
    name: "Verificação",
    holds: "Fotos do documento e selfie, criptografadas; data de nascimento, decisão e marca do número do documento.",
    purpose: "Confirmar que você é uma pessoa adulta e é quem diz ser.",
    laws: ["fraud", "minors"],
    keptFor:
      "Fotos: {approvedDocuments} depois de aprovadas, {rejectedDocuments} depois de recusadas. Decisão e data de nascimento: enquanto a conta existir.",
    onErasure: "Apagada.",
  },
  moderation: {
    name: "Denúncias e medidas",
    holds:
      "Denúncias feitas e recebidas, também as de quem não tem conta, com as mensagens, fotos e textos denunciados; medidas da equipe e recursos.",
    purpose: "Proteger as pessoas, decidir com provas e permitir recurso.",
    laws: ["security", "rights", "minors"],
    keptFor:
      "Provas e palavras de quem denunciou: {evidence}, se o caso já foi decidido. Casos e medidas: enquanto a conta denunciada existir.",
    onErasure: "Casos abertos ficam até a decisão; depois, tudo é apagado em {evidence}.",
  },
  bans: {
    name: "Marcas de contas banidas",
    holds: "Marcas do e-mail e do documento e impressões das fotos, que não podem ser lidas de volta.",
    purpose: "Impedir que uma conta banida volte.",
    laws: ["fraud"],
    keptFor: "Enquanto durar o banimento.",
    onErasure: "Ficam enquanto durar o banimento, sem nome. Quem não foi banido não tem nenhuma.",
  },
  mails: {
    name: "Cópias de e-mails",
    holds: "Assunto, destinatário e texto dos e-mails enviados; o texto some quando o e-mail sai.",
    purpose: "Enviar, tentar de novo e saber o que não chegou. Novidades, só se você marcou essa opção.",
    laws: ["contract", "consent"],
    keptFor: "{mails}.",
    onErasure: "Apagadas.",
  },
  audit: {
    name: "Registro do que a equipe faz",
    holds: "Quem da equipe fez o quê, quando e em que conta, em um registro encadeado que não pode ser reescrito.",
    purpose: "Prestar contas de cada acesso da equipe.",
    laws: ["security", "rights"],
    keptFor: "Enquanto o serviço existir.",
    onErasure: "Fica, ligado só ao número da conta, porque apagar uma linha quebraria o encadeamento.",
  },
  technical: {
    name: "Filas, contadores e registros técnicos",
    holds:
      "Tarefas na fila, contadores de limites, envios de fotos em andamento e registros sem nomes, e-mails ou textos.",
    purpose: "Fazer o serviço funcionar e barrar abusos.",
    laws: ["security"],
    keptFor:
      "De minutos a dois dias; uma tarefa que falhou, {failedJobs}; os registros, conforme o servidor os renova.",
    onErasure:
      "Apagados com a conta, ou sozinhos nesses prazos. O registro interno de que um perfil mudou some em {profileChanges}.",
  },
  backups: {
    name: "Cópias de segurança",
    holds: "Uma cópia dos dados acima, fora os documentos e os arquivos com cópias dos seus dados.",
    purpose: "Recuperar o serviço depois de uma falha.",
    laws: ["security"],
    keptFor: "Até serem substituídas pelas mais novas.",
    onErasure: "Somem com as cópias antigas. Se uma for recuperada, as exclusões feitas depois dela são repetidas.",
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof dataCategories;

// The cast is safe, because the record has no other keys.
export const CATEGORY_NAMES = Object.keys(dataCategories) as CategoryName[];

const PLACE = /\{(\w+)\}/g;

/** Inserts the periods into a category's text. Unknown names stay. */
export const fillPeriods = (text: string): string =>
  text.replace(PLACE, (place, name: string) => (isPeriod(name) ? periodText(periods[name]) : place));

/** The names in braces in a text of a category. */
export const listPlaces = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = ""]) => name);

const isPeriod = (name: string): name is PeriodName => Object.hasOwn(periods, name);
