import type { AuditAction } from "@caramelo/contract/audit/actions";

type Courtesy = { tokens: number; conversations: number; hasPremium?: boolean | undefined };

/** The action that the audit log shows. One that gives something and takes something else counts as granted. */
export function auditActionOf({ tokens, conversations, hasPremium }: Courtesy): AuditAction {
  const isGiven = tokens > 0 || conversations > 0 || hasPremium === true;
  const isTaken = tokens < 0 || conversations < 0 || hasPremium === false;
  return isTaken && !isGiven ? "courtesy.revoked" : "courtesy.granted";
}
