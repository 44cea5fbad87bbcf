import type { StaffPermission } from "../accounts/staff-permissions.ts";

/**
 * The kinds of work that wait for the staff: one record a kind, from which the dashboard makes its list, its counters and
 * its links. Each has its source in the server's `pending-work.ts`. It imports types only: the browser loads this file as
 * it is.
 */

type Definition = {
  /** Who sees it. */
  permission: StaffPermission;
  /** "1 …" and "2 …". */
  one: string;
  many: string;
  /** The name of its counter; undefined where it has none. */
  counter?: string;
  /** Where it is done. `oldestId` names the thing that has waited longest, where the source answers one. */
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
    one: "aviso externo sem decisão",
    many: "avisos externos sem decisão",
    path: () => "/admin/denuncias/avisos",
  },
  appeals: {
    permission: "decideAppeals",
    one: "recurso sem decisão",
    many: "recursos sem decisão",
    path: () => "/admin/denuncias/recursos",
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
// It has no other keys.
export const WORK_KINDS = Object.keys(workKinds) as WorkKind[];
