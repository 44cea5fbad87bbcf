import type { StaffPermission } from "../call/staff-permissions.ts";

/**
 * The kinds of pending work, with one record each. The dashboard makes its list, its counters and its links from these
 * records. The server's `start/open-context.ts` has a source for each kind. The file imports types only, so that a screen
 * loads nothing else with it.
 */

type Definition = {
  /** The permission that is needed to see it. */
  permission: StaffPermission;
  /** The words after the number one, and after any other number. */
  one: string;
  many: string;
  /** The name of its counter; undefined when it has none. */
  counter?: string;
  /** The address where the work is done. `oldestId` is what has waited the longest, if the source returns it. */
  path: (oldestId: string | null) => string;
};

export const workKinds = {
  reports: {
    permission: "reviewReports",
    one: "denúncia pendente",
    many: "denúncias pendentes",
    counter: "Denúncias pendentes",
    path: () => "/admin/denuncias",
  },
  verifications: {
    permission: "reviewVerifications",
    one: "pedido de verificação pendente",
    many: "pedidos de verificação pendentes",
    counter: "Verificações pendentes",
    path: () => "/admin/verificacoes",
  },
  notices: {
    permission: "reviewNotices",
    one: "denúncia externa sem decisão",
    many: "denúncias externas sem decisão",
    path: () => "/admin/denuncias/avisos",
  },
  appeals: {
    permission: "decideAppeals",
    one: "recurso sem decisão",
    many: "recursos sem decisão",
    path: () => "/admin/denuncias/recursos",
  },
  dataRequests: {
    permission: "answerDataRequests",
    one: "pedido de dados sem resposta",
    many: "pedidos de dados sem resposta",
    path: () => "/admin/pedidos-de-dados",
  },
  withdrawals: {
    permission: "refundOrders",
    one: "desistência em análise",
    many: "desistências em análise",
    path: (oldestId) => (oldestId === null ? "/admin/pedidos" : `/admin/pedidos/${oldestId}`),
  },
  orders: {
    permission: "refundOrders",
    one: "pedido com pagamento a resolver",
    many: "pedidos com pagamento a resolver",
    path: (oldestId) => (oldestId === null ? "/admin/pedidos" : `/admin/pedidos/${oldestId}`),
  },
} as const satisfies Record<string, Definition>;

export type WorkKind = keyof typeof workKinds;
// The cast holds because the record has no other keys.
export const WORK_KINDS = Object.keys(workKinds) as WorkKind[];
