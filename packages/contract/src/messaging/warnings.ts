/**
 * Signs of fraud that a message may contain: the key that is sent and stored, and the words that the writer and the
 * reader see after "Esta mensagem tem" and "Esta mensagem fala de". No imports: the browser loads this file as it is.
 */
export const messageWarnings = {
  pix_key: "chave Pix ou dados de conta",
  phone: "um número de telefone",
  email: "um e-mail",
  link: "um link ou contato de fora",
  cpf: "CPF ou pedido de CPF",
  verification_fee: "uma taxa para liberar algo",
  advance: "pagamento adiantado",
  gift_card: "cartão-presente ou recarga",
  fake_receipt: "comprovante ou devolução de valor",
  money_request: "pedido de dinheiro",
  investment: "promessa de lucro",
  access_code: "pedido de código ou senha",
  paid_sex: "preço por sexo",
} as const;

export type MessageWarning = keyof typeof messageWarnings;

// It has no other keys.
export const MESSAGE_WARNINGS = Object.keys(messageWarnings) as MessageWarning[];

/** Between two members who know each other these are ordinary; the others stay warnings. */
export const CONTACT_WARNINGS: readonly MessageWarning[] = ["phone", "email", "link"];
