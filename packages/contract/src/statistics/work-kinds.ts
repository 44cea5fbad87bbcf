import type { StaffPermission } from "../call/staff-permissions.ts";

/**
 * The kinds of pending work, one record each. The dashboard derives its list, counters and links from them. The
 * server's `start/open-context.ts` has a source for each kind. Imports types only, so that a screen loads nothing else
 * with this file.
 */

type Definition = {
  /** The permission required to see it. */
  permission: StaffPermission;
  /** The words after the number one, and after any other number. */
  one: string;
  many: string;
  /** The name of its counter; undefined without one. */
  counter?: string;
  /** The address of the work's screen. `oldestId`: the longest-waiting entry, if the source returns it. */
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
// The cast is safe, because the record has no other keys.
export const WORK_KINDS = Object.keys(workKinds) as WorkKind[];
