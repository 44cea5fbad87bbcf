/**
 * Signs of fraud in a message: the stored key, and the words that writer and reader see after "parece ter". No imports,
 * so that a screen loads nothing else with this file.
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

// The record has no other keys.
export const MESSAGE_WARNINGS = Object.keys(messageWarnings) as MessageWarning[];

/** Warnings that do not apply between acquainted members. */
export const CONTACT_WARNINGS: readonly MessageWarning[] = ["phone", "email", "link"];
