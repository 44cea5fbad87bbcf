/** Words about orders, on screens and in the table for spreadsheets. No imports, so that a screen loads nothing else. */

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

/** A ledger entry may come from a provider that this release does not know. */
export const providerName = (provider: string): string => providerNames[provider] ?? provider;
