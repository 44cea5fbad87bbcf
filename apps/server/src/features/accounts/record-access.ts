import type { Context } from "../../platform/context.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { addAccessRecord } from "./queries/access-records.ts";
import { accessHour } from "./retention-rules.ts";

/** One access, as the law requires it to be recorded: who used the site, from which address and when. */
export type Access = { memberId: string; address: string; at: Date };

const PURPOSE = "access log";

export const keyOfMember = (sealer: Sealer, memberId: string): Buffer => sealer.hash(memberId, `${PURPOSE} member`);

/**
 * Records that a member used the site: sealed, in a separate table, for six months. This log is the one exception to
 * "no personal data in logs", because Brazilian law requires it (Marco Civil, art. 15). The same member, address and
 * hour are recorded once.
 */
export async function recordAccess({ db, sealer }: Pick<Context, "db" | "sealer">, access: Access): Promise<void> {
  const { memberId, address, at } = access;
  await addAccessRecord(db, {
    memberKey: keyOfMember(sealer, memberId),
    addressKey: sealer.hash(`${memberId} ${address}`, `${PURPOSE} address`),
    hour: accessHour(at),
    sealed: sealer.seal(Buffer.from(JSON.stringify({ memberId, address, at: at.toISOString() })), PURPOSE),
  });
}

/** @throws when the access was sealed with another key, or was altered */
export function openAccess(
  sealer: Sealer,
  sealedAccess: Uint8Array,
): { memberId: string; address: string; at: string } {
  // Only `recordAccess` seals for this purpose, so the text has this shape.
  return JSON.parse(sealer.open(sealedAccess, PURPOSE).toString("utf8"));
}
