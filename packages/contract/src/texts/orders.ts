/** Words about orders, on screens and in spreadsheet tables. No imports, so that a screen loads nothing else. */

export const orderStateNames = {
  created: "Aguardando pagamento",
  pending: "Aguardando pagamento",
  refused: "Pagamento recusado",
  expired: "Prazo encerrado",
  paid: "Pago",
  refunded: "Reembolsado",
  charged_back: "Contestado",
} as const;

export const methodNames = { pix: "Pix", card: "Cartão" } as const;

const providerNames: Record<string, string> = {
  sandbox: "Ambiente de testes",
  pix: "Pix do banco",
  stripe: "Stripe",
  mercadopago: "Mercado Pago",
};

/** A ledger entry may have a provider unknown to this release. */
export const providerName = (provider: string): string => providerNames[provider] ?? provider;
