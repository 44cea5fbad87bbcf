/** The events of an order, by the words stored in its history. */
export const orderEventNames = {
  created: "Pedido feito",
  pending: "Pagamento aberto",
  refused: "Pagamento recusado",
  expired: "Prazo encerrado",
  paid: "Pago",
  refunded: "Reembolsado",
  charged_back: "Contestado",
  mismatch: "Pagamento que não confere com o pedido",
  surplus: "Pago em duplicidade",
  "refund requested": "Reembolso pedido",
  "refund refused": "Reembolso recusado pelo provedor de pagamento",
  "refund failed": "Reembolso não concluído",
  "refund done": "Dinheiro de outro pagamento devolvido",
  "withdrawal requested": "Desistência pedida, na fila da equipe",
  "withdrawal accepted": "Desistência aceita",
  "withdrawal refused": "Desistência recusada",
  "entry purchase": "Liberado o que foi comprado",
  "entry refund": "Retirado pelo reembolso",
  "entry refund_failed": "Devolvido ao saldo: o reembolso não deu certo",
  "entry dispute": "Retirado pela contestação",
  "entry dispute_won": "Devolvido ao saldo: contestação encerrada",
} as const;

export type OrderEventKind = keyof typeof orderEventNames;
